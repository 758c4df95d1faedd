/** Audits of stores: what is accepted, what a store that cannot be scanned becomes, and what is given back. */
import { describe, expect, test } from 'bun:test';
import { BLOCKED_REPORT, CLEAN_REPORT, SAMPLE_REPORT } from '../../../test/support/detailed-report.ts';
import { PortsideError } from '../../domain/errors.ts';
import type { Job } from '../../domain/job.ts';
import { unmetered } from '../../domain/resource-meter.ts';
import type { DetailedReport } from '../../domain/scan-report.ts';
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import type { Scanner } from '../scan.ts';
import { acceptPixelAudit, type PixelAuditOptions, STORES_MAX } from './accept-audit.ts';
import { pixelAuditProcessor } from './audit-processor.ts';
import { RESULT_COLUMNS, resultRow } from './result.ts';
import { type StoreOutcome, standingOf, worstFirst } from './store-outcome.ts';

const stores = (...addresses: string[]) => addresses.map((address, at) => ({ line: at + 1, address }));

function refusal(run: () => unknown): PortsideError {
  try {
    run();
  } catch (error) {
    if (error instanceof PortsideError) return error;
  }
  throw new Error('It was accepted.');
}

describe('a list', () => {
  test('is a chunk for each store, and costs the pages that may be fetched, each store once', () => {
    const list = stores('shop.example', 'https://SHOP.example/', 'https://b.example/x', 'http://shop.example');
    const one = acceptPixelAudit(list, {});
    expect([one.units, one.linesTotal, one.chunks.map(({ firstLine, lines }) => [firstLine, lines])]).toEqual([
      3,
      4,
      [
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 1],
      ],
    ]);
    expect(
      one.chunks.flatMap(({ input }) => unpackRows<{ sameAs?: number }>(input)).map(({ sameAs }) => sameAs),
    ).toEqual([undefined, 1, undefined, undefined]);
    expect(acceptPixelAudit(list, { journey: true }).units).toBe(18);
  });

  test.each([
    '',
    'shop',
    'ftp://shop.example',
    'javascript:alert(1)',
    'two words.example',
    `a.example/${'x'.repeat(3000)}`,
    'file:///etc/passwd',
  ])('with %j is refused by line, before anything is fetched', (wrong) => {
    const { code, details } = refusal(() => acceptPixelAudit(stores('shop.example', wrong), {}));
    expect([code, details?.map(({ path }) => path)]).toEqual(['invalid_request', ['/stores/1']]);
    expect(details![0]!.message).toContain('line 2');
  });

  test('of no store, or of too many, is refused', () => {
    expect(refusal(() => acceptPixelAudit([], {})).message).toContain('no store');
    const many = Array.from({ length: STORES_MAX + 1 }, (_, at) => ({ line: at + 1, address: `s${at}.example` }));
    expect(refusal(() => acceptPixelAudit(many, {})).message).toContain(String(STORES_MAX));
    expect(acceptPixelAudit(many.slice(1), {}).chunks.length).toBe(STORES_MAX);
  });
});

describe('a chunk', () => {
  const job = {
    id: 'job_1',
    lineageId: 7,
    options: { journey: true, deep: true } satisfies PixelAuditOptions,
  } as unknown as Job;
  const work = (scan: () => Promise<{ report: DetailedReport }>) =>
    pixelAuditProcessor({
      scanner: {
        scan: async () => ({ ...(await scan()), url: 'https://shop.example/', ageSeconds: 3 }),
      } as unknown as Scanner,
      meter: { run: (_, most, run) => unmetered(most, run) },
      clock: { now: () => 10_000 },
      onFault: (error) => faults.push(error),
    });
  const faults: unknown[] = [];
  const run = async (scan: () => Promise<{ report: DetailedReport }>, ...addresses: string[]) => {
    const { chunks } = acceptPixelAudit(stores(...addresses), { journey: true });
    const outcome = await work(scan).run(job, chunks.at(-1)!, new AbortController().signal);
    return { ...outcome, row: unpackRows<StoreOutcome>(outcome.output)[0]! };
  };

  test('keeps the report with its time, and gives back the pages that were not fetched', async () => {
    const { row, counts, unitsUnused, errors } = await run(async () => ({ report: SAMPLE_REPORT }), 'shop.example');
    expect(row).toEqual({
      line: 1,
      address: 'shop.example',
      url: 'https://shop.example/',
      atMs: 7000,
      report: SAMPLE_REPORT,
    });
    expect([counts, unitsUnused, errors]).toEqual([{ [SAMPLE_REPORT.state]: 1 }, 6 - SAMPLE_REPORT.pages.length, []]);
  });

  test('of a store that cannot be scanned says why, and gives everything back', async () => {
    const gone = await run(async () => Promise.reject(new PortsideError('upstream_failed')), 'shop.example');
    expect(gone.row).toEqual({ line: 1, address: 'shop.example', fault: 'The storefront could not be fetched.' });
    expect([gone.counts, gone.unitsUnused, gone.errors.length]).toEqual([{ not_scanned: 1 }, 6, 1]);
  });

  test('of a store that an earlier line names is not scanned again', async () => {
    let scans = 0;
    const scan = async () => {
      scans++;
      return { report: CLEAN_REPORT };
    };
    const same = await run(scan, 'shop.example', 'https://shop.example/');
    expect([scans, same.counts, same.unitsUnused]).toEqual([0, { same: 1 }, 0]);
  });

  test.each([
    ['a busy machine', new PortsideError('unavailable')],
    ['a fault that is not of the store', new TypeError('ours')],
  ])('is left undone after %s: nothing is said of the store', async (_, error) => {
    await expect(run(async () => Promise.reject(error), 'shop.example')).rejects.toBe(error);
  });

  test('of a store that our reader fails at says that the fault is ours, and the job goes on', async () => {
    const cause = new Error('The task threw.');
    const failed = await run(async () => Promise.reject(new PortsideError('internal', { cause })), 'shop.example');
    expect(failed.row).toEqual({ line: 1, address: 'shop.example', fault: expect.stringContaining('fault is ours') });
    expect(faults).toEqual([cause]);
  });
});

test('the worst store is first: not scanned, not judged, then by score, then in the order of the list', () => {
  const report = (score: number | null, state: DetailedReport['state'] = 'judged') => ({
    url: '',
    atMs: 0,
    report: { ...CLEAN_REPORT, score, state },
  });
  const outcomes: StoreOutcome[] = [
    { line: 1, address: 'a', ...report(100) },
    { line: 2, address: 'b', sameAs: 1 },
    { line: 3, address: 'c', ...report(40) },
    { line: 4, address: 'd', ...report(40, 'partly_judged') },
    { line: 5, address: 'e', url: '', atMs: 0, report: BLOCKED_REPORT },
    { line: 6, address: 'f', fault: 'gone' },
  ];
  const standings = outcomes.map(standingOf).sort(worstFirst);
  expect(standings.map(({ line }) => line)).toEqual([6, 5, 3, 4, 1, 2]);
  for (const standing of standings) expect(Object.keys(resultRow(standing))).toEqual([...RESULT_COLUMNS]);
  // A store that was not judged has no score, and one that was not scanned no counts: an empty cell, never a zero.
  expect(Object.values(resultRow(standings[1]!)).slice(2, 4)).toEqual(['not_judged', null]);
  expect(Object.values(resultRow(standings[0]!)).slice(3, 9)).toEqual([null, null, null, null, null, null]);
});
