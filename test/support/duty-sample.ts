/**
 * A sample of settled and open duty answers, with only the facts that were asked for. `bun test/support/duty-sample.ts` writes it
 * to `test/golden/duties-sample.json` after the rules changed: read the difference, it is the change of the law that the rules now state.
 */
import { writeFileSync } from 'node:fs';
import { type DutyAnswer, type DutyItem, type FactValue, isRefusal } from '../../src/tariff/duties/answer.ts';
import { answerDuties } from '../../src/tariff/duties/answer-duties.ts';
import { ListedNumber } from '../../src/tariff/duties/listed.ts';
import { factVocabulary } from '../../src/tariff/duties/vocabulary.ts';
import { embeddedTariff } from '../../src/tariff/embedded.ts';
import { between, mulberry32 } from './random.ts';

/** `[code, origin, entry date, facts, what is declared]`. An open answer has its readings. */
export type SampleRow = [string, string, string, Record<string, FactValue>, string];

const ITEMS = 1_500;
const SEED = 232;
const ORIGINS = [
  'CN',
  'VN',
  'DE',
  'JP',
  'KR',
  'GB',
  'CA',
  'MX',
  'RU',
  'BY',
  'CU',
  'KP',
  'TW',
  'CH',
  'LI',
  'SV',
  'AR',
  'EC',
  'GT',
];
const DATES = ['2025-09-20', '2026-04-22', '2026-06-07', '2026-09-15', '2026-10-09', '2026-12-10'];
const NUMBERS: Record<string, readonly number[]> = {
  share: [0, 0.149, 0.15, 0.4, 0.85, 0.9, 0.95, 1],
  percent: [0, 9.99, 10, 12, 14.99, 15, 30],
  number: [10_000],
  integer: [24, 25],
};

type Random = () => number;
const pick = <T>(random: Random, values: readonly T[]): T => values[between(random, 0, values.length - 1)]!;

function randomValue(random: Random, name: string): FactValue {
  const { type, values } = factVocabulary().get(name)!;
  if (type === 'boolean') return random() < 0.6;
  if (type === 'choice') return pick(random, values);
  // One member is the usual case; several at once make headings compete.
  if (type === 'list') return random() < 0.3 ? [] : values.filter(() => random() < 0.35);
  return pick(random, NUMBERS[type]!);
}

export function outcomeOf(item: DutyItem): string {
  const answer = answered(item);
  const outcomes = answer.declare ? [answer.declare] : answer.alternatives.map(({ declare }) => declare);
  const lines = outcomes.map((declare) =>
    declare.map(({ heading, rate, rate_kind }) => `${heading} ${rate_kind} ${rate}`).join(' + '),
  );
  return lines.join(' | ') || 'nothing';
}

function answered(item: DutyItem): DutyAnswer {
  const result = answerDuties(item, { data: embeddedTariff(), today: '2026-11-22', column1Rate: () => null });
  if (isRefusal(result)) throw new Error(JSON.stringify(result.refused));
  return result;
}

/** One code for each combination of subdivisions and chapter kind, so that every rule has goods it applies to. */
function codes(): string[] {
  const data = embeddedTariff();
  const byLists = new Map<string, string>();
  for (const { code, digits } of data.lists.flatMap(({ listings }) => listings)) {
    const key = `${[...new ListedNumber(digits, data).on('2026-12-10').keys()].sort()} ${digits.slice(0, 2)}`;
    if (!byLists.has(key)) byLists.set(key, code);
  }
  return [...byLists.values(), '8536.50.9065', '9403.99.1040'];
}

function sample(): SampleRow[] {
  const rows: SampleRow[] = [];
  const all = codes();
  for (let at = 0; at < ITEMS; at++) {
    // A seed for each row: a rule that asks for another fact changes its own rows only.
    const random = mulberry32(SEED + at);
    const facts: Record<string, FactValue> = {};
    const item = { code: all[at % all.length]!, origin: pick(random, ORIGINS), entry_date: pick(random, DATES), facts };
    for (
      let next = answered(item).missing_facts[0];
      next && next.fact !== 'code';
      next = answered(item).missing_facts[0]
    ) {
      facts[next.fact] = randomValue(random, next.fact);
    }
    rows.push([item.code, item.origin, item.entry_date, facts, outcomeOf(item)]);
  }
  return rows;
}

if (import.meta.main) {
  const lines = sample().map((row) => `  ${JSON.stringify(row)}`);
  writeFileSync(new URL('../golden/duties-sample.json', import.meta.url), `[\n${lines.join(',\n')}\n]\n`);
}
