/** Bookmarks: the outline of a document (ISO 32000-1, 12.3.3), one level deep. */
import { type PdfFile, pdfNumber, pdfText } from './pdf-file.ts';

export interface Bookmark {
  title: string;
  /** Index of the page. */
  page: number;
  /** Distance from the top edge of the page, in points. */
  y: number;
}

/**
 * Writes `bookmarks` in their order. There must be at least one.
 * @param pages the objects of the pages
 * @returns the object of the outline dictionary, for the document catalogue
 */
export function writeOutline(
  file: PdfFile,
  bookmarks: readonly Bookmark[],
  pages: readonly number[],
  pageHeight: number,
): number {
  const outline = file.reserve();
  const items = bookmarks.map(() => file.reserve());
  const neighbour = (key: string, item: number | undefined) => (item === undefined ? '' : `\n/${key} ${item} 0 R`);
  bookmarks.forEach(({ title, page, y }, index) => {
    file.write(
      items[index]!,
      `<<
/Title ${pdfText(title)}
/Parent ${outline} 0 R
/Dest [${pages[page]} 0 R /XYZ null ${pdfNumber(pageHeight - y)} null]${neighbour('Prev', items[index - 1])}${neighbour('Next', items[index + 1])}
>>`,
    );
  });
  file.write(
    outline,
    `<<
/Type /Outlines
/Count ${items.length}
/First ${items[0]} 0 R
/Last ${items.at(-1)} 0 R
>>`,
  );
  return outline;
}
