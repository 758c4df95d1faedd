/** pdfkit's public interface, as far as it is used here. Its published types lack much of version 0.20. */
import { readFileSync } from 'node:fs';
import PDFDocument, * as pdfkit from 'pdfkit';
import profileFile from '../../../node_modules/pdfkit/js/data/sRGB_IEC61966_2_1.icc' with { type: 'file' };

export interface PdfkitDocument {
  readonly outline: { addItem(title: string, place: { pageNumber: number; left: number; top: number }): unknown };
  addPage(): unknown;
  switchToPage(index: number): unknown;

  registerFont(name: string, font: PdfkitFont): unknown;
  font(name: string, size: number): unknown;
  text(text: string, x: number, y: number, options: object): unknown;
  fillColor(colour: string): unknown;
  /** Operators of the open page (ISO 32000-1, annex A). */
  addContent(operators: string): unknown;
  rect(x: number, y: number, width: number, height: number): unknown;
  fill(): unknown;
  save(): unknown;
  restore(): unknown;
  translate(x: number, y: number): unknown;
  scale(factor: number): unknown;

  markStructureContent(type: string): PdfkitContent;
  markContent(type: 'Artifact', options: { type: string }): unknown;
  endMarkedContent(): unknown;
  struct(type: string, options: PdfkitStructOptions): PdfkitElement;
  addStructure(element: PdfkitElement): unknown;
  annotate(x: number, y: number, width: number, height: number, entries: object): unknown;

  file(bytes: Uint8Array, options: object): unknown;
  appendXML(xml: string): void;
  end(): void;
  /** The file, once the document has ended. */
  bytes(): Uint8Array;
}

/** Content that is drawn on a page, as a part of an element. */
export interface PdfkitContent {
  readonly refs: readonly unknown[];
}

export interface PdfkitElement {
  add(kid: PdfkitElement | PdfkitContent): unknown;
  end(): void;
}

interface PdfkitStructOptions {
  lang?: string | undefined;
  alt?: string | undefined;
  actual?: string | undefined;
  scope?: 'Row' | undefined;
  /** Left, top, right, bottom, from the top left corner of the page. */
  bbox?: readonly number[] | undefined;
}

/** A parsed font: anything with the members that pdfkit reads of one of fontkit. */
export interface PdfkitFont {
  postscriptName: string;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  xHeight: number;
  capHeight: number;
  lineGap: number;
  bbox: { minX: number; minY: number; maxX: number; maxY: number };
  italicAngle: number;
  post: { isFixedPitch: number };
  head: { macStyle: { italic: boolean } };
  getGlyph(id: number): { advanceWidth: number };
  layout(text: string): PdfkitLayout;
  createSubset(): { includeGlyph(glyph: unknown): number; encode(): Uint8Array };
}

export interface PdfkitLayout {
  /** `id` is what the subset includes. `advanceWidth` is the width in the embedded font. */
  glyphs: { id: unknown; advanceWidth: number; codePoints: readonly number[] }[];
  /** `xAdvance` is how far the next glyph is. */
  positions: { xAdvance: number; advanceWidth: number }[];
  advanceWidth: number;
}

const { registerFile } = pdfkit as unknown as { registerFile(path: string, bytes: Uint8Array): void };

// pdfkit reads the colour profile from a file beside its module. In the executable, where its module is beside this one, there is none.
registerFile(new URL('./data/sRGB_IEC61966_2_1.icc', import.meta.url).href, readFileSync(profileFile));

/** A document that keeps the pieces of its file. As a stream it would copy each of 2,000 into a buffer, which takes as long as all text. */
class CollectedDocument extends PDFDocument {
  /** Undefined while the constructor below writes the beginning of the file. */
  declare pieces: Uint8Array[] | undefined;

  override push(piece: Uint8Array | null): boolean {
    this.pieces ??= [];
    if (piece) this.pieces.push(piece);
    return true;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.pieces ?? []);
  }
}

/** A new document without a page. */
export function newPdfkitDocument(options: object): PdfkitDocument {
  return new CollectedDocument(options) as unknown as PdfkitDocument;
}
