import { describe, expect, test } from 'bun:test';
import { chapter99, listsInForce } from '../../../test/support/chapter-99.ts';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { type IsolatedTasks, TaskFault, TaskOverrun } from '../../domain/isolated-tasks.ts';
import { embeddedTariff } from '../embedded.ts';
import { tariffTasks } from '../worker-tasks.ts';
import { readNotesInWorker } from './read-in-worker.ts';

const DAY = '2026-11-20';
const file = Buffer.from(chapter99(listsInForce(embeddedTariff(), DAY), 'html'));

const read = (bytes: Uint8Array, tasks: IsolatedTasks = new InlineTasks(tariffTasks)) =>
  readNotesInWorker(bytes, [], { effective: DAY }, tasks);

const answering = (text: string): IsolatedTasks => ({
  run: async () => ({ text, bytes: new Uint8Array(), cost: { cpuMs: 0 } }),
  prepare: () => {},
});
const failing = (error: Error): IsolatedTasks => ({ run: () => Promise.reject(error), prepare: () => {} });

describe('notes, read by a worker', () => {
  test('give the comparison', async () => {
    const notes = await read(file);
    expect(notes).toMatchObject({ form: 'html', effective: DAY, proposals: [] });
    expect(notes.subdivisions).toHaveLength(25);
  });

  test.each([
    ['a PDF', '%PDF-1.7 x', /pdftotext -layout/],
    ['another text', 'Dear Sir or Madam', /not the notes of chapter 99/],
    ['nothing', '', /not the notes of chapter 99/],
    ['half a file', file.subarray(0, file.length / 2).toString(), /cut short/],
    ['a page of HTML', '<html><p>Not found</p></html>', /not the notes of chapter 99/],
  ])('are refused if the file is %s', async (_, text, reason) => {
    await expect(read(Buffer.from(text))).rejects.toThrow(reason);
  });

  test('may be UTF-16', async () => {
    const utf16 = Buffer.from(`\ufeff${file.toString()}`, 'utf16le');
    expect((await read(utf16)).subdivisions).toHaveLength(25);
  });

  test.each([
    '',
    'null',
    '[]',
    '{"fault":{}}',
    '{"form":"html"}',
    JSON.stringify({
      form: 'html',
      revision: null,
      effective: DAY,
      subdivisions: [],
      unread: [],
      unknown: [],
      not_in_schedule: [],
      proposals: [{ list_id: '../../etc/passwd', version: '1', text: '' }],
    }),
  ])('an answer of another shape is refused: %s', async (text) => {
    await expect(read(file, answering(text))).rejects.toThrow();
  });

  test('that exceed their budget are refused, and a fault of ours stays one', async () => {
    await expect(read(file, failing(new TaskOverrun('memoryBytes', { cpuMs: 1 })))).rejects.toThrow(
      'within the limits',
    );
    const fault = new TaskFault('threw', 'x', { cpuMs: 1 });
    await expect(read(file, failing(fault))).rejects.toBe(fault);
  });
});
