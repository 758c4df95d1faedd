/** The structure tree (ISO 32000-1, 14.7): the role and order of all content, for screen readers. */
import type { PdfkitContent } from './pdfkit.ts';

export interface TagAttributes {
  /** BCP 47 language tag. */
  lang?: string | undefined;
  alt?: string;
  /** The text in reading order, if it differs from the drawing order. */
  actualText?: string | undefined;
  /** The heading of a row of a table. */
  scope?: 'Row';
  /** Where a figure is. */
  box?: Rectangle;
}

/** A part of a page, in points from its top left corner. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An element of the tree. Its kids are elements, and what is drawn on a page, by its index: content or a link. */
export interface Tag {
  type: string;
  attributes: TagAttributes;
  kids: (Tag | { page: number; content: PdfkitContent } | { page: number; link: LinkArea })[];
}

/** What a reader can click. */
export interface LinkArea {
  /** An absolute URL, only of printable ASCII: see `linkTarget`. */
  target: string;
  /** One rectangle a line. */
  lines: readonly Rectangle[];
}

export function tag(type: string, attributes: TagAttributes = {}): Tag {
  return { type, attributes, kids: [] };
}

/** Adds a new element of `type` at the end of `parent`. */
export function child(parent: Tag, type: string, attributes: TagAttributes = {}): Tag {
  const made = tag(type, attributes);
  parent.kids.push(made);
  return made;
}
