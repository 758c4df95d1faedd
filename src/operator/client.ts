/** Who is at the other end: the address behind trusted proxies, and whether the browser speaks HTTPS. */
import ipaddr from 'ipaddr.js';

export interface Client {
  /** Address for the audit. */
  address: string;
  /** What sign-in attempts are counted by: an IPv4 address, or an IPv6 /64, since one household has as many as it likes. */
  network: string;
  secure: boolean;
  /** `host[:port]` values that are this site, as `Origin` would name them. */
  hosts: string[];
}

export interface ClientSettings {
  base_url: string;
  trust_proxy: string;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Proxies that may stand in a row; a longer header is cut at its far end, which nobody trusted wrote. */
const HOPS_MAX = 20;

export class ClientReader {
  readonly #trusted: Range[];
  readonly #base: URL | undefined;

  constructor({ base_url, trust_proxy }: ClientSettings) {
    this.#base = URL.canParse(base_url) ? new URL(base_url) : undefined;
    this.#trusted = trust_proxy
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map(readRange);
  }

  /** `peer` is the address of the connection itself. */
  read(request: Request, peer: string): Client {
    const address = this.#addressBehind(request, peer);
    const proxied = this.#trusts(peer) && request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https';
    const hosts = [request.headers.get('host'), this.#base?.host].filter((host) => host != null);
    return { address, network: networkOf(address), secure: this.#base?.protocol === 'https:' || proxied, hosts };
  }

  /** The last address that no trusted proxy vouches for: what stands before it anyone may have written. */
  #addressBehind(request: Request, peer: string): string {
    const forwarded = request.headers.get('x-forwarded-for');
    let address = plain(peer);
    if (!forwarded) return address;
    for (const hop of forwarded.split(',').slice(-HOPS_MAX).reverse()) {
      if (!this.#trusts(address) || !ipaddr.isValid(hop.trim())) break;
      address = plain(hop.trim());
    }
    return address;
  }

  #trusts(text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return this.#trusted.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
  }
}

function readRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function plain(text: string): string {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return address;
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
