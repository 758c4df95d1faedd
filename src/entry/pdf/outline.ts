/** Bookmarks: the outline of a document (ISO 32000-1, 12.3.3), one level deep. */
import type { Reference } from './reference.ts';

export interface Bookmark {
  title: string;
  /** Index of the page. */
  page: number;
  /** Distance from the top edge of the page, in points. */
  y: number;
}

/**
 * Writes `bookmarks` in their order. There must be at least one.
 * @param refer creates an indirect object
 * @returns the outline dictionary, for the document catalogue
 */
export function writeOutline(
  refer: (data: Record<string, unknown>) => Reference,
  bookmarks: readonly Bookmark[],
  pages: readonly Reference[],
  pageHeight: number,
): Reference {
  const outline = refer({ Type: 'Outlines', Count: bookmarks.length });
  const items = bookmarks.map(({ title, page, y }) =>
    refer({ Title: new String(title), Parent: outline, Dest: [pages[page], 'XYZ', null, pageHeight - y, null] }),
  );
  items.forEach((item, index) => {
    item.data.Prev = items[index - 1];
    item.data.Next = items[index + 1];
    item.end();
  });
  outline.data.First = items[0];
  outline.data.Last = items.at(-1);
  outline.end();
  return outline;
}
