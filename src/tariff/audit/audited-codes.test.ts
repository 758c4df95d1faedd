import { expect, test } from 'bun:test';
import type { Job, JobChunk } from '../../domain/job.ts';
import { packRows } from '../../spreadsheet/row-chunk.ts';
import { auditedCodes } from './audited-codes.ts';

const texts = ['7318.15.20', ' 7318152000', '', 'steel', '7.318E+09', '9401.61.4011', '7318.15.20'];
const chunkOf = (number: number, rows: string[]): { chunk: JobChunk } => ({
  chunk: {
    number,
    firstLine: number,
    lines: rows.length,
    input: packRows(rows.map((text, i) => ({ line: i + 2, cells: ['part', text] }))),
  },
});
const jobs = (job: Partial<Job> | undefined, chunks: { chunk: JobChunk }[]) => ({
  find: async (lineageId: number) => (lineageId === 1 ? (job as Job) : undefined),
  chunks: async (_: string, from: number, limit: number) => chunks.slice(from, from + limit),
});
const finished = { kind: 'tariff_audit', status: 'finished', options: { columns: { code: 1 } } } as const;

test('each number once, without what is damaged, blank or no number', async () => {
  const chunks = Array.from({ length: 9 }, (_, n) => chunkOf(n, texts));
  expect(await auditedCodes(jobs(finished, chunks), 1, 'job_1', 10)).toEqual([
    '7318.15.20',
    ' 7318152000',
    '9401.61.4011',
  ]);
});

test('reading stops where there are too many', async () => {
  let read = 0;
  const chunks = Array.from({ length: 100 }, (_, n) => chunkOf(n, [`7318.15.${10 + (n % 90)}`]));
  const source = jobs(finished, chunks);
  const counted = {
    ...source,
    chunks: (...args: [string, number, number]) => {
      read++;
      return source.chunks(...args);
    },
  };
  expect((await auditedCodes(counted, 1, 'job_1', 5))!.length).toBeGreaterThan(5);
  expect(read).toBe(2);
});

test.each([
  ['of another lineage', 2, finished],
  ['that is not finished', 1, { ...finished, status: 'running' as const }],
  ['of another kind', 1, { ...finished, kind: 'pixel_audit' as const }],
  ['that does not exist', 1, undefined],
])('there are no numbers of an audit %s', async (_, lineageId, job) => {
  expect(await auditedCodes(jobs(job, []), lineageId, 'job_1', 10)).toBeUndefined();
});
