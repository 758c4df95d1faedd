/** Values of literals in code, and functions that read a text, an object or a list from them. */

/** The value of an expression that cannot be known without running the code. */
export const UNKNOWN: unique symbol = Symbol('unknown');
export type Literal = string | number | boolean | null | Literal[] | LiteralObject | LongText | typeof UNKNOWN;
export type LiteralObject = Map<string, Literal>;

/** No id, name, event or address of a tag is longer. */
export const TEXT_CHARS_MAX = 512;

/**
 * A text that is too long to be an id or a name, so nothing searches in it. A script can pass one long text to a call a thousand
 * times, and each search would cost its whole length. It may be JSON with settings, which is read once.
 */
export class LongText {
  constructor(readonly text: string) {}
}

/** A property of an object literal as text, if it is a string or a number. Otherwise undefined. */
export function textOf(object: Literal | undefined, key: string): string | undefined {
  const value = object instanceof Map ? object.get(key) : undefined;
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** A property that is text of any length, such as JSON. */
export function jsonTextOf(object: Literal | undefined, key: string): string | undefined {
  const value = object instanceof Map ? object.get(key) : undefined;
  return value instanceof LongText ? value.text : typeof value === 'string' ? value : undefined;
}

export function objectOf(value: Literal | undefined): LiteralObject | undefined {
  return value instanceof Map ? value : undefined;
}

export function listOf(value: Literal | undefined): Literal[] {
  return Array.isArray(value) ? value : [];
}

const ESCAPES = new Map<string, string>(
  Object.entries({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' }),
);

/** The value of a string literal, given the text between its quotes. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(\r\n|[\s\S]))/gi,
    (_, braced, unicode, byte, other) => {
      const hex = braced ?? unicode ?? byte;
      if (hex !== undefined) {
        const code = Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
      }
      if (other === '\n' || other === '\r\n') return '';
      return ESCAPES.get(other) ?? other;
    },
  );
}
