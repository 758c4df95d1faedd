/**
 * The networks that a key may be used from. Each has one spelling: IPv4 inside IPv6 is written as IPv4, bits behind the prefix
 * are zero, and an address alone is a network with all bits.
 */
import ipaddr from 'ipaddr.js';

/** More than the offices of a company have, and few enough to be compared one by one. */
export const NETWORKS_MAX = 32;

const MAPPED_BITS = 96;

/** Reads an address or a CIDR and writes it as a CIDR. Undefined for any other text, such as the short and octal forms of IPv4. */
export function parseNetwork(entry: string): string | undefined {
  const [, text, prefix] = /^([0-9a-fA-F:.]{2,45})(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  if (text === undefined) return undefined;
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
  const written = ipaddr.parse(text);
  const isMapped = written instanceof ipaddr.IPv6 && written.isIPv4MappedAddress();
  const address = ipaddr.process(text);
  const bitsMax = address.kind() === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? bitsMax : Number(prefix) - (isMapped ? MAPPED_BITS : 0);
  if (bits < 0 || bits > bitsMax) return undefined;
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}

/** A list as `ApiKey.networks` has it, compiled once for each cached key. */
export class AllowedNetworks {
  readonly #networks: { bytes: number[]; bits: number }[];

  constructor(networks: string) {
    this.#networks = networks.split(' ').map((network) => {
      const [address, bits] = ipaddr.parseCIDR(network);
      return { bytes: address.toByteArray(), bits };
    });
  }

  /** @param address as `http/client-address.ts` writes it; `unknown`, or anything else that is no address, is in no network */
  has(address: string): boolean {
    if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
    const client = ipaddr.process(address).toByteArray();
    return this.#networks.some(({ bytes, bits }) => bytes.length === client.length && startsAlike(bytes, client, bits));
  }
}

/** Whether the first `bits` bits are the same. */
function startsAlike(a: number[], b: number[], bits: number): boolean {
  const whole = bits >> 3;
  for (let i = 0; i < whole; i++) if (a[i] !== b[i]) return false;
  return (bits & 7) === 0 || (a[whole]! ^ b[whole]!) >> (8 - (bits & 7)) === 0;
}
