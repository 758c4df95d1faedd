import { LookupAll, type LookupAllOptions } from '../bulk/lookup-all.ts';
import { type Codes, lookup } from '../bulk/lookup-parts.ts';
import type { Caller } from '../caller.ts';
import type { CallOptions } from '../options.ts';
import { ApiPromise } from '../promise.ts';
import type { DutiesResult, DutyItem, LookupResult } from '../types.ts';
import { TariffAudits } from './audits.ts';

export interface LookupOptions extends CallOptions {
  /** The day to look up at, `YYYY-MM-DD`. Default: today in New York. */
  asOf?: string | undefined;
}

export class Hts {
  readonly #caller: Caller;
  readonly #concurrency: number;

  constructor(caller: Caller, concurrency: number) {
    this.#caller = caller;
    this.#concurrency = concurrency;
  }

  /**
   * Returns for each HTS code whether it is on the Section 232 derivative list. More than 50 codes are sent in several requests.
   * All results come from one version of the list: if it changes meanwhile, all codes are looked up again, once.
   */
  lookup(codes: readonly string[], options: LookupOptions = {}): ApiPromise<LookupResult> {
    return ApiPromise.run((keep) => lookup(this.#caller, this.#concurrency, codes, options, keep));
  }

  /**
   * Looks any number of codes up and gives the results in the order of the codes, while they arrive. Each distinct code is asked for once. It
   * keeps to the limit of the minute by what the server says is left. More than 5,000 distinct codes become an audit if the server has v2;
   * the results are the same. All results come from one version of the list.
   *
   *     for await (const { code, status } of portside.tariff.hts.lookupAll(codes)) …
   *
   * Throws IncompleteError, which has what was done and what is left.
   */
  lookupAll(codes: Codes, options: LookupAllOptions = {}): LookupAll {
    return new LookupAll(this.#caller, this.#concurrency, codes, options);
  }
}

export class TariffResource {
  readonly hts: Hts;
  readonly audits: TariffAudits;
  readonly #caller: Caller;

  constructor(caller: Caller, concurrency: number) {
    this.#caller = caller;
    this.hts = new Hts(caller, concurrency);
    this.audits = new TariffAudits(caller);
  }

  /** Which duties are owed: 1 to 50 numbers with origin, day of entry and facts. An unknown fact never leads to a single answer. */
  duties(items: readonly DutyItem[], options: CallOptions = {}): ApiPromise<DutiesResult> {
    const fits = (body: unknown) => {
      const { results } = (body ?? {}) as { results?: unknown };
      return (
        Array.isArray(results) &&
        results.length === items.length &&
        results.every(({ code }, at) => code === items[at]!.code)
      );
    };
    return this.#caller.json('workOutDuties', { body: { items }, fits }, options);
  }
}
