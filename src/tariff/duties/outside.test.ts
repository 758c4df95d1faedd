/** What an answer says it did not look at: only what may concern the goods, and which headings free them from it. */
import { describe, expect, test } from 'bun:test';
import { embeddedTariff } from '../embedded.ts';
import { type DutyAnswer, type DutyItem, isRefusal } from './answer.ts';
import { dutiesOf } from './answer-duties.ts';

const ask = dutiesOf({ data: embeddedTariff(), today: '2026-11-28' });
const metal = { metal_weight_share: 0.5, us_metal_share: 0, russian_aluminum: false, usmca_originating: false };
const known = { ...metal, civil_aircraft: false, certified_use: [], approvals: [], vehicle: 'none' } as const;

function answer(item: DutyItem): DutyAnswer {
  const result = ask(item);
  if (isRefusal(result)) throw new Error(JSON.stringify(result.refused));
  return result;
}

const outside = (item: DutyItem, about: string) =>
  answer({ ...item, facts: { ...known, ...item.facts } }).outside.filter((text) => text.includes(about));

describe('Section 338 on goods of Canada, note 51(c)', () => {
  const desk = { code: '9403.20.0082', origin: 'CA' };

  test('since 2026-09-15 a metal desk owes both, and the answer says so of its number', () => {
    const texts = outside({ ...desk, entry_date: '2026-09-15' }, 'Section 338');
    expect(texts.filter((text) => text.includes('this number is on the list of 9903.03.14'))).toHaveLength(1);
    expect(texts.join()).toContain('9903.03.12 or .14 (50 percent added) is owed beside the Section 232 duty');
    expect(texts.find((text) => text.includes('9903.03.13'))).toContain('Goods under 9903.82.09 are free of it');
  });

  test('the day before, goods charged under Section 232 were free of all three', () => {
    const texts = outside({ ...desk, entry_date: '2026-09-14' }, 'Section 338');
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Goods under 9903.82.09 are free of it');
  });

  test('goods below 15 percent of metal are under 9903.82.03, which the note does not name', () => {
    const light = { ...desk, entry_date: '2026-09-14', facts: { ...known, metal_weight_share: 0.1 } };
    expect(outside(light, 'Section 338')[0]).toContain('The headings declared here do not free the goods from it');
  });

  test('a number that is not on the list of 9903.03.14 is not said to be on it', () => {
    const bolt = { code: '7318.15.2061', origin: 'CA', entry_date: '2026-09-15' };
    expect(outside(bolt, 'this number is on the list')).toEqual([]);
  });

  test('goods of other countries, and of Canada before 2026-08-22, have nothing of it', () => {
    expect(outside({ ...desk, origin: 'MX', entry_date: '2026-09-15' }, 'Section 338')).toEqual([]);
    expect(outside({ ...desk, entry_date: '2026-08-21' }, 'Section 338')).toEqual([]);
  });
});

describe('Section 301 on Brazil and on forced labour, notes 50(a)(vi) and 52(f)', () => {
  const labour = 'forced labour';
  const cases: [what: string, item: DutyItem, says: string][] = [
    ['steel', { code: '7318.15.2061', origin: 'VN' }, 'Goods under 9903.82.02 are free of it'],
    ['wood', { code: '9401.61.4011', origin: 'VN' }, 'Goods under 9903.76.02 are free of it'],
    [
      'a part of a car on two lists',
      { code: '8708.40.7580', origin: 'MX', facts: { vehicle: 'passenger', vehicle_part: true } },
      'Goods under 9903.94.05 are free of it',
    ],
    [
      'a USMCA part of a car',
      {
        code: '8708.40.7580',
        origin: 'MX',
        facts: { vehicle: 'passenger', vehicle_part: true, usmca_originating: true, knock_down_kit: false },
      },
      'Goods under 9903.94.06 are free of it',
    ],
    ['a battery of no car: 9903.94.06 alone', { code: '8507.60.0020', origin: 'VN' }, 'do not free the goods from it'],
    [
      'aluminum of Russia: 9903.85.67 is not among 9903.82.02 to .26',
      { code: '7601.10.3000', origin: 'RU' },
      'do not free the goods from it',
    ],
    [
      'unmanned aircraft: 9903.08 is not in the note',
      { code: '8806.24.0000', origin: 'VN', facts: { unmanned_aircraft_use: true, trusted_components: false } },
      'do not free the goods from it',
    ],
    [
      'civil aircraft: 9903.02.76 is not in the note',
      { code: '7304.31.3000', origin: 'DE', facts: { civil_aircraft: true } },
      'do not free the goods from it',
    ],
    ['goods on no list', { code: '6109.10.0012', origin: 'BD' }, 'No heading of Section 232 frees these goods from it'],
  ];
  test.each(cases)('%s', (_, item, says) => {
    const [text, ...more] = outside({ entry_date: '2026-09-15', ...item }, labour);
    expect(more).toEqual([]);
    expect(text).toContain(says);
  });

  test('an open answer does not say yet', () => {
    const item: DutyItem = { code: '8302.41.6080', origin: 'VN', entry_date: '2026-09-15' };
    expect(answer(item).outside.find((text) => text.includes(labour))).toContain('a settled answer says');
  });

  test('Brazil is named for goods of Brazil alone, from its first day', () => {
    const bolt = { code: '7318.15.2061', origin: 'BR' };
    expect(outside({ ...bolt, entry_date: '2026-07-22' }, 'Brazil')[0]).toContain('9903.82.02 are free of it');
    expect(outside({ ...bolt, entry_date: '2026-07-21' }, 'Brazil')).toEqual([]);
    expect(outside({ ...bolt, origin: 'VN', entry_date: '2026-07-22' }, 'Brazil')).toEqual([]);
  });
});

describe('components of unmanned aircraft from 2027-02-09, whose list was not read', () => {
  const part: DutyItem = { code: '8807.10.0000', origin: 'VN', facts: { unmanned_aircraft_use: false } };

  test('a part of an aircraft is not settled from that day, and warned of before it', () => {
    const before = answer({ ...part, entry_date: '2027-02-08' });
    const after = answer({ ...part, entry_date: '2027-02-09' });
    expect([before.settled, before.unsettled_law, before.announced.at(-1)?.date]).toEqual([true, false, '2027-02-09']);
    expect([after.settled, after.unsettled_law]).toEqual([false, true]);
    expect(after.alternatives.map(({ declare }) => declare[0]?.rate ?? null).sort()).toEqual([25, null]);
  });

  test('a part of a large system, at 100 percent, has the warning as well', () => {
    const large = answer({
      ...part,
      entry_date: '2027-02-10',
      facts: { unmanned_aircraft_use: true, trusted_components: false, approvals: [] },
    });
    expect(large.unsettled_law).toBe(true);
  });

  test.each(['8501.32.2000', '8525.89.3000', '8529.90.9500', '6109.10.0012'])(
    'of %s nothing is known from that day, and the answer says so',
    (code) => {
      expect(outside({ code, origin: 'VN', entry_date: '2027-02-09' }, 'Annex III')).toHaveLength(1);
      expect(outside({ code, origin: 'VN', entry_date: '2027-02-08' }, 'Annex III')).toEqual([]);
    },
  );
});
