/**
 * Writes `data/tariff/usitc-schedule.bin`, the tariff schedule inside the binary, from an official USITC export and
 * `data/tariff/schedule-transfers.json`, what USITC changed since. Run it after a change of either:
 *
 *     bun deploy/build-schedule.ts ../shared/tariff/hts_2026_rev_10.json.gz
 */
import { gunzipSync } from 'node:zlib';
import { readDigits } from '../src/tariff/hts-code.ts';
import { parseScheduleJson } from '../src/tariff/import/parse-schedule.ts';
import { packSchedule, type ScheduleEdition } from '../src/tariff/schedule/schedule-file.ts';
import type { ScheduleRow } from '../src/tariff/schedule/schedule-row.ts';

const TRANSFERS_FILE = `${import.meta.dir}/../data/tariff/schedule-transfers.json`;
const SCHEDULE_FILE = `${import.meta.dir}/../data/tariff/usitc-schedule.bin`;
const EXPORT_REVISION = '2026 Rev 10';

export interface Transfers {
  effective: string;
  /** `new` may contain `old`: the number is kept for a part of its goods. */
  transfers: { old: string; new: string[] }[];
  /** All rows of a line as they are since then, where a later export was read. */
  lines: { line: string; rows: object[] }[];
}

/** @param gzipped the official JSON export */
export function buildSchedule(gzipped: Uint8Array, transfers: Transfers): Uint8Array {
  const exported = parseScheduleJson(gunzipSync(gzipped).toString('utf8'));
  const rows = withLines(transferred(exported, transfers), transfers);
  const undescribed = rows.filter(({ digits, description }) => digits !== null && description === '').length;
  const edition: ScheduleEdition = {
    revision: `${EXPORT_REVISION} with the transfers of ${transfers.effective}`,
    note:
      (undescribed === 0
        ? ''
        : `${undescribed} numbers established on ${transfers.effective} are known from the change record only and have no description or unit of quantity here. `) +
      'Chapters 98 and 99 are those of 2026-06-08.',
  };
  return packSchedule(rows, edition);
}

/**
 * The rows with each transferred number replaced. A number that only gets another number keeps its row. The parts of a divided
 * number have no description, because the change record prints none.
 */
function transferred(rows: readonly ScheduleRow[], { transfers }: Transfers): ScheduleRow[] {
  const successors = new Map(transfers.map((row) => [digitsOf(row.old), row.new.map(digitsOf)]));
  const predecessors = new Map<string, number>();
  for (const digits of [...successors.values()].flat()) predecessors.set(digits, (predecessors.get(digits) ?? 0) + 1);
  const written = new Set<string>();
  return rows.flatMap((row) => {
    const parts = row.digits === null ? undefined : successors.get(row.digits);
    if (!parts) return [row];
    if (parts.length === 1 && predecessors.get(parts[0]!) === 1) return [{ ...row, digits: parts[0]! }];
    // A line that had no statistical division, or a number that became the title of its parts, stays above them.
    const isLine = row.digits!.endsWith('00');
    const title: ScheduleRow[] = isLine ? [{ ...row, digits: row.digits!.slice(0, 8), units: [] }] : [];
    const fresh = parts.filter((digits) => !written.has(digits));
    for (const digits of fresh) written.add(digits);
    const indent = row.indent + title.length;
    const nothing = { description: '', units: [], general: '', special: '', other: '' };
    return [...title, ...fresh.map((digits) => ({ digits, indent, ...nothing }))];
  });
}

/** The rows with the named lines replaced as a whole. */
function withLines(rows: readonly ScheduleRow[], { lines }: Transfers): ScheduleRow[] {
  const result = [...rows];
  for (const { line, rows: later } of lines) {
    const digits = digitsOf(line);
    const first = result.findIndex((row) => row.digits === digits);
    const last = result.findLastIndex((row) => row.digits?.startsWith(digits));
    if (first < 0) throw new Error(`${line} is not in the export`);
    const replacement = parseScheduleJson(JSON.stringify(later));
    const leaves = (part: readonly ScheduleRow[]) =>
      part.flatMap((row) => (row.digits?.length === 10 ? row.digits : []));
    const [before, after] = [leaves(result.slice(first, last + 1)), leaves(replacement)].map((all) =>
      all.sort().join(),
    );
    if (before !== after)
      throw new Error(`${line} has other numbers than the change record says: ${before} / ${after}`);
    result.splice(first, last + 1 - first, ...replacement);
  }
  return result;
}

function digitsOf(number: string): string {
  const digits = readDigits(number);
  if (digits === null) throw new Error(`${number} is not a tariff number`);
  return digits;
}

if (import.meta.main) {
  const bytes = buildSchedule(
    await Bun.file(process.argv[2]!).bytes(),
    (await Bun.file(TRANSFERS_FILE).json()) as Transfers,
  );
  await Bun.write(SCHEDULE_FILE, bytes);
  process.stdout.write(`${SCHEDULE_FILE}: ${bytes.length} bytes\n`);
}
