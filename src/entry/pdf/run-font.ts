/**
 * A face as a font of pdfkit. pdfkit asks a font to lay out a text and to make a subset of the glyphs that it got. This one answers with
 * glyphs that are shaped already, so each cluster of characters is one glyph of the subset, and is extracted as its text.
 */
import { type FaceName, face } from './faces.ts';
import type { Line } from './lines.ts';
import type { PdfkitDocument, PdfkitFont, PdfkitLayout } from './pdfkit.ts';
import type { Glyph } from './shape.ts';
import { Subset } from './subset.ts';

/** Glyphs in one face that follow each other, as pdfkit takes them. Kept with a line, so documents share them. */
interface ShownText extends PdfkitLayout {
  face: FaceName;
  /** From the left edge of the line, in thousandths of an em. */
  x: number;
}

/** One document's font. */
class RunFont implements PdfkitFont {
  /** What the next `layout` answers. */
  next: PdfkitLayout = { glyphs: [], positions: [], advanceWidth: 0 };
  readonly postscriptName: string;
  /** All lengths are in thousandths of an em, so that pdfkit has nothing to convert. */
  readonly unitsPerEm = 1000;
  readonly ascent: number;
  readonly descent: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly lineGap: number;
  readonly bbox: { minX: number; minY: number; maxX: number; maxY: number };
  readonly italicAngle: number;
  readonly post = { isFixedPitch: 0 };
  readonly head = { macStyle: { italic: false } };
  readonly #name: FaceName;

  constructor(name: FaceName) {
    const { font, scale } = face(name);
    const { minX, minY, maxX, maxY } = font.bbox;
    this.#name = name;
    this.postscriptName = font.postscriptName;
    this.ascent = font.ascent * scale;
    this.descent = font.descent * scale;
    this.xHeight = font.xHeight * scale;
    this.capHeight = font.capHeight * scale;
    this.lineGap = font.lineGap * scale;
    this.bbox = { minX: minX * scale, minY: minY * scale, maxX: maxX * scale, maxY: maxY * scale };
    this.italicAngle = font.italicAngle;
  }

  getGlyph(id: number): { advanceWidth: number } {
    const { font, scale } = face(this.#name);
    return { advanceWidth: font.getGlyph(id).advanceWidth * scale };
  }

  layout(): PdfkitLayout {
    return this.next;
  }

  createSubset() {
    const subset = new Subset(face(this.#name).outlines);
    const codes = new Map<string, number>();
    return {
      /** Once for each text that the glyph is extracted as. */
      includeGlyph({ key, parts, fontAdvance }: Glyph): number {
        let code = codes.get(key);
        if (code === undefined) {
          code = subset.add(parts, fontAdvance);
          codes.set(key, code);
        }
        return code;
      },
      encode: () => subset.encode(),
    };
  }
}

/** The fonts of one document: of each face, the glyphs that it draws. */
export class DocumentFonts {
  readonly #fonts = new Map<FaceName, RunFont>();

  constructor(private readonly pdf: PdfkitDocument) {}

  /** Draws one line of text on the open page. `x` is its left edge and `y` its baseline, in points. */
  draw(line: Line, x: number, y: number, size: number): void {
    for (const shown of shownTexts(line)) {
      this.#open(shown.face).next = shown;
      this.pdf.font(shown.face, size);
      this.pdf.text(ANY_TEXT, Math.round(x * 100 + (shown.x * size) / 10) / 100, y, TEXT_OPTIONS);
    }
  }

  #open(name: FaceName): RunFont {
    let font = this.#fonts.get(name);
    if (!font) {
      font = new RunFont(name);
      this.#fonts.set(name, font);
      this.pdf.registerFont(name, font);
    }
    return font;
  }
}

/** The font answers with its glyphs, whatever the text. */
const ANY_TEXT = '-';

const TEXT_OPTIONS = {
  lineBreak: false,
  baseline: 'alphabetic',
  // Otherwise pdfkit asks for each word of the text.
  features: [],
  // Otherwise pdfkit measures the text before it draws it.
  textWidth: 0,
  wordCount: 1,
};

const shownLines = new WeakMap<Line, readonly ShownText[]>();

/** The line as texts to show, in the order in which it is read. */
function shownTexts(line: Line): readonly ShownText[] {
  let texts = shownLines.get(line);
  if (!texts) {
    texts = [...textsOf(line)];
    shownLines.set(line, texts);
  }
  return texts;
}

function* textsOf({ pieces }: Line): Generator<ShownText> {
  let open: ShownText | undefined;
  let end = Number.NaN;
  for (const { run, x } of pieces) {
    // A piece starts where the previous one ended, unless the direction changes between them.
    if (open?.face !== run.face || x !== end) {
      if (open?.glyphs.length) yield open;
      open = { face: run.face, x, glyphs: [], positions: [], advanceWidth: 0 };
    }
    for (const glyph of run.glyphs) {
      open.glyphs.push({ id: glyph, advanceWidth: glyph.advance, codePoints: glyph.codePoints });
      const moved = Math.round((glyph.shapedAdvance - glyph.advance) * 100) / 100;
      open.positions.push({ xAdvance: glyph.advance + moved, advanceWidth: glyph.advance });
    }
    end = x + run.width;
  }
  if (open?.glyphs.length) yield open;
}
