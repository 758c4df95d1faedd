import { expect, test } from 'bun:test';
import { auditTable } from '../../../test/support/audit-table.ts';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import type { Job } from '../../domain/job.ts';
import { embeddedTariff } from '../embedded.ts';
import { acceptTariffAudit, type TariffAuditChoice } from './accept-audit.ts';
import { unpackOutput } from './audit-output.ts';
import { tariffAuditProcessor } from './audit-processor.ts';
import { auditTasks } from './worker-tasks.ts';

const data = embeddedTariff();
const tasks = new InlineTasks(auditTasks);

const accept = (lines: string[][], choice: TariffAuditChoice = {}) =>
  acceptTariffAudit(auditTable(lines), choice, { data, today: '2026-11-20', tasks, owner: 'test' });

test('a unit is 50 different numbers that will be looked up', async () => {
  const codes = Array.from({ length: 101 }, (_, at) => [data.numbers.at(at * 7)]);
  expect((await accept([['HTS'], ...codes, ...codes, ['nails'], ['']])).units).toBe(3);
  expect((await accept([['HTS'], ['7326.90.8688'], ['7326908688']])).units).toBe(1);
});

test('a day before the lists begin is refused', async () => {
  await expect(accept([['HTS'], ['7326.90.8688']], { as_of: '2024-01-01' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('a chunk of a job is audited with the columns and the day of its acceptance', async () => {
  const { options, chunks } = await accept([
    ['sku', 'HTS'],
    ['1', '7326.90.8688'],
    ['2', '101210010'],
  ]);
  const job = { lineageId: 1, options } as unknown as Job;
  const outcome = await tariffAuditProcessor({ data }, tasks).run(job, chunks[0]!, new AbortController().signal);
  expect(outcome.counts).toEqual({ applies: 1, damaged: 1 });
  expect(outcome.errors).toEqual([
    { line: 3, message: 'Damaged: a leading zero is missing. Compare it with the original.' },
  ]);
  expect(JSON.parse(outcome.basis!)).toMatchObject({ as_of: '2026-11-20', 'note-16c': expect.any(String) });
  expect(unpackOutput(outcome.output).rows.map(([status]) => status)).toEqual(['hit', 'damaged']);
});

test('of a chunk of lines at fault the first 100 are told and the others counted', async () => {
  const { chunks, options } = await acceptTariffAudit(
    auditTable([['hts'], ...Array.from({ length: 150 }, (_, at) => [at === 0 ? '7318152065' : 'n/a'])], 1000),
    {},
    { data, today: '2026-11-20', tasks, owner: 'test' },
  );
  const job = { lineageId: 1, options } as Job;
  const outcome = await tariffAuditProcessor({ data }, tasks).run(job, chunks[0]!, new AbortController().signal);
  expect([outcome.errors.length, outcome.errorsOmitted]).toEqual([100, 49]);
});

test('work that is aborted is not waited for', async () => {
  const never = { run: () => new Promise<never>(() => {}), prepare() {} };
  const { chunks, options } = await accept([['hts'], ['7318152065']]);
  const abort = new AbortController();
  const run = tariffAuditProcessor({ data }, never).run({ lineageId: 1, options } as Job, chunks[0]!, abort.signal);
  abort.abort(new Error('removed'));
  await expect(run).rejects.toThrow('removed');
});
