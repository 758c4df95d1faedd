/** The address a caller, or a redirect, asks for: judged as text first, then by every address its name resolves to. */
import { isIP } from 'node:net';
import { PortsideError } from '../../domain/errors.ts';
import { ADDRESS_CLASSES, type AddressClass, classifyAddress } from './address.ts';

export const URL_LENGTH_MAX = 2048;

/** Where the public web lives. A test that wants the address judged, and nothing else, names the port of its canary. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Names that never belong to a public storefront (RFC 6761, 6762, 7686, 8375; ICANN's `.internal`), refused before DNS hears of them. */
const SPECIAL_USE = /(^|\.)(localhost|local|internal|home\.arpa|onion)$/;

/** Host and port pairs on private addresses that a scan may reach, as `new URL` spells them: `127.0.0.1:8099`, `[::1]:80`. */
export type AllowList = ReadonlySet<string>;

/** A URL that is fit to resolve. */
export interface Target {
  /** Normalised, without fragment: the key of the cache. */
  url: string;
  /** Scheme, path and so on of `url`. */
  parts: URL;
  /** ASCII name, or an address literal without brackets. */
  hostname: string;
  port: number;
  /** True where the allow list names this host and port: its addresses are then not judged. */
  allowed: boolean;
}

/** All addresses of a name, as getaddrinfo orders them. Rejects with an `ENOTFOUND`-like code. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** 422 `invalid_request` at `/url`. */
function refusal(message: string): PortsideError {
  return new PortsideError('invalid_request', {
    message: 'This address cannot be scanned.',
    details: [{ path: '/url', message }],
  });
}

/** Reads `PORTSIDE_SCAN_ALLOW`: `host:port` separated by commas. Throws a plain Error for an entry that names no host and port. */
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
 * Judges a URL as text: absolute http or https, at most 2,048 characters, no spaces, control characters, backslashes or
 * user name, a host of two labels or more (or an address), port 80 or 443 or one the allow list names.
 * @throws PortsideError `invalid_request` with the reason at `/url`.
 */
export function parseTarget(text: string, allow: AllowList, ports: ReadonlySet<number> = WEB_PORTS): Target {
  if (text.length > URL_LENGTH_MAX) throw refusal(`must be at most ${URL_LENGTH_MAX} characters`);
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  // URL parsers drop tabs, turn "\" into "/" and forget an empty user name: what two parsers read differently is refused.
  if (!authority || /[\s\\\p{Cc}]/u.test(text)) throw refusal('must be an absolute http or https address');
  const parts = URL.parse(text);
  if (!parts) throw refusal('must be a valid http or https address');
  if (authority.includes('@')) throw refusal('must not hold a user name or password');
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
  if (!hostname.includes('.')) throw refusal('must hold a full host name, such as shop.example.com');
  if (hostname.length > 253 || hostname.split('.').some((label) => label === '' || label.length > 63)) {
    throw refusal('must hold a valid host name');
  }
  if (SPECIAL_USE.test(hostname)) throw refusal('must hold a public host name');
}

/**
 * The addresses a connection may be made to, in order. One denied address among many refuses them all: an attacker who
 * controls a zone could otherwise mix a private one in and wait for a retry to reach it.
 * @throws PortsideError `invalid_request`; whatever `resolve` rejects with passes through.
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
  if (denied) throw refusal(`must not lead to a host that ${sentence(denied)}`);
  return addresses;
}

function sentence(kind: AddressClass): string {
  return ADDRESS_CLASSES[kind].sentence;
}
