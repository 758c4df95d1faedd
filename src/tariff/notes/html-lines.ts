/**
 * The lines of the HTML that `getChapterNotes` answers. Its list items do not nest as the notes do, so nesting is ignored: each
 * block starts a line, and each cell of a table is set apart by spaces.
 */
import type { Effort } from '../../domain/effort.ts';
import type { NoteLine } from './note-line.ts';
import { spend } from './spend.ts';

const BLOCKS = new Set('br div h1 h2 h3 h4 h5 h6 hr li ol p table tr ul'.split(' '));
const CELLS = new Set(['td', 'th', 'col']);
const ENTITIES = new Map<string, string>(
  Object.entries({
    amp: '&',
    apos: "'",
    gt: '>',
    ldquo: '“',
    lt: '<',
    mdash: '—',
    nbsp: ' ',
    ndash: '–',
    quot: '"',
    rdquo: '”',
    rsquo: '’',
  }),
);
const ENTITY_CHARS_MAX = 10;

export function htmlLines(html: string, effort: Effort): NoteLine[] {
  const lines: NoteLine[] = [];
  let parts: string[] = [];
  let line = 1;
  const flush = () => {
    const text = parts.join('').trim();
    if (text !== '') lines.push({ text, line });
    parts = [];
  };
  // Found once: a file may have its only line end far behind a million tags.
  let lineEnd = html.indexOf('\n');
  const passTo = (to: number) => {
    for (; lineEnd !== -1 && lineEnd < to; lineEnd = html.indexOf('\n', lineEnd + 1)) line++;
  };
  let at = 0;
  while (at < html.length) {
    spend(effort, 1);
    const open = nextTag(html, at);
    const textEnd = open === -1 ? html.length : open;
    parts.push(plainText(html.slice(at, textEnd), effort));
    passTo(textEnd);
    if (open === -1) break;
    const close = html.startsWith('<!--', open) ? html.indexOf('-->', open + 4) : html.indexOf('>', open);
    const end = close === -1 ? html.length : close + (html[close] === '>' ? 1 : 3);
    const name = tagName(html, open);
    if (BLOCKS.has(name)) flush();
    else if (CELLS.has(name)) parts.push('  ');
    passTo(end);
    spend(effort, end - at);
    at = end;
  }
  flush();
  return lines;
}

/** The next `<` that opens a tag. Others are text, such as `<` for "less than". */
function nextTag(html: string, from: number): number {
  let open = html.indexOf('<', from);
  while (open !== -1 && !/[a-z/!]/i.test(html[open + 1] ?? '')) open = html.indexOf('<', open + 1);
  return open;
}

/** The name of the tag at `open` in lower case, also of an end tag; empty for a comment. */
function tagName(html: string, open: number): string {
  const start = html[open + 1] === '/' ? open + 2 : open + 1;
  let end = start;
  while (end < start + 8 && /[a-z0-9]/i.test(html[end] ?? '')) end++;
  return html.slice(start, end).toLowerCase();
}

/** Text with its references replaced. Line ends of the source are spaces, and an unknown reference stays as it is. */
function plainText(source: string, effort: Effort): string {
  spend(effort, source.length);
  const text = source.replace(/[\n\r\t]/g, ' ');
  if (!text.includes('&')) return text;
  return text
    .split('&')
    .map((piece, at) => {
      if (at === 0) return piece;
      const end = piece.slice(0, ENTITY_CHARS_MAX + 1).indexOf(';');
      const known = end === -1 ? undefined : character(piece.slice(0, end));
      return known === undefined ? `&${piece}` : known + piece.slice(end + 1);
    })
    .join('');
}

function character(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES.get(name);
  const isHex = name[1] === 'x' || name[1] === 'X';
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).replace('\u00a0', ' ') : undefined;
}
