/** Notes of chapter 99 as USITC publishes them, made from lists: as HTML, and as the text of a PDF with running headers. */
import { inPeriod } from '../../src/tariff/dates.ts';
import { formatCode } from '../../src/tariff/hts-code.ts';
import type { Anchor } from '../../src/tariff/notes/read-lists.ts';
import type { TariffData } from '../../src/tariff/tariff-data.ts';

export type NotesForm = 'layout' | 'raw' | 'html';
export const NOTES_FORMS: readonly NotesForm[] = ['layout', 'raw', 'html'];

/** The digits of each list, by its subdivision. */
export type NoteLists = Map<string, { anchor: Anchor; digits: string[] }>;

/** The lists of the current notes that are in force on a day. */
export function listsInForce(data: TariffData, date: string): NoteLists {
  const lists: NoteLists = new Map();
  for (const { terms, digits } of data.lists.flatMap(({ listings }) => listings.filter((one) => inPeriod(date, one)))) {
    const anchor = { note: terms.note, heading: terms.ch99_heading ?? '', programme: terms.programme };
    const list = lists.get(terms.note) ?? { anchor, digits: [] };
    list.digits.push(digits);
    lists.set(terms.note, list);
  }
  for (const { digits } of lists.values()) digits.sort();
  return lists;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const ROMANS = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ');
const PAGE_LINES = 48;

interface Line {
  label?: string;
  text?: string;
  rows?: string[][];
}

/** The whole of subchapter III that has these lists, and the beginning of subchapter IV. */
export function chapter99(lists: NoteLists, form: NotesForm): string {
  const notes = Map.groupBy(
    [...lists.keys()].filter((note) => /^\d/.test(note)),
    (note) => Number(/^\d+/.exec(note)![0]),
  );
  const lines: Line[] = [];
  for (const number of [...notes.keys()].sort((a, b) => a - b)) {
    for (const [at, line] of noteLines(notes.get(number)!, lists).entries()) {
      lines.push(at === 0 ? { ...line, label: `${number}. ${line.label}` } : line);
    }
  }
  return form === 'html' ? html(lines) : pdf(lines, form);
}

function noteLines(notes: readonly string[], lists: NoteLists): Line[] {
  const byLetter = Map.groupBy(notes, (note) => /\(([a-z])\)/.exec(note)![1]!);
  const last = Math.max(...[...byLetter.keys()].map((letter) => LETTERS.indexOf(letter)));
  return LETTERS.slice(0, last + 2).flatMap((letter) => {
    const here = byLetter.get(letter);
    if (!here)
      return [
        {
          label: `(${letter})`,
          text: 'Any importer shall provide the information that CBP deems necessary, as in heading 9802.00.60.',
        },
      ];
    const { anchor, digits } = lists.get(here[0]!)!;
    const chapeau = `The rates of duty in ${here.map((note) => `heading ${lists.get(note)!.anchor.heading}`).join(', ')} apply to the provisions listed here`;
    const part = /\)\(/.test(anchor.note);
    if (!part) return [{ label: `(${letter})`, text: `${chapeau}:`, rows: rowsOf(digits) }];
    const label = (note: string) => /\)\((\w+)\)/.exec(note)![1]!;
    const rank = (note: string) => (ROMANS.includes(label(note)) ? ROMANS.indexOf(label(note)) : Number(label(note)));
    const parts = here
      .toSorted((a, b) => rank(a) - rank(b))
      .map((note) => {
        const { anchor, digits } = lists.get(note)!;
        return { label: `(${label(note)})`, text: `Articles of ${anchor.programme}:`, rows: rowsOf(digits) };
      });
    return [{ label: `(${letter})`, text: `${chapeau}.` }, ...parts];
  });
}

function rowsOf(digits: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(digits.length / 4) }, (_, row) =>
    digits.slice(row * 4, row * 4 + 4).map(formatCode),
  );
}

function pdf(lines: readonly Line[], form: 'layout' | 'raw'): string {
  const [indent, gap] = form === 'layout' ? [19, 6] : [0, 1];
  const body = lines.flatMap(({ label, text, rows = [] }) => [
    `${label} ${text}`,
    ...rows.map(
      (row) =>
        ' '.repeat(indent) +
        row
          .map((code) => code.padEnd(form === 'layout' ? 12 : 0))
          .join(' '.repeat(gap))
          .trimEnd(),
    ),
  ]);
  const pages = Array.from({ length: Math.ceil(body.length / PAGE_LINES) }, (_, page) =>
    [
      'Harmonized Tariff Schedule of the United States Revision 22 (2026)',
      '            Annotated for Statistical Reporting Purposes',
      '                                                    XXII',
      `                                         99 - III - ${page + 64}`,
      'U.S. Notes (con.)',
      ...body.slice(page * PAGE_LINES, (page + 1) * PAGE_LINES),
    ].join('\n'),
  );
  return `CHAPTER 99\n            SUBCHAPTER III\nU.S. Notes\n${pages.join('\n\f')}\n\f            SUBCHAPTER IV\nU.S. Notes\n`;
}

function html(lines: readonly Line[]): string {
  const items = lines.map(({ label, text, rows }) => {
    const cells = (row: string[]) =>
      [...row, ...Array(4 - row.length).fill('null')].map((code) => `<td class='styles_left '>${code}</td>`);
    const table = rows
      ? `<table index='null'><col width='144px'/></tr>${rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')}</table>`
      : '';
    return `<li index='null' value='${label}' class='misc_listitem '>${label} ${text}${table}`;
  });
  return `<div class='misc_title'>SUBCHAPTER III</div><ul class='no_liststyle'>${items.join('</li></ul>\n')}<div>SUBCHAPTER IV</div>`;
}
