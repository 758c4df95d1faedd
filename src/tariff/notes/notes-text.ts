/** A file with the notes of chapter 99 as lines of text. USITC publishes them as HTML and as a PDF; both forms come out the same. */
import type { Effort } from '../../domain/effort.ts';
import { TariffFileError } from '../json-fields.ts';
import { htmlLines } from './html-lines.ts';
import type { NoteLine } from './note-line.ts';
import { type Page, pdfLines } from './pdf-lines.ts';
import { spend } from './spend.ts';

export interface NotesText {
  form: 'html' | 'pdf text';
  /** As the pages print it, such as `Revision 6 (2026)`; null for HTML, which does not say. */
  revision: string | null;
  /** The notes of subchapter III, where the Section 232 lists are. */
  lines: NoteLine[];
}

/** In characters. The whole of chapter 99 is about 5 million. */
const FILE_CHARS_MAX = 64 * 1024 * 1024;

/**
 * @throws TariffFileError if the file is a PDF, is not chapter 99, lacks pages, or ends before the notes of subchapter III end
 */
export function notesText(bytes: Uint8Array, effort: Effort): NotesText {
  const text = decode(bytes);
  if (text.length > FILE_CHARS_MAX) throw new TariffFileError(null, 'the file is too large');
  spend(effort, text.length);
  const isHtml = text.includes('<li') || text.trimStart().startsWith('<');
  const read = isHtml ? { lines: htmlLines(text, effort), revision: null, pages: [] } : pdfLines(text, effort);
  const lines = subchapterThree(read.lines, effort);
  requirePages(read.pages, lines);
  return { form: isHtml ? 'html' : 'pdf text', revision: read.revision, lines };
}

function decode(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  if (start === '%PDF-') {
    const reason = 'this is a PDF; make its text with "pdftotext -layout FILE.pdf FILE.txt" and read that';
    throw new TariffFileError(null, reason);
  }
  const encoding = start.startsWith('\xff\xfe') ? 'utf-16le' : start.startsWith('\xfe\xff') ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** The notes of subchapter III: from its title to its table of headings, or to the next subchapter. */
function subchapterThree(lines: readonly NoteLine[], effort: Effort): NoteLine[] {
  spend(effort, lines.length);
  const titles: number[] = [];
  lines.forEach(({ text }, at) => {
    if (isSubchapterTitle(text)) titles.push(at);
  });
  const isThird = (at: number) => lines[at]!.text.trim() === 'SUBCHAPTER III';
  const [start, ...more] = titles.filter(isThird);
  if (start === undefined) {
    throw new TariffFileError(null, 'these are not the notes of chapter 99: there is no title "SUBCHAPTER III"');
  }
  if (more.length > 0) {
    throw new TariffFileError(lines[more[0]!]!.line, 'the title "SUBCHAPTER III" is there twice: two files in one?');
  }
  const end = titles.find((at) => at > start);
  if (end === undefined) {
    const reason = 'the file ends before subchapter IV begins: it is cut short';
    throw new TariffFileError(lines.at(-1)?.line ?? null, reason);
  }
  const table = lines.findIndex(({ text }, at) => at > start && at < end && text.includes('Article Description'));
  return lines.slice(start + 1, table === -1 ? end : table);
}

/** @throws TariffFileError if a page between the first and the last line is missing, or out of order */
function requirePages(pages: readonly Page[], lines: readonly NoteLine[]): void {
  const [first, last] = [lines[0]?.line ?? 0, lines.at(-1)?.line ?? 0];
  const within = pages.filter(({ line }) => line >= first && line <= last);
  const at = within.findIndex(({ number }, at) => at > 0 && number !== within[at - 1]!.number + 1);
  if (at === -1) return;
  const pair = `page 99-III-${within[at]!.number} follows page 99-III-${within[at - 1]!.number}`;
  throw new TariffFileError(within[at]!.line, `${pair}: pages are missing, doubled or in another order`);
}

function isSubchapterTitle(text: string): boolean {
  return text.length < 200 && /^\[?SUBCHAPTER [IVX]{1,6}(?: deleted\])?$/.test(text.trim());
}
