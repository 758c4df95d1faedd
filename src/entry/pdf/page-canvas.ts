/** Collects the content stream of one page. Each part is either tagged or marked as an artifact. */
import type { FaceName } from './faces.ts';
import type { FontStyle, Line, Piece } from './lines.ts';
import type { QrCode } from './qr.ts';
import type { Glyph } from './shape.ts';
import type { Tag } from './tags.ts';

/** Red, green, blue, 0 to 1. */
export type Colour = readonly [number, number, number];

export interface TextStyle extends FontStyle {
  colour: Colour;
}

/** The fonts of the PDF that the page belongs to. */
export interface PageFonts {
  /** The font's resource name, the same on every page. */
  fontId(face: FaceName): string;
  /** The four hex digits that draw `glyph`. */
  encode(face: FaceName, glyph: Glyph): string;
}

/** US Letter, in points. */
export const PAGE_WIDTH = 612;
export const PAGE_HEIGHT = 792;

const round = (n: number) => Math.round(n * 100) / 100;

/** US Letter. Coordinates are in points, x to the right and y downwards from the top edge. */
export class PageCanvas {
  readonly operators: string[] = [];
  #marks = 0;
  #colour = '';

  constructor(
    private readonly fonts: PageFonts,
    readonly index: number,
  ) {}

  /** What `draw` draws becomes content of `element`. */
  tagged(element: Tag, draw: () => void): void {
    const mark = this.#marks++;
    element.kids.push({ page: this.index, mark });
    this.operators.push(`/${element.type} <</MCID ${mark}>> BDC`);
    draw();
    this.operators.push('EMC');
  }

  /** What `draw` draws is not content: rules, backgrounds, running heads and page numbers. */
  artifact(draw: () => void, kind: 'Layout' | 'Pagination' = 'Layout'): void {
    this.operators.push(`/Artifact <</Type /${kind}>> BDC`);
    draw();
    this.operators.push('EMC');
  }

  /** Draws one line of text. `x` is its left edge, `y` its baseline. */
  line(line: Line, x: number, y: number, style: TextStyle): void {
    this.#fill(style.colour);
    this.operators.push('BT');
    let font = '';
    let end = Number.NaN;
    for (const piece of line.pieces) {
      // A piece starts where the previous one ended, unless the direction changes between them.
      if (piece.x !== end) this.operators.push(`1 0 0 -1 ${round(x + (piece.x * style.size) / 1000)} ${round(y)} Tm`);
      end = piece.x + piece.run.width;
      const operator = `/${this.fonts.fontId(piece.run.face)} ${style.size} Tf`;
      if (operator !== font) this.operators.push(operator);
      font = operator;
      this.#show(piece);
    }
    this.operators.push('ET');
  }

  #show(piece: Piece): void {
    let array = '';
    let hex = '';
    for (const glyph of piece.run.glyphs) {
      hex += this.fonts.encode(piece.run.face, glyph);
      const adjustment = round(glyph.advance - glyph.shapedAdvance);
      if (adjustment) {
        array += `<${hex}> ${adjustment} `;
        hex = '';
      }
    }
    const rest = hex ? `${array}<${hex}>` : array;
    if (rest) this.operators.push(`[${rest}] TJ`);
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#fill(colour);
    this.operators.push(`${round(x)} ${round(y)} ${round(width)} ${round(height)} re f`);
  }

  qrCode(code: QrCode, x: number, y: number, side: number, colour: Colour): void {
    this.#fill(colour);
    const unit = side / code.size;
    this.operators.push('q', `${unit} 0 0 ${unit} ${round(x)} ${round(y)} cm`);
    for (const [column, row, length] of code.runs) this.operators.push(`${column} ${row} ${length} 1 re`);
    this.operators.push('f', 'Q');
  }

  #fill(colour: Colour): void {
    const operator = `${colour.join(' ')} rg`;
    if (operator !== this.#colour) this.operators.push(operator);
    this.#colour = operator;
  }
}
