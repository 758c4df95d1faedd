/** The bytes of a PDF file: numbered objects, cross-reference table and trailer (ISO 32000-1, 7.5). */

/** `%PDF-1.7`, and four bytes that tell transfer programs that the file is binary. */
const HEAD = '%PDF-1.7\n%\xff\xff\xff\xff\n';

/** The beginning of a file, which several files share. Its objects have the same numbers in each. */
export interface FileStart {
  bytes: Uint8Array;
  offsets: readonly number[];
}

type Level = typeof FAST | typeof SMALL;

/** Objects are in the order in which they are written. Their text has one character a byte. */
export class PdfFile {
  readonly #parts: (string | Uint8Array)[];
  readonly #offsets: number[];
  /** Written after the last part. */
  #text = '';
  #partsLength: number;

  readonly #level: Level;

  /**
   * @param start made by another file
   * @param level of packing
   */
  constructor(start?: FileStart, level: Level = FAST) {
    this.#level = level;
    this.#parts = [start?.bytes ?? HEAD];
    this.#partsLength = this.#parts[0]!.length;
    this.#offsets = start ? [...start.offsets] : [];
  }

  /** The number of an object that is written later. */
  reserve(): number {
    return this.#offsets.push(0);
  }

  /** @returns its number */
  add(object: string): number {
    const number = this.reserve();
    this.write(number, object);
    return number;
  }

  write(number: number, object: string): void {
    this.#begin(number);
    this.#text += `${object}\nendobj\n`;
  }

  /**
   * A stream that is packed.
   * @param entries of its dictionary, each with a line break before it
   */
  addStream(bytes: Uint8Array, entries = ''): number {
    const packed = Bun.deflateSync(bytes as Uint8Array<ArrayBuffer>, { library: 'libdeflate', level: this.#level });
    const number = this.reserve();
    this.#begin(number);
    this.#text += `<<${entries}\n/Filter /FlateDecode\n/Length ${packed.length + 6}\n>>\nstream\n\x78\x01`;
    this.#bytes(packed);
    this.#text += `${bigEndian(Bun.hash.adler32(bytes))}\nendstream\nendobj\n`;
    return number;
  }

  /** What was written so far, as the beginning of other files. All objects must be written. */
  start(): FileStart {
    return { bytes: this.#concatenate(), offsets: this.#offsets };
  }

  /** The whole file. @param trailer the entries of its dictionary besides `Size`, each with a line break before it */
  finish(trailer: string): Uint8Array {
    const at = this.#position;
    const size = this.#offsets.length + 1;
    this.#text += `xref\n0 ${size}\n0000000000 65535 f \n`;
    this.#bytes(tableOf(this.#offsets));
    this.#text += `trailer\n<<\n/Size ${size}${trailer}\n>>\nstartxref\n${at}\n%%EOF\n`;
    return this.#concatenate();
  }

  get #position(): number {
    return this.#partsLength + this.#text.length;
  }

  #begin(number: number): void {
    this.#offsets[number - 1] = this.#position;
    this.#text += `${number} 0 obj\n`;
  }

  #bytes(bytes: Uint8Array): void {
    this.#partsLength = this.#position + bytes.length;
    this.#parts.push(this.#text, bytes);
    this.#text = '';
  }

  #concatenate(): Uint8Array {
    const whole = Buffer.allocUnsafeSlow(this.#position);
    let at = 0;
    for (const part of [...this.#parts, this.#text]) {
      if (typeof part === 'string') whole.write(part, at, 'latin1');
      else whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

/** A tenth larger than at the usual level, in a third of the time. */
const FAST = 1;
/** For what is packed once and written often. */
export const SMALL = 12;

const ENTRY = '0000000000 00000 n \n';
const OFFSET_DIGITS = 10;

/** An entry of the cross-reference table for each offset. Digit by digit, because texts take seven times as long. */
function tableOf(offsets: readonly number[]): Uint8Array {
  const table = Buffer.alloc(offsets.length * ENTRY.length, ENTRY, 'latin1');
  offsets.forEach((offset, index) => {
    let at = index * ENTRY.length + OFFSET_DIGITS;
    for (let rest = offset; rest > 0; rest = Math.floor(rest / 10)) table[--at] = 0x30 + (rest % 10);
  });
  return table;
}

/** Four bytes, one character each. */
function bigEndian(number: number): string {
  return String.fromCharCode(number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff);
}

/** A text as a string object: as it is if it is ASCII, otherwise UTF-16 (ISO 32000-1, 7.9.2.2). */
export function pdfText(text: string): string {
  return `(${escapedText(ASCII.test(text) ? text : utf16(text))})`;
}

/** Bytes as they are written between the brackets of a string object (ISO 32000-1, 7.3.4.2). */
export function escapedText(bytes: string): string {
  return bytes.replace(SPECIAL, '\\$&').replaceAll('\r', '\\r');
}

const ASCII = /^[\x00-\x7f]*$/;
const SPECIAL = /[()\\]/g;

function utf16(text: string): string {
  return `\xfe\xff${Buffer.from(text, 'utf16le').swap16().toString('latin1')}`;
}

/** At most six decimals: enough for any length, and never in exponential form. */
export function pdfNumber(number: number): string {
  return String(Math.round(number * 1e6) / 1e6);
}
