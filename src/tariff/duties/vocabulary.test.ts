import { expect, test } from 'bun:test';
import { TariffFileError } from '../json-fields.ts';
import { type DutyAnswer, type DutyItem, type DutyResult, isRefusal } from './answer.ts';
import { factVocabulary, parseVocabulary } from './vocabulary.ts';

/** The names and types of the contract of `POST /api/v2/tariff/duties`. */
const CONTRACT = {
  value: 'number',
  column_1_rate: 'percent',
  contains_listed_metal: 'boolean',
  metal_weight_share: 'share',
  us_metal_share: 'share',
  uk_metal_share: 'share',
  russian_aluminum: 'boolean',
  north_american_metal: 'boolean',
  usmca_originating: 'boolean',
  us_content_share: 'share',
  vehicle: 'choice',
  vehicle_part: 'boolean',
  certified_use: 'list',
  age_years: 'integer',
  civil_aircraft: 'boolean',
  pharmaceutical: 'choice',
  semiconductor_parameters: 'boolean',
  thermal_imaging: 'boolean',
  approvals: 'list',
  in_quota: 'boolean',
  entered_value_below_minimum: 'boolean',
} as const;

test('the vocabulary has every fact of the contract, with its type', () => {
  const facts = factVocabulary();
  for (const [name, type] of Object.entries(CONTRACT)) expect([name, facts.get(name)?.type]).toEqual([name, type]);
  expect(facts.get('vehicle')?.values).toEqual(['passenger', 'medium_heavy', 'bus', 'none']);
});

test('the facts of an item are facts of the vocabulary', () => {
  const item: DutyItem = { code: '7326.90.8688', origin: 'CN', facts: { contains_listed_metal: true } };
  for (const name of Object.keys(item.facts ?? {})) expect(factVocabulary().has(name)).toBe(true);
});

test('every fact is asked for in a question that ends as one', () => {
  for (const { name, question } of factVocabulary().values()) expect(question, name).toMatch(/\?( |$)/);
});

test('a vocabulary with a fault is refused with the line of the fault', () => {
  const row = '{"name": "age", "type": "integer", "question": "How old?", "basis": "note 33(e)"}';
  const twice = `{"facts": [\n${row},\n${row}\n]}`;
  expect(() => parseVocabulary(twice)).toThrow(new TariffFileError(3, 'name age occurs twice'));
});

test('a refusal is told from an answer', () => {
  const refused: DutyResult = { refused: [{ path: '/code', message: 'must be the number of a product' }] };
  const answer: Pick<DutyAnswer, 'settled'> = { settled: true };
  expect(isRefusal(refused)).toBe(true);
  expect(isRefusal(answer as DutyAnswer)).toBe(false);
});
