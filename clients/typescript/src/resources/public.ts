import type { Caller } from '../caller.ts';
import type { CallOptions } from '../options.ts';
import type { ApiPromise } from '../promise.ts';
import type {
  Citations,
  DutyQuery,
  Explanation,
  PixelRules,
  PublicDutyAnswer,
  PublicPixelReport,
  ScheduleMatches,
  SchedulePage,
  TariffChanges,
  TariffHistory,
  TariffListFile,
  TariffLists,
  Verification,
} from '../types.ts';
import { isScanReport } from './pixel.ts';

/** The operations that need no key. They are limited by the address that they are asked from. */
export class PublicResource {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Everything about one HTS code. `asOf` is `YYYY-MM-DD`. */
  explain(code: string, { asOf, ...options }: CallOptions & { asOf?: string } = {}): ApiPromise<Explanation> {
    const query = asOf === undefined ? {} : { as_of: asOf };
    return this.#caller.json('explainHtsCode', { path: { code }, query }, options);
  }

  /** Which duties are owed on one code, by what is known of the goods. */
  duties(code: string, facts: DutyQuery = {}, options: CallOptions = {}): ApiPromise<PublicDutyAnswer> {
    return this.#caller.json('workOutDuty', { path: { code }, query: facts }, options);
  }

  /** The numbers whose description has these words. */
  search(words: string, { limit, ...options }: CallOptions & { limit?: number } = {}): ApiPromise<ScheduleMatches> {
    const query = { q: words, ...(limit !== undefined && { limit }) };
    return this.#caller.json('searchTariffSchedule', { query }, options);
  }

  lists(options: CallOptions = {}): ApiPromise<TariffLists> {
    return this.#caller.json('listTariffLists', {}, options);
  }

  /** A whole list with its rows. */
  list(listId: string, options: CallOptions = {}): ApiPromise<TariffListFile> {
    return this.#caller.json('downloadTariffListJson', { path: { list_id: listId } }, options);
  }

  /** A whole list as the text of a CSV file. */
  async listCsv(listId: string, options: CallOptions = {}): Promise<string> {
    const sent = { path: { list_id: listId }, accept: 'text/csv' };
    const { bytes } = await this.#caller.send('downloadTariffListCsv', sent, options, () => {});
    return new TextDecoder().decode(bytes);
  }

  /** What changed between two days, `YYYY-MM-DD`; until today without `to`. */
  changes(from: string, { to, ...options }: CallOptions & { to?: string } = {}): ApiPromise<TariffChanges> {
    return this.#caller.json('listTariffChanges', { query: { from, ...(to !== undefined && { to }) } }, options);
  }

  /** The terms that held for a code, period by period since 2025-03-12, and what is announced. */
  history(code: string, options: CallOptions = {}): ApiPromise<TariffHistory> {
    return this.#caller.json('readTariffHistory', { path: { code } }, options);
  }

  /** The chapters of the tariff schedule. `asOf` is the day of the marks. */
  chapters({ asOf, ...options }: CallOptions & { asOf?: string } = {}): ApiPromise<SchedulePage> {
    const query = asOf === undefined ? {} : { as_of: asOf };
    return this.#caller.json('listTariffChapters', { query }, options);
  }

  /** One number of the tariff schedule of 2 to 10 digits, and what is under it. */
  schedule(code: string, { asOf, ...options }: CallOptions & { asOf?: string } = {}): ApiPromise<SchedulePage> {
    const query = asOf === undefined ? {} : { as_of: asOf };
    return this.#caller.json('browseTariffSchedule', { path: { code }, query }, options);
  }

  pixelRules(options: CallOptions = {}): ApiPromise<PixelRules> {
    return this.#caller.json('listPixelRules', {}, options);
  }

  /** Scans one page of a storefront. */
  scan(url: string, options: CallOptions = {}): ApiPromise<PublicPixelReport> {
    return this.#caller.json('scanStorefrontOnce', { body: { url }, fits: isScanReport }, options);
  }

  /** The rules of the CPSC that a certificate may cite, all or those with these words. */
  citations(words?: string, options: CallOptions = {}): ApiPromise<Citations> {
    return this.#caller.json('searchCitations', { query: words === undefined ? {} : { q: words } }, options);
  }

  /** Whether a certificate is genuine, by its id. */
  verify(gccId: string, options: CallOptions = {}): ApiPromise<Verification> {
    return this.#caller.json('verifyCertificate', { path: { gcc_id: gccId } }, options);
  }
}
