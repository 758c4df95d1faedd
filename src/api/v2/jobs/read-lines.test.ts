/** Walks over the lines of a job whose chunks end in any order, with any filters and limits, while it runs. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { PortsideError } from '../../../domain/errors.ts';
import type { Job } from '../../../domain/job.ts';
import type { JobFamily } from './family.ts';
import { type LineQuestion, readLines } from './read-lines.ts';

interface Line {
  line: number;
  word: string;
}

/** A job of chunks of lines, which a test moves on. */
class FakeJob {
  readonly done = new Set<number>();
  basis: string | undefined;
  status: Job['status'] = 'running';
  constructor(readonly chunks: readonly Line[][]) {}

  readonly job = async (): Promise<Job> =>
    ({ id: 'job', status: this.status, basis: this.basis, linesTotal: this.chunks.flat().length }) as Job;

  readonly store = {
    chunks: async (_id: string, from: number, limit: number) =>
      this.chunks.slice(from, from + limit).map((lines, at) => ({
        chunk: { number: from + at, firstLine: 1, lines: lines.length, input: new Uint8Array(0) },
        ...(this.done.has(from + at) && { output: Buffer.from(JSON.stringify([this.basis, lines])) }),
      })),
  };

  finish(chunk: number): void {
    this.done.add(chunk);
    if (this.done.size === this.chunks.length) this.status = 'finished';
  }
}

const family = {
  async findLines(_job, { output }, { filter: { status }, from, max }) {
    const [basis, rows] = JSON.parse(Buffer.from(output).toString()) as [string, Line[]];
    const lines: object[] = [];
    for (let row = from; row < rows.length; row++) {
      if (status !== undefined && !status.includes(rows[row]!.word)) continue;
      if (lines.length >= max) return { lines, next: row };
      lines.push({ ...rows[row], basis });
    }
    return { lines, next: null };
  },
} as Pick<JobFamily, 'findLines'> as JobFamily;

const read = (fake: FakeJob, question: LineQuestion) => readLines(family, fake.store, fake.job, question, () => {});
const ask = (more: Partial<LineQuestion> = {}): LineQuestion => ({
  filter: {},
  sort: 'line',
  cursor: undefined,
  limit: 10,
  ...more,
});

function jobOf(sizes: readonly number[]): FakeJob {
  let line = 0;
  const next = () => ({ line: ++line, word: ['a', 'b', 'c'][line % 3]! });
  return new FakeJob(sizes.map((size) => Array.from({ length: size }, next)));
}

test('every line is on exactly one page, in order, in whatever order the chunks end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
      fc.infiniteStream(fc.nat()),
      async (sizes, limit, status, numbers) => {
        const fake = jobOf(sizes);
        const random = (below: number) => numbers.next().value! % below;
        const waiting = sizes.map((_, at) => at);
        const seen: number[] = [];
        let cursor: string | undefined;
        for (let pages = 0; pages < 2000; pages++) {
          for (let n = random(3); n > 0 && waiting.length > 0; n--) {
            fake.finish(waiting.splice(random(waiting.length), 1)[0]!);
          }
          const { page } = await read(fake, ask({ filter: { status }, cursor, limit }));
          expect(page.lines.length).toBeLessThanOrEqual(limit);
          seen.push(...(page.lines as Line[]).map(({ line }) => line));
          if (page.nextCursor === null) break;
          cursor = page.nextCursor;
        }
        const wanted = fake.chunks.flat().filter(({ word }) => status.includes(word));
        expect(seen).toEqual(wanted.map(({ line }) => line));
        expect(waiting).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

test('one request reads a bounded number of chunks, and says where to go on', async () => {
  const fake = jobOf(Array(35).fill(1000));
  for (let at = 0; at < 35; at++) fake.finish(at);
  let reads = 0;
  const counting = {
    findLines(...of) {
      reads++;
      return family.findLines(...of);
    },
  } as Pick<JobFamily, 'findLines'> as JobFamily;
  const question = ask({ filter: { status: ['never'] } });
  let cursor: string | undefined;
  const perRequest: number[] = [];
  do {
    reads = 0;
    const { page } = await readLines(counting, fake.store, fake.job, { ...question, cursor }, () => {});
    expect(page.lines).toEqual([]);
    perRequest.push(reads);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(perRequest).toEqual([10, 10, 10, 5]);
});

test('a walk never has lines of two revisions of the lists', async () => {
  const fake = jobOf([5, 5, 5]);
  fake.basis = 'old';
  fake.finish(0);
  const { page } = await read(fake, ask({ limit: 3 }));
  expect(page.lines).toHaveLength(3);
  // It starts over: what was done is gone, and the basis is the old one until a chunk is done.
  fake.done.clear();
  fake.status = 'running';
  const waiting = await read(fake, ask({ limit: 3, cursor: page.nextCursor! }));
  expect(waiting.page).toEqual({ lines: [], nextCursor: page.nextCursor });
  fake.basis = 'new';
  fake.finish(0);
  await expect(read(fake, ask({ limit: 3, cursor: page.nextCursor! }))).rejects.toMatchObject({ code: 'conflict' });
  expect((await read(fake, ask())).page.lines).toHaveLength(5);
});

test('a job that starts over while a page is read is a conflict, or an empty page before the first line', async () => {
  for (const before of ['old', undefined]) {
    const fake = jobOf([5, 5]);
    fake.basis = before;
    if (before) fake.finish(0);
    let asked = 0;
    const find = async () => {
      if (++asked === 2) fake.basis = 'new';
      return fake.job();
    };
    const store: typeof fake.store = {
      chunks(...of) {
        fake.finish(0);
        return fake.store.chunks(...of);
      },
    };
    const answer = readLines(family, store, find, ask(), () => {});
    if (before) await expect(answer).rejects.toMatchObject({ code: 'conflict' });
    else expect(await answer).toMatchObject({ page: { lines: [], nextCursor: expect.any(String) } });
  }
});

test('a job that failed ends at its first line that is not done', async () => {
  const fake = jobOf([5, 5]);
  fake.finish(0);
  fake.status = 'failed';
  const { page } = await read(fake, ask());
  expect(page).toMatchObject({ nextCursor: null, lines: { length: 5 } });
});

test('only a cursor of the same filters and order is taken, in the spelling it was sent in', async () => {
  const fake = jobOf([30]);
  fake.finish(0);
  const { page } = await read(fake, ask({ filter: { status: ['a', 'b'] } }));
  const cursor = page.nextCursor!;
  expect((await read(fake, ask({ filter: { status: ['b', 'a'] }, cursor }))).page.lines.length).toBeGreaterThan(0);
  const others: Partial<LineQuestion>[] = [
    { cursor },
    { cursor, filter: { status: ['a'] } },
    { cursor, filter: { status: ['a', 'b'], q: 'x' } },
    { cursor, filter: { status: ['a', 'b'] }, sort: 'rate' },
    ...['x', `${cursor}=`, `${cursor} `, `${cursor}AA`, Buffer.from('lines 0 0 - -').toString('base64url')].map(
      (bad) => ({ cursor: bad, filter: { status: ['a', 'b'] } }),
    ),
  ];
  for (const question of others) {
    const error = await read(fake, ask(question)).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(PortsideError);
    expect([error.code, error.details[0].path]).toEqual(['invalid_request', '/cursor']);
  }
});
