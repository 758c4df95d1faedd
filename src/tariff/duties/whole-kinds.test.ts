/** What the notes say of a whole list, tried on numbers of all of it: a part of them in the ordinary suite, all in the step of CI. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { sample } from '../../../test/support/seed.ts';
import { embeddedTariff } from '../embedded.ts';
import { formatCode } from '../hts-code.ts';
import type { DutyAnswer, FactValue } from './answer.ts';
import { isRefusal } from './answer.ts';
import { dutiesOf } from './answer-duties.ts';
import { ListedNumber } from './listed.ts';
import { embeddedRules } from './rules.ts';

setDefaultTimeout(120_000);

const data = embeddedTariff();
const ask = dutiesOf({ data, today: '2026-11-28' });
const TODAY = '2026-11-28';
const METAL_CHAPTERS = ['72', '73', '74', '76'];
const known: Record<string, FactValue> = {
  contains_listed_metal: true,
  contains_aluminum: false,
  metal_weight_share: 0.5,
  us_metal_share: 0,
  uk_metal_share: 0,
  russian_aluminum: false,
  north_american_metal: false,
  usmca_originating: false,
  us_content_share: 0,
  knock_down_kit: false,
  vehicle: 'none',
  vehicle_part: false,
  certified_use: [],
  approvals: [],
  civil_aircraft: false,
  semiconductor_parameters: false,
  wooden_cabinet: true,
  unmanned_aircraft_use: false,
  thermal_imaging: false,
  trusted_components: false,
  column_1_rate: 2,
  age_years: 1,
};

function answer(digits: string, origin: string, entry_date: string, facts: Record<string, FactValue>): DutyAnswer {
  const result = ask({ code: formatCode(digits), origin, entry_date, facts: { ...known, ...facts } });
  if (isRefusal(result)) throw new Error(JSON.stringify(result.refused));
  return result;
}
const headings = ({ declare }: DutyAnswer) => declare?.map(({ heading }) => heading!) ?? null;
const startingWith = (list: readonly string[] | null, ...prefixes: string[]) =>
  list?.filter((heading) => prefixes.some((prefix) => heading.startsWith(prefix))).sort() ?? null;

/** The numbers of the lists that subdivisions have on a date, those of which all goods are listed. */
function numbersOn(date: string, ...notes: string[]): string[] {
  const listed = data.lists.flatMap(({ listings }) => listings).filter(({ terms }) => notes.includes(terms.note));
  const numbers = [...new Set(listed.map(({ digits }) => digits))];
  return numbers.filter((digits) => {
    const number = new ListedNumber(digits, data);
    return !number.isPartlyListed(date) && notes.some((note) => number.isListed(note, date));
  });
}

describe('a number on the lists of parts of cars and of trucks has a heading of each', () => {
  const both = numbersOn(TODAY, '33(g)', '38(i)').filter((digits) => {
    const number = new ListedNumber(digits, data);
    return number.isListed('33(g)', TODAY) && number.isListed('38(i)', TODAY) && !number.isListed('38(b)', TODAY);
  });
  const kinds: [what: string, origin: string, facts: Record<string, FactValue>, expected: string[]][] = [
    ['part of a car', 'CN', { vehicle: 'passenger', vehicle_part: true }, ['9903.74.11', '9903.94.05']],
    ['part of a car, of Germany', 'DE', { vehicle: 'passenger', vehicle_part: true }, ['9903.74.11', '9903.94.53']],
    ['part of a truck', 'CN', { vehicle: 'medium_heavy', vehicle_part: true }, ['9903.74.08', '9903.94.06']],
    [
      'USMCA part of a truck',
      'MX',
      { vehicle: 'medium_heavy', vehicle_part: true, usmca_originating: true },
      ['9903.74.10', '9903.94.06'],
    ],
    ['part of neither', 'CN', {}, ['9903.74.11', '9903.94.06']],
    ['part of a bus', 'CN', { vehicle: 'bus', vehicle_part: true }, ['9903.74.11', '9903.94.06']],
  ];

  test('there are more than a hundred', () => expect(both.length).toBeGreaterThan(100));

  test.each(kinds)('%s', (what, origin, facts, expected) => {
    for (const digits of sample(what, both, 6)) {
      const { alternatives, declare } = answer(digits, origin, TODAY, facts);
      const outcomes = declare ? [declare] : alternatives.map((alternative) => alternative.declare);
      for (const outcome of outcomes) {
        const vehicle = startingWith(
          outcome.map(({ heading }) => heading!),
          '9903.94',
          '9903.74',
        );
        expect([digits, vehicle]).toEqual([digits, expected]);
        const charging = outcome.filter(({ rate_kind, programme }) => rate_kind !== 'none' && programme !== 'metals');
        expect(charging.length).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('civil aircraft goods are free of metals if the note of their origin lists the number, and only then', () => {
  const { lists } = embeddedRules().names;
  const origins: [origin: string, list: string | null, heading: string | null][] = [
    ['GB', '35(a)', '9903.96.01'],
    ['JP', '35(b)', '9903.96.02'],
    ['TW', '35(c)', '9903.96.03'],
    ['DE', '2(v)(xxii)', '9903.02.76'],
    ['KR', '2(v)(xxiv)(b)', '9903.02.81'],
    ['CH', null, null],
    ['CN', null, null],
  ];
  const metals = Array.from(
    { length: 11 },
    (_, at) => `16(c)(${['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi'][at]})`,
  );
  const numbers = numbersOn(TODAY, ...metals);

  test.each(origins)('%s', (origin, list, heading) => {
    for (const digits of sample(`aircraft of ${origin}`, numbers, 12)) {
      const declared = headings(answer(digits, origin, TODAY, { civil_aircraft: true }));
      if (declared === null) {
        expect([digits.slice(0, 4), 'is a bus']).toEqual(['8702', 'is a bus']);
        continue;
      }
      const onList = list !== null && lists.get(list)!.some((listed) => digits.startsWith(listed));
      const duty = startingWith(declared, '9903.82')!.filter((each) => !['9903.82.01', '9903.82.03'].includes(each));
      expect([digits, declared.includes(heading ?? '')]).toEqual([digits, onList]);
      expect([digits, duty.length]).toEqual([digits, onList ? 0 : 1]);
    }
  });
});

describe('goods of Russia on the lists of note 19', () => {
  const numbers = sample('goods of Russia', numbersOn('2026-03-15', '19(i)', '19(j)', '19(k)'), 6);
  const { contains_aluminum: _, ...unsaid } = known;

  test('are settled without a word on aluminum only if the number says it', () => {
    let open = 0;
    for (const digits of numbers) {
      const result = ask({ code: formatCode(digits), origin: 'RU', entry_date: '2026-03-15', facts: unsaid });
      if (isRefusal(result)) throw new Error(digits);
      const path = data.schedule.find(digits)?.path.join() ?? '';
      const says = METAL_CHAPTERS.at(-1) === digits.slice(0, 2) || path.includes('luminum');
      if (!result.settled) open++;
      else if (startingWith(headings(result), '9903.85.68')!.length > 0) expect([digits, says]).toEqual([digits, true]);
    }
    expect(open).toBeGreaterThan(10);
  });

  test('pay 200 percent with aluminum, and never without', () => {
    for (const digits of numbers) {
      const [with_, without] = [true, false].map((contains_aluminum) =>
        startingWith(headings(answer(digits, 'RU', '2026-03-15', { contains_aluminum })), '9903.85.68'),
      );
      expect([digits, with_]).toEqual([digits, ['9903.85.68']]);
      if (digits.slice(0, 2) !== '76') expect([digits, without]).toEqual([digits, []]);
    }
  });
});

test('before 2026-04-06 a number has one heading for each metal', () => {
  const notes = [
    '16(b)/(j)',
    '16(l)',
    '16(m)',
    '16(n)(1)',
    '16(n)(2)',
    '16(n)(3)',
    '19(b)/(g)',
    '19(i)',
    '19(j)',
    '19(k)',
    '36(b)',
  ];
  for (const [date, origin] of [
    ['2025-05-16', 'IN'],
    ['2026-03-15', 'IN'],
    ['2026-03-15', 'GB'],
  ] as const) {
    for (const digits of sample(`metals on ${date} of ${origin}`, numbersOn(date, ...notes), 20)) {
      const { alternatives, declare } = answer(digits, origin, date, { contains_aluminum: true });
      const outcomes = declare ? [declare] : alternatives.map((alternative) => alternative.declare);
      const declared = outcomes.flatMap((outcome) => outcome.map(({ heading }) => heading!));
      const steel = startingWith(declared, '9903.81')!;
      const aluminum = startingWith(declared, '9903.85')!;
      expect([digits, steel.length <= 1, aluminum.length <= 1]).toEqual([digits, true, true]);
      if (origin === 'GB') expect(declared).not.toContain('9903.81.87');
    }
  }
});
