import { describe, expect, test } from 'bun:test';
import { FULL_LINE, sheetOf, sheetOfRows } from '../../../test/support/batch-sheets.ts';
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { PortsideError } from '../../domain/errors.ts';
import { TaskOverrun } from '../../domain/isolated-tasks.ts';
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import { entryTasks } from '../worker-tasks.ts';
import {
  acceptEntryBatch,
  BATCH_LINES_MAX,
  type BatchOptions,
  type BatchSheet,
  LINES_PER_CHUNK,
} from './accept-batch.ts';
import type { PreparedLine } from './prepare-line.ts';

const accept = (sheet: BatchSheet, options: BatchOptions = {}, tasks = new InlineTasks(entryTasks)) =>
  acceptEntryBatch(sheet, options, { tasks, owner: 'key 1', nowMs: NOW_MS });

async function refusal(work: Promise<unknown>): Promise<PortsideError> {
  const error = await work.then(
    () => new Error('It was accepted.'),
    (reason: unknown) => reason,
  );
  if (error instanceof PortsideError) return error;
  throw error;
}

describe('a batch that can be read', () => {
  test('every line is in one chunk, in order, and only lines without an error cost a unit', async () => {
    const lines = Array.from({ length: 2 * LINES_PER_CHUNK + 1 }, (_, at) => ({
      ...FULL_LINE,
      sku: `S-${at}`,
      ...(at % 10 === 0 && { date_of_manufacture: 'soon' }),
    }));
    const { chunks, units, linesTotal } = await accept(sheetOf(lines, 4));
    expect([units, linesTotal]).toEqual([45, 51]);
    expect(chunks.map(({ number, firstLine, lines: count }) => [number, firstLine, count])).toEqual([
      [0, 5, 25],
      [1, 30, 25],
      [2, 55, 1],
    ]);
    const prepared = chunks.flatMap(({ input }) => unpackRows<PreparedLine>(input));
    expect(prepared.map(({ line, sku }) => [line, sku])).toEqual(lines.map(({ sku }, at) => [5 + at, sku]));
    expect(prepared.filter(({ body }) => !body).map(({ line, errors }) => [line, errors[0]?.column])).toEqual(
      [5, 15, 25, 35, 45, 55].map((line) => [line, 'date_of_manufacture']),
    );
  });

  test('lines of the same product and lot are named, wherever they stand; a line that is not made is none of them', async () => {
    const { lot: _, ...withoutLot } = FULL_LINE;
    const lines = [
      FULL_LINE,
      { ...FULL_LINE, lot: 'L-2604' },
      { ...FULL_LINE, sku: 'mrd-m-0001' },
      { ...FULL_LINE, date_of_manufacture: 'soon' },
      { ...withoutLot, lot_assigned_by: '' },
      { ...withoutLot, lot_assigned_by: '', date_of_manufacture: '2026-02' },
      ...Array.from({ length: LINES_PER_CHUNK }, (_, at) => ({ ...FULL_LINE, sku: `S-${at}` })),
      { ...withoutLot, lot_assigned_by: '' },
      FULL_LINE,
    ];
    const { options } = await accept(sheetOf(lines), { remarks: ['One sheet.'] });
    expect(options.readings).toEqual([
      'One sheet.',
      'Lines 2, 4 and 34 state the same product and lot or date. Each makes a certificate.',
      'Lines 6 and 33 state the same product and lot or date. Each makes a certificate.',
    ]);
  });

  test('parties and values for every line are used', async () => {
    const { manufacturer_name: name, manufacturer_address: address, manufacturer_email: email, ...line } = FULL_LINE;
    const { manufacturer_phone: phone, place_of_manufacture: place, ...rest } = line;
    const parties = sheetOf([{ party: 'manufacturer', name: name!, address: address!, email: email!, phone: phone! }]);
    const { chunks } = await accept(sheetOf([rest]), { parties, defaults: { place_of_manufacture: place! } });
    const [full] = (await accept(sheetOf([FULL_LINE]))).chunks;
    expect(unpackRows<PreparedLine>(chunks[0]!.input)[0]!.body).toEqual(
      unpackRows<PreparedLine>(full!.input)[0]!.body!,
    );
  });
});

describe('a batch that is refused as a whole', () => {
  test.each<[string, BatchSheet, BatchOptions, string]>([
    ['an unknown heading', sheetOf([{ ...FULL_LINE, farbe: 'red' }]), {}, '"farbe" is not a column'],
    ['no lines', sheetOfRows(['sku'], []), {}, 'no lines below'],
    ['one line too many', { ...sheetOf([FULL_LINE]), rows: BATCH_LINES_MAX + 1 }, {}, 'has 5001. Split it.'],
    ['an unknown default', sheetOf([FULL_LINE]), { defaults: { farbe: 'red' } }, ''],
    ['a party that is none', sheetOf([FULL_LINE]), { parties: sheetOf([{ party: 'shop' }]) }, 'Must be importer'],
    [
      'parties without end',
      sheetOf([FULL_LINE]),
      { parties: { ...sheetOf([{ party: 'x' }]), rows: 1001 } },
      '1000 rows',
    ],
  ])('%s', async (_, sheet, options, message) => {
    const error = await refusal(accept(sheet, options));
    expect(error.code).toBe('invalid_request');
    expect(error.message).toContain(message);
    expect(error.details?.length).toBeGreaterThan(0);
  });

  test('lines that cost more than any batch, and a machine that is too busy', async () => {
    const tasks = new InlineTasks(entryTasks);
    tasks.fault = () => new TaskOverrun('cpuMs', { cpuMs: 20_000 });
    expect((await refusal(accept(sheetOf([FULL_LINE]), {}, tasks))).code).toBe('invalid_request');
    tasks.fault = () => new TaskOverrun('wallMs', { cpuMs: 1 });
    expect((await refusal(accept(sheetOf([FULL_LINE]), {}, tasks))).code).toBe('unavailable');
  });
});
