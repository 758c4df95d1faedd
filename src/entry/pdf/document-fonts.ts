/**
 * The fonts of a document. Two are the same in every document and made once: regular and bold, with the letters that nearly every
 * certificate is drawn with. A word that needs others is drawn from a subset of the document's own.
 */
import { EmbeddedFont, operandsOf } from './embedded-font.ts';
import type { FaceName } from './faces.ts';
import type { Line } from './lines.ts';
import type { PdfFile } from './pdf-file.ts';
import { type GlyphRun, shape } from './shape.ts';

/** Text in one font. */
export interface ShownText {
  /** From the left edge of the line, in thousandths of an em. Undefined where the text before it ends. */
  x: number | undefined;
  /** The font's resource name, the same on every page. */
  font: string;
  /** Operands of `TJ`, without the brackets of the array and of its first and last string. */
  operands: string;
}

const ASCII = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index));
/** Drawn as one glyph. */
const LIGATURES = ['ff', 'fi', 'fl', 'ffi', 'ffl'];

const COMMON = {
  sans: { id: 'R', letters: [...ASCII, ...LIGATURES, '·', '“', '”'] },
  /** For headings and other fixed words. */
  sansBold: { id: 'B', letters: [...ASCII.filter((letter) => /[\w .,:;()/-]/.test(letter)), ...LIGATURES] },
} satisfies Partial<Record<FaceName, { id: string; letters: string[] }>>;

const isCommon = (name: FaceName): name is keyof typeof COMMON => Object.hasOwn(COMMON, name);

/** The fonts that documents share. */
export class CommonFonts {
  readonly #fonts: Record<keyof typeof COMMON, EmbeddedFont>;
  readonly #runs = new WeakMap<GlyphRun, string | null>();
  readonly #lines = new WeakMap<Line, readonly ShownText[]>();
  readonly resources: string;

  /** Writes them into `file`, the common beginning of documents. */
  constructor(file: PdfFile) {
    const made = (name: keyof typeof COMMON) => {
      const font = new EmbeddedFont(name);
      for (const letter of COMMON[name].letters) operandsOf(shape(name, letter, 'Latn', false), font);
      return font;
    };
    this.#fonts = { sans: made('sans'), sansBold: made('sansBold') };
    this.resources = Object.entries(this.#fonts)
      .map(([name, font]) => {
        const { id } = COMMON[name as keyof typeof COMMON];
        return `\n/${id} ${font.write(file, `COMMO${id}`)} 0 R`;
      })
      .join('');
  }

  /** Operands for the whole run, or null if a glyph of it is not common. */
  operands(run: GlyphRun): string | null {
    if (!isCommon(run.face)) return null;
    let known = this.#runs.get(run);
    if (known === undefined) {
      const font = this.#fonts[run.face];
      known = run.glyphs.every((glyph) => font.has(glyph)) ? operandsOf(run, font) : null;
      this.#runs.set(run, known);
    }
    return known;
  }

  /** What `show` makes of a line that needs no other font: the same for every document. */
  remembered(line: Line, show: () => { texts: readonly ShownText[]; isCommon: boolean }): readonly ShownText[] {
    const known = this.#lines.get(line);
    if (known) return known;
    const { texts, isCommon } = show();
    if (isCommon) this.#lines.set(line, texts);
    return texts;
  }
}

/** The fonts of one document. */
export class DocumentFonts {
  readonly #own = new Map<FaceName, { id: string; font: EmbeddedFont }>();

  constructor(private readonly common: CommonFonts) {}

  /** The line as texts to show, in the order in which it is read. Adds their glyphs to the fonts. */
  show(line: Line): readonly ShownText[] {
    return this.common.remembered(line, () => this.#show(line));
  }

  #show(line: Line): { texts: readonly ShownText[]; isCommon: boolean } {
    const texts: ShownText[] = [];
    let allCommon = true;
    let end = Number.NaN;
    for (const { run, x } of line.pieces) {
      const known = this.common.operands(run);
      allCommon &&= known !== null;
      const { font, operands } = known === null ? this.#ownText(run) : { font: idOf(run.face), operands: known };
      const last = texts.at(-1);
      // A piece starts where the previous one ended, unless the direction changes between them.
      const isNext = x === end;
      if (isNext && last!.font === font) last!.operands += operands;
      else texts.push({ x: isNext ? undefined : x, font, operands });
      end = x + run.width;
    }
    return { texts, isCommon: allCommon };
  }

  #ownText(run: GlyphRun): { font: string; operands: string } {
    let own = this.#own.get(run.face);
    if (!own) {
      own = { id: `F${this.#own.size + 1}`, font: new EmbeddedFont(run.face) };
      this.#own.set(run.face, own);
    }
    return { font: own.id, operands: operandsOf(run, own.font) };
  }

  /** Writes them. Returns the fonts of every page as entries of a dictionary. */
  write(file: PdfFile): string {
    const own = Array.from(
      this.#own.values(),
      ({ id, font }, index) => `\n/${id} ${font.write(file, tagOf(index))} 0 R`,
    );
    return this.common.resources + own.join('');
  }
}

const idOf = (name: FaceName) => COMMON[name as keyof typeof COMMON].id;

/** `AAAAAA`, `BAAAAA`, …: there are fewer faces than letters. */
const tagOf = (index: number) => `${String.fromCharCode(0x41 + index)}AAAAA`;
