/**
 * Who a keyless request is counted for. The socket's address, or, where that is a proxy the operator named, the rightmost
 * hop of `X-Forwarded-For` that no such proxy wrote: whatever stands left of it the client may have made up.
 */
import type { IPv6 } from 'ipaddr.js';
import { type Address, isAmong, type Networks, parseAddress, parseNetworks } from './networks.ts';

export type TrustedProxies = Networks;

/** Longer lists come from nobody honest. */
const HOPS_MAX = 32;
/** What one customer of a provider commonly holds whole (RFC 6177): within it addresses cost nothing. */
const IPV6_PREFIX_BITS = 64;

/** Reads `PORTSIDE_TRUST_PROXY`: addresses and CIDRs separated by commas. @throws ConfigError naming no value */
export function parseTrustedProxies(text: string): TrustedProxies {
  return parseNetworks(text, 'PORTSIDE_TRUST_PROXY');
}

/** The address to count for: an IPv4 address, or the /64 of an IPv6 one. `socket`: of the connection. */
export function clientAddress(socket: string, forwardedFor: string | null, trusted: TrustedProxies): string {
  let client = parse(socket);
  if (!client) return 'unknown';
  const hops = trusted.length > 0 && forwardedFor ? forwardedFor.split(',').slice(-HOPS_MAX) : [];
  while (hops.length > 0 && isAmong(client, trusted)) {
    const hop = parse(hops.pop()!);
    if (!hop) break;
    client = hop;
  }
  return keyOf(client);
}

/** IPv4 inside IPv6 (`::ffff:192.0.2.1`) is read as IPv4; a port is dropped. Undefined for what is no address. */
function parse(text: string): Address | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return parseAddress(bare);
}

function keyOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const parts = (address as IPv6).parts.slice(0, IPV6_PREFIX_BITS / 16);
  return `${parts.map((part) => part.toString(16)).join(':')}::/${IPV6_PREFIX_BITS}`;
}
