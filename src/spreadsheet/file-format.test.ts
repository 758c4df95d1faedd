/** Files that are not what their sender says, or not read at all: each is refused with what it is and what to do. */
import { describe, expect, test } from 'bun:test';
import { refusalOf } from '../../test/support/tables.ts';
import { workbook, zipOf } from '../../test/support/workbooks.ts';
import { readBytes } from './worker-tasks.ts';

const CSV = Buffer.from('Part,HTS\nA,7317.00.55\n');
const XLSX = workbook({ rows: '<row><c><v>1</v></c></row>' });
const JSON_ROWS = Buffer.from('[["Part","HTS"],["A","7317"]]');
/** The head of an OLE container, with the name of a stream in its directory. */
const ole = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(512),
  ]);
/** A ZIP file whose first member is stored, as OpenDocument demands. */
function openDocument(type: string): Uint8Array {
  const zip = Buffer.from(zipOf([{ name: 'mimetype', content: type, packed: Buffer.from(type) }]));
  zip.writeUInt16LE(0, 8);
  return zip;
}
const relation = (target: string) =>
  `<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`;

test.each<[name: string, bytes: Uint8Array, says: string[]]>([
  ['an encrypted workbook', ole('EncryptedPackage'), ['encrypted', 'without a password']],
  ['an old workbook', ole('Workbook'), ['old Excel workbook (.xls)', 'Save it as an Excel workbook (.xlsx)']],
  [
    'a binary workbook',
    zipOf([
      { name: '_rels/.rels', content: relation('xl/workbook.bin') },
      { name: 'xl/workbook.bin', content: 'x' },
    ]),
    ['binary workbook (.xlsb)', 'Save it as an Excel workbook (.xlsx)'],
  ],
  [
    'an OpenDocument table',
    openDocument('application/vnd.oasis.opendocument.spreadsheet'),
    ['OpenDocument', '(.ods)', 'Save it as'],
  ],
  ['a Numbers file', zipOf([{ name: 'Index/Document.iwa', content: 'x' }]), ['Numbers', 'Export it']],
  ['a Word document', zipOf([{ name: 'word/document.xml', content: 'x' }]), ['Word document', 'Send the table as']],
  ['another ZIP file', zipOf([{ name: 'a.txt', content: 'x' }]), ['ZIP file but not a workbook', 'Save the table as']],
  ['an empty ZIP file', zipOf([]), ['ZIP file but not a workbook', 'Save the table as']],
  ['a PDF file', Buffer.from('%PDF-1.7\n'), ['PDF file', 'Send the table as']],
  ['a gzip file', Buffer.from('1f8b0800', 'hex'), ['gzip file', 'Unpack it']],
  ['a 7-Zip file', Buffer.from('377abcaf271c', 'hex'), ['7-Zip file', 'Unpack it']],
  ['a web page', Buffer.from('\n<html><table></table></html>'), ['web page', 'Open it in a spreadsheet program']],
  [
    'an XML spreadsheet',
    Buffer.from(
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    ),
    ['XML spreadsheet of Excel 2003', 'Save it as'],
  ],
  ['rich text', Buffer.from('{\\rtf1 a}'), ['rich text document', 'Save it as']],
  ['nothing', Buffer.alloc(0), ['The file is empty']],
])('%s', async (_, bytes, says) => {
  for (const format of [undefined, 'xlsx', 'csv', 'json'] as const) {
    const message = await refusalOf(bytes, { format });
    for (const words of says) expect(message).toContain(words);
  }
});

describe('a file that was sent as another', () => {
  test.each([
    ['CSV', CSV, 'xlsx', 'The file was sent as an Excel workbook and is CSV. Send it as CSV.'],
    ['JSON', JSON_ROWS, 'xlsx', 'The file was sent as an Excel workbook and is JSON. Send it as JSON.'],
    ['a workbook', XLSX, 'csv', 'The file was sent as CSV and is an Excel workbook. Send it as an Excel workbook.'],
    ['a workbook', XLSX, 'json', 'The file was sent as JSON and is an Excel workbook. Send it as an Excel workbook.'],
    ['CSV', CSV, 'json', 'The file is not JSON'],
  ] as const)('%s as %s: refused', async (_, bytes, format, message) => {
    expect(await refusalOf(bytes, { format })).toStartWith(message);
  });

  test('CSV may begin like JSON', async () => {
    const file = Buffer.from('[Part],{HTS}\nA,7317.00.55\n');
    expect(await readBytes(file, { format: 'csv' })).toMatchObject({ header: ['[Part]', '{HTS}'], rows: 1 });
  });
});

test('a workbook with an embedded Word document is a workbook', async () => {
  const inside = Buffer.from('PK word/document.xml Index/Tables/ mimetypeapplication/vnd.oasis.opendocument.text');
  const file = workbook({
    rows: '<row><c><v>1</v></c></row>',
    others: [{ name: 'xl/embeddings/a.docx', content: 'x', packed: inside }],
  });
  expect(await readBytes(file)).toMatchObject({ format: 'xlsx', rows: 1 });
});

test('only a workbook has sheets', async () => {
  expect(await refusalOf(CSV, { sheet: 'One' })).toBe('Only a workbook has sheets. Leave the sheet out.');
});
