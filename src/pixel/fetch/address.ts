/**
 * Classifies the network that an address belongs to. This works on resolved addresses, never on how they were written:
 * `0x7f.1`, `127.1` and `::ffff:7f00:1` are the same machine, and a filter on strings always misses one of the forms.
 * Ranges: IANA special-purpose registries (RFC 6890 and successors), read 2026-11.
 */
import ipaddr from 'ipaddr.js';

/** A sentence for the caller and a label for the metric. A scan may connect only to `public` addresses. */
export const ADDRESS_CLASSES = {
  public: { label: 'allow_public', sentence: 'is a public address' },
  unspecified: { label: 'deny_unspecified', sentence: 'is the unspecified address' },
  loopback: { label: 'deny_loopback', sentence: 'is a loopback address' },
  private: { label: 'deny_private', sentence: 'is in a private network' },
  carrier_grade_nat: { label: 'deny_cgnat', sentence: 'is in a carrier-grade NAT network' },
  link_local: { label: 'deny_link_local', sentence: 'is a link-local address' },
  site_local: { label: 'deny_site_local', sentence: 'is a site-local address' },
  unique_local: { label: 'deny_unique_local', sentence: 'is a unique local address' },
  multicast: { label: 'deny_multicast', sentence: 'is a multicast address' },
  broadcast: { label: 'deny_broadcast', sentence: 'is the broadcast address' },
  documentation: { label: 'deny_documentation', sentence: 'is reserved for documentation' },
  benchmarking: { label: 'deny_benchmarking', sentence: 'is reserved for benchmarks' },
  discard: { label: 'deny_discard', sentence: 'is a discard-only address' },
  ipv4_mapped: { label: 'deny_ipv4_mapped', sentence: 'is an IPv4 address mapped into IPv6' },
  ipv4_compatible: { label: 'deny_ipv4_compatible', sentence: 'is an IPv4-compatible IPv6 address' },
  ipv4_translated: { label: 'deny_ipv4_translated', sentence: 'is an IPv4-translated IPv6 address' },
  nat64: { label: 'deny_nat64', sentence: 'is a NAT64 address' },
  six_to_four: { label: 'deny_6to4', sentence: 'is a 6to4 address' },
  teredo: { label: 'deny_teredo', sentence: 'is a Teredo address' },
  isatap: { label: 'deny_isatap', sentence: 'is an ISATAP address' },
  reserved: { label: 'deny_reserved', sentence: 'is a reserved address' },
  own: { label: 'deny_own', sentence: 'is an address of this service' },
  not_an_address: { label: 'deny_not_an_address', sentence: 'is not an address' },
} as const;

export type AddressClass = keyof typeof ADDRESS_CLASSES;

/** The first match wins, so a narrow range must come before a wide one that contains it. */
const RANGES_V4: [AddressClass, string[]][] = [
  ['unspecified', ['0.0.0.0/8']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']],
  ['carrier_grade_nat', ['100.64.0.0/10']],
  ['loopback', ['127.0.0.0/8']],
  ['link_local', ['169.254.0.0/16']],
  ['documentation', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24']],
  ['six_to_four', ['192.88.99.0/24']],
  ['benchmarking', ['198.18.0.0/15']],
  ['multicast', ['224.0.0.0/4']],
  ['broadcast', ['255.255.255.255/32']],
  ['reserved', ['192.0.0.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24', '240.0.0.0/4']],
];

const RANGES_V6: [AddressClass, string[]][] = [
  ['unspecified', ['::/128']],
  ['loopback', ['::1/128']],
  ['ipv4_mapped', ['::ffff:0:0/96']],
  ['ipv4_compatible', ['::/96']],
  ['ipv4_translated', ['::ffff:0:0:0/96']],
  ['nat64', ['64:ff9b::/96', '64:ff9b:1::/48']],
  ['discard', ['100::/64']],
  ['teredo', ['2001::/32']],
  ['benchmarking', ['2001:2::/48']],
  ['documentation', ['2001:db8::/32', '3fff::/20']],
  ['six_to_four', ['2002::/16']],
  ['unique_local', ['fc00::/7']],
  ['link_local', ['fe80::/10']],
  ['site_local', ['fec0::/10']],
  ['multicast', ['ff00::/8']],
  ['reserved', ['2001::/23', '2620:4f:8000::/48']],
];

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Ranges = Record<string, [Address, number][]>;

function rangesOf(table: [AddressClass, string[]][]): Ranges {
  return Object.fromEntries(table.map(([name, cidrs]) => [name, cidrs.map((cidr) => ipaddr.parseCIDR(cidr))]));
}

let ranges: { v4: Ranges; v6: Ranges; globalUnicast: [Address, number] } | undefined;

function specialRanges() {
  ranges ??= { v4: rangesOf(RANGES_V4), v6: rangesOf(RANGES_V6), globalUnicast: ipaddr.parseCIDR('2000::/3') };
  return ranges;
}

/** An interface identifier of the form `0000:5efe:a.b.c.d` or `0200:5efe:a.b.c.d` contains an IPv4 address (RFC 5214). */
function isIsatap(address: ipaddr.IPv6): boolean {
  return address.parts[5] === 0x5efe && (address.parts[4]! & 0xfdff) === 0;
}

/**
 * The class of one resolved address, with or without a zone id. `own` contains the addresses of this machine, as
 * `canonicalAddress` writes them. Unknown addresses are denied: IPv6 is public only in 2000::/3, and both families only if
 * ipaddr.js also calls them unicast. So a range that ipaddr.js learns later is denied without a change here.
 */
export function classifyAddress(text: string, own: ReadonlySet<string> = new Set()): AddressClass {
  if (!ipaddr.isValid(text)) return 'not_an_address';
  const address: Address = ipaddr.parse(text);
  const { v4, v6, globalUnicast } = specialRanges();
  const special = ipaddr.subnetMatch(address, address instanceof ipaddr.IPv4 ? v4 : v6, 'public') as AddressClass;
  if (special !== 'public') return special;
  if (address instanceof ipaddr.IPv6) {
    if (isIsatap(address)) return 'isatap';
    if (!address.match(globalUnicast)) return 'reserved';
  }
  if (address.range() !== 'unicast') return 'reserved';
  return own.has(address.toString()) ? 'own' : 'public';
}

/** One spelling for each address, so that addresses can be compared. A text that is not an address is returned as it is. */
export function canonicalAddress(text: string): string {
  return ipaddr.isValid(text) ? ipaddr.parse(text).toString() : text;
}
