/** Addresses and CIDRs that the operator named, and whether an address is among them. */
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../config.ts';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Networks = readonly [Address, number][];

/** Reads a comma list of addresses and CIDRs. @throws ConfigError naming the setting and no value */
export function parseNetworks(text: string, variable: string): Networks {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    try {
      if (entry.includes('/')) return ipaddr.parseCIDR(entry);
      const address = ipaddr.process(entry);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    } catch {
      throw new ConfigError(`${variable} must be a comma list of addresses or CIDRs.`);
    }
  });
}

/** IPv4 inside IPv6 (`::ffff:192.0.2.1`) is read as IPv4. Undefined for what is no address. */
export function parseAddress(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

export function isAmong(address: Address, networks: Networks): boolean {
  return networks.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}
