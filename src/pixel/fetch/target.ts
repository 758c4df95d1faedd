/** Checks where a scan may go: first the URL as text, then every address that its host name resolves to. */
import { isIP } from 'node:net';
import { PortsideError } from '../../domain/errors.ts';
import { ADDRESS_CLASSES, classifyAddress } from './address.ts';

export const URL_LENGTH_MAX = 2048;

/** The ports of the public web. A test can add the port of its own server, so that only the check of the address denies it. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/**
 * Names that no public storefront has (RFC 6761, 6762, 7686, 8375; ICANN's `.internal`). They are refused before a DNS lookup.
 */
const SPECIAL_USE = /(^|\.)(localhost|local|internal|home\.arpa|onion)$/;

/** Host and port pairs that a scan may reach on private addresses, as `new URL` writes them: `127.0.0.1:8099`, `[::1]:80`. */
export type AllowList = ReadonlySet<string>;

/** A URL whose text was checked. Its addresses are not checked yet. */
export interface Target {
  /** Normalised, without a fragment. The key of the scan cache. */
  url: string;
  /** The parsed `url`. */
  parts: URL;
  /** ASCII name, or an address literal without brackets. */
  hostname: string;
  port: number;
  /** True if the allow list contains this host and port. Its addresses are then not checked. */
  allowed: boolean;
}

/** All addresses of a name, in the order of getaddrinfo. Rejects with an error code such as `ENOTFOUND`. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** 422 `invalid_request` at `/url`. */
function refusal(message: string): PortsideError {
  return new PortsideError('invalid_request', {
    message: 'This address cannot be scanned.',
    details: [{ path: '/url', message }],
  });
}

/** Parses `PORTSIDE_SCAN_ALLOW`: `host:port` pairs separated by commas. Throws a plain Error for any other entry. */
export function parseAllowList(text: string): AllowList {
  const entries = text.split(',').map((entry) => entry.trim());
  return new Set(entries.filter((entry) => entry !== '').map(allowEntry));
}

function allowEntry(entry: string): string {
  const url = /^[^/?#@\s]+:\d+$/.test(entry) ? URL.parse(`http://${entry}`) : null;
  if (!url) throw new Error(`expected host:port, found "${entry}"`);
  return `${url.hostname}:${url.port || '80'}`;
}

/**
 * Checks a URL as text. It must be an absolute http or https URL of at most 2,048 characters, without spaces, control
 * characters, backslashes or a user name. Its host must be an address or a name of at least two labels. Its port must be 80,
 * 443 or one that the allow list contains.
 * @throws PortsideError `invalid_request` with the reason at `/url`.
 */
export function parseTarget(text: string, allow: AllowList, ports: ReadonlySet<number> = WEB_PORTS): Target {
  if (text.length > URL_LENGTH_MAX) throw refusal(`must be at most ${URL_LENGTH_MAX} characters`);
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  // URL parsers drop tabs, turn "\" into "/" and forget an empty user name. Refuse what two parsers may read differently.
  if (!authority || /[\s\\\p{Cc}]/u.test(text)) throw refusal('must be an absolute http or https address');
  const parts = URL.parse(text);
  if (!parts) throw refusal('must be a valid http or https address');
  if (authority.includes('@')) throw refusal('must not contain a user name or password');
  parts.hash = '';

  const hostname = parts.hostname.replace(/^\[|\]$/g, '');
  const port = Number(parts.port) || (parts.protocol === 'https:' ? 443 : 80);
  const allowed = allow.has(`${parts.hostname}:${port}`);
  if (!allowed) {
    if (!ports.has(port)) throw refusal('must use port 80 or 443');
    if (isIP(hostname) === 0) refuseName(hostname);
  }
  return { url: parts.href, parts, hostname, port, allowed };
}

function refuseName(hostname: string): void {
  if (hostname.endsWith('.')) throw refusal('must not end the host name with a dot');
  if (!hostname.includes('.')) throw refusal('must contain a full host name, such as shop.example.com');
  if (hostname.length > 253 || hostname.split('.').some((label) => label === '' || label.length > 63)) {
    throw refusal('must contain a valid host name');
  }
  if (SPECIAL_USE.test(hostname)) throw refusal('must contain a public host name');
}

/**
 * The addresses that a scan may connect to, in order. If one of them is denied, all are refused: otherwise an attacker who
 * controls a DNS zone could mix in a private address and wait for a retry to reach it.
 * @throws PortsideError `invalid_request`, or what `resolve` rejects with.
 */
export async function resolveTarget(
  target: Target,
  resolve: Resolve,
  own: ReadonlySet<string>,
  onDecision: (label: string) => void,
): Promise<string[]> {
  const addresses = isIP(target.hostname) ? [target.hostname] : await resolve(target.hostname);
  if (target.allowed) {
    onDecision('allow_listed');
    return addresses;
  }
  const denied = addresses.map((address) => classifyAddress(address, own)).find((kind) => kind !== 'public');
  onDecision(ADDRESS_CLASSES[denied ?? 'public'].label);
  if (denied) throw refusal(`must not lead to a host that ${ADDRESS_CLASSES[denied].sentence}`);
  return addresses;
}
