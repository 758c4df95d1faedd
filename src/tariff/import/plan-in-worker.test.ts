import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InlineWork } from '../../../test/support/inline-work.ts';
import { root } from '../../../test/support/paths.ts';
import { WorkFault, WorkOverrun } from '../../domain/isolated-work.ts';
import { embeddedTariff } from '../embedded.ts';
import { tariffTasks } from '../worker-tasks.ts';
import { planImport } from './plan-import.ts';
import { planInWorker } from './plan-in-worker.ts';

const OPTIONS = { date: '2026-11-20', force: true };
const NOTHING = { lists: [], schedule: undefined };
const list = readFileSync(join(root, 'data/tariff/note-16c.json'));
const schedule = Buffer.from(JSON.stringify([{ htsno: '0101', indent: 0, description: 'Horses', general: 'Free' }]));

const plan = (file: Uint8Array, work = new InlineWork(tariffTasks), stored = NOTHING) =>
  planInWorker(file, stored, OPTIONS, work);

describe('a file for import, read by a worker', () => {
  test.each([
    ['list', list],
    ['schedule', schedule],
  ])('gives the plan of the file: a %s', async (_, file) => {
    const { text, kind, totals, added } = planImport(file.toString(), embeddedTariff(), OPTIONS);
    expect(await plan(file)).toMatchObject({ text, kind, totals, added });
  });

  test('is compared with what was imported before', async () => {
    const work = new InlineWork(tariffTasks);
    const stored = { lists: [list.toString()], schedule: (await plan(schedule)).text };
    expect((await planInWorker(schedule, stored, OPTIONS, work)).added).toEqual([]);
    expect((await planInWorker(list, stored, OPTIONS, work)).totals.before).toBeGreaterThan(0);
  });

  test('is refused with its line and reason', async () => {
    await expect(plan(Buffer.from('[\n{"htsno":1}]'))).rejects.toMatchObject({ name: 'TariffFileError', line: 2 });
  });

  test('is asked for again if the machine is too busy', async () => {
    const work = new InlineWork(tariffTasks);
    work.fault = () => new WorkOverrun('wallMs', { cpuMs: 1 });
    await expect(plan(list, work)).rejects.toMatchObject({ reason: expect.stringContaining('try again') });
  });

  test.each([
    ['is stopped', { fault: new WorkOverrun('cpuMs', { cpuMs: 1 }) }],
    ['ends', { fault: new WorkFault('ended', 'SIGKILL', { cpuMs: 1 }) }],
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
      const work = new InlineWork(tariffTasks);
      work.fault = () => fault;
      work.answer = () => answer;
      await expect(plan(list, work)).rejects.toMatchObject({ name: 'TariffFileError', line: null });
    },
  );
});
