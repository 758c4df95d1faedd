/**
 * Takes a JSON body apart into its rows and its other fields without parsing the rows: 32 MB of them would hold up every other
 * request. An isolated worker parses them later and says what is wrong with them.
 */
import { PortsideError } from '../../../domain/errors.ts';

export interface JsonBody {
  /** The array of rows, as it was sent. Only its brackets and quotes were looked at. */
  rows: Uint8Array;
  /** Everything beside the rows. */
  fields: Readonly<Record<string, unknown>>;
}

/** Options are short. */
const FIELDS_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 100;
/** Two milliseconds of scanning. Then other requests have their turn. */
const BYTES_A_TURN = 512 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * @param rowsField the name of the field with the rows
 * @throws PortsideError `invalid_json` where the body is not JSON, as far as it was looked at; `invalid_request` without an array of rows
 */
export async function readJsonBody(bytes: Uint8Array, rowsField: string): Promise<JsonBody> {
  const scan = new Scan(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (scan.next() === ARRAY) throw faultAt('', `must be an object with the array "${rowsField}"`);
  scan.take(OBJECT);
  const fields = new Map<string, unknown>();
  let rows: Uint8Array | undefined;
  for (let isFirst = true; scan.next() !== OBJECT_END || !isFirst; isFirst = false) {
    if (fields.size > FIELDS_MAX) throw faultAt('', 'has too many fields');
    const name = scan.parse(await scan.value(true)) as string;
    scan.take(COLON);
    const isRows = name === rowsField;
    if (isRows && scan.next() !== ARRAY) throw faultAt(`/${rowsField}`, 'must be an array');
    if (isRows ? rows !== undefined : fields.has(name)) throw faultAt(`/${name.slice(0, 100)}`, 'is given twice');
    const value = await scan.value(false, isRows ? Number.POSITIVE_INFINITY : FIELDS_BYTES_MAX);
    if (isRows) rows = value;
    else fields.set(name, scan.parse(value));
    if (scan.next() === OBJECT_END) break;
    scan.take(COMMA);
  }
  scan.take(OBJECT_END);
  if (scan.next() !== undefined) throw new PortsideError('invalid_json');
  if (rows === undefined) throw faultAt(`/${rowsField}`, 'is required');
  return { rows, fields: Object.fromEntries(fields) };
}

/** A place in JSON text that moves on. */
class Scan {
  readonly #bytes: Buffer;
  #at: number;
  #turnEnd = BYTES_A_TURN;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    // A byte order mark, as spreadsheets write it.
    this.#at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  /** The next byte that is not white space; undefined at the end. */
  next(): number | undefined {
    while (isSpace(this.#bytes[this.#at])) this.#at++;
    return this.#bytes[this.#at];
  }

  take(byte: number): void {
    if (this.next() !== byte) throw new PortsideError('invalid_json');
    this.#at++;
  }

  parse(bytes: Uint8Array): unknown {
    try {
      return JSON.parse(Buffer.from(bytes).toString('utf8'));
    } catch {
      throw new PortsideError('invalid_json');
    }
  }

  /** Passes a value. @param isName whether it must be a text */
  async value(isName: boolean, bytesMax = FIELDS_BYTES_MAX): Promise<Uint8Array> {
    const first = this.next();
    const start = this.#at;
    if (isName && first !== QUOTE) throw new PortsideError('invalid_json');
    let depth = 0;
    let inText = false;
    do {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new PortsideError('invalid_json');
      if (inText) {
        this.#at += byte === BACKSLASH ? 2 : 1;
        inText = byte !== QUOTE;
      } else if (depth === 0 && isScalar(byte)) {
        while (isScalar(this.#bytes[this.#at])) this.#at++;
      } else {
        if (byte === QUOTE) inText = true;
        else if (byte === ARRAY || byte === OBJECT) depth++;
        else if (byte === ARRAY_END || byte === OBJECT_END) depth--;
        else if (depth === 0) throw new PortsideError('invalid_json');
        this.#at++;
      }
      if (this.#at - start > bytesMax)
        throw faultAt('', `has a field of more than ${bytesMax / 1024} kB beside the rows`);
      if (this.#at > this.#turnEnd) await this.#turn();
    } while (depth > 0 || inText);
    if (depth < 0) throw new PortsideError('invalid_json');
    return this.#bytes.subarray(start, this.#at);
  }

  async #turn(): Promise<void> {
    this.#turnEnd = this.#at + BYTES_A_TURN;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Of a number, `true`, `false` or `null`: letters, digits, sign and point. */
function isScalar(byte = 0): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x45 ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  );
}

function faultAt(path: string, message: string): PortsideError {
  return new PortsideError('invalid_request', { details: [{ path, message }] });
}
