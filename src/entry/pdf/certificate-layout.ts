/**
 * The layout of a certificate: US Letter, a narrow column of labels and a wide column of values. Content continues on as many
 * pages as it needs. Running heads and page numbers are artifacts; everything else is tagged.
 */
import type { Content, Row, Section } from './certificate-content.ts';
import { NOT_STATED } from './certificate-content.ts';
import { detectLanguage } from './language.ts';
import { breakLines, type Line } from './lines.ts';
import { type Colour, PageCanvas, type TextStyle } from './page-canvas.ts';
import type { PdfDocument } from './pdf-document.ts';
import { qrCode } from './qr.ts';
import { child, type Tag, type TagAttributes, tag } from './tags.ts';

const page = { width: 612, height: 792, left: 54, right: 558, top: 50, bottom: 740 };
const labelWidth = 124;
const valueLeft = page.left + labelWidth + 14;
const valueWidth = page.right - valueLeft;
const rowPadding = 2.8;
const qrSide = 74;
/** A row up to this height is moved to the next page as a whole. A taller row is split between its lines. */
const wholeRowMax = 200;
/** The space that a taller row needs to start on a page. */
const splitRowMin = 30;

const navy: Colour = [0.09, 0.17, 0.31];
const black: Colour = [0.1, 0.11, 0.13];
const grey: Colour = [0.36, 0.39, 0.44];
const rust: Colour = [0.6, 0.22, 0.05];
const hairline: Colour = [0.84, 0.86, 0.89];
const cream: Colour = [0.995, 0.965, 0.905];

const styles = {
  title: { size: 21, bold: true, colour: navy },
  basis: { size: 8, colour: grey },
  heading: { size: 10.5, bold: true, colour: navy },
  label: { size: 8.5, colour: grey },
  value: { size: 9.5, colour: black },
  missing: { size: 9.5, bold: true, colour: rust },
  detail: { size: 8, colour: grey },
  bannerHeading: { size: 10, bold: true, colour: rust },
  banner: { size: 8.5, colour: black },
  small: { size: 7.5, colour: grey },
} satisfies Record<string, TextStyle>;

const heightOf = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + line.height, 0);

/** Draws `content` and returns its pages and the root of its structure tree. */
export function layOutCertificate(
  pdf: PdfDocument,
  content: Content,
  verifyUrl: string,
): { canvases: PageCanvas[]; root: Tag } {
  const layout = new Layout(pdf, content);
  layout.header(verifyUrl);
  if (content.banner) layout.banner(content.banner);
  for (const section of content.sections) layout.section(section);
  layout.footers();
  return { canvases: layout.canvases, root: layout.root };
}

/** A row already broken into lines, so that its height is known before it is drawn. */
interface BrokenRow {
  label: readonly Line[];
  value: readonly Line[];
  style: TextStyle;
  attributes: TagAttributes;
  details: { lines: readonly Line[]; attributes: TagAttributes }[];
  height: number;
}

function breakRow(row: Row): BrokenRow {
  const text = row.value ?? NOT_STATED;
  const style = row.value === undefined ? styles.missing : styles.value;
  const label = breakLines(row.label, styles.label, labelWidth);
  const value = breakLines(text, style, valueWidth);
  const details = (row.details ?? []).map((detail) => ({
    lines: breakLines(detail, styles.detail, valueWidth),
    attributes: readAloud(detail),
  }));
  const detailsHeight = details.reduce((sum, { lines }) => sum + heightOf(lines), 0);
  const height = Math.max(heightOf(value), heightOf(label)) + detailsHeight + 2 * rowPadding;
  return { label, value, style, attributes: readAloud(text), details, height };
}

class Layout {
  readonly canvases: PageCanvas[] = [];
  readonly root = tag('Document');
  #y = 0;

  constructor(
    private readonly pdf: PdfDocument,
    private readonly content: Content,
  ) {
    this.#addPage();
  }

  get #canvas(): PageCanvas {
    return this.canvases.at(-1)!;
  }

  /** Title, identity and QR code. Only on the first page. */
  header(verifyUrl: string): void {
    const canvas = this.#canvas;
    const textWidth = page.right - page.left - qrSide - 24;
    canvas.artifact(() => canvas.rectangle(0, 0, page.width, 7, navy));
    this.#paragraph(child(this.root, 'H1'), this.content.title, styles.title, page.left, textWidth);
    this.#y += 1;
    this.#paragraph(child(this.root, 'P'), this.content.basis, styles.basis, page.left, textWidth);
    this.#y += 9;
    const table = child(this.root, 'Table');
    for (const row of this.content.identity) {
      const lines = breakLines(row.value ?? NOT_STATED, styles.value, textWidth - 80);
      this.#labelAndValue(table, breakLines(row.label, styles.label, 74), lines, styles.value, page.left + 80);
      this.#y += 1.5;
    }
    const qrTop = page.top - 4;
    const left = page.right - qrSide;
    const figure = child(this.root, 'Figure', {
      alt: `QR code that leads to ${verifyUrl}`,
      attributes: {
        O: 'Layout',
        Placement: 'Block',
        BBox: [left, page.height - qrTop - qrSide, page.right, page.height - qrTop],
      },
    });
    canvas.tagged(figure, () => canvas.qrCode(qrCode(verifyUrl), left, qrTop, qrSide, black));
    this.#y = Math.max(this.#y, qrTop + qrSide) + 12;
  }

  banner({ heading, text, missing }: NonNullable<Content['banner']>): void {
    const width = page.right - page.left - 30;
    const paragraphs = [
      { lines: breakLines(heading, styles.bannerHeading, width), style: styles.bannerHeading, tag: 'P' },
      { lines: breakLines(text, styles.banner, width), style: styles.banner, tag: 'P' },
      { lines: breakLines(missing, styles.banner, width), style: styles.banner, tag: 'P' },
    ];
    const height = paragraphs.reduce((sum, part) => sum + heightOf(part.lines) + 3, 17);
    const canvas = this.#canvas;
    const top = this.#y;
    canvas.artifact(() => {
      canvas.rectangle(page.left, top, page.right - page.left, height, cream);
      canvas.rectangle(page.left, top, 4, height, rust);
    });
    this.#y += 9;
    const section = child(this.root, 'Sect');
    for (const part of paragraphs) {
      this.#lines(child(section, part.tag), part.lines, part.style, page.left + 18);
      this.#y += 3;
    }
    this.#y = top + height + 8;
  }

  section({ number, heading, rows }: Section): void {
    const words = number ? `${number}   ${heading}` : heading;
    const lines = breakLines(words, styles.heading, page.right - page.left);
    const brokenRows = rows.map(breakRow);
    const first = Math.min(brokenRows[0]?.height ?? 0, wholeRowMax);
    this.#y += 9;
    if (this.#y + heightOf(lines) + 8 + first > page.bottom) this.#startNextPage();
    const part = child(this.root, 'Sect');
    this.#rule(this.#y, navy, 0.9);
    this.#y += 4;
    this.#lines(child(part, 'H2'), lines, styles.heading, page.left);
    this.#y += 2;
    const table = child(part, 'Table');
    brokenRows.forEach((row, index) => {
      if (index) this.#rule(this.#y, hairline, 0.5);
      this.#row(table, row, `${words} (continued)`);
    });
  }

  /** Footers with page numbers. Called last, when the number of pages is known. */
  footers(): void {
    for (const canvas of this.canvases) {
      const y = page.bottom + 22;
      canvas.artifact(() => {
        canvas.rectangle(page.left, page.bottom + 8, page.right - page.left, 0.5, hairline);
        const [note] = breakLines(this.content.footer, styles.small, 400);
        const [number] = breakLines(`Page ${canvas.index + 1} of ${this.canvases.length}`, styles.small, 100);
        canvas.line(note!, page.left, y, styles.small);
        canvas.line(number!, page.right - number!.width, y, styles.small);
      }, 'Pagination');
    }
  }

  #row(table: Tag, row: BrokenRow, continued: string): void {
    const fits = this.#y + row.height <= page.bottom;
    if (!fits && (row.height <= wholeRowMax || this.#y + splitRowMin > page.bottom)) this.#startNextPage(continued);
    this.#y += rowPadding;
    const cell = this.#labelAndValue(table, row.label, row.value, row.style, valueLeft, row.attributes, continued);
    for (const { lines, attributes } of row.details) {
      this.#lines(child(cell, 'P', attributes), lines, styles.detail, valueLeft, continued);
    }
    this.#y += rowPadding;
  }

  /** Draws a table row: label on the left, value on the right, on one baseline. Returns the cell of the value. */
  #labelAndValue(
    table: Tag,
    label: readonly Line[],
    value: readonly Line[],
    style: TextStyle,
    left: number,
    attributes: TagAttributes = {},
    continued?: string,
  ): Tag {
    const row = child(table, 'TR');
    const canvas = this.#canvas;
    const top = this.#y;
    const baseline = value[0]?.height ?? style.size;
    const heading = child(row, 'TH', { attributes: { O: 'Table', Scope: 'Row' } });
    // The label is smaller than the value, so it starts lower to share its baseline.
    this.#y += Math.max(0, baseline * 0.76 - (label[0]?.height ?? 0) * 0.76);
    this.#lines(heading, label, styles.label, page.left);
    const labelBottom = this.#y;
    this.#y = top;
    const cell = child(row, 'TD');
    this.#lines(child(cell, 'P', attributes), value, style, left, continued);
    if (this.#canvas === canvas) this.#y = Math.max(this.#y, labelBottom);
    return cell;
  }

  #paragraph(element: Tag, text: string, style: TextStyle, left: number, width: number): void {
    this.#lines(element, breakLines(text, style, width), style, left);
  }

  /** Draws lines downwards as content of `element`. Continues on further pages only if `continued`, their heading, is given. */
  #lines(element: Tag, lines: readonly Line[], style: TextStyle, left: number, continued?: string): void {
    const widest = Math.max(0, ...lines.map((line) => line.width));
    let rest = lines;
    while (rest.length) {
      if (continued !== undefined && this.#y + rest[0]!.height > page.bottom) this.#startNextPage(continued);
      let count = 0;
      let height = 0;
      while (
        count < rest.length &&
        (continued === undefined || this.#y + height + rest[count]!.height <= page.bottom)
      ) {
        height += rest[count++]!.height;
      }
      const canvas = this.#canvas;
      canvas.tagged(element, () => {
        for (const line of rest.slice(0, count)) {
          // Right-to-left lines are aligned on the right, within a block that starts at the left edge of the column.
          const x = line.rtl ? left + widest - line.width : left;
          canvas.line(line, x, this.#y + line.height * 0.76, style);
          this.#y += line.height;
        }
      });
      rest = rest.slice(count);
    }
  }

  #rule(y: number, colour: Colour, thickness: number): void {
    this.#canvas.artifact(() => this.#canvas.rectangle(page.left, y, page.right - page.left, thickness, colour));
  }

  #addPage(): void {
    this.canvases.push(new PageCanvas(this.pdf, this.canvases.length));
    this.#y = page.top;
  }

  /** Adds a page with a running head and, if given, the heading that continues. */
  #startNextPage(continued?: string): void {
    this.#addPage();
    const canvas = this.#canvas;
    canvas.artifact(() => {
      canvas.rectangle(0, 0, page.width, 7, navy);
      const [title] = breakLines(this.content.title, styles.small, 300);
      const [id] = breakLines(this.content.identity[0]!.value!, styles.small, 250);
      canvas.line(title!, page.left, page.top - 10, styles.small);
      canvas.line(id!, page.right - id!.width, page.top - 10, styles.small);
      if (continued) {
        const [heading] = breakLines(continued, styles.heading, page.right - page.left);
        canvas.rectangle(page.left, page.top + 8, page.right - page.left, 0.9, navy);
        canvas.line(heading!, page.left, page.top + 12 + heading!.height * 0.76, styles.heading);
      }
    }, 'Pagination');
    this.#y = page.top + (continued ? 32 : 4);
  }
}

/** What a screen reader needs for a text: its language, and the text itself if it is drawn in reverse order. */
function readAloud(text: string): TagAttributes {
  const { lang, rtl } = detectLanguage(text);
  return { lang, actualText: rtl ? text.toWellFormed() : undefined };
}
