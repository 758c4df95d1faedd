/**
 * The layout of a certificate: US Letter, a narrow column of labels and a wide column of values. Content continues on as many
 * pages as it needs. A heading is never alone at the foot of a page, nor the last row of a table alone at the head of one.
 */
import { type Content, lowerFirst, NOT_STATED, type Row, type Section } from './certificate-content.ts';
import { codePointText } from './itemize.ts';
import { detectLanguage } from './language.ts';
import { breakLines, type Line } from './lines.ts';
import { linkTarget } from './link.ts';
import type { PageCanvas, TextStyle } from './page-canvas.ts';
import { heightOf, PageFlow } from './page-flow.ts';
import {
  BLACK,
  CONTENT_WIDTH,
  type Columns,
  CREAM,
  HAIRLINE,
  IDENTITY_COLUMNS,
  LEFT_COLUMNS,
  NAVY,
  PAGE,
  QR_SIDE,
  RIGHT_COLUMNS,
  RUST,
  SECTION_COLUMNS,
  STYLES,
} from './paper-style.ts';
import type { Bookmark, PdfDocument } from './pdf-document.ts';
import { qrCode } from './qr.ts';
import { child, type Tag, type TagAttributes, tag } from './tags.ts';
import { testBanner } from './test-banner.ts';

const rowPadding = 1.7;
const sectionGap = 7;
/** A section up to this height is moved to the next page as a whole. */
const wholeSectionMax = 190;
/** A row up to this height is moved to the next page as a whole. A taller row is split between its lines. */
const wholeRowMax = 200;
/** The space that a taller row needs to start on a page. */
const splitRowMin = 44;

/** A certificate on its pages. */
export interface LaidOut {
  canvases: readonly PageCanvas[];
  structure: Tag;
  /** One for each section, in the words printed. Empty for a single page. */
  bookmarks: readonly Bookmark[];
}

/** Draws `content`. `verifyUrl` is the address that the QR code leads to. */
type Pages = Pick<PdfDocument, 'addPage'>;

export function layOutCertificate(pdf: Pages, content: Content, verifyUrl: string): LaidOut {
  const layout = new Layout(pdf, content, verifyUrl);
  layout.header(verifyUrl);
  if (content.banner) layout.banner(content.banner);
  for (const section of content.sections) layout.section(section);
  layout.flow.finishPages();
  const { canvases } = layout.flow;
  return { canvases, structure: layout.root, bookmarks: canvases.length > 1 ? layout.bookmarks : [] };
}

/** A row already broken into lines, so that its height is known before it is drawn. */
interface BrokenRow {
  words: string;
  label: readonly Line[];
  value: readonly Line[];
  style: TextStyle;
  columns: Columns;
  link: string | undefined;
  attributes: TagAttributes;
  /** It is missing or says a defect. */
  marked: boolean;
  details: { lines: readonly Line[]; style: TextStyle; attributes: TagAttributes; marked: boolean }[];
}

/** One row, or two short ones on one line. */
interface Band {
  rows: BrokenRow[];
  startsGroup: boolean;
  height: number;
}

const isDefect = (text: string) => text.startsWith('Defect: ');

function breakRow(row: Row, columns: Columns): BrokenRow {
  const text = row.value ?? NOT_STATED;
  const link = row.link === undefined ? undefined : linkTarget(row.link);
  const marked = row.value === undefined || isDefect(text);
  const style = marked ? STYLES.missing : link ? STYLES.link : STYLES.value;
  const details = (row.details ?? []).map((detail) => {
    const detailStyle = isDefect(detail) ? STYLES.defect : STYLES.detail;
    const lines = breakLines(detail, detailStyle, columns.valueWidth);
    return { lines, style: detailStyle, attributes: readAloud(detail), marked: isDefect(detail) };
  });
  const label = breakLines(row.label, STYLES.label, columns.labelWidth);
  const value = breakLines(text, style, columns.valueWidth);
  return { words: row.label, label, value, style, columns, link, attributes: readAloud(text), marked, details };
}

function bandOf(rows: BrokenRow[], startsGroup = false): Band {
  const heights = rows.map(
    ({ label, value, details }) =>
      Math.max(heightOf(value), heightOf(label)) + details.reduce((sum, { lines }) => sum + heightOf(lines), 0),
  );
  return { rows, startsGroup, height: Math.max(...heights) + 2 * rowPadding };
}

function bandsOf(rows: readonly Row[]): Band[] {
  const bands: Band[] = [];
  for (let index = 0; index < rows.length; index++) {
    const [row, next] = [rows[index]!, rows[index + 1]];
    const pair = row.short && next?.short ? [breakRow(row, LEFT_COLUMNS), breakRow(next, RIGHT_COLUMNS)] : undefined;
    if (pair?.every(fitsOnLine)) {
      bands.push(bandOf(pair));
      index++;
    } else bands.push(bandOf([breakRow(row, SECTION_COLUMNS)], row.startsGroup));
  }
  return bands;
}

function fitsOnLine({ label, value, link, marked, details }: BrokenRow): boolean {
  const isShort = label.length === 1 && value.length === 1 && details.length === 0;
  return isShort && !marked && link === undefined && !value[0]!.rtl;
}

/** "6   Date and place of testing, laboratory 3 of 20, address (continued)": what is at the head of a further page. */
function continuedHeading(...words: (string | undefined)[]): string {
  const [heading, ...names] = words.filter((word) => word !== undefined);
  return `${[heading, ...names.map(lowerFirst)].join(', ')} (continued)`;
}

class Layout {
  readonly root = tag('Document');
  readonly flow: PageFlow;
  readonly bookmarks: Bookmark[] = [];

  constructor(
    pdf: Pages,
    private readonly content: Content,
    verifyUrl: string,
  ) {
    const { title, identity, footer } = content;
    const words = { title, gccId: identity[0]!.value!, footer, test: testBanner(verifyUrl) };
    this.flow = new PageFlow(pdf, words, this.root);
  }

  /** Title, identity and QR code. Only on the first page. */
  header(verifyUrl: string): void {
    const { flow, content } = this;
    const columns = IDENTITY_COLUMNS;
    const textWidth = CONTENT_WIDTH - QR_SIDE - 24;
    flow.text(child(this.root, 'H1'), breakLines(content.title, STYLES.title, textWidth), STYLES.title, PAGE.left);
    flow.y += 1;
    flow.text(child(this.root, 'P'), breakLines(content.basis, STYLES.basis, textWidth), STYLES.basis, PAGE.left);
    flow.y += 9;
    const table = child(this.root, 'Table');
    for (const { label, value = NOT_STATED } of content.identity) {
      const link = value === verifyUrl ? linkTarget(verifyUrl) : undefined;
      const style = link ? STYLES.link : STYLES.identity;
      const lines = {
        label: breakLines(label, STYLES.label, columns.labelWidth),
        value: breakLines(value, style, columns.valueWidth),
      };
      this.#labelAndValue(table, { ...lines, style, columns, attributes: {}, link, marked: false });
      flow.y += 1.5;
    }
    const qrTop = PAGE.top - 4;
    const left = PAGE.right - QR_SIDE;
    const figure = child(this.root, 'Figure', {
      alt: `QR code that leads to ${verifyUrl}`,
      box: { x: left, y: qrTop, width: QR_SIDE, height: QR_SIDE },
    });
    flow.canvas.tagged(figure, () => flow.canvas.qrCode(qrCode(verifyUrl), left, qrTop, QR_SIDE, BLACK));
    flow.y = Math.max(flow.y, qrTop + QR_SIDE) + 8;
  }

  /** A box that stands out. Continues on further pages if it is longer than the first. */
  banner({ heading, text, missing }: NonNullable<Content['banner']>): void {
    const { flow } = this;
    const section = child(this.root, 'Sect');
    const gap = 3;
    const padding = { top: 9, bottom: 8 };
    const width = CONTENT_WIDTH - 30;
    let paragraphs = [
      { words: heading, style: STYLES.bannerHeading },
      { words: text, style: STYLES.banner },
      { words: missing, style: STYLES.banner },
    ].map(({ words, style }) => ({
      lines: breakLines(words, style, width),
      style,
      element: child(section, 'P', readAloud(words)),
    }));
    while (paragraphs.length) {
      const space = flow.space - padding.top - padding.bottom;
      const drawn: typeof paragraphs = [];
      const rest: typeof paragraphs = [];
      let height = 0;
      for (const paragraph of paragraphs) {
        const { lines } = paragraph;
        let count = 0;
        while (rest.length === 0 && count < lines.length && height + lines[count]!.height + gap <= space) {
          height += lines[count++]!.height;
        }
        if (count) drawn.push({ ...paragraph, lines: lines.slice(0, count) });
        if (count < lines.length) rest.push({ ...paragraph, lines: lines.slice(count) });
        height += gap;
      }
      const box = height + padding.top + padding.bottom;
      const top = flow.y;
      flow.canvas.artifact(() => {
        flow.canvas.rectangle(PAGE.left, top, CONTENT_WIDTH, box, CREAM);
        flow.canvas.rectangle(PAGE.left, top, 4, box, RUST);
      });
      flow.y += padding.top;
      for (const { lines, style, element } of drawn) {
        flow.text(element, lines, style, PAGE.left + 18);
        flow.y += gap;
      }
      flow.y = top + box + 8;
      paragraphs = rest;
      if (rest.length) flow.startNextPage();
    }
  }

  section({ number, heading, rows }: Section): void {
    const { flow } = this;
    const words = number ? `${number}   ${heading}` : heading;
    const lines = breakLines(words, STYLES.heading, CONTENT_WIDTH);
    const bands = bandsOf(rows);
    flow.y += sectionGap;
    const height = heightOf(lines) + 6 + bands.reduce((sum, band) => sum + band.height, 0);
    // A section that cannot be moved as a whole starts with two rows, or with the first lines of a tall one.
    const first = bands.slice(0, 2).reduce((sum, band) => sum + band.height, 0);
    const opening = heightOf(lines) + 6 + Math.min(first, wholeRowMax);
    if ((height <= wholeSectionMax ? height : opening) > flow.space) flow.startNextPage();
    const part = child(this.root, 'Sect');
    this.bookmarks.push({
      title: words.replace(/ +/g, ' '),
      page: flow.canvas.index,
      y: flow.y - 6,
    });
    flow.rule(NAVY, 0.9);
    flow.y += 4;
    flow.text(child(part, 'H2'), lines, STYLES.heading, PAGE.left);
    flow.y += 2;
    const table = child(part, 'Table');
    let group: string | undefined;
    bands.forEach((band, index) => {
      const next = bands[index + 1];
      // Neither the last row of a table nor the first of a group is alone on its page.
      const keepsNext = next && (index === bands.length - 2 || band.startsGroup);
      const together = band.height + (keepsNext ? next.height : 0);
      const before = continuedHeading(words, band.startsGroup ? undefined : group);
      if (band.startsGroup) group = band.rows[0]!.words;
      this.#band(table, band, { isFirst: index === 0, together, before, within: [words, group] });
    });
  }

  /** `together` is the height of the band and of the one that it must not be parted from. `before` is the heading of a page that it starts. */
  #band(
    table: Tag,
    band: Band,
    place: { isFirst: boolean; together: number; before: string; within: (string | undefined)[] },
  ): void {
    const { flow } = this;
    const { isFirst, together, before, within } = place;
    const page = flow.canvas;
    if (band.startsGroup && !isFirst) flow.y += 3;
    if (band.height > flow.space) {
      if (band.height <= wholeRowMax || flow.space < splitRowMin) flow.startNextPage(before);
    } else if (!isFirst && together > flow.space && together <= wholeRowMax) {
      flow.startNextPage(before);
    }
    if (!isFirst && flow.canvas === page) flow.rule(band.startsGroup ? NAVY : HAIRLINE, 0.5);
    flow.y += rowPadding;
    const top = flow.y;
    let bottom = top;
    for (const row of band.rows) {
      // Only one of two rows could be drawn elsewhere, and two are on one line.
      if (row !== band.rows[0]) flow.y = top;
      const continued = continuedHeading(...within, band.startsGroup ? undefined : row.words);
      const cell = this.#labelAndValue(table, row, continued);
      const { valueLeft, valueWidth: width } = row.columns;
      for (const { lines, style, attributes, marked } of row.details) {
        flow.text(child(cell, 'P', attributes), lines, style, valueLeft, { continued, width, marked });
      }
      bottom = band.rows.length > 1 ? Math.max(bottom, flow.y) : flow.y;
    }
    flow.y = bottom + rowPadding;
  }

  /** Draws a table row: label on the left, value on the right, on one baseline. Returns the cell of the value. */
  #labelAndValue(table: Tag, drawn: Omit<BrokenRow, 'words' | 'details'>, continued?: string): Tag {
    const { flow } = this;
    const { label, value, style, columns, attributes, link, marked } = drawn;
    const { labelLeft, valueLeft, valueWidth: width } = columns;
    const row = child(table, 'TR');
    const page = flow.canvas;
    const top = flow.y;
    const heading = child(row, 'TH', { scope: 'Row' });
    // The label is smaller than the value, so it starts lower to share its baseline.
    if (label[0] && value[0]) flow.y += Math.max(0, value[0].baseline - label[0].baseline);
    flow.text(heading, label, STYLES.label, labelLeft);
    const labelBottom = flow.y;
    flow.y = top;
    const cell = child(row, 'TD');
    flow.text(child(cell, 'P', attributes), value, style, valueLeft, { continued, link, width, marked });
    if (flow.canvas === page) flow.y = Math.max(flow.y, labelBottom);
    return cell;
  }
}

/**
 * What a reader of the structure needs for a text: its language, and the text itself unless it is one line of ASCII. Private-use
 * characters have no agreed meaning, so they are read as they are printed.
 */
function readAloud(text: string): TagAttributes {
  const actualText = ASCII_LINE.test(text) ? undefined : text.toWellFormed().replace(/\p{Co}/gu, codePointText);
  return { lang: detectLanguage(text), actualText };
}

/** Drawn and read in the same order. Lines that a text breaks itself would run together where they are read one after another. */
const ASCII_LINE = /^[\x20-\x7e]*$/;
