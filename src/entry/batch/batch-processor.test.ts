import { beforeEach, describe, expect, test } from 'bun:test';
import { FULL_LINE, sheetOf } from '../../../test/support/batch-sheets.ts';
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { MemoryCertificateStore } from '../../../test/support/memory-certificate-store.ts';
import { seededBytes } from '../../../test/support/seed.ts';
import { PortsideError } from '../../domain/errors.ts';
import type { Job } from '../../domain/job.ts';
import { type Resource, ResourceSpent } from '../../domain/resources.ts';
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import { CertificateIssuer } from '../issue/certificate-issuer.ts';
import { entryTasks } from '../worker-tasks.ts';
import { acceptEntryBatch } from './accept-batch.ts';
import { entryBatchProcessor } from './batch-processor.ts';
import type { LineOutcome } from './make-line.ts';
import { RESULT_COLUMNS, resultRow } from './result.ts';

const JOB = { id: 'job_0123456789abcdefghijklmn', kind: 'entry_batch', keyId: 7, lineageId: 3 } as Job;
const LINES = ['A-1', 'A-2', 'A-2', 'A-3'].map((sku) => ({
  ...FULL_LINE,
  sku,
  ...(sku === 'A-3' && { testing_lab_test_date: 'x' }),
}));

let store: MemoryCertificateStore;
let draw: () => void;
let nowMs: number;

beforeEach(() => {
  store = new MemoryCertificateStore();
  draw = () => {};
  nowMs = NOW_MS;
});

function work(spent?: Resource) {
  const issuer = new CertificateIssuer({
    requireRoom: () => {},
    signer: { sign: async (pdf) => ({ pdf, signature: Uint8Array.of(1), signer: 'ab'.repeat(32) }) },
    render: async ({ gccId }) => {
      draw();
      return new TextEncoder().encode(`%PDF ${gccId}`);
    },
    store,
    clock: { now: () => nowMs, random: seededBytes },
  });
  return entryBatchProcessor({
    issuer,
    filings: { codes: async () => undefined },
    meter: {
      async run(lineageId, _, metered) {
        expect(lineageId).toBe(3);
        if (spent) throw new ResourceSpent(spent, nowMs);
        return metered(() => {});
      },
    },
    baseUrl: () => 'https://portside.example',
  });
}

async function chunk(lines = LINES) {
  const parts = { tasks: new InlineTasks(entryTasks), owner: 'key 3', nowMs };
  return (await acceptEntryBatch(sheetOf(lines), {}, parts)).chunks[0]!;
}

const signal = new AbortController().signal;

test('each line has its certificate or its errors, and duplicate SKUs are lines like others', async () => {
  const { output, counts, errors, unitsUnused } = await work().run(JOB, await chunk(), signal);
  const outcomes = unpackRows<LineOutcome>(output);
  expect(counts).toEqual({ stated: 3, not_made: 1 });
  // No unit was charged for a line that was known to have an error.
  expect(unitsUnused).toBe(0);
  expect(errors).toEqual([{ line: 5, column: 'testing_lab_test_date', message: 'Must be a date written YYYY-MM-DD.' }]);
  expect(new Set(outcomes.flatMap(({ certificate }) => certificate?.id ?? [])).size).toBe(3);
  const { record } = store.certificates.get(outcomes[0]!.certificate!.id)!;
  expect(record).toMatchObject({ keyId: '7', lineageId: 3, requestId: JOB.id });
  const rows = outcomes.map((outcome) => resultRow(outcome));
  expect(Object.keys(rows[0]!)).toEqual([...RESULT_COLUMNS]);
  expect(rows.map(({ line, sku, outcome, state, pdf }) => [line, sku, outcome, state, pdf])).toEqual([
    ...outcomes
      .slice(0, 3)
      .map(({ line, sku, certificate }) => [
        line,
        sku,
        'issued',
        'stated',
        `/api/v2/entry/certificates/${certificate!.id}/pdf`,
      ]),
    [5, 'A-3', 'not_made', '', ''],
  ]);
  expect(rows[3]!.errors).toBe('testing_lab_test_date: Must be a date written YYYY-MM-DD.');
});

describe('exactly once', () => {
  test('a chunk that is done again gives the same output, after any time, and draws nothing', async () => {
    const input = await chunk();
    const first = await work().run(JOB, input, signal);
    nowMs += 400 * 86_400_000;
    draw = () => {
      throw new Error('It was drawn again.');
    };
    const again = await work().run(JOB, input, signal);
    expect(unpackRows<LineOutcome>(again.output)).toEqual(unpackRows<LineOutcome>(first.output));
    expect(store.certificates.size).toBe(3);
  });

  test('a chunk that died after some lines goes on, and two processes at once make each line once', async () => {
    const input = await chunk();
    let drawn = 0;
    draw = () => {
      if (++drawn === 2) throw new PortsideError('unavailable');
    };
    await expect(work().run(JOB, input, signal)).rejects.toThrow(PortsideError);
    expect(store.certificates.size).toBe(1);
    const [one, other] = await Promise.all([work().run(JOB, input, signal), work().run(JOB, input, signal)]);
    expect(unpackRows<LineOutcome>(one.output)).toEqual(unpackRows<LineOutcome>(other.output));
    expect(store.certificates.size).toBe(3);
  });

  test('another batch of the same lines makes its own certificates', async () => {
    const input = await chunk();
    await work().run(JOB, input, signal);
    await work().run({ ...JOB, id: 'job_other' }, input, signal);
    expect(store.certificates.size).toBe(6);
  });

  test('a certificate that was revoked meanwhile is the one of its line', async () => {
    const input = await chunk();
    const [first] = unpackRows<LineOutcome>((await work().run(JOB, input, signal)).output);
    await store.revoke({ gccId: first!.certificate!.id, atMs: nowMs });
    const [again] = unpackRows<LineOutcome>((await work().run(JOB, input, signal)).output);
    expect(again!.certificate).toMatchObject({ id: first!.certificate!.id, status: 'revoked' });
    expect(store.certificates.size).toBe(3);
  });

  test('a line whose content is another than before is not made, and says so', async () => {
    await work().run(JOB, await chunk(), signal);
    const changed = await chunk(LINES.map((line) => ({ ...line, lot: 'L-9' })));
    const { counts, unitsUnused, errors } = await work().run(JOB, changed, signal);
    expect([counts, unitsUnused]).toEqual([{ not_made: 4 }, 3]);
    expect(errors[0]!.message).toContain('with other content');
    expect(store.certificates.size).toBe(3);
  });
});

describe('what stops a line', () => {
  test.each<Resource>(['storedBytes', 'cpuMs'])(
    'spent %s is told of each line, and its unit is given back',
    async (resource) => {
      const { errors, unitsUnused, counts } = await work(resource).run(JOB, await chunk(), signal);
      expect([unitsUnused, counts]).toEqual([3, { not_made: 4 }]);
      expect(errors[0]!.message).toContain('this API key');
    },
  );

  test('a job that was cancelled, or a process that stops, makes no further certificate', async () => {
    const stopped = new AbortController();
    draw = () => stopped.abort();
    await expect(work().run(JOB, await chunk(), stopped.signal)).rejects.toThrow(PortsideError);
    expect(store.certificates.size).toBe(0);
  });

  test('a certificate whose worker dies twice is one line that is not made', async () => {
    let drawn = 0;
    draw = () => {
      if (++drawn <= 2) throw new PortsideError('internal');
    };
    const { counts, errors } = await work().run(JOB, await chunk(), signal);
    expect(counts).toEqual({ stated: 2, not_made: 2 });
    expect(errors[0]).toMatchObject({ line: 2, message: expect.stringContaining('The fault is ours') });
  });

  test('a database that fails is no outcome of a line', async () => {
    store.insert = async () => {
      throw new Error('disk I/O error');
    };
    await expect(work().run(JOB, await chunk(), signal)).rejects.toThrow('disk I/O error');
  });
});
