/** A scan from address to answer: fetch, decode, match, report; remembered for a while, and shared by all who ask at once. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import type { LocatedFinding, ScanReport } from '../domain/scan-report.ts';
import { PageDecoder } from './fetch/charset.ts';
import { type ContainerReading, readContainers } from './fetch/container-fetch.ts';
import { FetchQueue, type FetchQueueLimits } from './fetch/fetch-queue.ts';
import type { StorefrontFetch } from './fetch/page-fetch.ts';
import type { Target } from './fetch/target.ts';
import type { MatchedPage, PageMatcher } from './matched-page.ts';

/** The matcher's three entrances; everything the scan knows of rules. */
export interface Matching {
  createMatcher(): PageMatcher;
  matchTogether: ContainerReading['matchTogether'];
  toReport(findings: LocatedFinding[]): ScanReport;
}

export interface ScannerOptions extends Matching {
  fetch: StorefrontFetch;
  clock: Pick<Clock, 'now'>;
  /** How long an answer is reused; 600 by default, 0 for never. */
  cacheSeconds?: number;
  /** How long a failure is reused: long enough to spare a broken shop, short enough not to outlive its repair. */
  failureSeconds?: number;
  /** Memory that remembered scans may take, as UTF-16 text. */
  cacheBytesMax?: number;
  limits?: Partial<FetchQueueLimits>;
}

/** HIT: remembered. MISS: fetched. SHARED: waited for a fetch that another request began. BYPASS: fetched because asked to. */
export type CacheState = 'HIT' | 'MISS' | 'SHARED' | 'BYPASS';

export interface CachedScan {
  /** The report as JSON, ready to send. */
  body: string;
  /** Since the page was fetched; for `Age`. */
  ageSeconds: number;
  /** For `X-Cache`. */
  cache: CacheState;
}

export interface Scan extends CachedScan {
  /** Address of the page after redirects. */
  url: string;
  report: ScanReport;
  /** The report's findings with their places, for the command line. */
  findings: LocatedFinding[];
}

/** One line of the operator's page. */
export interface RecentScan {
  at: number;
  /** Host and path; queries may hold personal data and are never shown. */
  address: string;
  cache: CacheState;
  /** Absent where the scan failed: `error` then tells. */
  score?: number;
  severityCounts?: ScanReport['severity_counts'];
  error?: string;
}

const CACHE_SECONDS = 600;
const FAILURE_SECONDS = 5;
const CACHE_BYTES_MAX = 64 * 1024 * 1024;
const RECENT_MAX = 100;
/** What an entry takes beside its texts. */
const ENTRY_BYTES = 1024;

interface Outcome {
  at: number;
  url: string;
  body: string;
  report: ScanReport;
  page: MatchedPage;
}

type Remembered = { at: number; outcome: Outcome } | { at: number; failure: PortsideError };

export class Scanner {
  readonly #options: ScannerOptions;
  readonly #cacheMs: number;
  readonly #failureMs: number;
  readonly #queue: FetchQueue;
  readonly #remembered: LRUCache<string, Remembered>;
  readonly #running = new Map<string, Promise<Outcome>>();
  readonly #recent: RecentScan[] = [];
  /** For the metrics: scans by where their answer came from, failed ones among them. */
  readonly answers: Record<CacheState, number> = { HIT: 0, MISS: 0, SHARED: 0, BYPASS: 0 };

  constructor(options: ScannerOptions) {
    this.#options = options;
    this.#cacheMs = (options.cacheSeconds ?? CACHE_SECONDS) * 1000;
    this.#failureMs = Math.min(this.#cacheMs, (options.failureSeconds ?? FAILURE_SECONDS) * 1000);
    this.#queue = new FetchQueue(options.limits);
    const maxSize = options.cacheBytesMax ?? CACHE_BYTES_MAX;
    this.#remembered = new LRUCache({ maxSize, maxEntrySize: Math.ceil(maxSize / 4) });
  }

  /**
   * The remembered answer for `url`, or undefined where there is none, it is too old, or the address is not fit to scan.
   * Synchronous and without allocation worth naming: repeated scans are the hot path.
   */
  scanCached(url: string, deep = false): CachedScan | undefined {
    let target: Target;
    try {
      target = this.#options.fetch.target(url);
    } catch {
      return undefined;
    }
    const found = this.#recall(keyOf(target, deep));
    if (!found || !('outcome' in found)) return undefined;
    const scan = { body: found.outcome.body, ageSeconds: this.#ageSeconds(found.at), cache: 'HIT' as const };
    this.#note(target, 'HIT', found.outcome.report);
    return scan;
  }

  /**
   * Scans `url`. A caller who goes away does not stop it: the others who wait for the same page still get their answer.
   * @param deep also reads the containers that the page names.
   * @param fresh sets remembered answers aside (`Cache-Control: no-cache`), but joins a fetch that is under way.
   * @throws PortsideError `invalid_request`, `upstream_failed`, `upstream_timeout` or `unavailable`.
   */
  async scan(url: string, { deep = false, fresh = false } = {}): Promise<Scan> {
    const target = this.#options.fetch.target(url);
    const { cache, outcome } = this.#obtain(target, deep, fresh);
    try {
      const { at, url: finalUrl, body, report, page } = await outcome;
      this.#note(target, cache, report);
      return { url: finalUrl, report, body, findings: page.findings, ageSeconds: this.#ageSeconds(at), cache };
    } catch (error) {
      this.#note(target, cache, undefined, error instanceof PortsideError ? error.code : 'internal');
      throw error;
    }
  }

  /** Scans a saved page. `url` is where it came from, for relative addresses. Nothing is fetched or remembered. */
  scanDocument(bytes: Uint8Array, url: string): Scan {
    const decoder = new PageDecoder();
    const matcher = this.#options.createMatcher();
    matcher.push(decoder.push(bytes));
    matcher.push(decoder.end());
    const { findings } = matcher.finish({ url });
    const report = this.#options.toReport(findings);
    return { url, report, body: JSON.stringify(report), findings, ageSeconds: 0, cache: 'MISS' };
  }

  /** The latest scans, newest first, at most 100. */
  recent(): RecentScan[] {
    return this.#recent.toReversed();
  }

  /** For the metrics: fetches under way and waiting, answers remembered and their bytes. */
  load(): { running: number; waiting: number; remembered: number; rememberedBytes: number } {
    return {
      running: this.#queue.running,
      waiting: this.#queue.waiting,
      remembered: this.#remembered.size,
      rememberedBytes: this.#remembered.calculatedSize,
    };
  }

  #obtain(target: Target, deep: boolean, fresh: boolean): { cache: CacheState; outcome: Promise<Outcome> } {
    const key = keyOf(target, deep);
    const running = this.#running.get(key);
    if (running) return { cache: 'SHARED', outcome: running };
    const found = fresh ? undefined : this.#recall(key);
    if (found) {
      const outcome = 'outcome' in found ? Promise.resolve(found.outcome) : Promise.reject(found.failure);
      return { cache: 'HIT', outcome };
    }
    const outcome = this.#produce(key, deep ? this.#readDeep(target, fresh) : this.#readPage(target));
    return { cache: fresh ? 'BYPASS' : 'MISS', outcome };
  }

  /** Registers work under way, and remembers how it ended. */
  #produce(key: string, work: Promise<Outcome>): Promise<Outcome> {
    const settled = work.then(
      (outcome) => {
        this.#remember(key, { at: outcome.at, outcome }, this.#cacheMs);
        return outcome;
      },
      (error: unknown) => {
        // "unavailable" speaks of this moment's queue, and an internal fault must show each time: neither is kept.
        if (error instanceof PortsideError && error.code !== 'unavailable') {
          this.#remember(key, { at: this.#options.clock.now(), failure: error }, this.#failureMs);
        }
        throw error;
      },
    );
    const shared = settled.finally(() => this.#running.delete(key));
    this.#running.set(key, shared);
    return shared;
  }

  async #readPage(target: Target): Promise<Outcome> {
    const matcher = this.#options.createMatcher();
    const { fetch, clock } = this.#options;
    const fetched = await this.#queue.run(target.hostname, () => fetch.fetch(target, (text) => matcher.push(text)));
    const page = matcher.finish({ url: fetched.url, truncated: fetched.truncated });
    return this.#outcome(clock.now(), fetched.url, page);
  }

  /** The page as a plain scan has it, remembered or shared like any, and then what its containers hold. */
  async #readDeep(target: Target, fresh: boolean): Promise<Outcome> {
    const { at, url, page } = await this.#obtain(target, false, fresh).outcome;
    const findings = await readContainers(page, url, this.#options, this.#queue);
    return this.#outcome(at, url, { ...page, findings });
  }

  #outcome(at: number, url: string, page: MatchedPage): Outcome {
    const report = this.#options.toReport(page.findings);
    return { at, url, body: JSON.stringify(report), report, page };
  }

  #recall(key: string): Remembered | undefined {
    const found = this.#remembered.get(key);
    if (!found) return undefined;
    const ageMs = this.#options.clock.now() - found.at;
    // A clock set back makes an entry of the future: it is as little worth as an old one.
    return ageMs >= 0 && ageMs < ('outcome' in found ? this.#cacheMs : this.#failureMs) ? found : undefined;
  }

  #remember(key: string, entry: Remembered, ms: number): void {
    if (ms <= 0) return;
    const texts = 'outcome' in entry ? entry.outcome.body.length + JSON.stringify(entry.outcome.page).length : 0;
    this.#remembered.set(key, entry, { size: ENTRY_BYTES + 2 * (key.length + texts) });
  }

  #ageSeconds(at: number): number {
    return Math.max(0, Math.floor((this.#options.clock.now() - at) / 1000));
  }

  #note(target: Target, cache: CacheState, report: ScanReport | undefined, error?: string): void {
    this.answers[cache]++;
    if (this.#recent.length === RECENT_MAX) this.#recent.shift();
    const address = target.parts.host + target.parts.pathname;
    const at = this.#options.clock.now();
    this.#recent.push({
      at,
      address,
      cache,
      ...(report && { score: report.score, severityCounts: report.severity_counts }),
      ...(error && { error }),
    });
  }
}

function keyOf(target: Target, deep: boolean): string {
  return deep ? `deep ${target.url}` : target.url;
}
