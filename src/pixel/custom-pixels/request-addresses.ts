/** The requests that code makes, and the hosts of their addresses as far as the text says. */
import { IDENTIFIER, STRING, TEMPLATE } from '../javascript/lexer.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { expressionEnd, isMember, memberPath } from './expressions.ts';

const ADDRESS_CHARS_MAX = 512;
/** Functions that send a request by themselves. */
const FUNCTIONS = new Set(['fetch', 'axios', 'ky']);
/** Methods that send one, of these objects only: `get` and `post` are common words. */
const METHODS = new Set(['fetch', 'ajax', 'post', 'put', 'patch', 'get', 'getJSON', 'request']);
const CLIENTS = new Set(['axios', '$', 'jQuery', 'ky', 'window', 'self', 'globalThis']);

/** What is sent is in the tokens `from` to `to`. */
export interface SentRequest {
  from: number;
  to: number;
  /** Empty if the address is computed. Undefined if it is an address of the shop itself. */
  host: string | undefined;
}

export class RequestAddresses {
  /** Variables with an address, and requests that were opened. */
  private readonly hosts = new Map<string, string | undefined>();

  constructor(private readonly code: StaticEvaluator) {}

  /** Remembers the address that is assigned to `name`, if the expression at token `from` begins with one. */
  name(name: string, from: number): void {
    const host = this.hostAt(from);
    if (host !== '') this.hosts.set(name, host);
  }

  /** The request that is made at token `i`, the name of a function or an assigned `src`. */
  requestAt(i: number): SentRequest | undefined {
    const { code } = this;
    if (code.kind(i) !== IDENTIFIER) return undefined;
    const name = code.slice(i);
    if (name === 'src' && isMember(code, i) && code.isAssignment(i + 1)) {
      return { from: i + 2, to: expressionEnd(code, i + 2), host: this.hostAt(i + 2) };
    }
    const open = code.callOpen(i);
    const args = open < 0 ? undefined : code.arguments(open);
    if (args === undefined || args[0] === undefined) return undefined;
    const sent = { from: open + 1, to: code.after(open) - 1 };
    if (!isMember(code, i))
      return FUNCTIONS.has(name) || name === 'sendBeacon' ? { ...sent, host: this.hostOf(args[0]) } : undefined;
    const object = memberPath(code, i)[0] ?? '';
    if (name === 'open' && args[1] !== undefined) {
      this.hosts.set(object, this.hostAt(args[1]));
      // What is sent with the request comes later. Its address may hold a field too.
      return { ...sent, host: this.hostAt(args[1]) };
    }
    if (name === 'send') return this.hosts.has(object) ? { ...sent, host: this.hosts.get(object) } : undefined;
    const isRequest = name === 'sendBeacon' || (METHODS.has(name) && CLIENTS.has(object));
    return isRequest ? { ...sent, host: this.hostOf(args[0]) } : undefined;
  }

  /** The host of the first argument: an address, `{url: address}`, `new Request(address)`. */
  private hostOf(at: number): string | undefined {
    const { code } = this;
    if (code.isName(at, 'new') && code.is(at + 2, '(')) return this.hostAt(at + 3);
    if (!code.is(at, '{')) return this.hostAt(at);
    const close = code.tokens.partners[at]!;
    for (let i = at + 1; i < close; i = code.after(i)) {
      code.steps++;
      if (code.is(i + 1, ':') && /^(url|baseURL)$/.test(code.key(i) ?? '')) return this.hostAt(i + 2);
    }
    return '';
  }

  private hostAt(start: number): string | undefined {
    const { code } = this;
    const isUrl = code.isName(start, 'new') && code.isName(start + 1, 'URL') && code.is(start + 2, '(');
    const first = isUrl ? start + 3 : start;
    // A template that begins with a name.
    const i = code.is(first, '`') && code.is(first + 1, '${') ? first + 2 : first;
    const kind = code.kind(i);
    if (kind === IDENTIFIER) {
      const name = code.slice(i);
      if (this.hosts.has(name) && !isMember(code, i + 2)) return this.hosts.get(name);
      const value = code.value(i);
      return typeof value === 'string' ? hostOfText(value, true) : '';
    }
    if (kind === STRING || kind === TEMPLATE) {
      return hostOfText(code.string(i, ADDRESS_CHARS_MAX) ?? '', !code.is(i + 1, '+'));
    }
    const from = code.tokens.starts[i] ?? 0;
    const text = code.text.slice(from, Math.min(code.tokens.ends[i] ?? 0, from + ADDRESS_CHARS_MAX));
    return text.startsWith('`') ? hostOfText(text.slice(1), false) : '';
  }
}

/** Empty if the host is not known. `whole`: nothing is added to the text. */
function hostOfText(text: string, whole: boolean): string | undefined {
  const match = /^(?:https?:)?\/\/([\w.-]{1,253})(:\d{1,5})?(?=[/?#]|$)/i.exec(text);
  if (match) return whole || match[0].length < text.length ? match[1]!.toLowerCase() : '';
  return /^\/(?!\/)/.test(text) ? undefined : '';
}
