/** Networks that a setting names, as addresses and CIDRs, and whether an address is in one of them. */
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../domain/config-error.ts';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** Network address and prefix length in bits. */
export type Networks = readonly [Address, number][];

/**
 * Reads addresses and CIDRs separated by commas.
 * @param variable the setting, for the message
 * @throws ConfigError that names the setting but not its value
 */
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

/**
 * Reads a dotted IPv4 address or an IPv6 address. IPv4 inside IPv6 (`::ffff:192.0.2.1`) becomes IPv4, and a zone id
 * (`fe80::1%eth0`) is dropped, so that each address has one spelling. Undefined for any other text, such as the short and octal
 * forms of IPv4.
 */
export function parseAddress(text: string): Address | undefined {
  if (!ipaddr.IPv6.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv6 ? new ipaddr.IPv6(address.parts) : address;
}

export function isAmong(address: Address, networks: Networks): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}
