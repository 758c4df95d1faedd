import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { tariffTables } from '../../../test/support/paths.ts';
import { Schedule } from '../schedule/schedule.ts';
import { ScheduleFile } from '../schedule/schedule-file.ts';
import { revisionIn } from '../schedule/schedule-revision.ts';
import { tariffTasks } from '../worker-tasks.ts';
import { tariffOf } from './imported-lists.ts';
import { type PlannedImport, planInWorker } from './plan-in-worker.ts';

const folder = join(tariffTables, 'schedules');
const read = (name: string) => readFileSync(join(folder, name));
const tasks = new InlineTasks(tariffTasks);

function plan(file: Uint8Array, { schedule, revision }: { schedule?: string; revision?: string } = {}) {
  const options = { date: '2026-11-22', force: true, ...(revision !== undefined && { revision }) };
  return planInWorker(file, { lists: [], schedule }, options, tasks);
}

function scheduleOf(planned: PlannedImport): Schedule {
  return new Schedule(new ScheduleFile(Buffer.from(planned.text, 'base64')));
}

/** As revisions follow each other. */
const ARCHIVES = readdirSync(folder)
  .filter((name) => name.endsWith('.json.gz'))
  .sort((a, b) => position(a) - position(b));

function position(name: string): number {
  const [, year, revision = '0'] = /hts_(\d{4})_(?:basic|rev_(\d+))/.exec(name)!;
  return Number(year) * 100 + Number(revision);
}

describe('official exports', () => {
  test('ten revisions are imported one after another, each compared with the one before', async () => {
    expect(ARCHIVES).toHaveLength(10);
    let schedule: string | undefined;
    let before = '2026 Rev 10 with the transfers of 2026-07-01';
    for (const name of ARCHIVES) {
      const revision = revisionIn(name)!;
      const planned = await plan(read(name), { revision, ...(schedule !== undefined && { schedule }) });
      if (planned.kind !== 'schedule') throw new Error('not a schedule');
      expect(planned.schedule).toEqual({ revision, replaces: before, older: schedule === undefined });
      expect(scheduleOf(planned).numbers.has('0101210010')).toBe(true);
      schedule = planned.text;
      before = revision;
    }
  });

  test('the CSV of July 2024, with a byte order mark and all cells quoted', async () => {
    const found = scheduleOf(await plan(read('2024-07.csv'))).find('0101300000');
    expect(found).toMatchObject({ exact: true, general: '6.8%', other: '15%', units: ['No.'] });
    expect(found?.special).toStartWith('Free (A+,AU');
  });

  test('a CSV that a spreadsheet saved again: its percentages are those of USITC', async () => {
    const planned = await plan(read('2025-04-resaved.csv'));
    expect(scheduleOf(planned).find('0101300000')?.general).toBe('6.8%');
  });
});

/** With LF; the file has CRLF. */
const csv = read('2024-07.csv').toString('utf8').replaceAll('\r\n', '\n');

describe('encodings', () => {
  const plain = csv.replace(/^\uFEFF/, '');
  const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
  // The only characters of the text that are not ASCII are in Windows-1252.
  const windows1252 = Buffer.from(plain, 'latin1');

  const same = plan(Buffer.from(plain));

  test.each([
    ['UTF-8', Buffer.from(plain)],
    ['UTF-8 with a byte order mark', Buffer.from(csv)],
    ['UTF-8 with CRLF', Buffer.from(plain.replaceAll('\n', '\r\n'))],
    ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${plain}`, 'utf16le')],
    ['UTF-16 LE', Buffer.from(plain, 'utf16le')],
    ['UTF-16 BE with a mark', bigEndian(`\uFEFF${plain}`)],
    ['UTF-16 BE', bigEndian(plain)],
    ['Windows-1252', windows1252],
    ['gzip', Bun.gzipSync(Buffer.from(plain))],
  ])('%s gives the same schedule', async (_, file) => {
    expect(plain).toContain('¢');
    expect((await plan(file)).text).toBe((await same).text);
  });

  test.each([
    ['a gzip file that is cut', Bun.gzipSync(Buffer.from(plain)).subarray(0, 500), null, 'gzip'],
    ['UTF-8 with a damaged character', damagedUtf8(), 3, 'neither valid UTF-8 nor Windows-1252'],
    ['UTF-8 that was read as Windows-1252', Buffer.from(windows1252Twice()), 2, 'is what a character becomes'],
    ['UTF-16 that ends within a character', Buffer.from(plain, 'utf16le').subarray(0, 1001), null, 'UTF-16'],
    ['a zero byte', Buffer.from(plain.replace('Horses', 'Hor\0ses')), 3, 'zero byte'],
    ['a web page', Buffer.from('<!doctype html><p>HTS Number,Indent</p>'), 1, 'neither a tariff list nor'],
  ])('%s is refused', async (_, file, line, reason) => {
    await expect(plan(file)).rejects.toMatchObject({ line, reason: expect.stringContaining(reason) });
  });

  function damagedUtf8(): Buffer {
    const bytes = Buffer.from(plain);
    // The first byte of a character stays alone on line 3, while the ¢ of later lines are whole.
    const at = bytes.indexOf('Horses');
    bytes[at] = 0xc2;
    return bytes;
  }

  function windows1252Twice(): string {
    return plain.replace('"0101","0","Live', '"0101","0","5Â¢ Live');
  }
});

describe('damaged values', () => {
  const row = (changes: Record<string, string>) => {
    const cells = {
      ...{ number: '1003.90', indent: '1', text: 'Other', unit: '', general: '0.1¢/kg', special: '' },
      ...changes,
    };
    const last = changes.other ?? '0.4¢/kg';
    const lines = csv.split('\n').slice(0, 4);
    const { number, indent, text, unit, general, special } = cells;
    const quoted = [number, indent, text, unit, general, special, last, '', ''].map((cell) => `"${cell}"`);
    return Buffer.from([...lines, quoted.join(','), ''].join('\n'));
  };

  test.each([
    [
      { number: '1003.9' },
      'HTS Number',
      '"1003.9" is not a tariff number: a spreadsheet dropped the last zero of 1003.90',
    ],
    [
      { number: '7.317E+09' },
      'HTS Number',
      '"7.317E+09" is not a tariff number: a spreadsheet wrote it in powers of ten',
    ],
    [
      { number: '101210010' },
      'HTS Number',
      '"101210010" is not a tariff number: a spreadsheet dropped its leading zero',
    ],
    [
      { number: '101.21.00' },
      'HTS Number',
      '"101.21.00" is not a tariff number: a spreadsheet dropped its leading zero',
    ],
    [{ number: '7616.99.51.9O' }, 'HTS Number', 'a letter that looks like a digit'],
    [{ number: '7616.99.51.9000' }, 'HTS Number', '"7616.99.51.9000" is not a tariff number'],
    [{ indent: '' }, 'Indent', '"" is not an indent'],
    [{ indent: '1.5' }, 'Indent', '"1.5" is not an indent'],
    [{ text: 'Lost \uFFFD character' }, 'Description', 'U+FFFD'],
    [{ general: '0.068' }, 'General Rate of Duty', '"0.068" is not a rate: a spreadsheet took its unit away'],
    [{ special: '#REF!' }, 'Special Rate of Duty', '"#REF!" is what a spreadsheet shows'],
    [{ other: '#NAME?' }, 'Column 2 Rate of Duty', '"#NAME?" is what a spreadsheet shows'],
    [{ unit: '[""kg""' }, 'Unit of Quantity', 'is not an array of units'],
  ] as [Record<string, string>, string, string][])(
    '%p is refused with line, column and value',
    async (changes, column, reason) => {
      await expect(plan(row(changes))).rejects.toMatchObject({
        line: 5,
        column,
        reason: expect.stringContaining(reason),
      });
      await expect(plan(row(changes))).rejects.toThrow(`line 5, column "${column}": `);
    },
  );

  test('the same row without damage is accepted', async () => {
    expect(scheduleOf(await plan(row({}))).find('100390')?.general).toBe('0.1¢/kg');
  });

  test('the April 2025 export as a spreadsheet left it names its first damaged value', async () => {
    const line =
      read('2025-04-damaged.csv')
        .toString()
        .split('\n')
        .findIndex((text) => text.startsWith('1003.9,')) + 1;
    await expect(plan(read('2025-04-damaged.csv'))).rejects.toMatchObject({
      line,
      column: 'HTS Number',
      reason: expect.stringContaining('"1003.9"'),
    });
  });

  test.each([
    ['htsno', '{"htsno":"1003.9","indent":"0"}', '"1003.9"'],
    ['htsno', '{"htsno":1003.9,"indent":"0"}', '1003.9 is not a text'],
    ['indent', '{"htsno":"1003","indent":"two"}', '"two"'],
    ['units', '{"htsno":"1003","indent":0,"units":{"No.":1}}', 'not an array of units'],
    ['general', '{"htsno":"1003","indent":0,"general":"\\ufffd"}', 'U+FFFD'],
    ['other', '{"htsno":"1003","indent":0,"other":0.05}', '0.05 is not a text'],
  ])('of JSON: %s of %s', async (column, damaged, reason) => {
    const text = `[\n{"htsno":"1002","indent":"0"},\n${damaged}]`;
    await expect(plan(Buffer.from(text))).rejects.toMatchObject({
      line: 3,
      column,
      reason: expect.stringContaining(reason),
    });
  });
});

describe('the schedule in use', () => {
  const imported = async (revision: string) => (await plan(read('hts_2026_rev_6.json.gz'), { revision })).text;
  const inUse = (text: string) => tariffOf([], text).schedule.edition.revision;

  test('is the imported one, also if it is older than that of the binary that imported it', async () => {
    expect(inUse(await imported('2026 Rev 21'))).toBe('2026 Rev 21');
    expect(inUse(await imported('2026 Rev 6'))).toBe('2026 Rev 6');
    const { numbers, schedule } = tariffOf([], await imported('2026 Rev 21'));
    expect(numbers).toBe(schedule.numbers);
  });

  test('is the embedded one if a later binary brought a newer one, or if version 0.1 stored the import', async () => {
    const rows = scheduleOf(await plan(read('hts_2025_basic.json.gz'))).file.rows();
    const old = Schedule.of(rows, { revision: '2025 Basic', note: '', importedOver: '2024 Rev 9' });
    const embedded = '2026 Rev 10 with the transfers of 2026-07-01';
    expect(inUse(Buffer.from(old.file.bytes).toString('base64'))).toBe(embedded);
    expect(inUse('[\n{"htsno":"0101"}]\n')).toBe(embedded);
  });
});

test.each([
  ['hts_2026_revision_21_json.json', '2026 Rev 21'],
  ['hts_2026_rev_10.json.gz', '2026 Rev 10'],
  ['2026HTSRev9.csv', '2026 Rev 9'],
  ['hts_2025_basic.json.gz', '2025 Basic'],
  ['2025HTSBasic.json', '2025 Basic'],
  ['htsdata.csv', null],
  ['export 2026-11-22.json', null],
])('a file named %s is %p', (name, revision) => expect(revisionIn(name)).toBe(revision));
