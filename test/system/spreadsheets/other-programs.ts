/** One table, written by other programs and read by us, and written by us and read by them: every cell has the value that was given. */
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../../src/domain/table.ts';
import { readBytes } from '../../../src/spreadsheet/worker-tasks.ts';
import { WorkbookWriter } from '../../../src/spreadsheet/write/workbook-writer.ts';
import { numberCell } from '../../../src/spreadsheet/xlsx/number-cell.ts';
import { MemorySink, rowsOf } from '../../support/tables.ts';
import { tempDir } from '../../support/temp.ts';

type Given =
  | ['text', string]
  | ['number', number, format?: string]
  | ['date', iso: string, format: string]
  | ['boolean', boolean];

const PYTHON = process.env.SPREADSHEET_PYTHON ?? 'python3';
const SCRIPT = join(import.meta.dir, 'other_programs.py');
const OFFICE = Bun.which('soffice');
const FIRST_DAY = Date.UTC(2020, 0, 1);

function table(rows: number, columns: number): Given[][] {
  const texts = [
    'Śruby 螺丝 😀',
    '0101210010',
    '=1+1',
    ' blanks ',
    'a "b" <c> & d',
    "'tis",
    '7.317E+09',
    'two\nlines',
    '-',
    'TRUE',
    '2026-07-01',
  ];
  const cell = (row: number, column: number): Given => {
    const at = row * 31 + column;
    switch (at % 7) {
      case 0:
        return ['number', 101210010 + at, '0000000000'];
      case 1:
        return ['number', at - 500];
      case 2:
        return ['number', (at + 0.25) / 3];
      case 3:
        return ['date', new Date(FIRST_DAY + (at % 5000) * 86_400_000).toISOString().slice(0, 10), 'yyyy-mm-dd'];
      case 4:
        return ['boolean', at % 2 === 0];
      default:
        return ['text', `${texts[at % texts.length]}${at % 3 === 0 ? at : ''}`];
    }
  };
  return [
    Array.from({ length: columns }, (_, column): Given => ['text', `Column ${column}`]),
    ...Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => cell(row, column))),
  ];
}

const TABLES: [name: string, rows: number, columns: number][] = [
  ['300 columns', 20, 300],
  ['10,000 rows', 10_000, 8],
];

function serial(iso: string): string {
  return String((Date.parse(iso) - Date.UTC(1899, 11, 30)) / 86_400_000);
}

/** What our reader has to say about a cell that was given. */
function expectRead(cell: Cell | undefined, [kind, value, format]: Given): void {
  if (kind === 'text') expect(cell).toBe(value);
  else if (kind === 'boolean') expect(cell).toMatchObject({ type: 'boolean', text: value ? 'TRUE' : 'FALSE' });
  else if (kind === 'date') expect(cell).toMatchObject({ type: 'date', iso: value, text: value });
  else {
    expect(cell).toMatchObject({ type: 'number' });
    const { raw, text } = cell as { raw: string; text: string };
    // XlsxWriter writes 16 digits, LibreOffice 15.
    expect(Math.abs(Number(raw) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14);
    if (format) expect(text).toBe(String(value).padStart(format.length, '0'));
  }
}

async function expectTable(bytes: Uint8Array, given: Given[][]): Promise<void> {
  const { rows, chunks, ...rest } = await readBytes(bytes, { headerLine: 0 });
  const read = rowsOf({ rows, chunks, ...rest });
  expect(read.map(({ line }) => line)).toEqual(given.map((_, at) => at + 1));
  for (const [at, cells] of given.entries())
    for (const [column, cell] of cells.entries()) expectRead(read[at]!.cells[column], cell);
}

function call(command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdout: 'pipe', stderr: 'pipe' });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}

/** LibreOffice keeps a profile: one of its own for each test. */
function converted(folder: string, file: string, kind: string): void {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  call([OFFICE!, profile, '--headless', '--convert-to', kind, '--outdir', `${folder}/out`, file]);
}

function writtenBy(program: string, folder: string, given: Given[][]): string {
  writeFileSync(`${folder}/table.json`, JSON.stringify(given));
  call([PYTHON, SCRIPT, 'write', program, `${folder}/table.json`, `${folder}/table.xlsx`]);
  return `${folder}/table.xlsx`;
}

for (const [name, rows, columns] of TABLES) {
  test.each(['openpyxl', 'xlsxwriter', 'xlsxwriter-inline'])(
    `${name} of %s are read as they were given`,
    async (program) => {
      const given = table(rows, columns);
      await expectTable(readFileSync(writtenBy(program, tempDir(), given)), given);
    },
  );

  test.if(OFFICE !== null)(`${name} of LibreOffice are read as they were given`, async () => {
    const given = table(rows, columns);
    const folder = tempDir();
    converted(folder, writtenBy('openpyxl', folder, given), 'xlsx');
    await expectTable(readFileSync(`${folder}/out/table.xlsx`), given);
  });

  test(`${name} of ours are read by openpyxl, and after LibreOffice where it is installed`, async () => {
    const given = table(rows, columns);
    const folder = tempDir();
    writeFileSync(`${folder}/ours.xlsx`, await ours(given));
    expectOpenpyxl(`${folder}/ours.xlsx`, 'formulas', given);
    if (OFFICE === null) return;
    converted(folder, `${folder}/ours.xlsx`, 'xlsx');
    expectOpenpyxl(`${folder}/out/ours.xlsx`, 'values', given);
    await expectTable(readFileSync(`${folder}/out/ours.xlsx`), given);
  });
}

async function ours(given: Given[][]): Promise<Uint8Array> {
  const sink = new MemorySink();
  const writer = new WorkbookWriter(sink, { title: 'A', createdAtMs: 0 });
  await writer.addSheet({ name: 'A', columns: given[0]!.map(([, header]) => ({ header: String(header) })) });
  for (const cells of given.slice(1)) {
    await writer.addRow(
      cells.map(([kind, value, format]) => {
        if (kind === 'date') return numberCell(serial(value), format, false);
        return kind === 'number' && format ? numberCell(String(value), format, false) : value;
      }),
    );
  }
  await writer.close();
  return sink.bytes;
}

function expectOpenpyxl(file: string, kept: 'formulas' | 'values', given: Given[][]): void {
  const read = JSON.parse(call([PYTHON, SCRIPT, 'read', file, kept])) as Given[][];
  expect(read).toHaveLength(given.length);
  for (const [at, cells] of given.entries()) {
    for (const [column, [kind, value, format]] of cells.entries()) {
      const [readKind, readValue, readFormat] = read[at]![column]!;
      expect(readKind).toBe(kind);
      if (kind === 'date') expect(String(readValue).slice(0, 10)).toBe(value);
      else if (kind === 'number')
        expect(Math.abs(Number(readValue) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14);
      else if (kind === 'text') expect(readValue).toBe(value);
      else expect(readValue).toBe(value);
      // LibreOffice puts a backslash before each sign.
      if (format) expect(readFormat?.replaceAll('\\', '')).toBe(format);
    }
  }
}
