/**
 * Whether the address of a verify page is public, so that whoever holds a certificate can open it. It is read, not looked up: a
 * name in the public DNS counts even if no server answers there.
 */
import ipaddr from 'ipaddr.js';

/**
 * Endings that the public DNS does not have: special-use names (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476), `internal`
 * (reserved by ICANN in 2024), and the endings of private networks in RFC 6762, appendix G.
 */
const PRIVATE_ENDINGS = [
  ...['test', 'example', 'invalid', 'localhost', 'local', 'onion', 'alt', 'home.arpa'],
  ...['internal', 'intranet', 'private', 'corp', 'home', 'lan'],
  // Reserved for documentation (RFC 6761), although they resolve.
  ...['example.com', 'example.net', 'example.org'],
];

/**
 * True for an http or https URL whose host is a name of the public DNS or an address that every network can route to. False for
 * loopback and private addresses, names that only one network knows, names of one word, and for anything else.
 */
export function isPublicAddress(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return false;
  // The parser has already written `0x7f.1` as `127.0.0.1`, and letters in lower case.
  const host = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) return ipaddr.parse(host).range() === 'unicast';
  const labels = host.split('.');
  return (
    labels.length > 1 &&
    !labels.includes('') &&
    !PRIVATE_ENDINGS.some((ending) => host === ending || host.endsWith(`.${ending}`))
  );
}
