/** Everything derived from one `TariffData`. It is replaced as a whole, so that no answer mixes two revisions. */
import { newYorkDate } from '../domain/clock.ts';
import type { TariffBasis } from '../domain/tariff-outlook.ts';
import type { CompiledTariff, TariffPeriod } from './compiled-tariff.ts';
import type { TariffData } from './tariff-data.ts';
import { TariffPeriods } from './tariff-periods.ts';

/** Lists of which the build compiled a part. They are read when something first needs them. */
export interface CompiledLists {
  compiled: CompiledTariff;
  read(): TariffData;
}

export class TariffRevision {
  readonly #compiled: CompiledTariff | undefined;
  readonly #read: () => TariffData;
  #periods: TariffPeriods | undefined;

  constructor(source: TariffData | CompiledLists) {
    const isCompiled = 'compiled' in source;
    this.#compiled = isCompiled ? source.compiled : undefined;
    this.#read = isCompiled ? source.read : () => source;
  }

  get data(): TariffData {
    return this.#fromLists.data;
  }

  /** What watches know the data by; undefined if the build did not compile it. */
  get compiledBasis(): TariffBasis | undefined {
    return this.#compiled?.basis;
  }

  get lawReadTo(): string {
    return this.#compiled?.lawReadTo ?? this.#fromLists.lawReadTo;
  }

  /** False if every list was taken away, so that nothing can be answered. */
  get hasLists(): boolean {
    return this.#compiled !== undefined || this.data.lists.length > 0;
  }

  newYorkDate(ms: number): string {
    return this.#compiled?.newYorkDate(ms) ?? newYorkDate(ms);
  }

  on(date: string): TariffPeriod {
    return this.#compiled?.on(date) ?? this.#fromLists.on(date);
  }

  get #fromLists(): TariffPeriods {
    this.#periods ??= new TariffPeriods(this.#read());
    return this.#periods;
  }
}
