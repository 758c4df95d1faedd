/**
 * Adds a signature field to a finished PDF of ours, as an incremental update (ISO 32000-1, 7.5.6 and 12.8): the bytes before stay
 * as they are. Two rules of the validators decide its form. The trailer repeats `/ID` and `/Info`, or the file is no PDF/A any
 * more. The field is invisible, with the flags Print and Locked: hidden ones break PDF/A, and visible ones need a place in the
 * structure tree (veraPDF 6.1.3, 6.3.2 and 7.18.4).
 */

/** Digits of each number of `/ByteRange`. Padded, because the numbers are known only when everything else is written. */
const OFFSET_DIGITS = 10;

export interface PreparedPdf {
  /** The whole file. The value of `/Contents` is zeros. */
  bytes: Buffer;
  /** Where that value begins and ends: `<`, hexadecimal digits, `>`. The signature covers everything else. */
  gap: { start: number; end: number };
}

/**
 * The file with an empty signature. Same arguments, same bytes.
 * @param contentsBytes room for the signature
 * @throws Error if `pdf` was not written by `pdf/pdf-document.ts`
 */
export function prepareSignature(pdf: Uint8Array, signedAtMs: number, contentsBytes: number): PreparedPdf {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const { size, root, info, id, xrefOffset } = readTrailer(file);
  const objects = readOffsets(file, xrefOffset);
  const catalogue = readDictionary(file, objects, root);
  const pages = readDictionary(file, objects, required(/^\/Pages (\d+) 0 R$/m.exec(catalogue)?.[1], 'pages'));
  const pageNumber = required(/^\/Kids \[(\d+) 0 R[ \]]/m.exec(pages)?.[1], 'first page');
  const page = readDictionary(file, objects, pageNumber);
  if (/^\/AcroForm /m.test(catalogue)) throw notOurs('a form');

  const field = size;
  const signature = size + 1;
  const byteRange = `[0 ${'0 '.repeat(3).trim()}]`.padEnd(6 + 3 * (OFFSET_DIGITS + 1));
  const head = `/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n/M (D:${pdfTime(signedAtMs)})\n/ByteRange `;
  const updated: [number: number, dictionary: string][] = [
    [Number(root), `${catalogue}\n/AcroForm <<\n/Fields [${field} 0 R]\n/SigFlags 3\n>>`],
    [Number(pageNumber), withAnnotation(page, field)],
    [
      field,
      `/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (Signature)\n/TU (Signature of the server that made this certificate)\n/F 132\n/Rect [0 0 0 0]\n/P ${pageNumber} 0 R\n/V ${signature} 0 R`,
    ],
    [signature, `${head}${byteRange}\n/Contents <${'0'.repeat(2 * contentsBytes)}>`],
  ];
  updated.sort(([one], [other]) => one - other);

  let written = file.at(-1) === 0x0a ? '' : '\n';
  const entries = updated.map(([number, dictionary]) => {
    const offset = file.length + written.length;
    written += `${number} 0 obj\n<<\n${dictionary}\n>>\nendobj\n`;
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const xref = file.length + written.length;
  written += `xref\n${entries.join('')}trailer\n<<\n/Size ${size + 2}\n/Root ${root} 0 R\n/Info ${info} 0 R\n/ID ${id}\n/Prev ${xrefOffset}\n>>\nstartxref\n${xref}\n%%EOF\n`;

  const bytes = Buffer.concat([file, Buffer.from(written, 'latin1')]);
  const start = bytes.lastIndexOf('/Contents <') + '/Contents '.length;
  const gap = { start, end: start + 2 * contentsBytes + 2 };
  const range = `[0 ${gap.start} ${gap.end} ${bytes.length - gap.end}]`.padEnd(byteRange.length);
  bytes.write(range, bytes.lastIndexOf(byteRange, start), 'latin1');
  return { bytes, gap };
}

/** The two parts of the file that the signature covers. */
export function coveredParts({ bytes, gap }: PreparedPdf): [Uint8Array, Uint8Array] {
  return [bytes.subarray(0, gap.start), bytes.subarray(gap.end)];
}

/** Writes `contents` into its place, which it must fill. */
export function fillSignature({ bytes, gap }: PreparedPdf, contents: Uint8Array): Uint8Array {
  if (contents.byteLength * 2 + 2 !== gap.end - gap.start) throw new Error('the signature does not fill its place');
  bytes.write(contents.toHex(), gap.start + 1, 'latin1');
  return bytes;
}

/** What the update repeats of the trailer, and where the cross-reference table is. */
function readTrailer(file: Buffer) {
  const head = '\ntrailer\n<<\n';
  const text = file.toString('latin1', file.lastIndexOf(head) + head.length);
  const [dictionary = '', end = ''] = text.split('\n>>\nstartxref\n');
  const lines = dictionary.split('\n');
  const value = (key: string) => lines.find((line) => line.startsWith(`/${key} `))?.slice(key.length + 2);
  const reference = (key: string) => required(/^(\d+) 0 R$/.exec(value(key) ?? '')?.[1], `/${key}`);
  const [size, xrefOffset] = [Number(value('Size')), Number(end.split('\n')[0])];
  // One with `/Prev` was updated before.
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(xrefOffset) || value('Prev')) throw notOurs('trailer');
  return { size, xrefOffset, root: reference('Root'), info: reference('Info'), id: required(value('ID'), '/ID') };
}

/** The offset of each object, by its number. The table has one section, and each entry 20 bytes. */
function readOffsets(file: Buffer, xrefOffset: number): (number: string) => number {
  const head = /^xref\n0 (\d+)\n/.exec(file.toString('latin1', xrefOffset, xrefOffset + 30));
  if (!head) throw notOurs('another cross-reference table');
  const first = xrefOffset + head[0].length;
  return (number) => Number(file.toString('latin1', first + 20 * Number(number), first + 20 * Number(number) + 10));
}

/** The entries of a dictionary, without its brackets. */
function readDictionary(file: Buffer, offsetOf: (number: string) => number, number: string): string {
  const offset = offsetOf(number);
  const text = file.toString('latin1', offset, file.indexOf('\nendobj', offset));
  const head = `${number} 0 obj\n<<\n`;
  if (!text.startsWith(head) || !text.endsWith('\n>>')) throw notOurs(`object ${number}`);
  return text.slice(head.length, -'\n>>'.length);
}

function withAnnotation(page: string, field: number): string {
  const lines = page.split('\n');
  const at = lines.findIndex((line) => line.startsWith('/Annots '));
  if (at < 0) return `${page}\n/Annots [${field} 0 R]`;
  const annotations = lines[at]!;
  if (!annotations.endsWith(' R]')) throw notOurs('annotations');
  return lines.with(at, `${annotations.slice(0, -1)} ${field} 0 R]`).join('\n');
}

function required(found: string | undefined, what: string): string {
  if (found === undefined) throw notOurs(what);
  return found;
}

function notOurs(what: string): Error {
  return new Error(`the PDF cannot be signed, because its ${what} is not as this program writes it`);
}

/** ISO 32000-1, 7.9.4, in UTC. */
function pdfTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/\D/g, '')}Z`;
}
