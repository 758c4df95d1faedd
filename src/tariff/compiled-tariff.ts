/**
 * What a server needs of the embedded lists before anything is asked of them but a lookup: the tries of the periods that are still
 * to come, and what its headers say. The build makes it (`compile-tariff.ts`), so that a start neither reads the lists nor
 * compiles them.
 */
import { readFileSync } from 'node:fs';
import type { TariffBasis } from '../domain/tariff-outlook.ts';
import { compiledTariffFile } from './compiled-file.ts';
import { answerOf } from './lookup/answer.ts';
import { CodeTrie } from './lookup/trie.ts';

/** Days that share a trie and a list, from the first to the day before the next period. */
export interface TariffPeriod {
  readonly from: string;
  /** The derivative list in force: its id and version; empty if there is none. */
  readonly list: string;
  readonly listVersion: string;
  readonly trie: CodeTrie;
}

/** The head of the file, a line of JSON. The packed slots follow, in the order of the periods. */
export interface CompiledHead {
  lawReadTo: string;
  basis: TariffBasis;
  /** How far New York is behind UTC, from a moment on, ascending. Of the last only the beginning counts: nothing is known after it. */
  offsets: { fromMs: number; behindMs: number }[];
  /** `answers` are the `jsonToEnd` of each answer. */
  periods: { from: string; list: string; listVersion: string; answers: string[]; bytes: number }[];
}

const NEWLINE = 10;

export class CompiledTariff {
  readonly lawReadTo: string;
  readonly basis: TariffBasis;
  readonly #offsets: CompiledHead['offsets'];
  /** Ascending. Unpacked when a date first needs one. */
  readonly #periods: { from: string; unpack(): TariffPeriod; period?: TariffPeriod }[] = [];

  constructor(file: Uint8Array) {
    let at = file.indexOf(NEWLINE) + 1;
    const head = JSON.parse(new TextDecoder().decode(file.subarray(0, at))) as CompiledHead;
    this.lawReadTo = head.lawReadTo;
    this.basis = head.basis;
    this.#offsets = head.offsets;
    for (const { answers, bytes, ...period } of head.periods) {
      const packed = file.subarray(at, at + bytes);
      const unpack = () => ({ ...period, trie: new CodeTrie(unpackSlots(packed), answers.map(answerOf)) });
      this.#periods.push({ from: period.from, unpack });
      at += bytes;
    }
  }

  /** The date in New York, without the engine's time zones, which take milliseconds to load. Undefined for a moment that is not covered. */
  newYorkDate(ms: number): string | undefined {
    const at = this.#offsets.findLastIndex(({ fromMs }) => fromMs <= ms);
    if (at < 0 || at === this.#offsets.length - 1) return undefined;
    return new Date(ms - this.#offsets[at]!.behindMs).toISOString().slice(0, 10);
  }

  /** The period of a date; undefined for a date before the first, which only the lists know. */
  on(date: string): TariffPeriod | undefined {
    const found = this.#periods.findLast(({ from }) => from <= date);
    if (found) found.period ??= found.unpack();
    return found?.period;
  }
}

function unpackSlots(packed: Uint8Array): Int32Array {
  const { buffer, byteOffset, byteLength } = Bun.zstdDecompressSync(packed as Uint8Array<ArrayBuffer>);
  return new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

let embedded: CompiledTariff | undefined;

/** That of the embedded lists; undefined if the program was not built, but runs from source. */
export function compiledTariff(): CompiledTariff | undefined {
  if (!embedded && compiledTariffFile !== undefined) embedded = new CompiledTariff(readFileSync(compiledTariffFile));
  return embedded;
}
