/** Whether a request's `Host` is one well-formed host, and one that this server has if the operator names any. */
import { LRUCache } from 'lru-cache';
import { HOST_LENGTH_MAX, hostName } from './host-name.ts';

/** `unknown` is well-formed, but not a host of this server. */
export type HostVerdict = 'known' | 'unknown' | 'malformed';

const VERDICTS_MAX = 1000;
/** Callers on this machine: the health check of a container, a person with curl. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export interface KnownHostsSettings {
  base_url: string;
  hosts: readonly string[];
  /** The address that the server listens on. */
  host: string;
}

export class HostCheck {
  /** Empty: every well-formed host is known. */
  readonly #known: ReadonlySet<string>;
  readonly #verdicts = new LRUCache<string, HostVerdict>({ max: VERDICTS_MAX });
  #lastHost: string | undefined;
  #lastVerdict: HostVerdict = 'malformed';

  constructor({ base_url, hosts, host }: KnownHostsSettings) {
    const base = URL.parse(base_url)?.host;
    const named = [...hosts, ...(base ? [base] : [])];
    const own = host.includes(':') ? `[${host}]` : host;
    const names = named.length > 0 ? [...named, own, ...LOOPBACK_NAMES] : [];
    this.#known = new Set(names.map(hostName).filter((name) => name !== undefined));
  }

  /** Number of hosts whose verdict is kept. */
  get remembered(): number {
    return this.#verdicts.size;
  }

  /** @param host the `Host` header; the engine joins several by commas. Ports are not compared. */
  verdict(host: string | null): HostVerdict {
    if (host === null) return 'malformed';
    // Most requests have the same host as the one before.
    if (host === this.#lastHost) return this.#lastVerdict;
    let verdict = this.#verdicts.get(host);
    if (!verdict) {
      verdict = this.#evaluate(host);
      if (host.length <= HOST_LENGTH_MAX) this.#verdicts.set(host, verdict);
    }
    this.#lastHost = host;
    this.#lastVerdict = verdict;
    return verdict;
  }

  #evaluate(host: string): HostVerdict {
    const name = hostName(host);
    if (name === undefined) return 'malformed';
    return this.#known.size === 0 || this.#known.has(name) ? 'known' : 'unknown';
  }
}
