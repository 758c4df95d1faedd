/** The browser that sent a request: its address, whether it uses HTTPS, and by which hosts it may know this site. */
import {
  type ClientAddress,
  clientAddress,
  isTrustedProxy,
  parseTrustedProxies,
  type TrustedProxies,
} from '../client-address.ts';

export interface Client extends ClientAddress {
  /** The connection of the browser uses HTTPS, directly or to a trusted proxy. */
  secure: boolean;
  /** Values of `host[:port]` that are this site, as `Origin` would name them. */
  hosts: string[];
}

export interface ClientSettings {
  base_url: string;
  trust_proxy: string;
}

export class ClientReader {
  readonly #trusted: TrustedProxies;
  readonly #base: URL | undefined;

  /** @throws ConfigError when `trust_proxy` cannot be read */
  constructor({ base_url, trust_proxy }: ClientSettings) {
    this.#base = URL.canParse(base_url) ? new URL(base_url) : undefined;
    this.#trusted = parseTrustedProxies(trust_proxy);
  }

  /** @param peer address of the connection; empty when it has closed */
  read({ headers }: Request, peer: string): Client {
    const forwardedProtocol = headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
    return {
      ...clientAddress(peer, headers.get('x-forwarded-for'), this.#trusted),
      secure:
        this.#base?.protocol === 'https:' || (forwardedProtocol === 'https' && isTrustedProxy(peer, this.#trusted)),
      hosts: [headers.get('host'), this.#base?.host].filter((host) => host != null),
    };
  }
}
