/** Files that were made to hurt the reader. Each is read in a worker process with less memory than a server allows. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { runs } from '../../test/support/seed.ts';
import { repeated, workbook, type zipOf } from '../../test/support/workbooks.ts';
import { workerCommand } from '../isolation/worker-command.ts';
import { WorkerPool } from '../isolation/worker-pool.ts';
import { TABLE_MEMORY_BYTES } from './read-table.ts';

/** Each file in a process of its own: what one left behind would count for the next. */
const pool = new WorkerPool({
  command: workerCommand(),
  group: 'spreadsheet',
  memoryBytes: TABLE_MEMORY_BYTES,
  workersMax: 1,
  jobsMax: 1,
  runningPerOwner: 1,
});
afterAll(() => pool.close());
/** A busy machine takes long for the 600 MB that a file may unpack to. */
setDefaultTimeout(300_000);

const MEMORY_BYTES = TABLE_MEMORY_BYTES / 2;
const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const STRINGS = 'xl/sharedStrings.xml';
const SHEET = 'xl/worksheets/sheet1.xml';
const one = (others: Parameters<typeof zipOf>[0]) => workbook({ rows: '<row><c><v>1</v></c></row>', others });
const text = (value: string) => Buffer.from(value);

type Refused = [name: string, file: () => Uint8Array, reason: string];

/** Files that take seconds each. The ordinary suite leaves them out. */
const LARGE: Refused[] = [
  [
    'two gigabytes of shared strings',
    () => one([repeated(STRINGS, `<sst ${NS}>`, `<si><t>${'x'.repeat(30_000)}</t></si>`, 70_000, '</sst>')]),
    'larger than 150 MB',
  ],
  [
    '20 million small strings',
    () => one([repeated(STRINGS, `<sst ${NS}>`, '<si><t>x</t></si>', 20_000_000, '</sst>')]),
    'more than 3,000,000 texts',
  ],
  [
    'two gigabytes of empty elements',
    () => one([repeated(SHEET, `<worksheet ${NS}>`, `<a b="${'x'.repeat(60_000)}"/>`, 36_000, '</worksheet>')]),
    'unpacks to more than 600 MB',
  ],
  [
    'far cells in many rows',
    () =>
      workbook({
        rows: Array.from({ length: 1300 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`).join(
          '',
        ),
      }),
    'more than 20,000,000 cells',
  ],
  ['a line of 64 MB', () => text(`Part,HTS\nA,${'x'.repeat(64 << 20)}\n`), 'longer than 1,048,576'],
  ['16 MB of line breaks', () => text('\n'.repeat(16 << 20)), 'more than 1,048,576 lines'],
];

const SMALL: Refused[] = [
  [
    'two gigabytes of blanks in a sheet',
    () => one([repeated(SHEET, `<worksheet ${NS}>`, ' ', 2 ** 31, '</worksheet>')]),
    'text or tag of more than 4 MB',
  ],
  [
    'a tag of two gigabytes',
    () => one([repeated(SHEET, `<worksheet ${NS} a="`, 'x', 2 ** 31, '"/>')]),
    'text or tag of more than 4 MB',
  ],
  ['an open quote over 64 MB', () => text(`Part,HTS\n"A,1\n${'B,7318\n'.repeat(9_500_000)}`), 'longer than 1,048,576'],
  ['32 MB of brackets', () => text('['.repeat(32 << 20)), 'nested too deeply'],
  [
    'elements in elements',
    () => one([repeated(SHEET, `<worksheet ${NS}>`, '<a>', 5_000_000, '')]),
    'nested too deeply',
  ],
  [
    'nested entities',
    () =>
      workbook({ rows: '<row><c><v>&b;</v></c></row>', prolog: '<!DOCTYPE w [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>' }),
    'DOCTYPE',
  ],
  [
    'an external entity',
    () =>
      workbook({
        rows: '<row><c><v>&a;</v></c></row>',
        prolog: '<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
      }),
    'DOCTYPE',
  ],
  [
    'a reference that no sheet has',
    () => workbook({ rows: '<row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row>' }),
    '"ZZZZZZZ1" is not a cell',
  ],
  [
    'a row that no sheet has',
    () => workbook({ rows: '<row r="99999999999"><c><v>1</v></c></row>' }),
    'a number that no sheet has',
  ],
  [
    'one long text in a million cells',
    () =>
      workbook({
        rows: `<row>${'<c t="s"><v>0</v></c>'.repeat(40)}</row>`,
        strings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
      }),
    'at most 1,048,576 characters',
  ],
  [
    'too many parts',
    () => one(Array.from({ length: 2100 }, (_, at) => ({ name: `a${at}`, content: '' }))),
    'more than 2000 parts',
  ],
  ['an end that is cut off', () => one([]).subarray(0, -30), 'damaged or incomplete'],
  ['a middle that is cut out', () => Buffer.concat([one([]).subarray(0, 100), one([]).subarray(140)]), 'damaged'],
];

test.each([...SMALL, ...LARGE.slice(0, runs(0, LARGE.length))])(
  '%s: refused, in little memory',
  async (_, file, reason) => {
    const budget = { cpuMs: 60_000, memoryBytes: MEMORY_BYTES, outputBytes: 1 << 20, wallMs: 300_000 };
    const { text: output } = await pool.run({
      task: 'read',
      input: {},
      attachments: [file()],
      budget,
      owners: ['test'],
    });
    expect((JSON.parse(output) as { fault?: { reason: string } }).fault?.reason).toContain(reason);
  },
);

const READ: [name: string, file: () => Uint8Array, rows: number][] = [
  [
    '1,048,576 empty rows',
    () =>
      one([
        repeated(
          SHEET,
          `<worksheet ${NS}><sheetData>`,
          '<row/>',
          1_048_575,
          '<row><c><v>1</v></c></row></sheetData></worksheet>',
        ),
      ]),
    1,
  ],
  [
    'a cell at the end of the sheet',
    () => workbook({ rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' }),
    1,
  ],
  [
    'macros, links and embedded files',
    () =>
      one([
        { name: 'xl/vbaProject.bin', content: 'x' },
        repeated('xl/embeddings/a.bin', '', 'x', 2 ** 31, ''),
        { name: 'xl/externalLinks/externalLink1.xml', content: '<!DOCTYPE x>' },
      ]),
    1,
  ],
];

test.each(READ)('%s: read, in little memory', async (_, file, rows) => {
  const budget = { cpuMs: 60_000, memoryBytes: MEMORY_BYTES, outputBytes: 1 << 20, wallMs: 300_000 };
  const { text: output } = await pool.run({ task: 'read', input: {}, attachments: [file()], budget, owners: ['test'] });
  expect(JSON.parse(output)).toMatchObject({ rows });
});
