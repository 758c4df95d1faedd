/** The operators that draw each page of a PDF as pdfkit writes it: its only streams with marked content. */
import { inflateSync } from 'node:zlib';

export function pageContents(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const streams = Array.from(file.toString('latin1').matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g));
  return streams.flatMap(({ 0: head, 1: length, index }) => {
    const start = index + head.length;
    const content = inflateSync(file.subarray(start, start + Number(length))).toString('latin1');
    return content.includes(' BDC\n') ? [content] : [];
  });
}
