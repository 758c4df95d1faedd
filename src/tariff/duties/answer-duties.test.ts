/** What is declared: public and official cases, cases of our own for every heading, and the answers that must stay open. */
import { describe, expect, test } from 'bun:test';
import cases from '../../../test/golden/duties-own.json';
import golden from '../../../test/golden/duties-public.json';
import rows from '../../../test/golden/duties-sample.json';
import { outcomeOf, type SampleRow } from '../../../test/support/duty-sample.ts';
import { sample } from '../../../test/support/seed.ts';
import { embeddedTariff } from '../embedded.ts';
import { type DutyAnswer, type DutyItem, type DutyResult, isRefusal } from './answer.ts';
import { answerDuties, dutiesOf } from './answer-duties.ts';
import { embeddedRules } from './rules.ts';
import { plainPercentage } from './schedule-facts.ts';

const data = embeddedTariff();
const context = { data, today: '2026-11-22', column1Rate: () => null };

function answer(item: DutyItem, column1: string | null = null): DutyAnswer {
  const result: DutyResult = answerDuties(item, { ...context, column1Rate: () => column1 });
  if (isRefusal(result)) throw new Error(JSON.stringify(result.refused));
  return result;
}

interface Declared {
  heading: string | null;
  rate_kind: string;
  rate: number | null;
}

function briefly(declare: readonly Declared[]) {
  const lines = declare.map(({ heading, rate_kind, rate }) => `${heading} ${rate_kind} ${rate}`);
  return lines.sort();
}

/** What an alternative declares, for each alternative. */
const declaredBy = ({ alternatives }: DutyAnswer) => alternatives.map(({ declare }) => briefly(declare).join(' + '));

interface Case extends DutyItem {
  declare: Declared[] | null;
}
const asItem = ({ code, origin, entry_date, facts }: Case): DutyItem =>
  ({ code, origin, entry_date, facts }) as DutyItem;

describe('public and official cases that agree', () => {
  test.each(golden.map((row) => [`${row.id} ${row.code}`, row as unknown as Case]))('%s', (_, row) => {
    if (row.declare) expect(briefly(answer(asItem(row)).declare!)).toEqual(briefly(row.declare));
    else expect(declaredBy(answer(asItem(row))).join()).toContain('9903.82.09 added 25');
  });

  test('there are 57 of them', () => {
    expect(golden).toHaveLength(57);
  });
});

describe('a case for every heading', () => {
  test.each(cases.map((row) => [`${row.name} (${row.code} ${row.origin} ${row.entry_date})`, row as unknown as Case]))(
    '%s',
    (_, row) => {
      expect(briefly(answer(asItem(row)).declare ?? [])).toEqual(briefly(row.declare!));
      expect(answer(asItem(row)).settled).toBe(true);
    },
  );

  test('every heading with a number is reached, except the one whose reading is open', () => {
    const reached = new Set(cases.flatMap(({ declare }) => declare.map(({ heading }) => heading)));
    const missing = embeddedRules()
      .headings.map(({ heading }) => heading)
      .filter((heading) => heading !== null && !reached.has(heading));
    expect(missing).toEqual(['9903.04.61']);
  });
});

test('items of all lists are answered as in the sample', () => {
  for (const [code, origin, entry_date, facts, outcome] of sample('duties', rows as unknown as SampleRow[], 10)) {
    expect(
      outcomeOf({ code, origin, entry_date, facts }),
      `${code} ${origin} ${entry_date} ${JSON.stringify(facts)}`,
    ).toBe(outcome);
  }
}, 200_000);

describe('contested law is not settled', () => {
  const partner = { pharmaceutical: 'patented', named_company: true, specialty_pharmaceutical: false } as const;
  const rest = { us_active_ingredient: false, noncommercial_use: false, certified_use: [] } as const;
  const contested: [string, DutyItem, string, string[]][] = [
    [
      'onshoring plan or deal partner, G57',
      {
        code: '2918.99.3000',
        origin: 'JP',
        entry_date: '2026-08-01',
        facts: { ...partner, ...rest, approvals: ['onshoring_plan'] },
      },
      'onshoring-or-partner',
      ['9903.04.62 total 15', '9903.04.64 added 20'],
    ],
    [
      'onshoring plan or deal partner, G68',
      {
        code: '2933.99.6500',
        origin: 'DE',
        entry_date: '2026-10-09',
        facts: { ...partner, ...rest, approvals: ['onshoring_plan'] },
      },
      'onshoring-or-partner',
      ['9903.04.62 total 15', '9903.04.64 added 20'],
    ],
    [
      'a company that the Secretary did not name, G71',
      {
        code: '2933.99.6500',
        origin: 'IN',
        entry_date: '2026-08-15',
        facts: { ...partner, ...rest, named_company: false, approvals: [] },
      },
      'company-not-named',
      ['9903.04.60 total 100', '9903.04.61 none null'],
    ],
  ];
  test.each(contested)('%s', (_, item, question, readings) => {
    const { settled, declare, open_questions, missing_facts, ...rest } = answer(item);
    expect({ settled, declare, missing_facts }).toEqual({ settled: false, declare: null, missing_facts: [] });
    expect(open_questions.map(({ id }) => id)).toEqual([question]);
    expect(declaredBy({ ...rest } as DutyAnswer).sort()).toEqual(readings);
    expect(rest.alternatives.every(({ when }) => Object.keys(when).join() === `reading:${question}`)).toBe(true);
  });

  const part = { vehicle: 'passenger', vehicle_part: true, usmca_originating: true, knock_down_kit: false };
  const metal = { contains_listed_metal: true, metal_weight_share: 0.5, us_metal_share: 0, russian_aluminum: false };

  test('metals of a part that is free under the USMCA, in 2026 and in 2025', () => {
    const facts = { ...part, ...metal, certified_use: [], approvals: [] };
    const now = answer({ code: '8708.10.3050', origin: 'CA', entry_date: '2026-09-15', facts });
    expect(now.open_questions.map(({ id }) => id)).toEqual(['usmca-part-metals']);
    expect(declaredBy(now).sort()).toEqual([
      '9903.74.11 none null + 9903.82.09 added 25 + 9903.94.06 none null',
      '9903.74.11 none null + 9903.94.06 none null',
    ]);
    const before = answer({ code: '8708.29.2120', origin: 'CA', entry_date: '2025-06-05', facts });
    expect(before.settled).toBe(true);
  });

  test('metals of a bus', () => {
    const facts = { ...metal, age_years: 1, vehicle: 'bus', vehicle_part: false, certified_use: [] };
    const bus = answer({ code: '8702.10.3100', origin: 'SE', entry_date: '2026-09-15', facts });
    expect(bus.open_questions.map(({ id }) => id)).toEqual(['bus-metals']);
    expect(bus.declare).toBeNull();
  });

  test('Russian aluminum in a number that only note 19 lists', () => {
    const facts = { ...metal, russian_aluminum: true, certified_use: [] };
    const item: DutyItem = { code: '9403.99.1040', origin: 'TR', entry_date: '2026-09-15', facts };
    const contested = answer(item);
    expect(contested.open_questions.map(({ id }) => id)).toEqual(['note-19-lists']);
    expect(answer({ ...item, facts: { ...facts, russian_aluminum: false } }).declare).toEqual([]);
  });

  test('Russian aluminum below 15 percent of the weight: note 16(a) excepts 9903.85.68, which has no test of weight', () => {
    const facts = { contains_aluminum: true, metal_weight_share: 0.1, certified_use: [] };
    const item: DutyItem = { code: '8450.11.00', origin: 'RU', entry_date: '2026-09-15', facts };
    const contested = answer(item);
    expect(contested.declare).toBeNull();
    expect(declaredBy(contested).sort()).toEqual(['9903.82.03 none null', '9903.85.68 added 200']);
    expect(contested.open_questions.map(({ readings }) => readings)).toEqual([['9903.82.03', '9903.85.68']]);
    const other = { ...item, origin: 'VN' };
    expect(answer(other).missing_facts.map(({ fact }) => fact)).toEqual(['russian_aluminum']);
    const known = answer({ ...other, facts: { ...facts, russian_aluminum: false } });
    expect(known.declare?.map(({ heading }) => heading)).toEqual(['9903.82.03']);
  });

  test('two headings that exclude each other are readings, and none is preferred', () => {
    const facts = { certified_use: ['us_automobile_production', 'us_truck_production'] };
    const both = answer({ code: '8536.50.9065', origin: 'CN', entry_date: '2026-09-15', facts });
    expect(declaredBy(both).sort()).toEqual(['9903.74.09 added 25', '9903.94.07 added 25']);
    expect(both.open_questions[0]!.question).toContain('9903.94.07, 9903.74.09');
  });
});

describe('a number that is not all listed', () => {
  test('asks for the ten digits, and does not say that nothing is due', () => {
    const { settled, declare, missing_facts, duty } = answer({ code: '7326.90.86', origin: 'CN', facts: { value: 1 } });
    expect({ settled, declare, duty }).toEqual({ settled: false, declare: null, duty: null });
    expect(missing_facts.map(({ fact }) => fact)).toEqual(['code']);
  });

  test('a number of ten digits that means other goods today is asked for by the goods, not by its length', () => {
    const { settled, missing_facts } = answer({ code: '3004.90.9225', origin: 'IN', entry_date: '2026-08-01' });
    expect(settled).toBe(false);
    expect(missing_facts.map(({ question }) => question)).toEqual([expect.stringContaining('divided or renumbered')]);
  });

  test('a retired number is answered through its successor', () => {
    const known = { contains_listed_metal: true, metal_weight_share: 0.5, us_metal_share: 0, russian_aluminum: false };
    const facts = { ...known, certified_use: [], vehicle: 'none' };
    const [old, now] = ['8413.91.9055', '8413.91.9085'].map((code) => answer({ code, origin: 'VN', facts }));
    expect(old!.programmes.length).toBeGreaterThan(0);
    expect(declaredBy(old!)).toEqual(declaredBy(now!));
  });

  test('goods on no list owe nothing, and the answer says what it did not look at', () => {
    const shirt = answer({ code: '6109.10.0012', origin: 'BD', facts: { value: 100 } });
    expect([shirt.settled, shirt.declare, shirt.programmes, shirt.duty?.amount]).toEqual([true, [], [], 0]);
    expect(shirt.outside[0]).toContain('certified_use');
  });
});

describe('announced law', () => {
  test('a rate announced for the day is a second reading', () => {
    const sofa = answer({ code: '9401.61.4011', origin: 'VN', entry_date: '2027-01-01', facts: { certified_use: [] } });
    expect([sofa.unsettled_law, sofa.settled]).toEqual([true, false]);
    expect(declaredBy(sofa).sort()).toEqual(['9903.76.02 added 25', '9903.76.02 added 30']);
    const before = answer({
      code: '9401.61.4011',
      origin: 'VN',
      entry_date: '2026-12-31',
      facts: { certified_use: [] },
    });
    expect([before.unsettled_law, before.settled, before.announced.length]).toEqual([false, true, 1]);
  });

  test('deal partners keep their headings', () => {
    const facts = { certified_use: [] };
    const sofa = answer({ code: '9401.61.4011', origin: 'DE', entry_date: '2027-01-01', facts });
    expect(briefly(sofa.declare!)).toEqual(['9903.76.22 total 15']);
  });

  test('the end of the 15 in total: the heading of what follows was not read', () => {
    const known = { contains_listed_metal: true, metal_weight_share: 0.5, us_metal_share: 0, russian_aluminum: false };
    const facts = { ...known, certified_use: [], column_1_rate: 2 };
    const later = answer({ code: '8415.10.6000', origin: 'VN', entry_date: '2028-01-01', facts });
    expect(declaredBy(later).sort()).toEqual(['9903.82.10 total 15', 'null added 25']);
  });

  test('polysilicon has no heading, and the answer says that the law is unsettled', () => {
    const facts = { entered_value_below_minimum: false, certified_use: [] };
    const wafers = answer({ code: '3818.00.0020', origin: 'CN', entry_date: '2026-12-04', facts });
    expect(wafers.unsettled_law).toBe(true);
    expect(wafers.declare!.map(({ heading }) => heading)).toEqual([null]);
    expect(JSON.stringify(wafers.declare)).not.toContain('"9903.45');
  });
});

describe('the amount', () => {
  const part = { contains_listed_metal: true, metal_weight_share: 0.5, us_metal_share: 0, russian_aluminum: false };
  const steel = { ...part, us_metal_share: 0 };
  const amounts: [string, DutyItem, number, string][] = [
    [
      'a rate that is added',
      { code: '7206.90.0000', origin: 'IN', facts: { ...steel, value: 10_000.01 } },
      5000.01,
      '10000.01 USD x 50% = 5000.01 USD',
    ],
    [
      'a total tops column 1 up',
      {
        code: '9403.40.9060',
        origin: 'DE',
        facts: { wooden_cabinet: true, certified_use: [], column_1_rate: 2.9, value: 0.3 },
      },
      0.04,
      '0.30 USD x (15% - 2.9% column 1) = 0.04 USD',
    ],
    [
      'a total below column 1 adds nothing',
      {
        code: '9403.40.9060',
        origin: 'DE',
        facts: { wooden_cabinet: true, certified_use: [], column_1_rate: 20, value: 1000 },
      },
      0,
      '1000.00 USD x (15% - 20% column 1, not below 0) = 0.00 USD',
    ],
    [
      'US content above 40 percent is charged',
      {
        code: '8429.51.1000',
        origin: 'CA',
        entry_date: '2026-06-10',
        facts: { ...part, usmca_originating: true, us_content_share: 0.7, certified_use: [], value: 1000.1 },
      },
      150.02,
      '1000.10 USD x 60% of the value x 25% = 150.02 USD',
    ],
    [
      'approved US content is not charged',
      {
        code: '8703.23.0190',
        origin: 'MX',
        facts: {
          vehicle: 'passenger',
          usmca_originating: true,
          approvals: ['us_content'],
          us_content_share: 0.35,
          age_years: 0,
          certified_use: [],
          value: 30_000,
        },
      },
      4875,
      '30000.00 USD x 65% of the value x 25% = 4875.00 USD',
    ],
  ];
  test.each(amounts)('%s', (_, item, amount, arithmetic) => {
    expect(answer(item).duty).toEqual({ amount, currency: 'USD', arithmetic });
  });

  test('what the amount still needs is said', () => {
    const facts = { wooden_cabinet: true, certified_use: [] };
    const without = answer({ code: '9403.40.9060', origin: 'DE', facts: { ...facts, value: 10 } });
    expect([without.settled, without.duty, without.duty_needs]).toEqual([true, null, ['column_1_rate']]);
    expect(answer({ code: '9403.40.9060', origin: 'DE', facts }, '2.5%').duty_needs).toEqual(['value']);
  });

  test('the schedule that is loaded gives column 1', () => {
    const ask = dutiesOf({ data, today: '2026-09-15' });
    const facts = { russian_aluminum: false, vehicle: 'passenger', vehicle_part: true, approvals: [], value: 10_000 };
    const part = ask({ code: '8708.10.3050', origin: 'TW', facts });
    expect(isRefusal(part) || part.duty?.arithmetic).toBe('10000.00 USD x (15% - 2.5% column 1) = 1250.00 USD');
  });

  test('the schedule gives column 1 where it is a plain percentage', () => {
    const rates = ['Free', '2.9%', ' 6.5% ', '50¢/kg', '2.9% + 3¢/kg', 'The rate applicable', '', null, '1.2.3%', '%'];
    expect(rates.map(plainPercentage)).toEqual([0, 2.9, 6.5, null, null, null, null, null, null, null]);
  });
});

describe('what is displaced', () => {
  const none = { russian_aluminum: false, approvals: [] };

  test('metals by a car part, with the heading that would have applied', () => {
    const metal = { contains_listed_metal: true, metal_weight_share: 0.5, us_metal_share: 0, uk_metal_share: 0 };
    const known = { ...metal, russian_aluminum: false, certified_use: [], civil_aircraft: false };
    const facts = { ...known, vehicle: 'passenger', vehicle_part: true, approvals: [], column_1_rate: 2.5 };
    const item: DutyItem = { code: '8708.10.3050', origin: 'JP', entry_date: '2026-04-10', facts };
    const row = answer(item).displaced.find(({ programme }) => programme === 'metals');
    expect([row?.heading, row?.by]).toEqual(['9903.82.09', '9903.94.43']);
    expect(row?.source).toContain('33(i)(1)');
  });

  test('an exception from metals has nothing to say where the metals duty is displaced', () => {
    const facts = { ...none, vehicle: 'passenger', vehicle_part: true, column_1_rate: 2.5 };
    const part = answer({ code: '8708.10.3050', origin: 'TW', entry_date: '2026-09-15', facts });
    expect(briefly(part.declare!)).toEqual(['9903.74.11 none null', '9903.94.67 total 15']);
    expect(part.missing_facts).toEqual([]);
  });

  test('the programme alone, if it is open which of its headings would apply', () => {
    const facts = { ...none, vehicle: 'passenger', vehicle_part: true, column_1_rate: 2.5 };
    const part = answer({ code: '8708.10.3050', origin: 'JP', entry_date: '2026-04-10', facts });
    expect(part.settled).toBe(true);
    expect(part.displaced.find(({ programme }) => programme === 'metals')?.heading).toBeNull();
  });
});

describe('questions that cannot be answered as put', () => {
  const refusals: [string, DutyItem, string[]][] = [
    ['chapter 99', { code: '9903.82.02' }, ['/code']],
    ['no code', { code: 'steel' }, ['/code']],
    ['a day that is none', { code: '7206', entry_date: '2026-02-30' }, ['/entry_date']],
    ['a day before the lists', { code: '7206', entry_date: '2025-03-11' }, ['/entry_date']],
    ['an origin in words', { code: '7206', origin: 'China' }, ['/origin']],
    ['the United Kingdom by another code', { code: '7206', origin: 'UK' }, ['/origin']],
    ['the European Union, which is no country', { code: '7206', origin: 'EU' }, ['/origin']],
    ['an origin in small letters', { code: '7206', origin: 'de' }, ['/origin']],
    ['a fact nobody knows', { code: '7206', facts: { metal_share: 0.5 } }, ['/facts/metal_share']],
    [
      'a fact of the wrong type',
      { code: '7206', facts: { contains_listed_metal: 'yes' } },
      ['/facts/contains_listed_metal'],
    ],
    ['a share in percent', { code: '7206', facts: { us_metal_share: 85 } }, ['/facts/us_metal_share']],
    ['an unknown use', { code: '7206', facts: { certified_use: ['farming'] } }, ['/facts/certified_use']],
    ['half a year', { code: '8703', facts: { age_years: 1.5 } }, ['/facts/age_years']],
    ['a prototype', { code: '7206', facts: { constructor: true } as never }, ['/facts/constructor']],
  ];
  test.each(refusals)('%s', (_, item, paths) => {
    const result = answerDuties(item, context);
    expect(isRefusal(result) && result.refused.map(({ path }) => path)).toEqual(paths);
  });

  test('the nearest fact is named', () => {
    const result = answerDuties({ code: '7206', facts: { certified_uses: [] } }, context);
    expect(isRefusal(result) && result.refused[0]?.message).toContain('certified_use');
  });

  test('of facts that contradict each other neither counts', () => {
    const facts = { contains_listed_metal: false, metal_weight_share: 0.5, us_metal_share: 0 };
    const { settled, contradictory_facts, missing_facts } = answer({ code: '8302.10.60', origin: 'VN', facts });
    expect([settled, contradictory_facts]).toEqual([false, ['metal_weight_share', 'contains_listed_metal']]);
    expect(missing_facts.map(({ fact }) => fact)).toContain('contains_listed_metal');
  });

  test('a share of metal says that there is metal', () => {
    const facts = { metal_weight_share: 0.5 };
    const { missing_facts } = answer({ code: '8302.10.60', origin: 'VN', facts });
    expect(missing_facts.map(({ fact }) => fact)).not.toContain('contains_listed_metal');
  });
});
