/** Links as annotations (ISO 32000-1, 12.5.6.5). A reader opens the address; nothing else happens, and no script runs. */

import { pdfNumber, pdfText } from './pdf-file.ts';

/** A part of a page, in points from its top left corner. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The entries of the annotation dictionary of a link over `lines`, the rectangles of its text on one page.
 * @param target an absolute URL, only of printable ASCII: see `linkTarget`
 */
export function linkAnnotation(target: string, lines: readonly Rectangle[], pageHeight: number): string {
  const edges = lines.map(({ x, y, width, height }) => ({
    left: x,
    right: x + width,
    top: pageHeight - y,
    bottom: pageHeight - y - height,
  }));
  const box = [
    Math.min(...edges.map(({ left }) => left)),
    Math.min(...edges.map(({ bottom }) => bottom)),
    Math.max(...edges.map(({ right }) => right)),
    Math.max(...edges.map(({ top }) => top)),
  ];
  // One quadrilateral a line, so that only the text can be clicked.
  const quads = edges.flatMap(({ left, right, top, bottom }) => [left, top, right, top, left, bottom, right, bottom]);
  // Printed (F 4), neither hidden nor invisible: PDF/A (ISO 19005-3, 6.3.2) requires it. PDF/UA (ISO 14289-1, 7.18.5) requires a
  // description (Contents).
  return `
/Type /Annot
/Subtype /Link
/Rect [${box.map(pdfNumber).join(' ')}]
/QuadPoints [${quads.map(pdfNumber).join(' ')}]
/Border [0 0 0]
/F 4
/Contents ${pdfText(`Opens ${target}`)}
/A <<
/Type /Action
/S /URI
/URI ${pdfText(target)}
>>`;
}

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/** `text` as the target of a link: a web address in ASCII, international names and paths encoded. Undefined if it is none. */
export function linkTarget(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return PRINTABLE_ASCII.test(url.href) ? url.href : undefined;
}
