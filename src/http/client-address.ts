/**
 * The address a request came from: that of the connection, or, when the connection is from a proxy that the operator trusts, one
 * that the proxies report in `X-Forwarded-For`. The header is read from right to left, and the walk stops at the first address
 * that is not a trusted proxy. Everything left of that address may be made up by the client.
 *
 * Forms of an address in the header, with spaces around it allowed:
 *
 * | form                                | read as                                  |
 * |-------------------------------------|------------------------------------------|
 * | `203.0.113.9`                       | the IPv4 address                         |
 * | `203.0.113.9:51234`                 | the IPv4 address; the port is dropped    |
 * | `2001:db8::1`                       | the IPv6 address                         |
 * | `[2001:db8::1]`                     | the IPv6 address                         |
 * | `[2001:db8::1]:4000`                | the IPv6 address; the port is dropped    |
 * | `::ffff:203.0.113.9`                | the IPv4 address                         |
 * | `fe80::1%eth0`                      | the IPv6 address; the zone id is dropped |
 * | anything else, for example `unknown`| ends the walk at the proxy that wrote it |
 */
import ipaddr from 'ipaddr.js';
import { type Address, isAmong, type Networks, parseAddress, parseNetworks } from './networks.ts';

export type TrustedProxies = Networks;

export interface ClientAddress {
  /** IPv4 or IPv6, for the audit. `unknown` when the connection has already closed. */
  address: string;
  /** What attempts and requests are counted by: the IPv4 address, or the /64 of the IPv6 address. */
  network: string;
}

/** Hops read of `X-Forwarded-For`, from the right. No real chain of proxies is longer. */
const HOPS_MAX = 32;
/** What one customer of a provider commonly gets (RFC 6177). Within it, changing the address costs nothing. */
const IPV6_PREFIX_BITS = 64;

const UNKNOWN: ClientAddress = { address: 'unknown', network: 'unknown' };

/** Reads `PORTSIDE_TRUST_PROXY`: addresses and CIDRs separated by commas. @throws ConfigError that does not repeat the value */
export function parseTrustedProxies(text: string): TrustedProxies {
  return parseNetworks(text, 'PORTSIDE_TRUST_PROXY');
}

/**
 * @param socket address of the connection; empty when it has closed
 * @param forwardedFor the `X-Forwarded-For` header
 */
export function clientAddress(socket: string, forwardedFor: string | null, trusted: TrustedProxies): ClientAddress {
  let client = parseAddress(socket);
  if (!client) return UNKNOWN;
  const hops = trusted.length > 0 && forwardedFor ? forwardedFor.split(',').slice(-HOPS_MAX) : [];
  while (hops.length > 0 && isAmong(client, trusted)) {
    const hop = parseHop(hops.pop()!);
    if (!hop) break;
    client = hop;
  }
  return { address: client.toString(), network: networkOf(client) };
}

/** Whether the connection itself comes from a trusted proxy, so that its `X-Forwarded-*` headers can be believed. */
export function isTrustedProxy(socket: string, trusted: TrustedProxies): boolean {
  const address = parseAddress(socket);
  return address !== undefined && isAmong(address, trusted);
}

function parseHop(text: string): Address | undefined {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(text.trim()) ?? [];
  // Brackets are for IPv6 only.
  if (ipv6 !== undefined) return ipv6.includes(':') ? parseAddress(ipv6) : undefined;
  return parseAddress(ipv4 ?? text.trim());
}

function networkOf(address: Address): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const parts = address.parts.slice(0, IPV6_PREFIX_BITS / 16);
  return `${parts.map((part) => part.toString(16)).join(':')}::/${IPV6_PREFIX_BITS}`;
}
