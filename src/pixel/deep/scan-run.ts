/** One scan in progress: it fetches through the queue, has files read by workers, and counts what both cost. */
import type { WorkCost } from '../../domain/resource-cost.ts';
import type { DetailedReport } from '../../domain/scan-report.ts';
import type { BodyShare } from '../fetch/body-memory.ts';
import type { FetchQueue } from '../fetch/fetch-queue.ts';
import type { FetchedPage, FetchOptions, SentBody, StorefrontFetch } from '../fetch/page-fetch.ts';
import type { RobotsAnswer } from '../fetch/robots-answer.ts';
import type { Target } from '../fetch/target.ts';
import type { FactPart, PageReader, ReadFor } from '../page-reader.ts';
import { NotRead } from './not-read.ts';
import { SCAN_BYTES_MAX } from './scan-budget.ts';

export interface ScanRunParts {
  fetch: StorefrontFetch;
  queue: FetchQueue;
  reader: PageReader;
  /** What the scan holds of bodies that are not read yet. */
  bodies: BodyShare;
  /** On whose behalf. */
  owner: string;
  /** Host of the address that the caller gave. */
  host: string;
}

export class ScanRun {
  readonly cost: WorkCost = { cpuMs: 0, bytesFetched: 0 };
  readonly #parts: ScanRunParts;
  readonly #readFor: ReadFor;

  constructor(parts: ScanRunParts) {
    this.#parts = parts;
    const onCpuMs = (cpuMs: number) => {
      this.cost.cpuMs += cpuMs;
    };
    this.#readFor = { owners: [parts.owner, `host ${parts.host}`], onCpuMs };
  }

  /** Fetches from a shop. @throws like `StorefrontFetch.fetch`, NotRead */
  fetch(target: Target, options?: FetchOptions): Promise<FetchedPage> {
    return this.#fetch(target.hostname, target, options);
  }

  /**
   * Fetches a script that the page `namedBy` names. The limits of a host in the queue are for shops. All shops name scripts of one host
   * of Google, so these wait only for others of their own shop.
   */
  fetchScript(address: string, namedBy: string, options: FetchOptions): Promise<FetchedPage> {
    const target = this.#parts.fetch.target(address);
    const host = `scripts of ${new URL(namedBy).hostname}`;
    return this.#fetch(host, target, { ...options, expected: 'script', namedBy });
  }

  async #fetch(host: string, target: Target, options?: FetchOptions): Promise<FetchedPage> {
    const { queue, owner, fetch, bodies } = this.#parts;
    let held = 0;
    const onBytes = (length: number) => {
      this.cost.bytesFetched += length;
      if (this.cost.bytesFetched > SCAN_BYTES_MAX) throw new NotRead('The scan has fetched as much as it may.');
      bodies.add(length);
      held += length;
    };
    try {
      return await queue.run(host, owner, () => fetch.fetch(target, { ...options, onBytes }));
    } catch (error) {
      bodies.drop(held);
      throw error;
    }
  }

  /** Has a body read, which is then no longer held. */
  async read<T>(body: SentBody, read: (reader: PageReader, readFor: ReadFor) => Promise<T>): Promise<T> {
    try {
      return await read(this.#parts.reader, this.#readFor);
    } finally {
      this.#parts.bodies.drop(body.bytes.length);
    }
  }

  /** Which paths a robots.txt allows. Its body stays, because more may be asked. @throws like `PageReader.robots` */
  robots(body: SentBody, paths: string[]): Promise<RobotsAnswer> {
    const { reader, fetch } = this.#parts;
    return reader.robots(fetch.productToken, paths, body, this.#readFor);
  }

  /** The report of everything that was read. @throws like `PageReader.rules` */
  report(parts: readonly FactPart[]): Promise<DetailedReport> {
    return this.#parts.reader.rules(parts, this.#readFor);
  }
}
