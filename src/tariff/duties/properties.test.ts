/** Properties of answers with facts left out: nothing is lost, nothing is said twice, and what is settled stays settled. */
import { expect, test } from 'bun:test';
import { between } from '../../../test/support/random.ts';
import { runs, seededRandom } from '../../../test/support/seed.ts';
import { embeddedTariff } from '../embedded.ts';
import { parseCode } from '../hts-code.ts';
import {
  type Alternative,
  type DutyAnswer,
  type DutyItem,
  type FactValue,
  isRefusal,
  type WhenValue,
} from './answer.ts';
import { answerDuties } from './answer-duties.ts';
import { saidByNumber } from './known-facts.ts';
import { ListedNumber } from './listed.ts';
import { factVocabulary, implications, numberImplications } from './vocabulary.ts';

const data = embeddedTariff();
const context = { data, today: '2026-11-22', column1Rate: () => null };
const CODES = [...new Set(data.lists.flatMap(({ listings }) => listings.map(({ code }) => code)))];
const OTHER_CODES = ['8536.50.9065', '6109.10.0012', '2204.21.50', '9403.99.1040', '8708.10.3050', '8544.42.90'];
const ORIGINS = ['CN', 'VN', 'DE', 'JP', 'KR', 'GB', 'CA', 'MX', 'RU', 'BY', 'TW', 'CH', 'LI', 'SV', 'AR', 'IN', 'BR'];
const DATES = [
  '2025-05-16',
  '2025-09-20',
  '2026-04-10',
  '2026-06-07',
  '2026-06-08',
  '2026-08-15',
  '2026-10-09',
  '2026-12-10',
];
const NUMBERS: Record<string, readonly number[]> = {
  share: [0, 0.1, 0.15, 0.4, 0.85, 0.9, 0.95, 1],
  percent: [0, 2.5, 9.99, 10, 12, 15, 30],
  number: [10_000],
  integer: [0, 24, 25, 40],
};

/** Facts that say something about others. They may decide one that is asked for. */
const implying = new Set(implications().map(({ fact }) => fact));

type Random = () => number;
const pick = <T>(random: Random, values: readonly T[]): T => values[between(random, 0, values.length - 1)]!;

function randomValue(random: Random, name: string): FactValue {
  const { type, values } = factVocabulary().get(name)!;
  if (type === 'boolean') return random() < 0.5;
  if (type === 'choice') return pick(random, values);
  if (type === 'list') return values.filter(() => random() < 0.3);
  return pick(random, NUMBERS[type]!);
}

/** What the number of an item says of its goods. */
function factsOfNumber(code: string, entryDate: string) {
  const digits = parseCode(code)!;
  const listed = new ListedNumber(digits, data);
  const isListed = (note: string, asOf = entryDate) => listed.isListed(note, asOf);
  return saidByNumber({ digits, entryDate, isListed }, numberImplications());
}

/** An item with every fact, of which none contradicts another or the number. */
function completeItem(random: Random): DutyItem & { facts: Record<string, FactValue> } {
  const names = [...factVocabulary().keys()].filter((name) => name !== 'origin');
  const facts = Object.fromEntries(names.map((name) => [name, randomValue(random, name)]));
  const code = pick(random, random() < 0.1 ? OTHER_CODES : CODES);
  const entry_date = pick(random, DATES);
  Object.assign(facts, factsOfNumber(code, entry_date));
  if (facts.contains_listed_metal === false) Object.assign(facts, { metal_weight_share: 0, contains_aluminum: false });
  if (facts.contains_aluminum === false) facts.russian_aluminum = false;
  return { code, origin: pick(random, ORIGINS), entry_date, facts };
}

function withoutSome(random: Random, item: DutyItem & { facts: Record<string, FactValue> }): DutyItem {
  const kept = random();
  const facts = Object.fromEntries(Object.entries(item.facts).filter(() => random() < kept));
  const { origin, ...rest } = item;
  return { ...rest, ...(random() < 0.7 && { origin: origin! }), facts };
}

function answer(item: DutyItem): DutyAnswer {
  const result = answerDuties(item, context);
  if (isRefusal(result)) throw new Error(JSON.stringify(result.refused));
  return result;
}

/** What could have to be declared. */
function outcomes({ declare, alternatives }: DutyAnswer): string[] {
  return declare ? [JSON.stringify(declare)] : alternatives.map((alternative) => JSON.stringify(alternative.declare));
}

function fits(value: FactValue, when: WhenValue): boolean {
  if (typeof when !== 'object') return value === when;
  if ('one_of' in when) return when.one_of.includes(value as string);
  if ('none_of' in when) return !when.none_of.includes(value as string);
  if ('includes' in when || 'excludes' in when) {
    const { includes = [], excludes = [] } = when as { includes?: string[]; excludes?: string[] };
    const members = value as readonly string[];
    return includes.every((member) => members.includes(member)) && !excludes.some((member) => members.includes(member));
  }
  const { gte, gt, lt, lte } = when as { gte?: number; gt?: number; lt?: number; lte?: number };
  const number = value as number;
  return !(number < gte! || number <= gt! || number >= lt! || number > lte!);
}

/** Whether the facts of a complete item are as an alternative has them. Open questions of law are no facts. */
function holds({ when }: Alternative, { origin, facts }: DutyItem): boolean {
  const known: Record<string, FactValue> = { ...facts, origin: origin! };
  return Object.entries(when).every(([name, value]) => name.startsWith('reading:') || fits(known[name]!, value));
}

const readingsOf = ({ when }: Alternative) =>
  JSON.stringify(Object.entries(when).filter(([name]) => name.startsWith('reading:')));

test('fewer facts never lose the answer, and exactly one alternative holds', () => {
  const random = seededRandom('duty alternatives');
  let settled = 0;
  for (let run = 0; run < runs(60, 1_000); run++) {
    const complete = completeItem(random);
    const partial = withoutSome(random, complete);
    const [full, less] = [answer(complete), answer(partial)];
    const label = JSON.stringify({ complete, partial: { origin: partial.origin, facts: Object.keys(partial.facts!) } });
    if (less.missing_facts.some(({ fact }) => fact === 'code')) continue;
    // A certification that could only add a duty is not asked about, and the answer says so.
    if (less.outside[0]!.includes('certified_use')) continue;
    for (const outcome of outcomes(full)) expect(outcomes(less), label).toContain(outcome);
    if (less.settled) {
      settled++;
      expect(full.declare, label).toEqual(less.declare);
      continue;
    }
    const holding = less.alternatives.filter((alternative) => holds(alternative, complete));
    if (holding.some(({ undivided }) => undivided)) {
      expect(new Set(holding.map(({ when }) => JSON.stringify(when))).size, label).toBe(1);
      continue;
    }
    // With an open question one alternative holds for each combination of readings that matters.
    expect(holding.length, label).toBeGreaterThan(0);
    expect(new Set(holding.map(readingsOf)).size, label).toBe(holding.length);
    if (full.settled)
      expect(
        holding.map(({ declare }) => declare),
        label,
      ).toEqual([full.declare!]);
    else expect(holding.map(({ declare }) => JSON.stringify(declare)).sort(), label).toEqual(outcomes(full).sort());
  }
  expect(settled).toBeGreaterThan(runs(0, 20));
}, 120_000);

test('only facts that can change the answer are asked for', () => {
  const random = seededRandom('duty questions');
  for (let run = 0; run < runs(15, 200); run++) {
    const complete = completeItem(random);
    const partial = withoutSome(random, { ...complete });
    const less = answer({ ...partial, origin: complete.origin! });
    const asked = new Set(less.missing_facts.map(({ fact }) => fact));
    if (
      asked.has('code') ||
      less.outside[0]!.includes('certified_use') ||
      less.alternatives.some(({ undivided }) => undivided)
    )
      continue;
    const named = new Set(
      less.alternatives.flatMap(({ when }) => Object.keys(when)).filter((name) => !name.includes(':')),
    );
    expect([...asked].sort()).toEqual([...named].sort());
    // Every fact that is not asked for can take any value.
    const said = factsOfNumber(complete.code, complete.entry_date!);
    const irrelevant = Object.fromEntries(
      Object.keys(complete.facts)
        .filter((name) => partial.facts![name] === undefined && !asked.has(name) && !implying.has(name))
        .filter((name) => said[name] === undefined)
        .map((name) => [name, randomValue(random, name)]),
    );
    const more = answer({ ...partial, origin: complete.origin!, facts: { ...partial.facts, ...irrelevant } });
    if (more.contradictory_facts.length === 0) expect(outcomes(more).sort()).toEqual(outcomes(less).sort());
  }
}, 120_000);

test('the order of the facts does not matter', () => {
  const random = seededRandom('order of facts');
  for (let run = 0; run < runs(10, 200); run++) {
    const item = withoutSome(random, completeItem(random));
    const turned = { ...item, facts: Object.fromEntries(Object.entries(item.facts!).reverse()) };
    expect(answer(turned)).toEqual(answer(item));
  }
}, 60_000);

test('asking in the given order settles the facts', () => {
  const random = seededRandom('asking order');
  for (let run = 0; run < runs(8, 150); run++) {
    const complete = completeItem(random);
    const facts: Record<string, FactValue> = {};
    let item: DutyItem = { code: complete.code, entry_date: complete.entry_date!, facts };
    let current = answer(item);
    for (let step = 0; current.missing_facts.length > 0; step++) {
      const { fact } = current.missing_facts[0]!;
      if (fact === 'code') break;
      expect(step, JSON.stringify(complete)).toBeLessThan(factVocabulary().size);
      if (fact === 'origin') item = { ...item, origin: complete.origin! };
      else facts[fact] = complete.facts[fact]!;
      current = answer(item);
    }
    if (current.missing_facts.length === 0 && !current.outside[0]!.includes('certified_use')) {
      expect(outcomes(current).sort()).toEqual(outcomes(answer(complete)).sort());
    }
  }
}, 60_000);

test('every answer is bounded, also without any fact', () => {
  let most = 0;
  for (let at = 0; at < CODES.length; at += 45) {
    const bare = answer({ code: CODES[at]!, entry_date: '2026-09-15' });
    expect(bare.settled && bare.programmes.length > 0, CODES[at]!).toBe(CODES[at]!.startsWith('44') && bare.settled);
    most = Math.max(most, bare.alternatives.length);
  }
  expect(most).toBeGreaterThan(20);
  expect(most).toBeLessThan(260);
}, 60_000);
