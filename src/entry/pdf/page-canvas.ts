/** Collects the content stream of one page. Each part is either tagged or marked as an artifact. */
import type { ShownText } from './document-fonts.ts';
import type { FontStyle, Line } from './lines.ts';
import type { QrCode } from './qr.ts';
import type { Tag } from './tags.ts';

/** Red, green, blue, 0 to 1. */
export type Colour = readonly [number, number, number];

export interface TextStyle extends FontStyle {
  colour: Colour;
}

/** The fonts of the PDF that the page belongs to. */
export interface PageFonts {
  /** The line as texts to show, in the order in which it is read. */
  show(line: Line): readonly ShownText[];
}

/** US Letter, in points. */
export const PAGE_WIDTH = 612;
export const PAGE_HEIGHT = 792;

const round = (n: number) => Math.round(n * 100) / 100;
const fromBottom = (y: number) => round(PAGE_HEIGHT - round(y));

const fillOperators = new WeakMap<Colour, string>();

/** Kept, because colours are few and numbers are slow to write. */
function fillOperator(colour: Colour): string {
  let operator = fillOperators.get(colour);
  if (!operator) {
    operator = `${colour.join(' ')} rg\n`;
    fillOperators.set(colour, operator);
  }
  return operator;
}

/**
 * US Letter. Coordinates are in points, x to the right and y downwards from the top edge. Those of the PDF itself go upwards from the
 * bottom edge.
 */
export class PageCanvas {
  /** The content stream: operators (ISO 32000-1, annex A). */
  content = '';
  #marks = 0;
  #colour: Colour | undefined;

  constructor(
    private readonly fonts: PageFonts,
    readonly index: number,
  ) {}

  /** What `draw` draws becomes content of `element`. */
  tagged(element: Tag, draw: () => void): void {
    const mark = this.#marks++;
    element.kids.push({ page: this.index, mark });
    this.content += `/${element.type} <</MCID ${mark}>> BDC\n`;
    draw();
    this.content += 'EMC\n';
  }

  /** What `draw` draws is not content: rules, backgrounds, running heads and page numbers. */
  artifact(draw: () => void, kind: 'Layout' | 'Pagination' = 'Layout'): void {
    this.content += `/Artifact <</Type /${kind}>> BDC\n`;
    draw();
    this.content += 'EMC\n';
  }

  /** Draws one line of text. `x` is its left edge, `y` its baseline. */
  line(line: Line, x: number, y: number, style: TextStyle): void {
    this.#fill(style.colour);
    let operators = 'BT\n';
    let current = '';
    for (const { x: from, font, operands } of this.fonts.show(line)) {
      if (from !== undefined) {
        operators += `1 0 0 1 ${round(x + (from * style.size) / 1000)} ${fromBottom(y)} Tm\n`;
      }
      if (font !== current) operators += `/${font} ${style.size} Tf\n`;
      current = font;
      if (operands) operators += `[(${operands})] TJ\n`;
    }
    this.content += `${operators}ET\n`;
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#fill(colour);
    this.content += `${round(x)} ${fromBottom(y)} ${round(width)} ${round(-height)} re f\n`;
  }

  qrCode(code: QrCode, x: number, y: number, side: number, colour: Colour): void {
    this.#fill(colour);
    const unit = side / code.size;
    let runs = '';
    for (const [column, row, length] of code.runs) runs += `${column} ${row} ${length} 1 re\n`;
    this.content += `q\n${unit} 0 0 ${-unit} ${round(x)} ${fromBottom(y)} cm\n${runs}f\nQ\n`;
  }

  #fill(colour: Colour): void {
    if (colour !== this.#colour) this.content += fillOperator(colour);
    this.#colour = colour;
  }
}
