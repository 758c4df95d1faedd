/** One page being drawn: content stream operators, each part either tagged or marked as an artifact. */
import type { FaceName } from './faces.ts';
import type { Line, Piece, TextStyle } from './lines.ts';
import type { QrCode } from './qr.ts';
import type { Glyph } from './shape.ts';
import type { Tag } from './tags.ts';

/** Red, green, blue, 0 to 1. */
export type Colour = readonly [number, number, number];

export interface Ink extends TextStyle {
  colour: Colour;
}

/** The fonts of the file that the page belongs to. */
export interface PageFonts {
  /** The name under which every page knows the font. */
  fontId(face: FaceName): string;
  /** The four hex digits that show `glyph`. */
  encode(face: FaceName, glyph: Glyph): string;
}

const round = (n: number) => Math.round(n * 100) / 100;

/** US Letter, in points; x to the right, y downwards from the top edge. */
export class PageCanvas {
  readonly operators: string[] = [];
  #marks = 0;
  #colour = '';

  constructor(
    private readonly fonts: PageFonts,
    readonly index: number,
  ) {}

  /** Draws as content of `element`. */
  tagged(element: Tag, draw: () => void): void {
    const mark = this.#marks++;
    element.kids.push({ page: this.index, mark });
    this.operators.push(`/${element.type} <</MCID ${mark}>> BDC`);
    draw();
    this.operators.push('EMC');
  }

  /** Draws what is no part of the content: rules, backgrounds, running heads and page numbers. */
  artifact(draw: () => void, kind: 'Layout' | 'Pagination' = 'Layout'): void {
    this.operators.push(`/Artifact <</Type /${kind}>> BDC`);
    draw();
    this.operators.push('EMC');
  }

  /** Draws one line; `x` is its left edge, `y` its baseline. */
  line(line: Line, x: number, y: number, ink: Ink): void {
    this.#fill(ink.colour);
    this.operators.push('BT');
    let font = '';
    let end = Number.NaN;
    for (const piece of line.pieces) {
      // Each piece is drawn where the one before ended, unless a change of direction puts it elsewhere.
      if (piece.x !== end) this.operators.push(`1 0 0 -1 ${round(x + (piece.x * ink.size) / 1000)} ${round(y)} Tm`);
      end = piece.x + piece.run.width;
      const wanted = `/${this.fonts.fontId(piece.run.face)} ${ink.size} Tf`;
      if (wanted !== font) this.operators.push(wanted);
      font = wanted;
      this.#show(piece, ink.size);
    }
    this.operators.push('ET');
  }

  #show(piece: Piece, size: number): void {
    // Readers reverse the text of a right-to-left span once more; there the structure element says it instead.
    const said = !piece.run.extractable && piece.level % 2 === 0;
    if (said) this.operators.push(`/Span <</ActualText <feff${utf16Hex(piece.text)}>>> BDC`);
    let array = '';
    let hex = '';
    for (const glyph of piece.run.glyphs) {
      const code = this.fonts.encode(piece.run.face, glyph);
      if (glyph.xOffset || glyph.yOffset) {
        // The rise moves a mark up; the adjustment moves it aside and back.
        const flushed = hex ? `${array}<${hex}>` : array;
        if (flushed) this.operators.push(`[${flushed}] TJ`);
        const back = round(glyph.advance - glyph.shapedAdvance + glyph.xOffset);
        const rise = round((glyph.yOffset * size) / 1000);
        this.operators.push(`${rise} Ts [${round(-glyph.xOffset)} <${code}> ${back}] TJ 0 Ts`);
        array = '';
        hex = '';
        continue;
      }
      hex += code;
      const adjustment = round(glyph.advance - glyph.shapedAdvance);
      if (adjustment) {
        array += `<${hex}> ${adjustment} `;
        hex = '';
      }
    }
    const rest = hex ? `${array}<${hex}>` : array;
    if (rest) this.operators.push(`[${rest}] TJ`);
    if (said) this.operators.push('EMC');
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

function utf16Hex(text: string): string {
  let hex = '';
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, '0');
  return hex;
}
