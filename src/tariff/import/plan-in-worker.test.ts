import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { root } from '../../../test/support/paths.ts';
import { TaskFault, TaskOverrun } from '../../domain/isolated-tasks.ts';
import { embeddedTariff } from '../embedded.ts';
import { tariffTasks } from '../worker-tasks.ts';
import { planImport } from './plan-import.ts';
import { planInWorker } from './plan-in-worker.ts';

const OPTIONS = { date: '2026-11-20', force: true };
const NOTHING = { lists: [], schedule: undefined };
const list = readFileSync(join(root, 'data/tariff/note-16c.json'));
const schedule = Buffer.from(JSON.stringify([{ htsno: '0101', indent: 0, description: 'Horses', general: 'Free' }]));

const plan = (file: Uint8Array, tasks = new InlineTasks(tariffTasks), stored = NOTHING) =>
  planInWorker(file, stored, OPTIONS, tasks);

describe('a file for import, read by a worker', () => {
  test.each([
    ['list', list],
    ['schedule', schedule],
  ])('gives the plan of the file: a %s', async (_, file) => {
    const { text, kind, totals, added } = planImport(file.toString(), embeddedTariff(), OPTIONS);
    expect(await plan(file)).toMatchObject({ text, kind, totals, added });
  });

  test('is compared with what was imported before', async () => {
    const tasks = new InlineTasks(tariffTasks);
    const stored = { lists: [list.toString()], schedule: (await plan(schedule)).text };
    expect((await planInWorker(schedule, stored, OPTIONS, tasks)).added).toEqual([]);
    expect((await planInWorker(list, stored, OPTIONS, tasks)).totals.before).toBeGreaterThan(0);
  });

  test('is refused with its line and reason', async () => {
    await expect(plan(Buffer.from('[\n{"htsno":1}]'))).rejects.toMatchObject({ name: 'TariffFileError', line: 2 });
  });

  test('is asked for again if the machine is too busy', async () => {
    const tasks = new InlineTasks(tariffTasks);
    tasks.fault = () => new TaskOverrun('wallMs', { cpuMs: 1 });
    await expect(plan(list, tasks)).rejects.toMatchObject({ reason: expect.stringContaining('try again') });
  });

  test.each([
    ['is stopped', { fault: new TaskOverrun('cpuMs', { cpuMs: 1 }) }],
    ['ends', { fault: new TaskFault('ended', 'SIGKILL', { cpuMs: 1 }) }],
    ['says no JSON', { answer: 'plan' }],
    ['says nothing', { answer: 'null' }],
    ['names no list', { answer: JSON.stringify({ kind: 'list', totals: { before: 0, after: 0 } }) }],
    ['counts wrongly', { answer: JSON.stringify({ kind: 'schedule', totals: { before: 0, after: '9' } }) }],
    [
      'changes something odd',
      { answer: JSON.stringify({ kind: 'schedule', totals: { before: 0, after: 0 }, added: [{ code: 1 }] }) },
    ],
  ] as { 0: string; 1: { fault?: Error; answer?: string } }[] as [string, { fault?: Error; answer?: string }][])(
    'is refused if the worker %s',
    async (_, { fault, answer }) => {
      const tasks = new InlineTasks(tariffTasks);
      tasks.fault = () => fault;
      tasks.answer = () => answer;
      await expect(plan(list, tasks)).rejects.toMatchObject({ name: 'TariffFileError', line: null });
    },
  );
});
