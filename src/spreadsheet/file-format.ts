/** What kind of file this is, by its bytes. Files that hold a table which is not read are refused with what they are and what to do. */
import type { TableFormat } from '../domain/table.ts';
import { refuse } from './table-refused.ts';
import { WorkbookPackage } from './xlsx/workbook-package.ts';

const SAMPLE_BYTES = 4096;
const LOCAL_HEADER_BYTES = 30;
const SAVE = 'Save it as an Excel workbook (.xlsx) or as CSV UTF-8.';

/** @throws TableRefused */
export async function formatOf(bytes: Uint8Array): Promise<TableFormat> {
  if (bytes.length === 0) refuse('The file is empty.');
  const starts = (...prefix: number[]) => prefix.every((byte, at) => bytes[at] === byte);
  if (starts(0x50, 0x4b)) return zipFormat(bytes);
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) {
    if (hasUtf16(bytes, 'EncryptedPackage')) refuse('The workbook is encrypted. Save it without a password.');
    refuse(`This is an old Excel workbook (.xls) or another old Office file. ${SAVE}`);
  }
  if (starts(0x25, 0x50, 0x44, 0x46)) refuse('This is a PDF file. Send the table as an Excel workbook (.xlsx) or CSV.');
  if (starts(0x1f, 0x8b)) refuse('This is a gzip file. Unpack it first.');
  if (starts(0x37, 0x7a, 0xbc, 0xaf)) refuse('This is a 7-Zip file. Unpack it first.');
  const sample = new TextDecoder().decode(bytes.subarray(0, SAMPLE_BYTES)).trimStart();
  if (sample.startsWith('<')) refuse(markup(sample));
  if (sample.startsWith('{\\rtf')) refuse(`This is a rich text document. ${SAVE}`);
  return /^[[{]/.test(sample) ? 'json' : 'csv';
}

/** A workbook, or one of the other formats that are ZIP files: each has a member that says so. */
async function zipFormat(bytes: Uint8Array): Promise<TableFormat> {
  // The first member, stored: OpenDocument demands it, so that programs find it without a directory.
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'latin1',
    LOCAL_HEADER_BYTES,
    100,
  );
  if (head.startsWith('mimetypeapplication/vnd.oasis.opendocument'))
    refuse(`This is an OpenDocument file (.ods). ${SAVE}`);
  const { names } = await WorkbookPackage.open(bytes);
  if (names.some((name) => name === 'Index/Document.iwa' || name.startsWith('Index/Tables/')))
    refuse('This is a Numbers file. Export it as an Excel workbook (.xlsx) or CSV.');
  if (names.includes('word/document.xml'))
    refuse('This is a Word document. Send the table as an Excel workbook (.xlsx) or CSV.');
  return 'xlsx';
}

function markup(sample: string): string {
  if (/^<\?xml[^>]*>\s*(?:<\?mso-application[^>]*>\s*)?<(?:\w+:)?Workbook\b/.test(sample)) {
    return `This is an XML spreadsheet of Excel 2003. ${SAVE}`;
  }
  return `This is a web page (HTML or XML), even if its name ends in .xls. Open it in a spreadsheet program. ${SAVE}`;
}

function hasUtf16(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(text, 'utf16le'));
}
