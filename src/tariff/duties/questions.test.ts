/** How many questions a duty needs, and what nobody is asked. The counts may fall, and must not grow. */
import { expect, test } from 'bun:test';
import { listedNumbers, measureQuestions, sumUp } from '../../../test/support/duty-questions.ts';
import { runs } from '../../../test/support/seed.ts';
import { embeddedTariff } from '../embedded.ts';
import { type DutyAnswer, type DutyItem, isRefusal } from './answer.ts';
import { dutiesOf } from './answer-duties.ts';
import { ListedNumber } from './listed.ts';

const data = embeddedTariff();
const DATE = '2026-10-09';
const ask = dutiesOf({ data, today: DATE });

function answer(item: DutyItem): DutyAnswer {
  const result = ask(item);
  if (isRefusal(result)) throw new Error(JSON.stringify(result.refused));
  return result;
}

const asked = (item: DutyItem) => answer(item).missing_facts.map(({ fact }) => fact);

test('all listed numbers are settled in few questions', () => {
  const every = runs(8, 1);
  const counted = measureQuestions(
    listedNumbers(data).filter((_, at) => at % every === 0),
    data,
  );
  const { lines, mean, longest, alternatives } = sumUp(counted);
  const most = every === 1 ? ALL : SAMPLE;
  expect(lines).toBeGreaterThan(1_000);
  expect(mean).toBeLessThanOrEqual(most.mean);
  expect(longest).toBeLessThanOrEqual(most.longest);
  expect(alternatives).toBeLessThanOrEqual(most.alternatives);
}, 600_000);

/** Figures of `bun bench/questions.ts`. */
const ALL = { mean: 1.8024, longest: 7, alternatives: 10.682 };
const SAMPLE = { mean: 1.8602, longest: 7, alternatives: 11.4 };

test('outside the chapters of metals the share of the weight comes first', () => {
  const metals = /^16\(c\)/;
  let looked = 0;
  for (const digits of listedNumbers(data)) {
    const listed = [...new ListedNumber(digits, data).on(DATE)].filter(([, { coverage }]) => coverage !== 'none');
    const isMetalsAlone = listed.length > 0 && listed.every(([note]) => metals.test(note));
    if (!isMetalsAlone || ['72', '73', '74', '76'].includes(digits.slice(0, 2))) continue;
    for (const origin of ['CN', 'DE', 'MX']) {
      const names = asked({ code: digits, origin, entry_date: DATE });
      const [first] = names;
      if (first === 'code' || first === undefined) continue;
      // Parts of aircraft, of some origins: they are free whatever they weigh.
      if (names.includes('civil_aircraft')) continue;
      looked++;
      expect(first, `${digits} ${origin}`).toBe('metal_weight_share');
    }
  }
  expect(looked).toBeGreaterThan(500);
}, 600_000);

test('below the share only what can still change the answer is asked', () => {
  const zamak = { code: '8302.41.6080', origin: 'CN', entry_date: DATE };
  const none = answer({ ...zamak, facts: { metal_weight_share: 0 } });
  const little = answer({ ...zamak, facts: { metal_weight_share: 0.1 } });
  expect(none.missing_facts.map(({ fact }) => fact)).not.toContain('us_metal_share');
  expect(little.missing_facts.map(({ fact }) => fact)).not.toContain('contains_listed_metal');
  expect(little.alternatives.length).toBeLessThan(answer(zamak).alternatives.length);
});

test('goods without metal have a share of 0', () => {
  const facts = { contains_listed_metal: false };
  expect(asked({ code: '8302.41.6080', origin: 'CN', entry_date: DATE, facts })).not.toContain('metal_weight_share');
});

const unasked: [string, DutyItem, string][] = [
  [
    'whether a hex bolt of iron or steel contains metal',
    { code: '7318.15.2065', origin: 'CN' },
    'contains_listed_metal',
  ],
  ['whether copper wire contains metal', { code: '7408.11.60', origin: 'DE' }, 'contains_listed_metal'],
  ['whether an aluminum ladder contains metal', { code: '7616.99.5130', origin: 'CN' }, 'contains_listed_metal'],
  ['whether brake parts are a part', { code: '8708.30.5090', origin: 'MX' }, 'vehicle_part'],
  ['whether a battery is a part of the vehicle', { code: '8507.60.0020', origin: 'CN' }, 'vehicle_part'],
  ['whether the maker of a sofa makes cars', { code: '9401.61.4011', origin: 'VN' }, 'certified_use'],
  ['whether a kitchen cabinet is used to make trucks', { code: '9403.40.9060', origin: 'CN' }, 'certified_use'],
  [
    'whether a car originates under the USMCA if it is German',
    { code: '8703.23.0190', origin: 'DE' },
    'usmca_originating',
  ],
];
test.each(unasked)('nobody is asked %s', (_, item, fact) => {
  expect(asked({ ...item, entry_date: DATE })).not.toContain(fact);
});

test('what the number says gives way to what is stated, and what was not asked is said', () => {
  const bolt = { code: '7318.15.2065', origin: 'CN', entry_date: DATE };
  expect(answer({ ...bolt, facts: { contains_listed_metal: false } }).declare!.map(({ heading }) => heading)).toEqual([
    '9903.82.01',
  ]);
  const sofa = { code: '9401.61.4011', origin: 'VN', entry_date: DATE };
  expect(answer(sofa).outside[0]).toContain('certified_use');
  const certified = answer({ ...sofa, facts: { certified_use: ['us_automobile_production'] } });
  expect(certified.declare!.map(({ heading }) => heading)).toEqual(['9903.94.07']);
  expect(certified.outside[0]).not.toContain('certified_use');
});

test('a chassis may be a vehicle or a part of one, so its number says neither', () => {
  const facts = { vehicle: 'medium_heavy' };
  expect(asked({ code: '8706.00.0520', origin: 'DE', entry_date: DATE, facts })).toContain('vehicle_part');
});
