/** What a number says itself is not asked, and a question is put in the words of its number. */
import { describe, expect, test } from 'bun:test';
import factsJson from '../../../data/tariff/facts.json' with { type: 'text' };
import { embeddedTariff } from '../embedded.ts';
import { type DutyAnswer, type DutyItem, isRefusal } from './answer.ts';
import { dutiesOf } from './answer-duties.ts';
import { numberImplications, parseVocabulary, plainDescription } from './vocabulary.ts';

const data = embeddedTariff();
const ask = dutiesOf({ data, today: '2026-11-28' });

function answer(item: DutyItem): DutyAnswer {
  const result = ask(item);
  if (isRefusal(result)) throw new Error(JSON.stringify(result.refused));
  return result;
}
const asked = (item: DutyItem) => answer(item).missing_facts.map(({ fact }) => fact);

describe('the metal that a number names', () => {
  const says: [code: string, why: string][] = [
    ['7318.15.2061', 'chapter 73'],
    ['7206.90.0000', 'chapter 72'],
    ['7411.10.1030', 'chapter 74'],
    ['7616.99.5190', 'chapter 76'],
    ['8205.59.5560', 'Of iron or steel'],
    ['9403.20.0082', 'Steel racks'],
    ['9406.20.0000', 'Modular building units, of steel'],
    ['8419.50.1000', 'Brazed aluminum plate-fin heat exchangers'],
  ];
  test.each(says)('%s contains a listed metal (%s)', (code) => {
    expect(asked({ code, origin: 'IN', entry_date: '2026-09-15' })).not.toContain('contains_listed_metal');
  });

  const silent: [code: string, why: string][] = [
    ['8302.41.6080', 'iron or steel, aluminum or zinc: it may be zamak'],
    ['8215.99.4060', 'base metal or nonmetal handles'],
    ['8302.10.6060', 'iron or steel, aluminum or zinc'],
    ['8544.42.9090', 'conductors of any metal'],
    ['8479.90.9596', 'parts of machines'],
  ];
  test.each(silent)('%s does not say it (%s)', (code) => {
    expect(asked({ code, origin: 'IN', entry_date: '2026-09-15' })).toContain('contains_listed_metal');
  });

  test('chapter 76 and "of aluminum" say that there is aluminum; chapter 73 does not', () => {
    const facts = { certified_use: [], metal_weight_share: 0.5, us_metal_share: 0 };
    expect(answer({ code: '8309.90.0020', origin: 'RU', entry_date: '2026-09-15', facts }).declare?.[0]?.heading).toBe(
      '9903.85.68',
    );
    expect(asked({ code: '7308.20.0035', origin: 'RU', entry_date: '2026-09-15', facts })).toEqual([
      'contains_aluminum',
    ]);
  });

  test('a stated fact counts more than the number', () => {
    const none = answer({ code: '7318.15.2061', origin: 'IN', facts: { contains_listed_metal: false } });
    expect(none.declare?.map(({ heading }) => heading)).toEqual(['9903.82.01']);
  });

  test('every description stands in the schedule as it is written here', () => {
    const rows = data.schedule.file.rows().map(({ description }) => plainDescription(description));
    const known = new Set(rows);
    const written = numberImplications().flatMap(({ descriptions }) => descriptions);
    expect(written.length).toBeGreaterThan(8);
    expect(written.filter((text) => !known.has(text))).toEqual([]);
  });
});

describe('the question for a part of an aircraft, note 43(c)(2)', () => {
  test.each(['8807.10.0000', '8807.20.0000', '8807.30.0060', '8807.90.9090'])(
    '%s: 25 kg and the three uses',
    (code) => {
      const questions = answer({ code, origin: 'VN', entry_date: '2026-09-15' }).missing_facts;
      const question = questions.find(({ fact }) => fact === 'unmanned_aircraft_use');
      for (const words of ['25 kg', 'retail delivery', 'agriculture', 'Department of War']) {
        expect(question?.question).toContain(words);
      }
    },
  );

  test.each(['8806.24.0000', '8537.10.9170', '8806.22.0000'])('%s is an aircraft or a docking station', (code) => {
    const questions = answer({ code, origin: 'VN', entry_date: '2026-09-15' }).missing_facts;
    const use = questions.find(({ fact }) => fact === 'unmanned_aircraft_use')!;
    expect(use.question).toStartWith('Are the goods an unmanned aircraft');
    expect(use.question).not.toContain('25 kg');
  });
});

describe('the value of the metal before 2026-04-06', () => {
  const known = { contains_listed_metal: true, us_metal_share: 0, russian_aluminum: false, certified_use: [] } as const;
  const amounts: [
    code: string,
    origin: string,
    contents: Record<string, number>,
    amount: number,
    arithmetic: string,
  ][] = [
    ['7317.00.5502', 'DE', { steel_content_value: 900 }, 450, '900.00 USD (steel content) x 50% = 450.00 USD'],
    ['7304.31.3000', 'GB', { steel_content_value: 900 }, 225, '900.00 USD (steel content) x 25% = 225.00 USD'],
    ['8431.49.9095', 'GB', { steel_content_value: 400 }, 100, '400.00 USD (steel content) x 25% = 100.00 USD'],
    ['7612.10.0000', 'GB', { aluminum_content_value: 400 }, 100, '400.00 USD (aluminum content) x 25% = 100.00 USD'],
    [
      '0402.99.6800',
      'GB',
      { steel_content_value: 10, aluminum_content_value: 30 },
      10,
      '10.00 USD (steel content) x 25% + 30.00 USD (aluminum content) x 25% = 10.00 USD',
    ],
    ['7411.10.1030', 'CL', { copper_content_value: 800 }, 400, '800.00 USD (copper content) x 50% = 400.00 USD'],
  ];
  test.each(amounts)('%s of %s', (code, origin, contents, amount, arithmetic) => {
    const item = { code, origin, entry_date: '2026-03-15' };
    const facts = { ...known, civil_aircraft: false, metal_weight_share: 0.9 };
    const without = answer({ ...item, facts: { ...facts, value: 1000 } });
    expect([without.settled, without.duty, without.duty_needs]).toEqual([true, null, Object.keys(contents)]);
    expect(answer({ ...item, facts: { ...facts, ...contents } }).duty).toEqual({ amount, currency: 'USD', arithmetic });
  });

  test('chapter 72 pays on the full value', () => {
    const item = { code: '7208.51.0030', origin: 'GB', entry_date: '2026-03-15' };
    expect(answer({ ...item, facts: { ...known, value: 1000 } }).duty?.amount).toBe(250);
  });
});

describe('a faulty vocabulary is refused with the line', () => {
  const text = factsJson as unknown as string;
  const faults: [what: string, from: string, to: string, message: RegExp][] = [
    [
      'an unknown fact',
      '"then": {"contains_listed_metal": true}, "source": "title',
      '"then": {"metal": true}, "source": "title',
      /^line \d+: then "metal" must be a fact/,
    ],
    ['no number', '"chapter": ["74"], ', '', /must name a chapter, a description or a subdivision/],
    ['no source', ', "source": "title of chapter 74: copper and articles thereof"', '', /source must be/],
  ];
  test.each(faults)('%s', (_, from, to, message) => {
    expect(text).toContain(from);
    expect(() => parseVocabulary(text.replace(from, to))).toThrow(message);
  });
});
