/**
 * The layout of a certificate: US Letter, a narrow column of labels and a wide column of values. Content continues on as many
 * pages as it needs. A heading is never alone at the foot of a page, nor the last row of a table alone at the head of one.
 */
import type { Content, Row, Section } from './certificate-content.ts';
import { NOT_STATED } from './certificate-content.ts';
import { codePointText } from './itemize.ts';
import { detectLanguage } from './language.ts';
import { breakLines, type Line } from './lines.ts';
import { linkTarget } from './link.ts';
import type { PageCanvas, TextStyle } from './page-canvas.ts';
import { heightOf, PageFlow, type TextOptions } from './page-flow.ts';
import {
  BLACK,
  CONTENT_WIDTH,
  CREAM,
  HAIRLINE,
  IDENTITY_COLUMNS,
  NAVY,
  PAGE,
  QR_SIDE,
  RUST,
  SECTION_COLUMNS,
  STYLES,
} from './paper-style.ts';
import type { Bookmark, PdfDocument } from './pdf-document.ts';
import { qrCode } from './qr.ts';
import { child, type Tag, type TagAttributes, tag } from './tags.ts';
import { testBanner } from './test-banner.ts';

const rowPadding = 2.8;
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
  label: readonly Line[];
  value: readonly Line[];
  style: TextStyle;
  link: string | undefined;
  attributes: TagAttributes;
  details: { lines: readonly Line[]; style: TextStyle; attributes: TagAttributes }[];
  startsGroup: boolean;
  height: number;
}

function breakRow(row: Row): BrokenRow {
  const text = row.value ?? NOT_STATED;
  const link = row.link === undefined ? undefined : linkTarget(row.link);
  const style = row.value === undefined ? STYLES.missing : link ? STYLES.link : STYLES.value;
  const label = breakLines(row.label, STYLES.label, SECTION_COLUMNS.labelWidth);
  const value = breakLines(text, style, SECTION_COLUMNS.valueWidth);
  const details = (row.details ?? []).map((detail) => {
    // The colour only repeats what the word says.
    const detailStyle = detail.startsWith('Defect: ') ? STYLES.defect : STYLES.detail;
    const lines = breakLines(detail, detailStyle, SECTION_COLUMNS.valueWidth);
    return { lines, style: detailStyle, attributes: readAloud(detail) };
  });
  const detailsHeight = details.reduce((sum, { lines }) => sum + heightOf(lines), 0);
  const height = Math.max(heightOf(value), heightOf(label)) + detailsHeight + 2 * rowPadding;
  const startsGroup = row.startsGroup ?? false;
  return { label, value, style, link, attributes: readAloud(text), details, startsGroup, height };
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
    const { labelWidth, valueLeft, valueWidth } = IDENTITY_COLUMNS;
    const textWidth = CONTENT_WIDTH - QR_SIDE - 24;
    flow.text(child(this.root, 'H1'), breakLines(content.title, STYLES.title, textWidth), STYLES.title, PAGE.left);
    flow.y += 1;
    flow.text(child(this.root, 'P'), breakLines(content.basis, STYLES.basis, textWidth), STYLES.basis, PAGE.left);
    flow.y += 9;
    const table = child(this.root, 'Table');
    for (const { label, value = NOT_STATED } of content.identity) {
      const link = value === verifyUrl ? linkTarget(verifyUrl) : undefined;
      const style = link ? STYLES.link : STYLES.identity;
      const labelLines = breakLines(label, STYLES.label, labelWidth);
      this.#labelAndValue(table, labelLines, breakLines(value, style, valueWidth), style, valueLeft, {}, { link });
      flow.y += 1.5;
    }
    const qrTop = PAGE.top - 4;
    const left = PAGE.right - QR_SIDE;
    const figure = child(this.root, 'Figure', {
      alt: `QR code that leads to ${verifyUrl}`,
      box: { x: left, y: qrTop, width: QR_SIDE, height: QR_SIDE },
    });
    flow.canvas.tagged(figure, () => flow.canvas.qrCode(qrCode(verifyUrl), left, qrTop, QR_SIDE, BLACK));
    flow.y = Math.max(flow.y, qrTop + QR_SIDE) + 12;
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
    ].map(({ words, style }) => ({ lines: breakLines(words, style, width), style, element: child(section, 'P') }));
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
    const brokenRows = rows.map(breakRow);
    flow.y += 9;
    const height = heightOf(lines) + 6 + brokenRows.reduce((sum, row) => sum + row.height, 0);
    // A section that cannot be moved as a whole starts with two rows, or with the first lines of a tall one.
    const first = brokenRows.slice(0, 2).reduce((sum, row) => sum + row.height, 0);
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
    brokenRows.forEach((row, index) => {
      const next = brokenRows[index + 1];
      // Neither the last row of a table nor the first of a group is alone on its page.
      const keepsNext = next && (index === brokenRows.length - 2 || row.startsGroup);
      const together = row.height + (keepsNext ? next.height : 0);
      this.#row(table, row, { isFirst: index === 0, together, continued: `${words} (continued)` });
    });
  }

  /** `together` is the height of the row and of the one that it must not be parted from. */
  #row(table: Tag, row: BrokenRow, place: { isFirst: boolean; together: number; continued: string }): void {
    const { flow } = this;
    const { isFirst, together, continued } = place;
    const page = flow.canvas;
    if (row.startsGroup && !isFirst) flow.y += 3;
    if (row.height > flow.space) {
      if (row.height <= wholeRowMax || flow.space < splitRowMin) flow.startNextPage(continued);
    } else if (!isFirst && together > flow.space && together <= wholeRowMax) {
      flow.startNextPage(continued);
    }
    if (!isFirst && flow.canvas === page) flow.rule(row.startsGroup ? NAVY : HAIRLINE, 0.5);
    flow.y += rowPadding;
    const { label, value, style, attributes, link } = row;
    const { valueLeft } = SECTION_COLUMNS;
    const cell = this.#labelAndValue(table, label, value, style, valueLeft, attributes, { continued, link });
    for (const detail of row.details) {
      flow.text(child(cell, 'P', detail.attributes), detail.lines, detail.style, valueLeft, { continued });
    }
    flow.y += rowPadding;
  }

  /** Draws a table row: label on the left, value on the right, on one baseline. Returns the cell of the value. */
  #labelAndValue(
    table: Tag,
    label: readonly Line[],
    value: readonly Line[],
    style: TextStyle,
    left: number,
    attributes: TagAttributes,
    options: TextOptions,
  ): Tag {
    const { flow } = this;
    const row = child(table, 'TR');
    const page = flow.canvas;
    const top = flow.y;
    const heading = child(row, 'TH', { scope: 'Row' });
    // The label is smaller than the value, so it starts lower to share its baseline.
    if (label[0] && value[0]) flow.y += Math.max(0, value[0].baseline - label[0].baseline);
    flow.text(heading, label, STYLES.label, PAGE.left);
    const labelBottom = flow.y;
    flow.y = top;
    const cell = child(row, 'TD');
    flow.text(child(cell, 'P', attributes), value, style, left, options);
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
