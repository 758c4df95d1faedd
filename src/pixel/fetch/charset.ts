/**
 * Bytes of a page to text, as a browser reads them: byte order mark, then the charset of Content-Type, then a declaration
 * within the first 1,024 bytes, then windows-1252 (HTML Standard, 13.2.3.1 "determining the character encoding").
 */

/** How far a declaration is looked for; the standard's own figure. */
const PRESCAN_BYTES_MAX = 1024;

const FALLBACK = 'windows-1252';

const NO_BYTES = new Uint8Array(0);

const BYTE_ORDER_MARKS: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/** The canonical name of an encoding label, or undefined for one that is unknown or that the platform refuses. */
function encodingOf(label: string | undefined): string | undefined {
  if (!label) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** A declaration read as ASCII cannot be true of UTF-16, and `x-user-defined` is a download trick: the standard rewrites both. */
function declaredEncoding(label: string | undefined): string | undefined {
  const encoding = encodingOf(label);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? FALLBACK : encoding;
}

/** The charset parameter of a Content-Type header, or the label in the `content` of a `<meta http-equiv>`. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const match = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r "';]+))/i.exec(contentType ?? '');
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** One attribute of a tag; matched at most 1,024 bytes far, so its backtracking has nothing to grow on. */
const ATTRIBUTE =
  /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r "'>][^\t\n\f\r >]*)?))?/y;

/** The standard's "prescan a byte stream": declarations in comments and in other tags' attributes do not count. */
export function declaredIn(head: string): string | undefined {
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be';
  for (let at = head.indexOf('<'); at !== -1; at = head.indexOf('<', at)) {
    if (head.startsWith('<!--', at)) {
      // "<!-->" is a whole comment: its two dashes open and close it.
      const end = head.indexOf('-->', at + 2);
      if (end === -1) break;
      at = end + 3;
    } else if (/^<\/?[a-z]/i.test(head.slice(at, at + 3))) {
      const [found, next] = readTag(head, at);
      if (found) return found;
      at = next;
    } else if (/^<[!/?]/.test(head.slice(at, at + 2))) {
      const end = head.indexOf('>', at);
      if (end === -1) break;
      at = end + 1;
    } else {
      at++;
    }
  }
  // Last, an XML declaration on the first line: `<?xml version="1.0" encoding="…"?>`.
  const xml = /^<\?xml[^>]*\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(head);
  return declaredEncoding(xml?.[1] ?? xml?.[2]);
}

/** The encoding that the tag at `at` declares, and where its attributes end. */
function readTag(head: string, at: number): [string | undefined, number] {
  const name = /^<\/?[^\t\n\f\r />]*/.exec(head.slice(at))![0];
  const attributes = new Map<string, string>();
  let next = at + name.length;
  for (;;) {
    while (/[\t\n\f\r /]/.test(head[next] ?? '')) next++;
    ATTRIBUTE.lastIndex = next;
    const match = ATTRIBUTE.exec(head);
    if (!match) break;
    next = ATTRIBUTE.lastIndex;
    const attribute = match[1]!.toLowerCase();
    if (!attributes.has(attribute)) attributes.set(attribute, match[2] ?? match[3] ?? match[4] ?? '');
  }
  if (name.toLowerCase() !== '<meta' || next >= head.length) return [undefined, next];
  const pragma = attributes.get('http-equiv')?.toLowerCase() === 'content-type';
  const label = attributes.get('charset') ?? (pragma ? charsetOf(attributes.get('content')) : undefined);
  return [declaredEncoding(label?.trim()), next];
}

/**
 * Text of a byte stream, chunk by chunk. Holds back at most the first 1,024 bytes, and those only while neither a byte
 * order mark nor the header has decided. Faulty bytes become U+FFFD; the byte order mark is dropped.
 */
export class PageDecoder {
  readonly #headerEncoding: string | undefined;
  #held: Uint8Array = NO_BYTES;
  #decoder: TextDecoder | undefined;

  constructor(contentType?: string) {
    this.#headerEncoding = encodingOf(charsetOf(contentType)?.trim());
  }

  /** The encoding in use, once it is known. */
  get encoding(): string | undefined {
    return this.#decoder?.encoding;
  }

  push(chunk: Uint8Array): string {
    if (this.#decoder) return this.#decoder.decode(chunk, { stream: true });
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    if (bytes.length >= (this.#headerEncoding ? 3 : PRESCAN_BYTES_MAX)) {
      this.#held = NO_BYTES;
      return this.#decide(bytes).decode(bytes, { stream: true });
    }
    // A copy in any case: whoever brings the chunk may write over it.
    this.#held = Buffer.concat([bytes]);
    return '';
  }

  /** The rest of the text. Call once. */
  end(): string {
    return this.#decoder ? this.#decoder.decode() : this.#decide(this.#held).decode(this.#held);
  }

  #decide(bytes: Uint8Array): TextDecoder {
    const mark = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
    const prescan = () => declaredIn(Buffer.from(bytes.subarray(0, PRESCAN_BYTES_MAX)).toString('latin1'));
    this.#decoder = new TextDecoder(mark ?? this.#headerEncoding ?? prescan() ?? FALLBACK);
    return this.#decoder;
  }
}
