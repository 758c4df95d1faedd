/** Glyphs of one face as a font of a PDF (ISO 32000-1, 9.7 to 9.10): outlines, widths, and the text of each. */
import { type FaceName, face } from './faces.ts';
import { escapedText, type PdfFile, pdfNumber, pdfText } from './pdf-file.ts';
import type { Glyph, GlyphRun } from './shape.ts';
import { Subset } from './subset.ts';

export class EmbeddedFont {
  readonly #subset: Subset;
  readonly #widths: number[];
  readonly #texts: (readonly number[])[] = [[0]];
  readonly #codes = new Map<string, string>();

  constructor(private readonly name: FaceName) {
    const { font, outlines } = face(name);
    this.#subset = new Subset(outlines);
    this.#widths = [font.getGlyph(0).advanceWidth];
  }

  /** Adds the glyph, once for each text that it is extracted as. Returns what draws it within a string: two bytes, escaped. */
  add(glyph: Glyph): string {
    let code = this.#codes.get(glyph.key);
    if (!code) {
      const index = this.#subset.add(glyph.parts, glyph.fontAdvance);
      this.#widths[index] = glyph.advance;
      this.#texts[index] = glyph.codePoints;
      code = escapedText(String.fromCharCode(index >> 8, index & 0xff));
      this.#codes.set(glyph.key, code);
    }
    return code;
  }

  has(glyph: Glyph): boolean {
    return this.#codes.has(glyph.key);
  }

  /**
   * @param file in which it is written
   * @param tag six capital letters that no other font of the file has
   * @returns the number of its object
   */
  write(file: PdfFile, tag: string): number {
    const { font, scale } = face(this.name);
    const { bbox } = font;
    const name = `${tag}+${font.postscriptName}`;
    const box = [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((edge) => pdfNumber(edge * scale)).join(' ');
    const outlines = file.addStream(this.#subset.encode());
    const descriptor = file.add(`<<
/Type /FontDescriptor
/FontName /${name}
/Flags 4
/FontBBox [${box}]
/ItalicAngle ${pdfNumber(font.italicAngle)}
/Ascent ${pdfNumber(font.ascent * scale)}
/Descent ${pdfNumber(font.descent * scale)}
/CapHeight ${pdfNumber((font.capHeight || font.ascent) * scale)}
/XHeight ${pdfNumber((font.xHeight || 0) * scale)}
/StemV 0
/FontFile2 ${outlines} 0 R
>>`);
    const descendant = file.add(`<<
/Type /Font
/Subtype /CIDFontType2
/BaseFont /${name}
/CIDSystemInfo <<
/Registry ${pdfText('Adobe')}
/Ordering ${pdfText('Identity')}
/Supplement 0
>>
/FontDescriptor ${descriptor} 0 R
/W [0 [${this.#widths.map(pdfNumber).join(' ')}]]
/CIDToGIDMap /Identity
>>`);
    const toUnicode = file.addStream(Buffer.from(toUnicodeMap(this.#texts), 'latin1'));
    return file.add(`<<
/Type /Font
/Subtype /Type0
/BaseFont /${name}
/Encoding /Identity-H
/DescendantFonts [${descendant} 0 R]
/ToUnicode ${toUnicode} 0 R
>>`);
  }
}

const hex = (number: number) => number.toString(16).padStart(4, '0');

/** Codes that differ only in their last byte: a range must not cross it. */
const RANGE_MAX = 256;

function toUnicodeMap(texts: readonly (readonly number[])[]): string {
  const entries = texts.map((codePoints) => `<${utf16Hex(codePoints)}>`);
  const ranges: string[] = [];
  for (let start = 0; start < entries.length; start += RANGE_MAX) {
    const part = entries.slice(start, start + RANGE_MAX);
    ranges.push(`<${hex(start)}> <${hex(start + part.length - 1)}> [${part.join(' ')}]`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <<
/Registry (Adobe)
/Ordering (UCS)
/Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${ranges.length} beginbfrange
${ranges.join('\n')}
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}

function utf16Hex(codePoints: readonly number[]): string {
  const text = String.fromCodePoint(...codePoints);
  let digits = '';
  for (let i = 0; i < text.length; i++) digits += hex(text.charCodeAt(i));
  return digits;
}

/**
 * A run as what is shown within one string and, where the shaper moved the next glyph, between the ends of strings: `AB)20(C`. So runs
 * that follow each other are shown by one operator. Adds its glyphs to the font.
 */
export function operandsOf(run: GlyphRun, font: EmbeddedFont): string {
  let operands = '';
  for (const glyph of run.glyphs) {
    operands += font.add(glyph);
    const adjustment = Math.round((glyph.advance - glyph.shapedAdvance) * 100) / 100;
    if (adjustment) operands += `)${adjustment}(`;
  }
  return operands;
}
