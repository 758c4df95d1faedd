/**
 * The PDF file: pdfkit writes objects, fonts, metadata, attachment and cross-reference table; text layout, content streams and
 * tags are ours. Only this file uses pdfkit. It relies on internals of pdfkit, so the version is pinned.
 */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import iccFile from '../../../node_modules/pdfkit/js/data/sRGB_IEC61966_2_1.icc' with { type: 'file' };
import { type FileAttachment, writeAttachment } from './attachment.ts';
import { type FaceName, face } from './faces.ts';
import { CONFORMANCE_XMP } from './metadata.ts';
import { type Bookmark, writeOutline } from './outline.ts';
import { PAGE_HEIGHT, type PageCanvas, type PageFonts } from './page-canvas.ts';
import { PdfDate } from './pdf-date.ts';
import type { Reference } from './reference.ts';
import type { Glyph } from './shape.ts';
import { Subset } from './subset.ts';
import { type Tag, writeTags } from './tags.ts';

/** pdfkit's embedded font, to which glyphs are added while text is drawn. */
interface FontSubset {
  id: string;
  subset: Subset;
  widths: number[];
  unicode: (readonly number[])[];
  ref(): Reference;
}

/** The internals of pdfkit's document that this file uses. */
interface Internals {
  _root: Reference;
  _font: FontSubset;
  page: { dictionary: Reference; fonts: Record<string, Reference> };
  ref(data: Record<string, unknown>): Reference;
  addContent(operators: Uint8Array): void;
  appendXML(xml: string): void;
  addNamedEmbeddedFile(name: string, file: Reference): void;
}

export interface PdfDocumentOptions {
  /** Only fixed words and ids: pdfkit writes it into XMP without escaping. */
  title: string;
  createdMs: number;
}

/** Collects pdfkit's output in memory. As a stream of a thousand small chunks, a certificate takes twice the time. */
class MemoryDocument extends PDFDocument {
  declare written: Uint8Array[];
  declare _offset: number;

  _write(data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? Buffer.from(`${data}\n`, 'latin1') : data;
    // The parent's constructor already writes the header, before fields of this class are initialised.
    this.written ??= [];
    this.written.push(bytes);
    this._offset += bytes.length;
  }
}

/** What the pages contain besides what is drawn on them. */
export interface PdfContents {
  structure: Tag;
  /** Empty for a document that needs none. */
  bookmarks: readonly Bookmark[];
  attachment: FileAttachment | undefined;
}

const MARKUP = /[<>&\p{Cc}]/u;

/** A PDF being written. Draw its pages first, then call `finish` once. */
export class PdfDocument implements PageFonts {
  readonly #document: MemoryDocument & Internals;
  readonly #fonts = new Map<FaceName, { font: FontSubset; codes: Map<string, string> }>();
  readonly #created: PdfDate;

  constructor({ title, createdMs }: PdfDocumentOptions) {
    if (MARKUP.test(title)) throw new Error('the title of a PDF must not hold markup');
    this.#created = new PdfDate(createdMs);
    this.#document = new MemoryDocument({
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      size: 'LETTER',
      margin: 0,
      // pdfkit's default is a standard font. PDF/A does not allow it unembedded, and a compiled binary cannot find it.
      font: null as unknown as string,
      info: { Title: title, Producer: 'Portside', Creator: 'Portside', CreationDate: this.#created },
    } as unknown as PDFKit.PDFDocumentOptions) as MemoryDocument & Internals;
  }

  /** Adds the glyph to the embedded subset, once for each text that it is extracted as. */
  encode(name: FaceName, glyph: Glyph): string {
    const { font, codes } = this.#font(name);
    let code = codes.get(glyph.key);
    if (!code) {
      const index = font.subset.add(glyph.parts, glyph.fontAdvance);
      font.widths[index] = glyph.advance;
      font.unicode[index] = glyph.codePoints;
      code = index.toString(16).padStart(4, '0');
      codes.set(glyph.key, code);
    }
    return code;
  }

  fontId(name: FaceName): string {
    return this.#font(name).font.id;
  }

  #font(name: FaceName): { font: FontSubset; codes: Map<string, string> } {
    let found = this.#fonts.get(name);
    if (!found) {
      const { font, outlines } = face(name);
      this.#document.font(font as unknown as PDFKit.Mixins.PDFFontSource);
      found = { font: this.#document._font, codes: new Map() };
      found.font.subset = new Subset(outlines);
      found.font.ref();
      this.#fonts.set(name, found);
    }
    return found;
  }

  /** Writes everything and returns the bytes of the file. */
  finish(canvases: readonly PageCanvas[], { structure, bookmarks, attachment }: PdfContents): Uint8Array {
    const document = this.#document;
    const refer = (data: Record<string, unknown>) => document.ref(data);
    const pages = canvases.map((canvas, index) => {
      document.addPage();
      document.addContent(Buffer.from(`\n${canvas.operators.join('\n')}`, 'latin1'));
      const { dictionary, fonts } = document.page;
      for (const { font } of this.#fonts.values()) fonts[font.id] = font.ref();
      dictionary.data.StructParents = index;
      return dictionary;
    });
    document._root.data.StructTreeRoot = writeTags(refer, structure, pages);
    document._root.data.MarkInfo = document.ref({ Marked: true });
    if (bookmarks.length) document._root.data.Outlines = writeOutline(refer, bookmarks, pages, PAGE_HEIGHT);
    if (attachment) {
      const file = writeAttachment(refer, attachment, this.#created);
      document.addNamedEmbeddedFile(attachment.name, file);
      document._root.data.AF = [file];
    }
    document._root.data.OutputIntents = [this.#outputIntent()];
    document.appendXML(CONFORMANCE_XMP);
    document.end();
    return Buffer.concat(document.written);
  }

  /** Defines the colours as sRGB. pdfkit itself would read the profile from a path that does not exist in a binary. */
  #outputIntent(): Reference {
    const profile = this.#document.ref({ N: 3, Filter: 'FlateDecode' });
    profile.end(colourProfile());
    const intent = this.#document.ref({
      Type: 'OutputIntent',
      S: 'GTS_PDFA1',
      Info: new String('sRGB IEC61966-2.1'),
      OutputConditionIdentifier: new String('sRGB IEC61966-2.1'),
      DestOutputProfile: profile,
    });
    intent.end();
    return intent;
  }
}

let deflatedProfile: Uint8Array | undefined;

function colourProfile(): Uint8Array {
  deflatedProfile ??= deflateSync(readFileSync(iccFile));
  return deflatedProfile;
}
