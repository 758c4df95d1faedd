/** Answers that are kept are those that are worked out anew: the same for any number, date, origin, facts and value, in any order. */
import { expect, test } from 'bun:test';
import { between } from '../../../test/support/random.ts';
import { runs, seededRandom } from '../../../test/support/seed.ts';
import { COUNTRY_CODES } from '../../domain/countries.ts';
import { embeddedTariff } from '../embedded.ts';
import { parseCode } from '../hts-code.ts';
import { announcedLaw } from '../law/announced.ts';
import { type DutyItem, type FactValue, isRefusal } from './answer.ts';
import { Duties } from './answer-duties.ts';
import { saidByDescriptions } from './known-facts.ts';
import { scheduleOf } from './schedule-facts.ts';
import { factVocabulary, numberImplications } from './vocabulary.ts';

const data = embeddedTariff();
const listings = data.lists.flatMap((list) => list.listings);
const DATES = [
  '2025-03-12',
  '2025-06-03',
  '2025-09-20',
  '2026-04-05',
  '2026-06-08',
  '2026-10-09',
  '2026-12-10',
  '2027-01-01',
];
const ORIGINS = ['CN', 'DE', 'JP', 'KR', 'GB', 'CA', 'MX', 'RU', 'TW', 'CH', 'AR', ...COUNTRY_CODES];
const VALUES = [0, 0.01, 10_000, 123_456.78];
const NUMBERS: Record<string, readonly number[]> = {
  share: [0, 0.1, 0.15, 0.85, 0.95, 1],
  percent: [0, 9.99, 10, 15, 30],
  number: VALUES,
  integer: [0, 25, 40],
};
const schedule = scheduleOf(data);

type Random = () => number;
const pick = <T>(random: Random, values: readonly T[]): T => values[between(random, 0, values.length - 1)]!;

/** Numbers that say something others of their class do not: by a description, or with a question in other words. */
const TELLING = data.schedule.file
  .rows()
  .flatMap(({ digits }) => parseCode(digits ?? '') ?? [])
  .filter(
    (digits) =>
      digits.startsWith('8806') ||
      digits.startsWith('8807') ||
      Object.keys(saidByDescriptions(schedule.descriptionsOf(digits), numberImplications())).length > 0,
  );

function someDigits(random: Random): string {
  if (random() < 0.15) return pick(random, TELLING);
  const digits =
    random() < 0.6 ? pick(random, listings).digits : data.numbers.at(between(random, 0, data.numbers.size - 1));
  const draw = random();
  if (draw < 0.1) return digits.slice(0, pick(random, [4, 6, 8]));
  return draw < 0.15 ? pick(random, data.successions).old.replaceAll('.', '') : digits;
}

function someFacts(random: Random): Record<string, FactValue> {
  const facts: Record<string, FactValue> = {};
  for (const { name, type, values } of factVocabulary().values()) {
    if (name === 'origin' || random() < 0.6) continue;
    if (type === 'boolean') facts[name] = random() < 0.5;
    else if (type === 'choice') facts[name] = pick(random, values);
    else if (type === 'list') facts[name] = values.filter(() => random() < 0.3);
    else facts[name] = pick(random, NUMBERS[type]!);
  }
  return facts;
}

test('lines of a list: kept and worked out anew', () => {
  const random = seededRandom('kept lines');
  const kept = new Duties(data);
  const open = new Set<boolean>();
  for (let run = 0; run < runs(1_500, 20_000); run++) {
    const [digits, date, origin] = [someDigits(random), pick(random, DATES), pick(random, [undefined, ...ORIGINS])];
    const value = pick(random, [null, ...VALUES]);
    const law = announcedLaw(digits, date, data);
    const outcomeOf = (duties: Duties) => duties.lines(digits, date, law, schedule)(origin).outcomeFor(value);
    const outcome = outcomeOf(kept);
    expect(outcome, `${digits} ${date} ${origin} ${value}`).toEqual(outcomeOf(new Duties(data)));
    open.add(outcome.settled);
  }
  expect(open.size).toBe(2);
}, 1_800_000);

test('single answers with facts: kept and worked out anew', () => {
  const random = seededRandom('kept answers');
  const kept = new Duties(data);
  const questions = new Set<string>();
  const outside = new Set<string>();
  let contents = 0;
  for (let run = 0; run < runs(300, 2_000); run++) {
    const item: DutyItem = { code: someDigits(random), entry_date: pick(random, DATES), facts: someFacts(random) };
    if (random() < 0.9) item.origin = pick(random, ORIGINS);
    const asked = { today: '2026-10-09', ...schedule };
    const answer = kept.answer(item, asked);
    expect(answer, JSON.stringify(item)).toEqual(new Duties(data).answer(item, asked));
    if (isRefusal(answer)) throw new Error(JSON.stringify(answer.refused));
    for (const { question } of answer.missing_facts) questions.add(question);
    for (const text of answer.outside) outside.add(text);
    if (answer.duty?.arithmetic.includes('content')) contents++;
  }
  // What depends on the number was compared: words of questions, what was not looked at, duties on the content.
  expect(questions.size).toBeGreaterThan(runs(5, 15));
  expect(outside.size).toBeGreaterThan(runs(5, 12));
  expect(contents).toBeGreaterThanOrEqual(runs(0, 1));
}, 1_800_000);

test('a line says what a single answer says', () => {
  const random = seededRandom('lines and answers');
  const duties = new Duties(data);
  for (let run = 0; run < runs(300, 2_000); run++) {
    const [digits, date, origin, value] = [
      someDigits(random),
      pick(random, DATES),
      pick(random, ORIGINS),
      pick(random, VALUES),
    ];
    const line = duties.lines(digits, date, announcedLaw(digits, date, data), schedule)(origin);
    const single = duties.answer(
      { code: digits, origin, entry_date: date, facts: { value } },
      { today: date, ...schedule },
    );
    expect(single, `${digits} ${date} ${origin}`).toMatchObject(line.outcomeFor(value));
  }
}, 600_000);
