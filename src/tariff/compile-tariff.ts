/** Makes the file of `compiled-tariff.ts`. The build calls it, and with it reads and checks every embedded list. */
import type { CompiledHead } from './compiled-tariff.ts';
import type { TariffData } from './tariff-data.ts';
import { TariffPeriods } from './tariff-periods.ts';
import { basisOf } from './watched-tariff.ts';

const COMPRESSION_LEVEL = 19;
/** From the day to which the law was read. Later dates are asked of the engine. */
const OFFSET_YEARS = 20;

/**
 * The periods from the day on to which the law was read: later dates are those that a server of this build is asked about. The same
 * data gives the same bytes, on any day.
 */
export function compileTariff(data: TariffData): Uint8Array {
  const periods = new TariffPeriods(data);
  const first = periods.on(periods.lawReadTo);
  const later = periods.changeDates.filter((date) => date > first.from).map((date) => periods.on(date));
  const packed = [first, ...later].map(({ trie: { slots, answers }, ...period }) => {
    const bytes = Buffer.from(slots.buffer, slots.byteOffset, slots.byteLength);
    return {
      head: { ...period, answers: answers.map(({ jsonToEnd }) => jsonToEnd) },
      slots: Bun.zstdCompressSync(bytes as Uint8Array<ArrayBuffer>, { level: COMPRESSION_LEVEL }),
    };
  });
  const head: CompiledHead = {
    lawReadTo: periods.lawReadTo,
    basis: basisOf(data),
    offsets: newYorkOffsets(periods.lawReadTo),
    periods: packed.map(({ head, slots }) => ({ ...head, bytes: slots.length })),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...packed.map(({ slots }) => slots)]);
}

/** From the time zone data of the engine that builds, which is that of the program. */
function newYorkOffsets(from: string): CompiledHead['offsets'] {
  const first = Temporal.PlainDate.from(from).toZonedDateTime('America/New_York');
  const end = first.add({ years: OFFSET_YEARS });
  const offsets: CompiledHead['offsets'] = [];
  let change: Temporal.ZonedDateTime | null = first;
  while (change && change.epochMilliseconds < end.epochMilliseconds) {
    offsets.push({ fromMs: change.epochMilliseconds, behindMs: -change.offsetNanoseconds / 1e6 });
    change = change.getTimeZoneTransition('next');
  }
  return [...offsets, { fromMs: end.epochMilliseconds, behindMs: 0 }];
}
