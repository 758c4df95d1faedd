/** What the notes decide of offsets for vehicle parts, of aluminum in goods of Russia, and of metals before 2026-04-06. */
import { expect, test } from 'bun:test';
import { embeddedTariff } from '../embedded.ts';
import { type Declaration, type DutyAnswer, type DutyItem, isRefusal } from './answer.ts';
import { answerDuties } from './answer-duties.ts';

const context = { data: embeddedTariff(), today: '2026-11-22', column1Rate: () => null };
const metal = { contains_listed_metal: true, metal_weight_share: 0.5, us_metal_share: 0, russian_aluminum: false };

function answer(item: DutyItem): DutyAnswer {
  const result = answerDuties(item, context);
  if (isRefusal(result)) throw new Error(JSON.stringify(result.refused));
  return result;
}

function briefly(declare: readonly Declaration[]): string[] {
  return declare.map(({ heading, rate_kind, rate }) => `${heading} ${rate_kind} ${rate}`).sort();
}
const declaredBy = ({ alternatives }: DutyAnswer) => alternatives.map(({ declare }) => briefly(declare).join(' + '));

const offsets: [string, DutyItem, string[]][] = [
  ['33(g)', { code: '8507.60.0020', origin: 'CN' }, ['9903.94.05 added 25', '9903.94.05 none null']],
  ['33(l)', { code: '8507.60.0020', origin: 'JP' }, ['9903.94.43 none null', '9903.94.43 total 15']],
  ['33(o)', { code: '8507.60.0020', origin: 'DE' }, ['9903.94.53 none null', '9903.94.53 total 15']],
  ['33(t)', { code: '8507.60.0020', origin: 'KR' }, ['9903.94.63 none null', '9903.94.63 total 15']],
  ['33(u)', { code: '8507.60.0020', origin: 'TW' }, ['9903.94.67 none null', '9903.94.67 total 15']],
];
test.each(offsets)('an import adjustment offset on a part of note %s', (_, item, readings) => {
  const facts = {
    vehicle: 'passenger',
    vehicle_part: true,
    approvals: ['offset'],
    certified_use: [],
    column_1_rate: 3,
  };
  const line = answer({ ...item, entry_date: '2026-09-15', facts });
  expect([line.settled, line.duty]).toEqual([false, null]);
  expect(declaredBy(line).sort()).toEqual(readings);
  expect(line.open_questions.map(({ id }) => id)).toEqual(['import-adjustment-offset']);
  expect(answer({ ...item, entry_date: '2026-09-15', facts: { ...facts, approvals: [] } }).settled).toBe(true);
});

test('an import adjustment offset on a part of a truck, note 38(i), frees from metals under either reading', () => {
  const facts = { ...metal, vehicle: 'medium_heavy', vehicle_part: true, approvals: ['offset'], certified_use: [] };
  const line = answer({ code: '8708.10.3050', origin: 'CN', entry_date: '2026-09-15', facts });
  expect(declaredBy(line).sort()).toEqual([
    '9903.74.08 added 25 + 9903.94.06 none null',
    '9903.74.08 none null + 9903.94.06 none null',
  ]);
});

test('an offset does not reach parts of the United Kingdom, certified parts, or parts that are free under the USMCA', () => {
  const facts = {
    vehicle: 'passenger',
    vehicle_part: true,
    approvals: ['offset'],
    certified_use: [],
    column_1_rate: 3,
  };
  const item: DutyItem = { code: '8507.60.0020', origin: 'GB', entry_date: '2026-09-15', facts };
  expect(briefly(answer(item).declare!)).toEqual(['9903.94.32 total 10']);
  const free = { ...facts, usmca_originating: true, knock_down_kit: false };
  expect(briefly(answer({ ...item, origin: 'MX', facts: free }).declare!)).toEqual(['9903.94.06 none null']);
  const certified = { approvals: ['offset'], certified_use: ['us_automobile_production'] };
  const relay = answer({ code: '8536.50.9065', origin: 'CN', entry_date: '2026-09-15', facts: certified });
  expect(briefly(relay.declare!)).toEqual(['9903.94.07 added 25']);
});

const russian: [string, string][] = [
  ['8302.10.6000', '2026-09-15'],
  ['8412.90.9070', '2026-09-15'],
  ['7308.20.0035', '2026-09-15'],
  ['8708.10.3000', '2026-09-15'],
  ['9403.99.1040', '2026-03-15'],
];
test.each(russian)('goods of Russia that may have no aluminum are not settled: %s on %s', (code, entry_date) => {
  const facts = { ...metal, certified_use: [], vehicle: 'none' };
  const open = answer({ code, origin: 'RU', entry_date, facts });
  expect(open.declare).toBeNull();
  expect(open.missing_facts.map(({ fact }) => fact)).toContain('contains_aluminum');
});

test('goods of chapter 76 say themselves that they are of aluminum', () => {
  const item: DutyItem = {
    code: '7616.99.5130',
    origin: 'RU',
    entry_date: '2026-09-15',
    facts: { certified_use: [] },
  };
  expect(briefly(answer(item).declare!)).toEqual(['9903.85.68 added 200']);
});

test('metals of 2025 of which a part comes from the United States', () => {
  const item: DutyItem = { code: '8431.49.9095', origin: 'IN', entry_date: '2026-03-15', facts: metal };
  const partly = answer({ ...item, facts: { ...metal, us_metal_share: 0.5, certified_use: [] } });
  expect(declaredBy(partly).sort()).toEqual(['9903.81.91 added 50', '9903.81.92 none null']);
  expect(partly.open_questions.map(({ id }) => id)).toEqual(['us-part-2025']);
});

test('copper goods of 2025 for civil aircraft: note 36(a) was not read', () => {
  const facts = { ...metal, metal_weight_share: 1, civil_aircraft: true, certified_use: [] };
  const wire = answer({ code: '7413.00.9000', origin: 'JP', entry_date: '2026-03-15', facts });
  expect(wire.open_questions.map(({ id }) => id)).toEqual(['copper-aircraft-2025']);
  expect(wire.declare).toBeNull();
});

test('the metals of a truck tractor of 25 years, note 38(a) and (g)', () => {
  const facts = { ...metal, vehicle: 'medium_heavy', vehicle_part: false, age_years: 30, certified_use: [] };
  const old = answer({ code: '8701.21.0080', origin: 'SE', entry_date: '2026-09-15', facts });
  expect(old.open_questions.map(({ id }) => id)).toEqual(['old-vehicle-metals']);
  expect(declaredBy(old).sort()).toEqual(['9903.74.07 none null', '9903.74.07 none null + 9903.82.09 added 25']);
});
