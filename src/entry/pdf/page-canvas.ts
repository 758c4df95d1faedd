/** One page. Each part of what is drawn on it is either tagged or marked as an artifact. */
import type { FontStyle, Line } from './lines.ts';
import type { PdfkitDocument } from './pdfkit.ts';
import type { QrCode } from './qr.ts';
import type { DocumentFonts } from './run-font.ts';
import type { Tag } from './tags.ts';

/** `#rrggbb` */
export type Colour = `#${string}`;

export interface TextStyle extends FontStyle {
  colour: Colour;
}

/** US Letter, in points. */
export const PAGE_WIDTH = 612;
export const PAGE_HEIGHT = 792;

const round = (n: number) => Math.round(n * 100) / 100;

/** US Letter. Coordinates are in points, x to the right and y downwards from the top edge. */
export class PageCanvas {
  readonly #pdf: PdfkitDocument;
  readonly #fonts: DocumentFonts;
  #colour: Colour | undefined;

  /** @param index of a page that `pdf` has */
  constructor(
    pdf: PdfkitDocument,
    fonts: DocumentFonts,
    readonly index: number,
  ) {
    this.#pdf = pdf;
    this.#fonts = fonts;
  }

  /** What `draw` draws becomes content of `element`. */
  tagged(element: Tag, draw: () => void): void {
    this.#pdf.switchToPage(this.index);
    element.kids.push({ page: this.index, content: this.#pdf.markStructureContent(element.type) });
    draw();
    this.#pdf.endMarkedContent();
  }

  /** What `draw` draws is not content: rules, backgrounds, running heads and page numbers. */
  artifact(draw: () => void, kind: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#pdf.switchToPage(this.index);
    this.#pdf.markContent('Artifact', { type: kind });
    draw();
    this.#pdf.endMarkedContent();
  }

  /** Draws one line of text. `x` is its left edge, `y` its baseline. */
  line(line: Line, x: number, y: number, style: TextStyle): void {
    this.#fill(style.colour);
    this.#fonts.draw(line, round(x), round(y), style.size);
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#fill(colour);
    this.#pdf.rect(round(x), round(y), round(width), round(height));
    this.#pdf.fill();
  }

  qrCode(code: QrCode, x: number, y: number, side: number, colour: Colour): void {
    const pdf = this.#pdf;
    this.#fill(colour);
    pdf.save();
    pdf.translate(x, y);
    pdf.scale(side / code.size);
    // As one text: 400 rectangles one by one take a twentieth of the time of a certificate.
    pdf.addContent(code.runs.map(([column, row, length]) => `${column} ${row} ${length} 1 re`).join('\n'));
    pdf.fill();
    pdf.restore();
  }

  #fill(colour: Colour): void {
    if (colour !== this.#colour) this.#pdf.fillColor(colour);
    this.#colour = colour;
  }
}
