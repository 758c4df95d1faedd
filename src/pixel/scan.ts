/**
 * Scans a storefront page: fetch it, have it read, report. Reports are cached, and requests for the same page share one fetch.
 * Each scanner has a cache and queues of its own, so callers of one learn nothing about the scans of another.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import type { ChargeCost } from '../domain/resource-cost.ts';
import type { DetailedReport, ScanReport } from '../domain/scan-report.ts';
import type { ScanStep } from '../domain/scan-step.ts';
import { readNamed } from './deep/deep-reader.ts';
import { ScanBudget } from './deep/scan-budget.ts';
import { ScanRun } from './deep/scan-run.ts';
import { BodyMemory } from './fetch/body-memory.ts';
import { FetchQueue, type FetchQueueLimits } from './fetch/fetch-queue.ts';
import type { StorefrontFetch } from './fetch/page-fetch.ts';
import { ShopVisit } from './fetch/shop-visit.ts';
import type { Target } from './fetch/target.ts';
import { onePage, readJourney } from './journey/journey-reader.ts';
import { encodeFacts } from './page-output.ts';
import type { PageReader, ReadPage } from './page-reader.ts';
import { v1Report } from './report/v1-report.ts';

export interface ScannerOptions {
  fetch: StorefrontFetch;
  reader: PageReader;
  clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
  /** How long a report is reused: 600 by default, 0 for never. */
  cacheSeconds?: number;
  /** How long a failure is reused: 5 by default. This spares a broken shop, and a repaired one is soon scanned again. */
  failureSeconds?: number;
  /** Memory that cached scans may take, counted as UTF-16 text. */
  cacheBytesMax?: number;
  /** Memory that bodies may take which were fetched and are not read yet. One owner may take three quarters. */
  bodyBytesMax?: number;
  limits?: Partial<FetchQueueLimits>;
  /** Told of each scan that did not come from the cache. Must not throw. */
  onScan?: (scan: FreshScan) => void;
}

/** A scan that fetched its page, or failed to. */
export interface FreshScan {
  /** When it ended, Unix milliseconds. */
  atMs: number;
  /** Host and path. A query may contain personal data, so it is left out. */
  address: string;
  deep: boolean;
  /** Absent if the scan failed. */
  report?: ScanReport;
  /** Error code of a scan that failed; empty otherwise. */
  code: string;
}

/** HIT: from the cache. MISS: fetched. SHARED: another request had started the fetch. BYPASS: fetched on request. */
export type CacheState = 'HIT' | 'MISS' | 'SHARED' | 'BYPASS';

export interface CachedScan {
  /** The v1 report as JSON, ready to send. */
  body: string;
  report: DetailedReport;
  /** Seconds since the page was fetched, for the `Age` header. */
  ageSeconds: number;
  /** For the `X-Cache` header. */
  cache: CacheState;
}

export interface Scan extends CachedScan {
  /** Address of the page after redirects. */
  url: string;
}

export interface ScanOptions {
  /** On whose behalf, such as the lineage of a key. Owners take turns. */
  owner: string;
  /** Also reads what the page names: containers, payloads of Google tags, custom pixels. */
  deep?: boolean;
  /** Also reads a product, a collection, the cart and the search of the shop, as far as its robots.txt allows. */
  journey?: boolean;
  /** At most this long, if that is less than the limit of such a scan. For callers that cannot wait. */
  totalMs?: number;
  /** Ignores cached reports (`Cache-Control: no-cache`), but joins a fetch that is already running. */
  fresh?: boolean;
  /** Told what this call does, if it starts the work. A scan of one page alone says nothing. Must not throw. */
  onStep?: (step: ScanStep) => void;
  /** Told the cost when this call started work. A deep scan may call it twice. */
  charge?: ChargeCost;
}

const CACHE_SECONDS = 600;
const FAILURE_SECONDS = 5;
const CACHE_BYTES_MAX = 64 * 1024 * 1024;
const BODY_BYTES_MAX = 64 * 1024 * 1024;
/** A deep scan answers a request, which waits for it. */
const DEEP_MS = 30_000;
/** A journey is for jobs and the command line. */
const JOURNEY_MS = 120_000;
/** No storefront sends more of a saved page than fits into one of this size. */
const SAVED_PAGE_BYTES_MAX = 64 * 1024 * 1024;
/** What a cache entry takes in addition to its texts. */
const ENTRY_BYTES = 1024;

interface Outcome {
  at: number;
  url: string;
  body: string;
  page: ReadPage;
  /** A part is missing that the next scan may read. Reused no longer than a failure. */
  mayImprove: boolean;
}

type CacheEntry = { at: number; outcome: Outcome } | { at: number; failure: PortsideError };

export class Scanner {
  readonly #options: ScannerOptions;
  readonly #cacheMs: number;
  readonly #failureMs: number;
  readonly #queue: FetchQueue;
  readonly #bodies: BodyMemory;
  readonly #cache: LRUCache<string, CacheEntry>;
  readonly #running = new Map<string, Promise<Outcome>>();
  /** For the metrics: scans by where their answer came from. Failed scans are counted too. */
  readonly answers: Record<CacheState, number> = { HIT: 0, MISS: 0, SHARED: 0, BYPASS: 0 };

  constructor(options: ScannerOptions) {
    this.#options = options;
    this.#cacheMs = (options.cacheSeconds ?? CACHE_SECONDS) * 1000;
    this.#failureMs = Math.min(this.#cacheMs, (options.failureSeconds ?? FAILURE_SECONDS) * 1000);
    this.#queue = new FetchQueue(options.limits);
    this.#bodies = new BodyMemory(options.bodyBytesMax ?? BODY_BYTES_MAX);
    const maxSize = options.cacheBytesMax ?? CACHE_BYTES_MAX;
    this.#cache = new LRUCache({ maxSize, maxEntrySize: Math.ceil(maxSize / 4) });
  }

  /** The address as scans write it. @throws PortsideError `invalid_request` if its text shows that it may not be scanned */
  addressOf(url: string): string {
    return this.#options.fetch.target(url).url;
  }

  /** Whether a site is answered from inside, so that nobody is spared by waiting. */
  isBuiltIn(url: string): boolean {
    return this.#options.fetch.isBuiltIn(URL.parse(url)?.hostname ?? '');
  }

  /**
   * The cached report for `url`. Undefined if there is none, if it is too old, or if the address may not be scanned.
   * Repeated scans are the hot path, so this is synchronous and allocates almost nothing.
   */
  scanCached(url: string, deep = false, journey = false): CachedScan | undefined {
    let target: Target;
    try {
      target = this.#options.fetch.target(url);
    } catch {
      return undefined;
    }
    const entry = this.#lookUp(keyOf(target, { deep, journey }));
    if (!entry || !('outcome' in entry)) return undefined;
    const { body, page } = entry.outcome;
    const scan = { body, report: page.report, ageSeconds: this.#ageSeconds(entry.at), cache: 'HIT' as const };
    this.answers.HIT++;
    return scan;
  }

  /**
   * Scans `url`. If the caller goes away, the scan continues, because other requests may wait for the same page.
   * @throws PortsideError `invalid_request`, `upstream_failed`, `upstream_timeout` or `unavailable`.
   */
  async scan(url: string, options: ScanOptions): Promise<Scan> {
    const target = this.#options.fetch.target(url);
    const { cache, outcome } = this.#obtain(target, options);
    try {
      const { at, url: finalUrl, body, page } = await outcome;
      this.#record(target, options, cache, page.report);
      return { url: finalUrl, report: page.report, body, ageSeconds: this.#ageSeconds(at), cache };
    } catch (error) {
      this.#record(target, options, cache, undefined, error instanceof PortsideError ? error.code : 'internal');
      throw error;
    }
  }

  /**
   * Scans a saved page. `url` is where it came from, for relative addresses. Nothing is fetched or cached.
   * @throws PortsideError `upstream_failed` if it cannot be read within the limits of a scan
   */
  async scanDocument(bytes: Uint8Array, url: string, owner: string): Promise<Scan> {
    const body = { bytes, cut: false, decodedBytesMax: SAVED_PAGE_BYTES_MAX };
    const readFor = { owners: [owner], onCpuMs: () => {} };
    const { report } = await this.#options.reader.page(url, body, readFor);
    return { url, report, body: JSON.stringify(v1Report(report)), ageSeconds: 0, cache: 'MISS' };
  }

  /** Fetches that run and wait, and the number and bytes of cached scans. The field names are label values of a metric. */
  load(): { running: number; waiting: number; remembered: number; rememberedBytes: number } {
    return {
      running: this.#queue.running,
      waiting: this.#queue.waiting,
      remembered: this.#cache.size,
      rememberedBytes: this.#cache.calculatedSize,
    };
  }

  #obtain(target: Target, options: ScanOptions): { cache: CacheState; outcome: Promise<Outcome> } {
    const { deep = false, journey = false, fresh = false } = options;
    const key = keyOf(target, options);
    const running = this.#running.get(key);
    if (running) return { cache: 'SHARED', outcome: running };
    const entry = fresh ? undefined : this.#lookUp(key);
    if (entry) {
      const outcome = 'outcome' in entry ? Promise.resolve(entry.outcome) : Promise.reject(entry.failure);
      return { cache: 'HIT', outcome };
    }
    const work = this.#charged(target, options, (run) =>
      deep || journey ? this.#scanMore(target, options, run) : this.#scanPage(target, run),
    );
    return { cache: fresh ? 'BYPASS' : 'MISS', outcome: this.#share(key, work) };
  }

  /** Does work, and says what it cost, even if it fails. */
  async #charged(
    target: Target,
    { owner, charge }: ScanOptions,
    scan: (run: ScanRun) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { fetch, reader } = this.#options;
    const bodies = this.#bodies.share(owner);
    const run = new ScanRun({ fetch, reader, queue: this.#queue, bodies, owner, host: target.hostname });
    try {
      return await scan(run);
    } finally {
      bodies.release();
      charge?.(run.cost);
    }
  }

  /** Lets other requests wait for the same work, and caches its outcome. */
  #share(key: string, work: Promise<Outcome>): Promise<Outcome> {
    const settled = work.then(
      (outcome) => {
        this.#store(key, { at: outcome.at, outcome });
        return outcome;
      },
      (error: unknown) => {
        // "unavailable" describes the queue at this moment, and our own faults must show each time. Cache neither.
        if (error instanceof PortsideError && error.code !== 'unavailable') {
          this.#store(key, { at: this.#options.clock.now(), failure: error });
        }
        throw error;
      },
    );
    const shared = settled.finally(() => this.#running.delete(key));
    this.#running.set(key, shared);
    return shared;
  }

  async #scanPage(target: Target, run: ScanRun): Promise<Outcome> {
    const { reader, clock } = this.#options;
    // Its worker starts while the page is fetched. A slow storefront holds no worker.
    reader.prepare();
    const { url, body } = await run.fetch(target);
    const page = await run.read(body, (reader, readFor) => reader.page(url, body, readFor));
    return this.#outcome(clock.now(), url, page);
  }

  /** A page, the other pages of a journey, and what all of them name. Their facts are evaluated together. */
  async #scanMore(target: Target, options: ScanOptions, run: ScanRun): Promise<Outcome> {
    const { clock } = this.#options;
    const { deep = false, journey = false } = options;
    const limitMs = journey ? JOURNEY_MS : DEEP_MS;
    const totalMs = Math.min(limitMs, options.totalMs ?? limitMs);
    const budget = new ScanBudget({ clock, cost: run.cost, totalMs });
    const { at, url, page } = journey
      ? await this.#readFirst(target, run, budget)
      : // A plain scan, cached or shared like any other.
        await this.#obtain(target, { ...options, deep: false }).outcome;
    if (!journey) budget.countRequest();
    const visit = new ShopVisit({
      shop: new URL(url),
      fetch: (address, fetchOptions) => run.fetch(this.#options.fetch.target(address), fetchOptions),
      readRobots: (body, paths) => run.robots(body, paths),
      budget,
      clock,
      firstAgoMs: Math.max(0, clock.now() - at),
      ...(this.#options.fetch.isBuiltIn(new URL(url).hostname) && { spacingMs: 0 }),
    });
    const onStep = options.onStep ?? (() => {});
    const visited = journey ? await readJourney(url, page, visit, run, onStep) : onePage(url, page);
    const { pages } = visited;
    const shop = { host: new URL(url).hostname, pages: Object.fromEntries(pages.map((one) => [one.journey, one.url])) };
    if (deep) onStep({ page: 'named', state: 'reading' });
    const read = deep
      ? await readNamed(
          pages.map((one) => one.read),
          { run, budget, visit, pageUrl: url, shop },
        )
      : { facts: [], unread: [], mayImprove: false };
    const mayImprove = visited.mayImprove || read.mayImprove;
    const unread = [...visited.unread, ...read.unread];
    if (pages.length + read.facts.length + unread.length === 1) return this.#outcome(at, url, page, mayImprove);
    const files = [...read.facts, encodeFacts(unread)].map((facts) => ({ facts }));
    const report = await run.report([...pages, ...files]);
    return this.#outcome(at, url, { ...page, report }, mayImprove);
  }

  /** The first page of a journey. It is read for its links as well, so no plain scan is shared. */
  async #readFirst(target: Target, run: ScanRun, budget: ScanBudget): Promise<Pick<Outcome, 'at' | 'url' | 'page'>> {
    const { reader, clock } = this.#options;
    reader.prepare();
    budget.countRequest();
    const { url, body } = await run.fetch(target, { onRedirect: () => budget.countRequest() });
    const at = clock.now();
    const page = await run.read(body, (reader, readFor) => reader.page(url, body, readFor, true));
    return { at, url, page };
  }

  #outcome(at: number, url: string, page: ReadPage, mayImprove = false): Outcome {
    return { at, url, body: JSON.stringify(v1Report(page.report)), page, mayImprove };
  }

  #lookUp(key: string): CacheEntry | undefined {
    const entry = this.#cache.get(key);
    if (!entry) return undefined;
    const ageMs = this.#options.clock.now() - entry.at;
    // If the clock was set back, an entry lies in the future. Treat it as expired, or it could live forever.
    return ageMs >= 0 && ageMs < this.#reuseMs(entry) ? entry : undefined;
  }

  #reuseMs(entry: CacheEntry): number {
    return 'outcome' in entry && !entry.outcome.mayImprove ? this.#cacheMs : this.#failureMs;
  }

  #store(key: string, entry: CacheEntry): void {
    if (this.#reuseMs(entry) <= 0) return;
    const { outcome } = { outcome: undefined, ...entry };
    const texts = outcome ? outcome.body.length + JSON.stringify(outcome.page.report).length : 0;
    const facts = outcome?.page.facts.length ?? 0;
    this.#cache.set(key, entry, { size: ENTRY_BYTES + 2 * (key.length + texts) + facts });
  }

  #ageSeconds(at: number): number {
    return Math.max(0, Math.floor((this.#options.clock.now() - at) / 1000));
  }

  #record(
    target: Target,
    { deep = false }: ScanOptions,
    cache: CacheState,
    report: DetailedReport | undefined,
    code = '',
  ): void {
    this.answers[cache]++;
    if (cache !== 'MISS' && cache !== 'BYPASS') return;
    const address = target.parts.host + target.parts.pathname;
    this.#options.onScan?.({
      atMs: this.#options.clock.now(),
      address,
      deep,
      code,
      ...(report && { report: v1Report(report) }),
    });
  }
}

function keyOf({ url }: Target, { deep = false, journey = false }: Pick<ScanOptions, 'deep' | 'journey'>): string {
  return `${journey ? 'journey ' : ''}${deep ? 'deep ' : ''}${url}`;
}
