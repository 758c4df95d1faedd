/** The PDF of drawn pages: fonts, structure, metadata, attachment. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import iccFile from '../../../node_modules/pdfkit/js/data/sRGB_IEC61966_2_1.icc' with { type: 'file' };
import { type FileAttachment, writeAttachment } from './attachment.ts';
import { CommonFonts, DocumentFonts, type ShownText } from './document-fonts.ts';
import type { Line } from './lines.ts';
import { metadata } from './metadata.ts';
import { type Bookmark, writeOutline } from './outline.ts';
import { PAGE_HEIGHT, PAGE_WIDTH, type PageCanvas, type PageFonts } from './page-canvas.ts';
import { pdfDate } from './pdf-date.ts';
import { type FileStart, PdfFile, pdfText, SMALL } from './pdf-file.ts';
import { type Tag, writeTags } from './tags.ts';

export interface PdfDocumentOptions {
  /** Only fixed words and ids. */
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

const PROGRAM = 'Portside';

/** A PDF being written. Draw its pages first, then call `finish` once. */
export class PdfDocument implements PageFonts {
  readonly #options: PdfDocumentOptions;
  readonly #fonts: DocumentFonts;

  constructor(options: PdfDocumentOptions) {
    this.#options = options;
    this.#fonts = new DocumentFonts(common().fonts);
  }

  show(line: Line): readonly ShownText[] {
    return this.#fonts.show(line);
  }

  /** Writes everything and returns the bytes of the file. */
  finish(canvases: readonly PageCanvas[], { structure, bookmarks, attachment }: PdfContents): Uint8Array {
    const { title, createdMs } = this.#options;
    const { start, outputIntent } = common();
    const file = new PdfFile(start);
    const date = pdfDate(createdMs);
    const tree = file.reserve();
    const pages = canvases.map(() => file.reserve());
    const tags = writeTags(file, structure, pages);
    const resources = file.add(`<<\n/Font <<${this.#fonts.write(file)}\n>>\n>>`);
    canvases.forEach(({ content }, index) => {
      const stream = file.addStream(Buffer.from(content, 'latin1'));
      const annotations = tags.annotations[index]!.map((annotation) => `${annotation} 0 R`).join(' ');
      file.write(
        pages[index]!,
        `<<
/Type /Page
/Parent ${tree} 0 R
/MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}]
/Contents ${stream} 0 R
/Resources ${resources} 0 R
/StructParents ${index}${annotations && `\n/Annots [${annotations}]`}
/Tabs /S
>>`,
      );
    });
    file.write(
      tree,
      `<<\n/Type /Pages\n/Count ${pages.length}\n/Kids [${pages.map((page) => `${page} 0 R`).join(' ')}]\n>>`,
    );
    let catalogue = `/Type /Catalog
/Pages ${tree} 0 R
/Lang (en-US)
/ViewerPreferences <<
/DisplayDocTitle true
>>
/StructTreeRoot ${tags.root} 0 R
/MarkInfo <<
/Marked true
>>
/OutputIntents [${outputIntent} 0 R]`;
    if (bookmarks.length) catalogue += `\n/Outlines ${writeOutline(file, bookmarks, pages, PAGE_HEIGHT)} 0 R`;
    if (attachment) {
      const specification = writeAttachment(file, attachment, date);
      catalogue += `\n/Names <<\n/EmbeddedFiles <<\n/Names [${pdfText(attachment.name)} ${specification} 0 R]\n>>\n>>\n/AF [${specification} 0 R]`;
    }
    const packet = metadata({ title, createdMs, program: PROGRAM });
    const about = file.add(
      `<<\n/Type /Metadata\n/Subtype /XML\n/Length ${packet.length}\n>>\nstream\n${packet}\nendstream`,
    );
    const root = file.add(`<<\n${catalogue}\n/Metadata ${about} 0 R\n>>`);
    const program = pdfText(PROGRAM);
    const info = file.add(
      `<<\n/Producer ${program}\n/Creator ${program}\n/CreationDate ${date}\n/Title ${pdfText(title)}\n>>`,
    );
    const id = createHash('md5').update(`${date}${title}`).digest('hex');
    return file.finish(`\n/Root ${root} 0 R\n/Info ${info} 0 R\n/ID [<${id}> <${id}>]`);
  }
}

/** What every document begins with. */
interface Common {
  start: FileStart;
  fonts: CommonFonts;
  outputIntent: number;
}

let made: Common | undefined;

function common(): Common {
  if (made) return made;
  const file = new PdfFile(undefined, SMALL);
  const outputIntent = writeOutputIntent(file);
  const fonts = new CommonFonts(file);
  made = { start: file.start(), fonts, outputIntent };
  return made;
}

/** Defines the colours as sRGB. */
function writeOutputIntent(file: PdfFile): number {
  const profile = file.addStream(readFileSync(iccFile), '\n/N 3');
  const name = pdfText('sRGB IEC61966-2.1');
  return file.add(`<<
/Type /OutputIntent
/S /GTS_PDFA1
/Info ${name}
/OutputConditionIdentifier ${name}
/DestOutputProfile ${profile} 0 R
>>`);
}
