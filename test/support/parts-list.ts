/**
 * Parts lists as people have them: the numbers of the schedule in several spellings, with some that a spreadsheet damaged, that are
 * retired, short, made up or missing. The same seed gives the same lines.
 */
import { csvRow } from '../../src/domain/csv.ts';
import { embeddedTariff } from '../../src/tariff/embedded.ts';
import { formatCode } from '../../src/tariff/hts-code.ts';
import { between, mulberry32 } from './random.ts';

const PARTS_HEADER = [
  'Part number',
  'Description',
  'HTS code',
  'Supplier',
  'Country of origin',
  'Quantity',
  'Unit',
  'Customs value USD',
  'Buyer',
  'Note',
];

/** As sheets spell them. */
export const ORIGINS = ['CN', 'DE', 'Mexico', 'VN', 'Japan', 'KR', 'IN', 'TW', 'GB', 'Italy'];

interface PartsListOptions {
  seed?: number;
  /** Without them the column is empty, and no duties are worked out. */
  origins?: boolean;
  /** Every line has another number, which the schedule has. */
  distinct?: boolean;
}

export function* partsList(
  lines: number,
  { seed = 7, origins = false, distinct = false }: PartsListOptions = {},
): Generator<string[]> {
  const data = embeddedTariff();
  const random = mulberry32(seed);
  const pick = <T>(all: readonly T[]) => all[between(random, 0, all.length - 1)]!;
  const listings = data.lists.flatMap((list) => list.listings);
  for (let line = 1; line <= lines; line++) {
    const drawn = random() < 0.25 ? pick(listings).digits : data.numbers.at(between(random, 0, data.numbers.size - 1));
    const digits = distinct ? data.numbers.at(Math.floor(((line - 1) * data.numbers.size) / lines)) : drawn;
    yield [
      `P-${String(line).padStart(6, '0')}`,
      `Part ${between(random, 1, 9999)} of assembly ${between(random, 1, 400)}`,
      distinct ? formatCode(digits) : spelled(digits, random, () => pick(data.successions).old),
      `Supplier ${between(random, 1, 300)} Ltd.`,
      origins ? pick(ORIGINS) : '',
      String(between(random, 1, 5000)),
      pick(['pcs', 'kg', 'set']),
      (between(random, 100, 9_000_000) / 100).toFixed(2),
      pick(['A. Weber', 'L. Zhang', 'M. Ortiz', 'K. Novak']),
      pick(['', '', '', 'checked by broker', 'see drawing, rev. B', 'old stock']),
    ];
  }
}

function spelled(digits: string, random: () => number, retired: () => string): string {
  const draw = random();
  if (draw < 0.6) return formatCode(digits);
  if (draw < 0.85) return digits;
  if (draw < 0.88) return retired();
  if (draw < 0.91) return digits.slice(0, 8);
  if (draw < 0.94) return digits.startsWith('0') ? digits.slice(1) : Number(digits).toExponential(3).replace('e', 'E');
  if (draw < 0.95) return `${digits}.0`;
  if (draw < 0.96) return `${digits.slice(0, 8)}99`;
  if (draw < 0.97) return '';
  if (draw < 0.98) return 'n/a';
  return `${formatCode(digits)} `;
}

export function partsListCsv(lines: number, options?: Parameters<typeof partsList>[1]): string {
  const rows = [csvRow(PARTS_HEADER)];
  for (const cells of partsList(lines, options)) rows.push(csvRow(cells));
  return rows.join('');
}
