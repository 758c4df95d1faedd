/**
 * The file around the pages, written by pdfkit: objects, fonts, metadata, attachment, cross-reference table. Text layout,
 * content streams and tags are ours; this is the only file that knows pdfkit, and it knows some of its inner parts, which
 * is why the version is exact and a golden test stands over the bytes.
 */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import iccFile from '../../../node_modules/pdfkit/js/data/sRGB_IEC61966_2_1.icc' with { type: 'file' };
import { type FaceName, face } from './faces.ts';
import { CONFORMANCE_XMP } from './metadata.ts';
import type { PageCanvas, PageFonts } from './page-canvas.ts';
import type { Reference } from './reference.ts';
import type { Glyph } from './shape.ts';
import { Subset } from './subset.ts';
import { type Tag, writeTags } from './tags.ts';

/** pdfkit's embedded font: the subset that a document gathers while text is drawn. */
interface FontSubset {
  id: string;
  subset: Subset;
  widths: number[];
  unicode: (readonly number[])[];
  ref(): Reference;
}

interface Internals {
  _root: Reference;
  _font: FontSubset;
  page: { dictionary: Reference; fonts: Record<string, Reference> };
  ref(data: Record<string, unknown>): Reference;
  addContent(operators: Uint8Array): void;
  appendXML(xml: string): void;
}

export interface FileAttachment {
  name: string;
  mediaType: string;
  description: string;
  bytes: Uint8Array;
}

export interface PdfDocumentOptions {
  /** Fixed words and identifiers only: pdfkit puts it into XMP unescaped. */
  title: string;
  createdMs: number;
}

/** pdfkit pushes a certificate through a stream in a thousand small pieces; kept in memory it takes half the time. */
class MemoryDocument extends PDFDocument {
  declare written: Uint8Array[];
  declare _offset: number;

  _write(data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? Buffer.from(`${data}\n`, 'latin1') : data;
    // The constructor of the parent writes the header before any field of this class could be set up.
    this.written ??= [];
    this.written.push(bytes);
    this._offset += bytes.length;
  }
}

const MARKUP = /[<>&\p{Cc}]/u;

/** One PDF in the making. */
export class PdfDocument implements PageFonts {
  readonly #document: MemoryDocument & Internals;
  readonly #fonts = new Map<FaceName, { font: FontSubset; codes: Map<string, string> }>();
  readonly #created: Date;

  constructor({ title, createdMs }: PdfDocumentOptions) {
    if (MARKUP.test(title)) throw new Error('the title of a PDF must not hold markup');
    this.#created = new Date(createdMs);
    this.#document = new MemoryDocument({
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      size: 'LETTER',
      margin: 0,
      // pdfkit's default is a standard font, which may not stay unembedded in PDF/A and is not found inside a binary.
      font: null as unknown as string,
      info: { Title: title, Producer: 'Portside', Creator: 'Portside', CreationDate: this.#created },
    } as PDFKit.PDFDocumentOptions) as MemoryDocument & Internals;
  }

  /** The glyph joins the embedded subset, once for each text it stands for. */
  encode(name: FaceName, glyph: Glyph): string {
    const { font, codes } = this.#font(name);
    let code = codes.get(glyph.key);
    if (!code) {
      const index = font.subset.glyphs.push(glyph.id) - 1;
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

  /** Writes everything and returns the file. */
  finish(canvases: readonly PageCanvas[], structure: Tag, attachment: FileAttachment | undefined): Uint8Array {
    const document = this.#document;
    const pages = canvases.map((canvas, index) => {
      document.addPage();
      document.addContent(Buffer.from(`\n${canvas.operators.join('\n')}`, 'latin1'));
      const { dictionary, fonts } = document.page;
      for (const { font } of this.#fonts.values()) fonts[font.id] = font.ref();
      dictionary.data.StructParents = index;
      return dictionary;
    });
    document._root.data.StructTreeRoot = writeTags((data) => document.ref(data), structure, pages);
    document._root.data.MarkInfo = document.ref({ Marked: true });
    if (attachment) this.#attach(attachment);
    document._root.data.OutputIntents = [this.#outputIntent()];
    document.appendXML(CONFORMANCE_XMP);
    document.end();
    return Buffer.concat(document.written);
  }

  #attach({ name, mediaType, description, bytes }: FileAttachment): void {
    this.#document.file(Buffer.from(bytes), {
      name,
      type: mediaType,
      description,
      relationship: 'Data',
      creationDate: this.#created,
      modifiedDate: this.#created,
    } as PDFKit.Mixins.PDFAttachmentOptions);
  }

  /** What the colours mean. pdfkit would read its profile from a path that does not exist inside a binary. */
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
