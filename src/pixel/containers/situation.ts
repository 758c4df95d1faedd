/** What is known about the moment at which a container looks at its variables. */

export interface Situation {
  /** Address of the page. Without it only the host may be known. */
  url?: URL;
  host?: string;
  /** The visitor's address may have a query or fragment that `url` does not have. */
  anyQuery?: boolean;
  /** Name of the event. */
  event?: string;
  /** Address of the page before, or an empty text. Absent if unknown. */
  referrer?: string;
}

/** A part of an address as the variable `__u` gives it. Undefined if there is none, `unknown` if it is not known here. */
export type AddressPart = { known: true; value: string | undefined } | { known: false };

const UNKNOWN_PART: AddressPart = { known: false };

export interface AddressQuestion {
  /** `URL`, `HOST`, `PATH`, `QUERY`, `FRAGMENT`, `PROTOCOL`, `PORT`, `EXTENSION`. */
  component: string;
  /** Keys of the query, of which the first that is there counts. */
  keys?: readonly string[];
  ignoresEmpty?: boolean;
  stripsWww?: boolean;
  /** File names that count as the folder. */
  defaultPages?: readonly string[];
}

export function partOf(address: URL | undefined, host: string | undefined, question: AddressQuestion): AddressPart {
  const known = (value: string | undefined): AddressPart => ({ known: true, value });
  if (question.component === 'HOST') {
    const name = (address?.hostname ?? host)?.toLowerCase();
    if (name === undefined) return UNKNOWN_PART;
    return known(question.stripsWww ? name.replace(/^www\d*\./, '') : name);
  }
  if (!address) return UNKNOWN_PART;
  switch (question.component) {
    case 'URL':
      return known(address.href.split('#')[0]);
    case 'PATH': {
      const parts = address.pathname.split('/');
      if (question.defaultPages?.includes(parts.at(-1)!)) parts[parts.length - 1] = '';
      return known(parts.join('/'));
    }
    case 'QUERY':
      return known(queryOf(address.search.replace('?', ''), question));
    case 'FRAGMENT':
      return known(address.hash.replace('#', ''));
    case 'PROTOCOL':
      return known(address.protocol.replace(':', '').toLowerCase());
    case 'PORT':
      return known(address.port || (address.protocol === 'http:' ? '80' : '443'));
    case 'EXTENSION': {
      const parts = address.pathname.split('.');
      return known(parts.length > 1 ? parts.at(-1)!.split('/')[0]! : '');
    }
    default:
      return UNKNOWN_PART;
  }
}

function queryOf(query: string, { keys, ignoresEmpty }: AddressQuestion): string | undefined {
  if (keys === undefined) return query;
  for (const key of keys) {
    const value = parameter(query, key);
    if (value !== undefined && !(ignoresEmpty && value === '')) return value;
  }
  return undefined;
}

function parameter(query: string, key: string): string | undefined {
  for (const part of query.split('&')) {
    const [name, ...value] = part.split('=');
    if (decoded(name!) === key) return decoded(value.join('='));
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
