/** The PDF of drawn pages: fonts, structure, bookmarks, attachment and metadata, written by pdfkit. */
import { PDFUA_METADATA } from './metadata.ts';
import { PAGE_HEIGHT, PAGE_WIDTH, PageCanvas } from './page-canvas.ts';
import { newPdfkitDocument, type PdfkitDocument, type PdfkitElement } from './pdfkit.ts';
import { DocumentFonts } from './run-font.ts';
import type { LinkArea, Tag } from './tags.ts';

export interface PdfDocumentOptions {
  /** Only fixed words and ids: pdfkit writes it into the metadata as it is. */
  title: string;
  createdMs: number;
}

/** What the pages contain besides what is drawn on them. */
export interface PdfContents {
  structure: Tag;
  /** Empty for a document that needs none. */
  bookmarks: readonly Bookmark[];
  attachment: FileAttachment | undefined;
}

export interface Bookmark {
  title: string;
  /** Index of the page. */
  page: number;
  /** Distance from the top edge of the page, in points. */
  y: number;
}

/** A file inside the document (ISO 32000-1, 7.11.4), associated with it as PDF/A-3 requires (ISO 19005-3, 6.8). */
export interface FileAttachment {
  /** Printable ASCII. */
  name: string;
  mediaType: string;
  /** Shown by readers beside the name. */
  description: string;
  bytes: Uint8Array;
}

const PROGRAM = 'Portside';
const MARKUP = /[<>&\p{Cc}]/u;

/** A PDF being written. Draw its pages first, then call `finish` once. */
export class PdfDocument {
  readonly #pdf: PdfkitDocument;
  readonly #fonts: DocumentFonts;
  readonly #createdMs: number;
  #pages = 0;

  /** @throws Error if `title` holds markup */
  constructor({ title, createdMs }: PdfDocumentOptions) {
    if (MARKUP.test(title)) throw new Error('the title of a PDF must not hold markup');
    this.#createdMs = createdMs;
    this.#pdf = newPdfkitDocument({
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      info: { Title: title, Producer: PROGRAM, Creator: PROGRAM, CreationDate: new DateWithOffset(createdMs) },
      size: [PAGE_WIDTH, PAGE_HEIGHT],
      margin: 0,
      autoFirstPage: false,
      // Pages stay open, because their feet are drawn when their number is known.
      bufferPages: true,
      // Without this pdfkit opens Helvetica, which is not in the executable.
      font: null,
      fontLayoutCache: false,
    });
    this.#fonts = new DocumentFonts(this.#pdf);
  }

  addPage(): PageCanvas {
    this.#pdf.addPage();
    return new PageCanvas(this.#pdf, this.#fonts, this.#pages++);
  }

  /** Writes everything and returns the bytes of the file. */
  finish({ structure, bookmarks, attachment }: PdfContents): Uint8Array {
    const pdf = this.#pdf;
    pdf.addStructure(this.#element(structure));
    for (const { title, page, y } of bookmarks) {
      // pdfkit measures `left` from the right edge.
      pdf.outline.addItem(title, { pageNumber: page, left: PAGE_WIDTH, top: y });
    }
    if (attachment) this.#attach(attachment);
    pdf.appendXML(PDFUA_METADATA);
    pdf.end();
    return pdf.bytes();
  }

  #element({ type, attributes, kids }: Tag): PdfkitElement {
    const { lang, alt, actualText, scope, box } = attributes;
    const element = this.#pdf.struct(type, {
      lang,
      alt,
      actual: actualText,
      scope,
      bbox: box && [box.x, box.y, box.x + box.width, box.y + box.height],
    });
    for (const kid of kids) {
      if ('type' in kid) element.add(this.#element(kid));
      else if ('content' in kid) element.add(kid.content);
      else this.#addLink(element, kid.page, kid.link);
    }
    element.end();
    return element;
  }

  /** A link as an annotation (ISO 32000-1, 12.5.6.5). A reader opens the address; nothing else happens, and no script runs. */
  #addLink(element: PdfkitElement, page: number, { target, lines }: LinkArea): void {
    const left = Math.min(...lines.map(({ x }) => x));
    const top = Math.min(...lines.map(({ y }) => y));
    const right = Math.max(...lines.map(({ x, width }) => x + width));
    const bottom = Math.max(...lines.map(({ y, height }) => y + height));
    // pdfkit names the page that is open when the element gets its parent. All content of a link is on one page.
    this.#pdf.switchToPage(page);
    this.#pdf.annotate(left, top, right - left, bottom - top, {
      Subtype: 'Link',
      // PDF/UA requires a description (ISO 14289-1, 7.18.5).
      Contents: text(`Opens ${target}`),
      A: { Type: 'Action', S: 'URI', URI: text(target) },
      // One quadrilateral a line, so that only the text can be clicked.
      QuadPoints: lines.flatMap(quadrilateral),
      structParent: element,
    });
  }

  #attach({ name, mediaType, description, bytes }: FileAttachment): void {
    const date = new Date(this.#createdMs);
    this.#pdf.file(bytes, {
      name,
      type: mediaType,
      description,
      // The page is made from this data.
      relationship: 'Data',
      creationDate: date,
      modifiedDate: date,
    });
  }
}

/** A text in a dictionary of pdfkit. A plain string is a name there. */
function text(value: string): object {
  return Object(value) as object;
}

/** Corners of a rectangle from the bottom of the page: both at the top, then both at the bottom. */
function quadrilateral({ x, y, width, height }: LinkArea['lines'][number]): number[] {
  const [right, top, bottom] = [x + width, PAGE_HEIGHT - y, PAGE_HEIGHT - y - height];
  return [x, top, right, top, x, bottom, right, bottom];
}

/**
 * A date that is written with an explicit offset (ISO 32000-1, 7.9.4). pdfkit writes one of JavaScript with a bare `Z`, which the
 * standard allows and the strict mode of pdfcpu refuses. It writes a text as it is, and asks a date only for these two values.
 */
class DateWithOffset extends String {
  constructor(private readonly ms: number) {
    super(`D:${new Date(ms).toISOString().slice(0, 19).replace(/\D/g, '')}+00'00'`);
  }

  getTime(): number {
    return this.ms;
  }

  toISOString(): string {
    return new Date(this.ms).toISOString();
  }
}
