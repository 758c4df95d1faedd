/** `portside entry batch`: a certificate for each line of a sheet, exactly once, and a folder that is complete. */
import { Database } from 'bun:sqlite';
import { beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { Cell } from '../../../src/domain/table.ts';
import { readBytes } from '../../../src/spreadsheet/worker-tasks.ts';
import { FULL_LINE, workbookOf } from '../../support/batch-sheets.ts';
import { command } from '../../support/command.ts';
import { root } from '../../support/paths.ts';
import { makeDatabase, run } from '../../support/program.ts';
import { copyEmptyDatabase, tempDir } from '../../support/temp.ts';

const BASE = ['--base-url', 'https://certificates.example'];
const FOLDER = ['-o', 'out', ...BASE];

type Line = Readonly<Record<string, string>>;

let dir: string;

beforeEach(() => {
  dir = tempDir();
  copyEmptyDatabase(join(dir, 'var'));
});

function sheet(lines: readonly Line[], name = 'lines.csv'): void {
  const header = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  // As a spreadsheet writes it: nothing is put before a formula.
  const row = (cells: readonly string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
  writeFileSync(
    join(dir, name),
    row(header) + lines.map((line) => row(header.map((column) => line[column] ?? ''))).join(''),
  );
}

const numbered = (count: number): Line[] =>
  Array.from({ length: count }, (_, at) => ({ ...FULL_LINE, sku: `S-${at}` }));
const batch = (...options: string[]) => command(['entry', 'batch', 'lines.csv', ...options], dir);

/** SKUs of the certificates on record, in order. */
function skus(data = 'var'): string[] {
  using database = new Database(join(dir, data, 'portside.db'), { readonly: true });
  const sql = "SELECT json_extract(request_json, '$.product_info.sku') AS sku FROM certificate_files ORDER BY sku";
  return database
    .query<{ sku: string }, []>(sql)
    .all()
    .map(({ sku }) => sku);
}

/** Checks the folder against its own checksums. */
function checked(folder = 'out'): string[] {
  const lines = readFileSync(join(dir, folder, 'SHA256SUMS'), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const [sha256, name] = line.split('  ');
    expect([name, sha256Hex(readFileSync(join(dir, folder, name!)))]).toEqual([name, sha256!]);
  }
  return lines.map((line) => line.split('  ')[1]!);
}

test('a line is a certificate or a list of errors; the folder has a PDF each, the result and checksums', async () => {
  const [one, two, three] = numbered(3);
  sheet([one!, { ...two!, date_of_manufacture: '04/03/2026' }, { ...three!, sku: '=1+1', description: '@SUM(A1)' }]);
  const { code, stdout, stderr } = await batch(...FOLDER);
  expect(stdout).toStartWith(
    '3 lines in out: 2 stated, 1 not made.\n  line 3 (S-1), date_of_manufacture: Must be a date',
  );
  expect([code, stderr]).toEqual([1, '1 of 3 lines have no certificate.\n']);
  expect(skus()).toEqual(['=1+1', 'S-0']);
  expect(checked()).toEqual(['0002-S-0.pdf', '0004-1-1.pdf', 'result.csv']);
  const result = readFileSync(join(dir, 'out/result.csv'), 'utf8');
  expect(result).toContain(`\r\n4,'=1+1,Adult bicycle helmet,issued,`);
  expect(result).toContain('\r\n3,S-1,Adult bicycle helmet,not_made,');
  const verified = await command(['entry', 'verify', 'out/0002-S-0.pdf', '--json'], dir);
  expect(JSON.parse(verified.stdout)).toMatchObject({ verdict: 'genuine', signature: { kind: 'intact', ours: true } });
});

test('--json has every line, and --fail-on decides the exit code', async () => {
  sheet([{ ...FULL_LINE, importer_phone: '' }, FULL_LINE, { ...FULL_LINE, attestation_statement: '' }]);
  const { code, stdout } = await batch(...FOLDER, '--json');
  const answer = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(answer).toMatchObject({
    lines: 3,
    folder: 'out',
    counts: { incomplete: 1, stated: 1, stated_with_defects: 1 },
  });
  expect(answer.certificates[0]).toMatchObject({
    line: 2,
    state: 'incomplete',
    status: 'active',
    file: '0002-MRD-M-0001.pdf',
    gaps: expect.arrayContaining([
      {
        field: '/certifier/phone',
        label: 'Certifier: Telephone',
        column: 'importer_phone',
        reason: 'Not stated in the request.',
        for: 'certificate',
      },
    ]),
  });
  const codes = [];
  for (const level of ['error', 'incomplete', 'defects', 'never'])
    codes.push((await batch('--check', '--fail-on', level)).code);
  expect(codes).toEqual([0, 1, 1, 0]);
});

test('--check makes nothing, needs no database, and lists all errors', async () => {
  sheet([{ ...FULL_LINE, sku: '1.2E+15' }, FULL_LINE]);
  rmSync(join(dir, 'var'), { recursive: true });
  const { code, stdout, stderr } = await batch('--check');
  expect(stdout).toStartWith(
    '2 lines checked, nothing was made: 1 not made, 1 stated.\n  line 2 (1.2E+15), sku: Shows 1.2E+15',
  );
  expect([code, stderr]).toEqual([1, '1 of 2 lines would have no certificate.\n']);
  expect(readdirSync(dir).filter((name) => !name.startsWith('.'))).toEqual(['lines.csv']);
});

/** A sheet as buyers send them: other headings, lost zeros, formulas, a line of totals. By the number of the line. */
const MESSY: Record<number, string> = {
  2: 'stated',
  3: 'stated',
  4: 'stated',
  5: 'stated',
  6: 'error Mfg. Date',
  7: 'error Test Date',
  8: 'stated',
  9: 'error UPC',
  10: 'stated',
  11: 'stated',
  12: 'stated',
  13: 'stated',
  14: 'stated_with_defects CPSC rules',
  15: 'incomplete CPSC rules',
  16: 'error Item No.',
  17: 'error Lab',
  18: 'error Factory e-mail',
  19: 'error Attested on',
  20: 'stated_with_defects Product Name',
  21: 'incomplete Importer',
  22: 'stated',
  23: 'error Item No.',
  24: 'error Test Date',
  25: 'error Product Name',
  26: 'stated_with_defects CPSC rules',
  28: 'error Mfg. Date',
};

test('--check of a messy sheet says of each line what it would be and why, by the columns of the sheet', async () => {
  const file = join(root, 'test/fixtures/certificate-cases/messy-25.xlsx');
  const json = await command(['entry', 'batch', file, '--check', '--json', '--fail-on', 'never'], dir);
  const { certificates } = JSON.parse(json.stdout);
  const seen = certificates.map((one: { line: number; state?: string; errors: { column: string }[]; gaps: [] }) => {
    const [gap] = (one.gaps as { for: string; column: string }[]).filter((each) => each.for === 'certificate');
    return [
      one.line,
      one.state ? [one.state, gap?.column].filter(Boolean).join(' ') : `error ${one.errors[0]!.column}`,
    ];
  });
  expect(Object.fromEntries(seen)).toEqual(MESSY);
  expect(certificates[1]).toMatchObject({ sku: '0012' });
  expect(certificates.find(({ line }: { line: number }) => line === 8).gaps).toContainEqual(
    expect.objectContaining({ column: 'UPC', for: 'registry', reason: expect.stringContaining('is not a UPC') }),
  );
  const { stdout, stderr } = await command(['entry', 'batch', file, '--check', '--fail-on', 'never'], dir);
  expect(stderr).toContain('Lines 2 and 22 state the same product');
  const text = stdout.replace(/\s+/g, ' ');
  expect(text).toContain('line 14 (HLM-13) is stated with defects. CPSC rules: Cites several rules in one place');
  expect(text).toContain('line 21 (HLM-20) is incomplete. Importer: Not stated in the request.');
  expect(text).toContain(
    "line 26 (HLM-25) is stated with defects. CPSC rules: Listed here as a rule for children's products",
  );
});

test('a header with unknown headings is refused, and nothing is made', async () => {
  sheet([{ ...FULL_LINE, farbe: 'red', Produkt_name: 'x' }]);
  const { code, stdout, stderr } = await batch(...FOLDER);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('line 1, column AF: "farbe" is not a column of a batch.');
  expect(stderr).toContain('did you mean "product_name"?');
  expect(existsSync(join(dir, 'out'))).toBe(false);
});

test('wrong use names what is missing', async () => {
  sheet([FULL_LINE]);
  const rows: [string[], RegExp][] = [
    [['lines.csv'], /required option '-o, --out <folder>'/],
    [[], /missing required argument 'file'/],
    [['lines.csv', '-o', 'out'], /Say where people can verify the certificate/],
    [['lines.csv', '--template', 'x.xlsx'], /takes no file/],
    [['--template', 'x.csv'], /must end in .xlsx/],
  ];
  for (const [args, message] of rows) {
    const { code, stderr } = await command(['entry', 'batch', ...args], dir);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  }
  const { code, stderr } = await command(['entry', 'batch', 'none.csv', ...FOLDER], dir);
  expect([code, stderr]).toEqual([1, expect.stringContaining('none.csv cannot be read')]);
  expect(skus()).toEqual([]);
});

describe('a workbook', () => {
  const write = (name: string, sheets: Parameters<typeof workbookOf>[0]) =>
    workbookOf(sheets).then((bytes) => Bun.write(join(dir, name), bytes));

  test('cells are what a person saw, and parties are taken from the second sheet', async () => {
    const date = (raw: string, text: string, format: string): Cell => ({ type: 'date', raw, text, format });
    const lines = Object.entries(FULL_LINE).filter(([name]) => !/^(manufacturer|testing_lab|sku|date_of)/.test(name));
    const header = [...lines.map(([name]) => name), 'SKU', 'Mfg date', 'Test date'];
    const row = (...cells: Cell[]): Cell[] => [...lines.map(([, text]) => text), ...cells];
    const tested = date('46073', '2026-02-20', 'yyyy-mm-dd');
    await write('products.xlsx', [
      {
        name: 'Products',
        rows: [
          ['Products of May'],
          header,
          row({ type: 'number', raw: '12', text: '0012', format: '0000' }, date('46082', 'Mar-26', 'mmm-yy'), tested),
          row({ type: 'number', raw: '1.2E+15', text: '1.2E+15' }, date('46094', '3/13/26', 'm/d/yy'), tested),
        ],
      },
      {
        name: 'Parties',
        rows: [
          ['party', 'name', 'address', 'email', 'phone', 'test place'],
          ['factory', 'Factory One', 'One Street, China', 'one@factory.example', '+86 755 5550 0001'],
          ['laboratory', 'Lab One', 'Two Street, China', 'lab@lab.example', '+86 755 5550 0002', 'Shenzhen, China'],
        ],
      },
    ]);
    const { code, stdout, stderr } = await command(['entry', 'batch', 'products.xlsx', ...FOLDER, '--json'], dir);
    const { certificates } = JSON.parse(stdout);
    expect(stderr).toBe(
      'The lines are those of the sheet "Products", their parties those of "Parties".\n1 of 2 lines have no certificate.\n',
    );
    expect([code, certificates.length]).toEqual([1, 2]);
    expect(certificates[0]).toMatchObject({ line: 3, sku: '0012', state: 'stated', file: '0003-0012.pdf' });
    expect(certificates[1].errors).toEqual([
      { column: 'SKU', message: expect.stringContaining('Shows 1.2E+15: a spreadsheet shortened a long number.') },
    ]);
    using database = new Database(join(dir, 'var/portside.db'), { readonly: true });
    const { request } = database
      .query<{ request: string }, []>('SELECT request_json AS request FROM certificate_files')
      .get()!;
    expect(JSON.parse(request)).toMatchObject({
      product_info: { sku: '0012', date_of_manufacture: '2026-03' },
      manufacturer: { name: 'Factory One' },
      testing_labs: [{ name: 'Lab One', test_date: '2026-02-20' }],
    });
    // The result is a workbook that the program can read again.
    const result = await readBytes(await Bun.file(join(dir, 'out/result.xlsx')).bytes());
    expect([result.header[0], result.rows]).toEqual(['line', 2]);
    expect(checked()).toEqual(['0003-0012.pdf', 'result.xlsx']);
  });

  test('sheets that were not read are named, and lines of the same product and lot', async () => {
    const header = Object.keys(FULL_LINE);
    const line = Object.values(FULL_LINE);
    await write('two.xlsx', [
      { name: 'Products', rows: [header, line, line] },
      { name: 'Products 2', rows: [header, line] },
    ]);
    const { stderr } = await command(['entry', 'batch', 'two.xlsx', '--check'], dir);
    expect(stderr).toBe(
      'The lines are those of the sheet "Products".\nNot read: "Products 2".\n' +
        'Lines 2 and 3 state the same product and lot or date. Each makes a certificate.\n',
    );
  });

  test('the template is read back: it has no lines, and its examples are lines', async () => {
    await command(['entry', 'batch', '--template', 'template.xlsx'], dir);
    const empty = await command(['entry', 'batch', 'template.xlsx', '--check'], dir);
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('no lines below its header')]);
    const examples = await command(['entry', 'batch', 'template.xlsx', '--check', '--sheet', 'Examples'], dir);
    expect(examples.stdout).toBe('2 lines checked, nothing was made: 2 stated.\n');
    const again = await command(['entry', 'batch', '--template', 'template.xlsx'], dir);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('cannot be written')]);
    const other = await command(['entry', 'batch', 'template.xlsx', '--check', '--sheet', 'None'], dir);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('The workbook has no sheet "None"')]);
  });

  test('a sheet of more lines than a batch may have, and a file that is no sheet, are refused', async () => {
    const rows = Array.from({ length: 5001 }, (_, at) => [`S-${at}`]);
    await write('many.xlsx', [{ name: 'Lines', rows: [['sku'], ...rows] }]);
    const many = await command(['entry', 'batch', 'many.xlsx', ...FOLDER], dir);
    expect([many.code, many.stderr]).toEqual([
      1,
      expect.stringContaining('at most 5000 lines, and this sheet has 5001'),
    ]);
    await Bun.write(join(dir, 'lines.csv'), '<html></html>');
    const page = await batch(...FOLDER);
    expect([page.code, page.stderr]).toEqual([1, expect.stringContaining('lines.csv: This is a web page')]);
    expect(readdirSync(dir)).not.toContain('out');
  });
});

describe('exactly once', () => {
  test('a batch that was made is not made again: not by the same command, not with --resume, not without its folder', async () => {
    sheet(numbered(4));
    const made = JSON.parse((await batch(...FOLDER, '--json')).stdout);
    const again = await batch(...FOLDER);
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Go on with it by --resume') });
    expect(JSON.parse((await batch(...FOLDER, '--resume', '--json')).stdout)).toEqual(made);
    rmSync(join(dir, 'out'), { recursive: true });
    const without = await batch(...FOLDER);
    expect(without).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('4 certificates of this sheet'),
    });
    expect(JSON.parse((await batch(...FOLDER, '--resume', '--json')).stdout)).toEqual(made);
    expect(checked()).toHaveLength(5);
    expect(skus()).toHaveLength(4);
  });

  test('files that were changed or removed are written again, and a folder may be moved', async () => {
    sheet(numbered(3));
    await batch(...FOLDER);
    const files = checked();
    writeFileSync(join(dir, 'out/0002-S-0.pdf'), 'cut off');
    rmSync(join(dir, 'out/0003-S-1.pdf'));
    rmSync(join(dir, 'out/result.csv'));
    renameSync(join(dir, 'out'), join(dir, 'moved'));
    expect((await batch('-o', 'moved', ...BASE, '--resume')).code).toBe(0);
    expect(checked('moved')).toEqual(files);
    expect(skus()).toHaveLength(3);
  });

  test('another folder is another batch', async () => {
    sheet(numbered(2));
    const [one, other] = await Promise.all([batch(...FOLDER), batch('-o', 'other', ...BASE)]);
    expect([one.code, other.code]).toEqual([0, 0]);
    expect(skus()).toEqual(['S-0', 'S-0', 'S-1', 'S-1']);
  });

  test('two processes that begin or resume one batch at once make each line once', async () => {
    sheet(numbered(8));
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => run(['entry', 'batch', 'lines.csv', ...FOLDER, '--resume', '--json'], dir)),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(new Set(outcomes.map(({ stdout }) => stdout)).size).toBe(1);
    expect(skus()).toHaveLength(8);
    expect(checked()).toHaveLength(9);
    expect(readdirSync(join(dir, 'out')).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test('a batch goes on only with what it began with', async () => {
    sheet(numbered(2));
    await batch(...FOLDER);
    const refusals: [string[], string][] = [
      [['-o', 'out', '--base-url', 'https://other.example'], 'began with --base-url https://certificates.example'],
      [[...FOLDER, '--default', 'lot=1'], 'began with other values of --default'],
    ];
    for (const [options, message] of refusals) {
      const { code, stderr } = await batch(...options, '--resume');
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
    sheet(numbered(3));
    const { code, stderr } = await batch(...FOLDER, '--resume');
    expect([code, stderr]).toEqual([1, expect.stringContaining('lines.csv is not the file that the batch began with')]);
    expect(skus()).toHaveLength(2);
  });

  test('a folder of something else, or of another database, is left alone', async () => {
    sheet(numbered(2));
    await batch(...FOLDER);
    renameSync(join(dir, 'var'), join(dir, 'first'));
    await makeDatabase(dir);
    const other = await batch(...FOLDER, '--resume');
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('Another database made this batch')]);
    expect(skus()).toEqual([]);
    await Bun.write(join(dir, 'mine/notes.txt'), 'x');
    const full = await batch('-o', 'mine', ...BASE);
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining('mine is not empty')]);
    await Bun.write(join(dir, 'odd/manifest.json'), '{}');
    const odd = await batch('-o', 'odd', ...BASE, '--resume');
    expect([odd.code, odd.stderr]).toEqual([1, expect.stringContaining('is not the manifest of a batch')]);
  });

  test('a certificate that was revoked meanwhile is the one of its line', async () => {
    sheet(numbered(1));
    const { certificates } = JSON.parse((await batch(...FOLDER, '--json')).stdout);
    await command(['entry', 'revoke', certificates[0].id], dir);
    const again = JSON.parse((await batch(...FOLDER, '--resume', '--json')).stdout);
    expect(again.certificates[0]).toMatchObject({ id: certificates[0].id, status: 'revoked' });
    expect(skus()).toEqual(['S-0']);
  });
});
