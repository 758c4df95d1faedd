/**
 * The requests of one scan to one shop, as a polite visitor makes them: one after another, a second apart, only where robots.txt
 * allows, and none after the shop refused one. The first page is the caller's own request; every other address is our choice.
 */
import type { Clock } from '../../domain/clock.ts';
import { PortsideError } from '../../domain/errors.ts';
import { NotRead, notRead } from '../deep/not-read.ts';
import type { ScanBudget } from '../deep/scan-budget.ts';
import { BadStatus, isPasswordPage } from './fetch-errors.ts';
import type { FetchedPage, FetchOptions, SentBody } from './page-fetch.ts';
import { ROBOTS_BYTES_MAX, type RobotsAnswer, robotsOutcome } from './robots-answer.ts';
import { isForbiddenPath, isSameShop } from './same-shop.ts';

const SPACING_MS = 1000;
/** A shop that asks for more between two requests gets none but the caller's. */
const CRAWL_DELAY_SECONDS_MAX = 10;
const FETCH_MS = 15_000;

/** Refusals, after which a visit ends. Shopify sends 402 for a frozen shop, and 430 if its bot protection blocks a request. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 429, 430]);

export interface ShopVisitOptions {
  /** Final address of the first page. */
  shop: URL;
  /** Fetches an address whose text was not checked yet. */
  fetch(address: string, options: FetchOptions): Promise<FetchedPage>;
  /** Has robots.txt read by a worker. */
  readRobots(body: SentBody, paths: string[]): Promise<RobotsAnswer>;
  budget: ScanBudget;
  clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** How long ago the first page was fetched. */
  firstAgoMs: number;
  /** Between two requests: a second by default. */
  spacingMs?: number;
}

/** `all`, or the file itself, or why no path may be asked for. */
type Robots = { kind: 'all' } | { kind: 'file'; body: SentBody } | { kind: 'none'; reason: NotRead };

export class ShopVisit {
  readonly #options: ShopVisitOptions;
  #lastMs: number;
  #spacingMs: number;
  #robots: Robots | undefined;
  #stopped: NotRead | undefined;
  /** The request before. There is never more than one at a time. */
  #previous: Promise<unknown> = Promise.resolve();
  /** Addresses of sitemaps as robots.txt has them, once a page was asked for. */
  sitemaps: readonly string[] = [];

  constructor(options: ShopVisitOptions) {
    this.#options = options;
    this.#spacingMs = options.spacingMs ?? SPACING_MS;
    this.#lastMs = options.clock.monotonic() - options.firstAgoMs;
  }

  /** Ends the visit: nothing more is asked for. The first reason stays. */
  stop(reason: NotRead): void {
    this.#stopped ??= reason;
  }

  /**
   * Fetches an address of the shop.
   * @throws NotRead with the reason for the report
   */
  get(address: string, options: FetchOptions): Promise<FetchedPage> {
    const next = this.#previous.then(() => this.#get(address, options));
    this.#previous = next.catch(() => {});
    return next;
  }

  async #get(address: string, options: FetchOptions): Promise<FetchedPage> {
    const url = URL.parse(address);
    if (url?.host !== this.#options.shop.host) throw new NotRead('It is on another host than the shop.');
    try {
      await this.#requireAllowed(url);
      return await this.#request(url.href, { ...options, onRedirect: (to) => this.#followed(to.parts) });
    } catch (error) {
      throw this.#stopAfter(error);
    }
  }

  /** A redirect is a request as well. It may not lead where the scan would not go by itself. */
  async #followed(to: URL): Promise<void> {
    this.#countRedirect(to);
    await this.#requireAllowed(to).catch((error) => {
      throw error instanceof NotRead ? new NotRead(`It redirects. ${error.message}`, error.mayImprove) : error;
    });
  }

  #countRedirect(to: URL): void {
    if (!isSameShop(to.hostname, this.#options.shop.hostname)) throw new NotRead('It redirects to another site.');
    if (isForbiddenPath(to.pathname)) throw new NotRead('It redirects to a page that a scan never asks for.');
    if (isPasswordPage(to.pathname)) {
      this.stop(new NotRead('The shop is closed by its password page.'));
      throw this.#stopped!;
    }
    this.#options.budget.countRequest();
  }

  async #requireAllowed(url: URL): Promise<void> {
    if (this.#stopped) throw this.#stopped;
    if (isForbiddenPath(url.pathname)) throw new NotRead('A scan never asks for such a page.');
    this.#robots ??= await this.#fetchRobots();
    if (this.#robots.kind === 'none') throw this.#robots.reason;
    if (this.#robots.kind === 'all') return;
    const answer = await this.#askRobots(this.#robots.body, url.pathname + url.search);
    if (answer.crawlDelaySeconds! > CRAWL_DELAY_SECONDS_MAX) {
      this.stop(
        new NotRead(
          `The robots.txt of the shop asks for more than ${CRAWL_DELAY_SECONDS_MAX} seconds between requests.`,
        ),
      );
      throw this.#stopped!;
    }
    this.#spacingMs = Math.max(this.#spacingMs, (answer.crawlDelaySeconds ?? 0) * 1000);
    this.sitemaps = answer.sitemaps;
    if (!answer.allowed[0]) throw new NotRead('The robots.txt of the shop does not allow it.');
  }

  async #askRobots(body: SentBody, path: string): Promise<RobotsAnswer> {
    const answer = await this.#options.readRobots(body, [path]);
    if (answer.outcome === 'read') return answer;
    this.stop(new NotRead('The robots.txt of the shop could not be read.'));
    throw this.#stopped!;
  }

  async #fetchRobots(): Promise<Robots> {
    const address = new URL('/robots.txt', this.#options.shop).href;
    const onRedirect = ({ parts }: { parts: URL }) => this.#countRedirect(parts);
    try {
      const options = { expected: 'robots', bodyBytesMax: ROBOTS_BYTES_MAX, onRedirect } as const;
      return { kind: 'file', body: (await this.#request(address, options)).body };
    } catch (error) {
      const status = statusOf(error);
      if (status !== undefined && robotsOutcome(status) === 'all') return { kind: 'all' };
      const { message, mayImprove } = this.#stopAfter(error);
      return {
        kind: 'none',
        reason: new NotRead(`The robots.txt of the shop could not be read. ${message}`, mayImprove),
      };
    }
  }

  async #request(address: string, options: FetchOptions): Promise<FetchedPage> {
    const { budget, clock, fetch } = this.#options;
    const waitMs = Math.max(0, this.#lastMs + this.#spacingMs - clock.monotonic());
    budget.check(waitMs);
    budget.countRequest();
    if (waitMs > 0) await clock.sleep(waitMs);
    budget.check();
    try {
      const page = await fetch(address, { ...options, totalMs: Math.min(options.totalMs ?? FETCH_MS, budget.leftMs) });
      if (page.retryAfter) this.stop(new NotRead('The shop asked the scan to come back later.', true));
      return page;
    } finally {
      this.#lastMs = clock.monotonic();
    }
  }

  /** The reason for an error. If the shop refused, the visit is over. */
  #stopAfter(error: unknown): NotRead {
    const reason = notRead(error);
    const { cause } = { cause: undefined, ...(error instanceof PortsideError && { cause: error.cause }) };
    if (cause instanceof BadStatus && (REFUSALS.has(cause.status) || cause.retryAfter))
      this.stop(new NotRead(`The shop refused an earlier request of the scan (HTTP ${cause.status}).`, true));
    return reason;
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof PortsideError && error.cause instanceof BadStatus ? error.cause.status : undefined;
}
