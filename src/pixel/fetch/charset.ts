/**
 * Decodes a page as a browser does. The encoding comes from the byte order mark, else from the charset of Content-Type, else
 * from a declaration in the first 1,024 bytes, else it is windows-1252 (HTML Standard, 13.2.3.1 "determining the character
 * encoding").
 */

/** A declaration must be in this many bytes at the start. The number is from the HTML Standard. */
const PRESCAN_BYTES_MAX = 1024;

const FALLBACK = 'windows-1252';

const NO_BYTES = new Uint8Array(0);

const BYTE_ORDER_MARKS: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/** The canonical name of an encoding label. Undefined if the label is unknown or the platform refuses it. */
function encodingOf(label: string | undefined): string | undefined {
  if (!label) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/**
 * The encoding for a declared label. The standard replaces two of them: a declaration that was read as ASCII cannot be in a
 * UTF-16 page, and `x-user-defined` was only ever meant for reading binary data.
 */
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

/** One attribute of a tag. It is matched on at most 1,024 bytes, which bounds its backtracking. */
const ATTRIBUTE =
  /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r "'>][^\t\n\f\r >]*)?))?/y;

/** The standard's "prescan a byte stream". Declarations in comments and in attributes of other tags do not count. */
export function declaredIn(head: string): string | undefined {
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be';
  for (let at = head.indexOf('<'); at !== -1; at = head.indexOf('<', at)) {
    if (head.startsWith('<!--', at)) {
      // "<!-->" is a complete comment: its dashes both open and close it.
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
  // Otherwise, an XML declaration on the first line counts: `<?xml version="1.0" encoding="…"?>`.
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
 * Decodes a byte stream chunk by chunk. It holds back at most the first 1,024 bytes, until the encoding is known. Invalid bytes
 * become U+FFFD. The byte order mark is dropped.
 */
export class PageDecoder {
  readonly #headerEncoding: string | undefined;
  #held: Uint8Array = NO_BYTES;
  #decoder: TextDecoder | undefined;

  constructor(contentType?: string) {
    this.#headerEncoding = encodingOf(charsetOf(contentType)?.trim());
  }

  /** The encoding, undefined until it is known. */
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
    // Copy the bytes, because the caller may reuse the buffer of the chunk.
    this.#held = Buffer.concat([bytes]);
    return '';
  }

  /** Returns the rest of the text. Call once. */
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
