/** Duties from a worker are those of the rules, also after an import, and its failures become answers. */
import { expect, test } from 'bun:test';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { PortsideError } from '../../domain/errors.ts';
import { TaskFault, TaskOverrun } from '../../domain/isolated-tasks.ts';
import { embeddedTariff } from '../embedded.ts';
import { ScheduleNumbers } from '../schedule/schedule-numbers.ts';
import type { TariffData } from '../tariff-data.ts';
import type { DutyAnswer, DutyItem } from './answer.ts';
import { answerDuties, dutiesOf } from './answer-duties.ts';
import { IsolatedDuties } from './isolated-duties.ts';
import { dutyTasks } from './worker-tasks.ts';

const TODAY = '2026-11-22';
const ITEMS: DutyItem[] = [
  { code: '7326.90.8688', origin: 'CN', facts: { contains_listed_metal: true } },
  { code: '9903.82.02' },
  { code: '9401.61.4011', origin: 'VN', entry_date: '2026-06-10' },
  { code: '7326.90.8688', origin: 'CN', facts: { contains_listed_metal: true } },
];

function dutiesOver(first: TariffData) {
  const tasks = new InlineTasks(dutyTasks);
  const tariff = { data: first, today: () => TODAY, schedule: async () => null };
  const duties = new IsolatedDuties(tariff as never, tasks);
  const direct = () =>
    ITEMS.map((item) => answerDuties(item, { data: tariff.data, today: TODAY, column1Rate: () => null }));
  return { tasks, tariff, duties, direct };
}

test('the results are those of the rules, in order, and their cost is told', async () => {
  const { duties, direct } = dutiesOver(embeddedTariff());
  const costs: number[] = [];
  const results = await duties.answer(ITEMS, { owner: 'a', charge: ({ cpuMs }) => costs.push(cpuMs) });
  expect(results).toEqual(JSON.parse(JSON.stringify(direct())));
  expect(costs).toEqual([1.5]);
});

test('a worker knows what the schedule says of a number, however it is written', async () => {
  const { duties, tariff } = dutiesOver(embeddedTariff());
  const items: DutyItem[] = ['8205.59.5560', 'HTS 8205 59 5560', '9403.20.0082', '9401.61.4011'].map((code) => ({
    code,
    origin: 'DE',
    entry_date: '2026-09-15',
    facts: { certified_use: [] },
  }));
  const results = (await duties.answer(items, { owner: 'a' })) as DutyAnswer[];
  expect(results).toEqual(JSON.parse(JSON.stringify(items.map(dutiesOf({ data: tariff.data, today: TODAY })))));
  const asked = results[0]!.missing_facts.map(({ fact }) => fact);
  expect(asked).toContain('metal_weight_share');
  expect(asked).not.toContain('contains_listed_metal');
});

test('lists and numbers that were imported reach the worker, and are sent only then', async () => {
  const embedded = embeddedTariff();
  const { tasks, tariff, duties, direct } = dutiesOver(embedded);
  await duties.answer(ITEMS, { owner: 'a' });
  expect(tasks.orders[0]!.attachments!.map(({ length }) => length)).toEqual([0, 0]);
  const lists = embedded.lists.map((list) => (list.list_id === 'note-16c' ? { ...list, version: 'imported' } : list));
  tariff.data = { ...embedded, lists, numbers: ScheduleNumbers.of(['7326908688']) };
  const results = (await duties.answer(ITEMS, { owner: 'a' })) as DutyAnswer[];
  expect(results[0]!.versions['note-16c']).toBe('imported');
  expect(results).toEqual(JSON.parse(JSON.stringify(direct())));
  tariff.data = embedded;
  const again = (await duties.answer(ITEMS, { owner: 'a' })) as DutyAnswer[];
  expect(again[0]!.versions['note-16c']).not.toBe('imported');
});

const cost = { cpuMs: 7 };
test.each([
  ['too much processor time', new TaskOverrun('cpuMs', cost), 'invalid_request'],
  ['too long an answer', new TaskOverrun('outputBytes', cost), 'invalid_request'],
  ['a busy machine', new TaskOverrun('wallMs', cost), 'unavailable'],
  ['a worker that ended', new TaskFault('ended', 'x', cost), 'internal'],
  ['a task that threw', new TaskFault('threw', 'x', cost), 'internal'],
])('%s is charged and answered', async (_, fault, code) => {
  const { tasks, duties } = dutiesOver(embeddedTariff());
  tasks.fault = () => fault;
  const costs: number[] = [];
  const answer = duties.answer(ITEMS, { owner: 'a', charge: ({ cpuMs }) => costs.push(cpuMs) });
  const error = await answer.catch((reason) => reason);
  expect(error).toBeInstanceOf(PortsideError);
  expect([error.code, costs]).toEqual([code, [7]]);
});

test.each(['[]', '{}', 'null', '[1,2,3,4]', '[{},{},{},{}]', '[{"refused":1},{},{},{}]', 'x'])(
  'a worker that sends %p is not believed',
  async (text) => {
    const { tasks, duties } = dutiesOver(embeddedTariff());
    tasks.answer = () => text;
    await expect(duties.answer(ITEMS, { owner: 'a' })).rejects.toThrow();
  },
);
