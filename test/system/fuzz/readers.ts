/** What the fuzzer measures: each reader of a stranger's text, how it is run, and what it may cost. */

import { Effort } from '../../../src/domain/effort.ts';
import { cleanText } from '../../../src/entry/issue/clean-text.ts';
import { breakLines } from '../../../src/entry/pdf/lines.ts';
import { containerFacts } from '../../../src/pixel/containers/container-facts.ts';
import { customPixelFacts } from '../../../src/pixel/custom-pixels/read-custom-pixel.ts';
import { PageDecoder } from '../../../src/pixel/fetch/charset.ts';
import { isAllowed, parseRobots } from '../../../src/pixel/fetch/robots.ts';
import { WORK_MIN, WORK_PER_CHAR } from '../../../src/pixel/html/page-extractor.ts';
import { createMatcher } from '../../../src/pixel/matcher.ts';
import { detailedReport } from '../../../src/pixel/report/detailed-report.ts';
import { evaluateRules } from '../../../src/pixel/rules/evaluate-rules.ts';
import { embeddedTariff } from '../../../src/tariff/embedded.ts';
import { planImport } from '../../../src/tariff/import/plan-import.ts';
import { TariffFileError } from '../../../src/tariff/json-fields.ts';
import { NOTES_WORK_MIN, NOTES_WORK_PER_BYTE } from '../../../src/tariff/notes/compare-notes.ts';
import { readLists } from '../../../src/tariff/notes/read-lists.ts';
import { sandboxDocument } from '../../support/sandbox-document.ts';
import type { Reader } from './attacks.ts';

export interface ReaderUnderTest {
  /** Units of work that reading `text` takes. The reader has its real limits. */
  work(text: string): number;
  /** Units for each character, and for any text: what the reader stays under. */
  perChar: number;
  fixed: number;
  /** Length of the inputs in characters. */
  chars: number;
}

/** The last script of a page may use its own budget after that of the page. */
const SCRIPT_PER_CHAR = 6;
/** Rules look at no more than 2,000 facts, and the budget of one script has a constant part. */
const RULES_FIXED = 150_000;

function pageWork(text: string): number {
  const matcher = createMatcher();
  matcher.push(text);
  matcher.finish({ url: 'https://shop.example/' });
  return matcher.effort.done;
}

function containerWork(text: string): number {
  const effort = new Effort(WORK_MIN + WORK_PER_CHAR * text.length);
  evaluateRules(containerFacts(text, { kind: 'gtm', url: 'https://shop.example/gtm.js' }, undefined, effort), effort);
  return effort.done;
}

function customPixelWork(text: string): number {
  const effort = new Effort(WORK_MIN + WORK_PER_CHAR * text.length);
  detailedReport(customPixelFacts(sandboxDocument(text), { pixelId: '901' }, effort), effort);
  return effort.done;
}

function robotsWork(text: string): number {
  const robots = parseRobots(text, 'PortsideScan');
  for (let i = 0; i < 16; i++) isAllowed(robots, `/${'a'.repeat(60 * i)}`);
  return text.length + robots.effort.done;
}

function charsetWork(text: string): number {
  const decoder = new PageDecoder(text);
  return decoder.push(Buffer.from(text)).length + decoder.end().length;
}

const tariff = embeddedTariff();

function listWork(text: string): number {
  const effort = new Effort(1_000_000 + 8 * text.length);
  try {
    planImport(text, tariff, { date: '2026-01-01', force: true }, effort);
  } catch (fault) {
    if (!(fault instanceof TariffFileError)) throw fault;
  }
  return effort.done;
}

const ANCHORS = [
  { note: '16(c)(i)', heading: '9903.82.02', programme: 'aluminum' },
  { note: '43(c)(1)', heading: '9903.08.21', programme: 'uas' },
];

/** The text stands where lists are: behind the anchor of the first list, and before subchapter IV. */
function notesWork(text: string): number {
  const before =
    'SUBCHAPTER III\n43. (a) A\n(b) B\n(c) C\n(1) D\n16. (a) A\n(b) B\n(c) Headings 9903.82.02\n(i) Articles';
  const bytes = Buffer.from(`${before}${text}\nSUBCHAPTER IV\n`);
  const effort = new Effort(NOTES_WORK_MIN + NOTES_WORK_PER_BYTE * bytes.length);
  for (const anchor of ANCHORS) {
    try {
      readLists(bytes, [anchor], effort);
    } catch (fault) {
      if (!(fault instanceof TariffFileError)) throw fault;
    }
  }
  return effort.done;
}

/** Glyphs and pieces that are laid out, and the characters themselves. */
function certificateWork(text: string): number {
  const clean = cleanText(text, true) ?? '';
  let glyphs = 0;
  for (const { pieces } of breakLines(clean, { size: 9.5 }, 366)) {
    for (const { run } of pieces) glyphs += 1 + run.glyphs.length;
  }
  return text.length + clean.length + glyphs;
}

const pagePerChar = WORK_PER_CHAR + SCRIPT_PER_CHAR;
const pageFixed = WORK_MIN + RULES_FIXED;

export const READERS: Record<Reader, ReaderUnderTest> = {
  page: { work: pageWork, perChar: pagePerChar, fixed: pageFixed, chars: 40_000 },
  script: {
    work: (text) => pageWork(`<script>${text}</script>`),
    perChar: pagePerChar,
    fixed: pageFixed,
    chars: 40_000,
  },
  container: { work: containerWork, perChar: pagePerChar, fixed: pageFixed, chars: 40_000 },
  // Code with the bodies of its functions at their calls is longer, and is read by several readers.
  // Four times as long it still gets a syntax tree. Most of what is made up is refused by it, which costs less than reading.
  'custom pixel': { work: customPixelWork, perChar: 2 * pagePerChar, fixed: 2 * pageFixed, chars: 35_000 },
  robots: { work: robotsWork, perChar: 16, fixed: 2_100_000, chars: 40_000 },
  charset: { work: charsetWork, perChar: 2, fixed: 2048, chars: 4_000 },
  list: { work: listWork, perChar: 10, fixed: 2_000_000, chars: 40_000 },
  // Two anchors are read one by one, so a file is read twice. A unit above the limit is counted before the reader stops.
  notes: { work: notesWork, perChar: 3 * NOTES_WORK_PER_BYTE, fixed: 3 * NOTES_WORK_MIN, chars: 40_000 },
  certificate: { work: certificateWork, perChar: 16, fixed: 1_000, chars: 1_000 },
};
