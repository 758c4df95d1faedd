/**
 * Damaged and forged files. Whatever the bytes, the reader ends in a table or in a refusal that says why, and unpacks no more than its
 * limit. `PORTSIDE_SEED=N` repeats a run.
 */
import { expect, spyOn, test } from 'bun:test';
import { deflateRawSync } from 'node:zlib';
import { between } from '../../test/support/random.ts';
import { runs, sample, seededRandom } from '../../test/support/seed.ts';
import { rowsOf } from '../../test/support/tables.ts';
import { repeated, workbook, zipOf } from '../../test/support/workbooks.ts';
import { UNPACKED_BYTES_MAX } from './limits.ts';
import type { ReadTable } from './table-builder.ts';
import { TableRefused } from './table-refused.ts';
import { readBytes } from './worker-tasks.ts';
import { WorkbookPackage } from './xlsx/workbook-package.ts';

const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="0000000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>';
const TEXTS = '<si><t>Part</t></si><si><t>HTS</t></si><si><r><t>bo</t></r><r><t>lt</t></r></si>';
const LINES = Array.from(
  { length: 12 },
  (_, at) =>
    `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>2</v></c><c s="1"><v>${101210010 + at}</v></c><c t="inlineStr"><is><t>Śruba ${at}</t></is></c><c s="2"><v>46204.5</v></c><c t="b"><v>1</v></c></row>`,
);
const ROWS = `<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>${LINES.join('')}`;
const XLSX = Buffer.from(workbook({ rows: ROWS, strings: TEXTS, styles: STYLES }));
const CSV = Buffer.from(
  `Parts list\r\n\r\nPart;HTS;Größe\r\n${'A;0101.21.00.10;"1;2\n3"\r\n'.repeat(20)}\t"x""y";'=1;\r\n`,
);
const JSON_OBJECTS = Buffer.from(
  `[${Array.from({ length: 20 }, (_, at) => `{"part":"P-${at}","hts":${7317005500 + at},"ok":true,"Größe":null}`)}]`,
);
const JSON_ARRAYS = Buffer.from(
  `[["Part","HTS"],${Array.from({ length: 20 }, (_, at) => `["\\u0041\\n${at}",1e${at}]`)}]`,
);
const UTF16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Part,HTS\nŚ,7317\n'.repeat(20), 'utf16le')]);
const ORIGINALS = [XLSX, XLSX, XLSX, CSV, JSON_OBJECTS, JSON_ARRAYS, UTF16];
/** Pieces that mean something to one of the readers. */
const PIECES = [
  ...['"', '"","', '\n', '\r', '\0', ';', '[', ']]', '{"a":', '1e999', '\\u', '\ud800', '\ufeff', "'=", 'sep=;\n'],
  ...['<', '<row r="3">', '<c r="XFD1048576">', '</c>', '<v>99</v>', '<!DOCTYPE a>', '<![CDATA[', '&#0;', '&x;'],
  ...[' t="s"', ' s="9999999999"', '<f>A1</f>', '</worksheet>', '<rPh>', '_x0000_', '<!--', '<?a?>', '<a xmlns:b="">'],
].map((text) => Buffer.from(text));

type Random = () => number;
type Change = (bytes: Buffer, random: Random) => Buffer;

const at = (bytes: Buffer, random: Random) => between(random, 0, Math.max(0, bytes.length - 1));
const CHANGES: Change[] = [
  function flipBit(bytes, random) {
    if (bytes.length > 0) bytes[at(bytes, random)]! ^= 1 << between(random, 0, 7);
    return bytes;
  },
  function setByte(bytes, random) {
    if (bytes.length > 0) bytes[at(bytes, random)] = [0, 0xff, 0x22, 0x3c, 0x80][between(random, 0, 4)]!;
    return bytes;
  },
  function truncate(bytes, random) {
    return bytes.subarray(0, at(bytes, random));
  },
  function cutOut(bytes, random) {
    const from = at(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + between(random, 1, 40))]);
  },
  function repeat(bytes, random) {
    const from = at(bytes, random);
    const piece = bytes.subarray(from, from + between(random, 1, 200));
    return Buffer.concat([bytes.subarray(0, from), ...Array<Buffer>(between(random, 2, 20)).fill(piece)]);
  },
  function putIn(bytes, random) {
    const from = at(bytes, random);
    return Buffer.concat([
      bytes.subarray(0, from),
      PIECES[between(random, 0, PIECES.length - 1)]!,
      bytes.subarray(from),
    ]);
  },
  function setNumber(bytes, random) {
    if (bytes.length >= 4) {
      const value = [0, 1, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff][between(random, 0, 6)]!;
      bytes.writeUInt32LE(value, between(random, 0, bytes.length - 4));
    }
    return bytes;
  },
];

/** A change of the XML inside of a workbook, packed again: damage that deflate does not find. */
function changedPart(random: Random): Buffer {
  const change = (text: string) =>
    CHANGES[between(random, 0, CHANGES.length - 1)]!(Buffer.from(text), random).toString('latin1');
  const texts = { rows: ROWS, strings: TEXTS, styles: STYLES };
  const part = (['rows', 'strings', 'styles'] as const)[between(random, 0, 2)]!;
  return Buffer.from(workbook({ ...texts, [part]: change(texts[part]) }));
}

/** A change of what the directory says about its members: sizes, offsets, flags, methods, counts. */
function changedDirectory(random: Random): Buffer {
  const bytes = Buffer.from(XLSX);
  const headers: number[] = [];
  for (
    let found = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    found >= 0;
    found = bytes.indexOf('PK\x01\x02', found + 4, 'latin1')
  )
    headers.push(found);
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  const header = headers[between(random, 0, headers.length - 1)]!;
  const value = [0, 1, 8, 9, 99, 0xffff][between(random, 0, 5)]!;
  const wide = [0, 1, header, 0x7fffffff, 0xffffffff, bytes.length][between(random, 0, 5)]!;
  const field = between(random, 0, 10);
  if (field < 5) bytes.writeUInt16LE(value, header + [8, 10, 28, 30, 32][field]!);
  else if (field < 8) bytes.writeUInt32LE(wide, header + [20, 24, 42][field - 5]!);
  else if (field === 8) bytes.writeUInt16LE(value, end + 10);
  else bytes.writeUInt32LE(wide, end + (field === 9 ? 12 : 16));
  return bytes;
}

/** `undefined` for a table; otherwise the words of the refusal. Anything else that is thrown fails the test. */
async function outcome(bytes: Uint8Array, format?: 'csv' | 'json' | 'xlsx'): Promise<string | undefined> {
  try {
    const table = await readBytes(bytes, { format });
    const rows = rowsOf(table);
    expect(rows).toHaveLength(table.rows);
    for (const { cells } of rows) expect(cells.length).toBeLessThanOrEqual(table.columns);
    return undefined;
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error;
    expect(error.message.length).toBeGreaterThan(10);
    expect(error.message.length).toBeLessThan(700);
    return error.message;
  }
}

async function readAll(files: () => { bytes: Uint8Array; format?: 'csv' | 'json' }, count: number) {
  const unpacked = spyOn(WorkbookPackage.prototype, 'content');
  let tables = 0;
  for (let number = 0; number < count; number++) {
    const { bytes, format } = files();
    try {
      if ((await outcome(bytes, format)) === undefined) tables++;
    } catch (error) {
      throw new Error(`file ${number}: ${Buffer.from(bytes).toString('base64').slice(0, 4000)}`, { cause: error });
    }
  }
  const parts = unpacked.mock.calls.length;
  unpacked.mockRestore();
  return { tables, refused: count - tables, parts };
}

test('a file with damage anywhere is a table or is refused by name', async () => {
  const random = seededRandom('damaged tables');
  const files = () => {
    let bytes: Buffer = Buffer.from(ORIGINALS[between(random, 0, ORIGINALS.length - 1)]!);
    for (let change = between(random, 1, 3); change > 0; change--)
      bytes = Buffer.from(CHANGES[between(random, 0, CHANGES.length - 1)]!(bytes, random));
    return { bytes, ...(random() < 0.2 && { format: random() < 0.5 ? ('csv' as const) : ('json' as const) }) };
  };
  const { tables, refused } = await readAll(files, runs(300, 12_000));
  // Of a fuzzer that only makes one kind of file nothing is learned.
  expect(Math.min(tables, refused)).toBeGreaterThan(runs(10, 300));
}, 300_000);

test('a workbook with damage behind its compression', async () => {
  const random = seededRandom('damaged parts');
  const { tables, refused } = await readAll(() => ({ bytes: changedPart(random) }), runs(150, 6000));
  expect(Math.min(tables, refused)).toBeGreaterThan(runs(2, 100));
}, 300_000);

test('a workbook whose directory lies, opens no more parts than it needs', async () => {
  const random = seededRandom('lying directories');
  const count = runs(100, 4000);
  const { tables, refused, parts } = await readAll(() => ({ bytes: changedDirectory(random) }), count);
  expect(Math.min(tables, refused)).toBeGreaterThan(runs(1, 50));
  expect(parts).toBeLessThanOrEqual(6 * count);
}, 300_000);

test('whatever the directory says of its size, no more than the limit is unpacked of a part', async () => {
  const head = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
  const bomb = repeated('xl/worksheets/sheet1.xml', head, `<a b="${'x'.repeat(60_000)}"/>`, 20_000, '</worksheet>');
  const zip = await WorkbookPackage.open(zipOf([bomb]));
  let bytes = 0;
  const error = await (async () => {
    for await (const slice of zip.content(bomb.name)) bytes += slice.length;
  })().catch((thrown: unknown) => thrown);
  expect((error as TableRefused).message).toBe(
    'xl/worksheets/sheet1.xml: The workbook unpacks to more than 600 MB. Split it.',
  );
  expect(bytes).toBeLessThanOrEqual(UNPACKED_BYTES_MAX);
}, 120_000);

const part = (content: string, packed?: Uint8Array) => ({
  name: 'xl/worksheets/sheet1.xml',
  content,
  ...(packed && { packed }),
});
const forged: [name: string, others: ReturnType<typeof part>[], says: string][] = [
  ['deflate garbage', [part('', Buffer.from('ff00ff00ff00', 'hex'))], 'This part is damaged.'],
  ['deflate without its end', [part('', deflateRawSync(`<worksheet>${LINES}`).subarray(0, 60))], 'damaged'],
  ['deflate with another content', [part('<a/>', deflateRawSync('<b/>'))], 'its checksum is wrong'],
  ['an empty part', [part('')], 'well-formed'],
  ['two members of one name', [part('<a/>'), { ...part('<a/>'), name: 'XL\\worksheets/SHEET1.xml' }], 'Two parts'],
  ['a part of Latin letters', [part('', deflateRawSync(Buffer.from('<a>\xe9</a>', 'latin1')))], 'not UTF-8'],
];

test.each(forged)('a part of %s: refused by name', async (_, others, says) => {
  const message = await outcome(workbook({ rows: '', others }));
  expect(message).toContain(says);
  expect(message?.toLowerCase()).toStartWith('xl/worksheets/sheet1.xml: ');
});

test('no digit of a cell changes unseen: every bit of a packed sheet', async () => {
  const rows = '<row><c><v>7317005502</v></c></row>';
  const file = Buffer.from(workbook({ rows }));
  const from = file.indexOf('xl/worksheets/sheet1.xml', 0, 'latin1') + 'xl/worksheets/sheet1.xml'.length;
  const until = file.indexOf('PK', from, 'latin1');
  expect(until - from).toBeGreaterThan(50);
  const bits = Array.from({ length: 8 * (until - from) }, (_, at) => 8 * from + at);
  for (const bit of sample('bits of a sheet', bits, 8)) {
    const damaged = Buffer.from(file);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    const table = await readBytes(damaged).catch((error: unknown) => error);
    if (!(table instanceof TableRefused))
      expect(rowsOf(table as ReadTable)[0]?.cells[0]).toMatchObject({ raw: '7317005502' });
  }
});
