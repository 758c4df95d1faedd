/**
 * The lines of the text of a chapter 99 PDF, as `pdftotext` makes it with `-layout` or `-raw`. The running headers and footers of
 * its pages are taken out: they stand in the middle of lists.
 */
import type { Effort } from '../../domain/effort.ts';
import { alignColumns } from './columns.ts';
import type { NoteLine } from './note-line.ts';
import { spend } from './spend.ts';

const TITLE = 'Harmonized Tariff Schedule of the United States';
const CONTINUED = 'U.S. Notes (con.)';
/** A header is short. The test of a longer line would cost its length. */
const HEADER_CHARS_MAX = 240;

/** A page of subchapter III: its number, and the line of the file that says so. */
export interface Page {
  number: number;
  line: number;
}

export interface PdfLines {
  lines: NoteLine[];
  revision: string | null;
  pages: Page[];
}

/** @throws TariffFileError if the columns of a page cannot be brought in order */
export function pdfLines(text: string, effort: Effort): PdfLines {
  const lines: NoteLine[] = [];
  let page: NoteLine[] = [];
  const pages: Page[] = [];
  let revision: string | null = null;
  const endPage = () => {
    for (const line of alignColumns(page, effort)) lines.push(line);
    page = [];
  };
  const source = text.split('\n');
  spend(effort, text.length + source.length);
  source.forEach((raw, at) => {
    const line = at + 1;
    const content = raw.replace(/[\f\r\0]/g, '');
    const trimmed = content.trim();
    if (trimmed === '') return;
    const header = trimmed.length > HEADER_CHARS_MAX ? null : readHeader(trimmed);
    if (header === null) {
      page.push({ text: content, line });
      return;
    }
    if (header.startsPage) endPage();
    revision ??= header.revision;
    if (header.page !== null) pages.push({ number: header.page, line });
    if (header.rest !== '') page.push({ text: ' '.repeat(content.length - header.rest.length) + header.rest, line });
  });
  endPage();
  return { lines, revision, pages };
}

interface Header {
  startsPage: boolean;
  revision: string | null;
  /** The number of a page of subchapter III. */
  page: number | null;
  /** Text of the page on the same line: `-layout` sometimes puts the first row of a list behind a header. */
  rest: string;
}

/** What a line says if it is part of the running header or footer of a page, else null. */
function readHeader(line: string): Header | null {
  const header = { startsPage: false, revision: null, page: null, rest: '' };
  if (line.startsWith(TITLE)) {
    const edition = /^ *((?:Basic Edition |Basic |Revision \d{1,3} )?\(\d{4}\)) *(?:XXII)?$/.exec(
      line.slice(TITLE.length),
    );
    return edition ? { ...header, startsPage: true, revision: edition[1]! } : null;
  }
  if (line === 'Annotated for Statistical Reporting Purposes' || line === 'XXII') return header;
  if (line.startsWith(CONTINUED)) return { ...header, rest: line.slice(CONTINUED.length).trimStart() };
  const label = /^(?:XXII +)?99 ?- ?([IVX]{1,6}) ?- ?(\d{1,4})$/.exec(line);
  if (label) return { ...header, page: label[1] === 'III' ? Number(label[2]) : null };
  return null;
}
