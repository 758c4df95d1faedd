/**
 * A script's text with its tokens: calls and their arguments, literals as values, and what a name was last set to.
 * Values are read, never run.
 */

import { CLOSE, IDENTIFIER, lex, NUMBER, OPEN, STRING, TEMPLATE, type Tokens } from './javascript.ts';

/** An expression whose value the text alone does not tell. */
export const UNKNOWN: unique symbol = Symbol('unknown');
export type Literal = string | number | boolean | null | Literal[] | LiteralObject | typeof UNKNOWN;
export type LiteralObject = Map<string, Literal>;

const DEPTH_MAX = 32;
const NODES_MAX = 50_000;
const ARGUMENTS_MAX = 8;
const VALUES_PER_NAME_MAX = 16;

interface Binding {
  /** Token index of the assignment. */
  at: number;
  value: Literal;
}

export class Code {
  readonly tokens: Tokens;
  private bindings: Map<string, Binding[]> | undefined;
  /** Loop variables and what they run over: `ids.forEach(id => …)`, `for (const id of ids)`. */
  private loops = new Map<string, string>();
  private nodes = 0;

  constructor(
    readonly text: string,
    store?: Tokens,
  ) {
    this.tokens = lex(text, store);
  }

  /** Index of the token that covers `offset`, or -1: the offset lies in a comment. */
  tokenAt(offset: number): number {
    const { starts, ends } = this.tokens;
    let low = 0;
    let high = this.tokens.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! <= offset) low = middle + 1;
      else if (starts[middle]! > offset) high = middle - 1;
      else return middle;
    }
    return -1;
  }

  kind(i: number): number {
    return i >= 0 && i < this.tokens.count ? this.tokens.kinds[i]! : 0;
  }

  slice(i: number): string {
    return i >= 0 && i < this.tokens.count ? this.text.slice(this.tokens.starts[i], this.tokens.ends[i]) : '';
  }

  /** Whether token `i` reads exactly `text`, without making a string of it. */
  is(i: number, text: string): boolean {
    if (i < 0 || i >= this.tokens.count) return false;
    const start = this.tokens.starts[i]!;
    return this.tokens.ends[i]! - start === text.length && this.text.startsWith(text, start);
  }

  isName(i: number, name: string): boolean {
    return this.kind(i) === IDENTIFIER && this.is(i, name);
  }

  /** Value of a string or plain template token; undefined for any other. */
  string(i: number): string | undefined {
    const kind = this.kind(i);
    if (kind !== STRING && kind !== TEMPLATE) return undefined;
    const start = this.tokens.starts[i]!;
    const end = this.tokens.ends[i]!;
    const last = this.text.charCodeAt(end - 1) === this.text.charCodeAt(start) && end > start + 1 ? end - 1 : end;
    return decodeEscapes(this.text.slice(start + 1, last));
  }

  /** A property name: an identifier, a string or a number token. */
  key(i: number): string | undefined {
    const kind = this.kind(i);
    return kind === IDENTIFIER || kind === NUMBER ? this.slice(i) : this.string(i);
  }

  /** The token after `i` when what starts at `i` is one token or one bracketed group. */
  after(i: number): number {
    const partner = this.kind(i) === OPEN ? this.tokens.partners[i]! : -1;
    return Math.max(partner, i) + 1;
  }

  /** Whether token `i` is a plain `=`: not a comparison, an arrow or a compound assignment. */
  isAssignment(i: number): boolean {
    if (!this.is(i, '=')) return false;
    const at = this.tokens.starts[i]!;
    const next = this.text.charCodeAt(at + 1);
    return next !== 61 && next !== 62 && !'=!<>'.includes(this.text[at - 1] ?? ' ');
  }

  /**
   * First token of each argument of the call that opens at bracket `open`; undefined when the bracket never closes,
   * since such a script does not run.
   */
  arguments(open: number): number[] | undefined {
    const close = this.kind(open) === OPEN ? this.tokens.partners[open]! : -1;
    if (close < 0) return undefined;
    const found: number[] = [];
    let fresh = true;
    for (let i = open + 1; i < close && found.length < ARGUMENTS_MAX; i = this.after(i)) {
      if (this.is(i, ',')) fresh = true;
      else if (fresh) {
        found.push(i);
        fresh = false;
      }
    }
    return found;
  }

  /** Bracket that opens the argument list when token `i` names a called function (`f(`, `f?.(`); else -1. */
  callOpen(i: number): number {
    if (this.isName(i - 1, 'function')) return -1;
    let open = i + 1;
    if (this.is(open, '?') && this.is(open + 1, '.')) open += 2;
    return this.is(open, '(') ? open : -1;
  }

  /** The value of the whole expression at `i`: a literal, or a name set to one in this script (one hop). */
  value(i: number): Literal {
    return this.read(i, 0).value;
  }

  /** Every value the expression at `i` may have: more than one for a loop variable over an array. */
  values(i: number): Literal[] {
    const value = this.value(i);
    if (value !== UNKNOWN || this.kind(i) !== IDENTIFIER) return [value];
    const looped = this.loopValues(i);
    return looped ?? [UNKNOWN];
  }

  private loopValues(i: number): Literal[] | undefined {
    this.bind();
    const list = this.loops.get(this.slice(i));
    const bound = list === undefined ? undefined : this.lookUp(list, i);
    return Array.isArray(bound) ? bound.slice(0, VALUES_PER_NAME_MAX) : undefined;
  }

  /** Reads the literal that starts at `i`, object and array literals included; incomplete ones as far as they go. */
  private read(i: number, depth: number, follow = true): { value: Literal; next: number } {
    const next = this.after(i);
    if (depth > DEPTH_MAX || this.nodes++ > NODES_MAX) return { value: UNKNOWN, next };
    const value = this.readOne(i, depth, follow);
    return this.endsExpression(value.next) ? value : { value: UNKNOWN, next: value.next };
  }

  private readOne(i: number, depth: number, follow: boolean): { value: Literal; next: number } {
    const next = this.after(i);
    const kind = this.kind(i);
    if (kind === STRING || kind === TEMPLATE) return { value: this.string(i) ?? UNKNOWN, next };
    if (kind === NUMBER) return this.readNumber(i, 1);
    if (this.is(i, '-') && this.kind(i + 1) === NUMBER) return this.readNumber(i + 1, -1);
    if (this.is(i, '!') && this.kind(i + 1) === NUMBER) return { value: this.is(i + 1, '0'), next: i + 2 };
    if (this.is(i, '[')) return { value: this.readArray(i, depth), next };
    if (this.is(i, '{')) return { value: this.readObject(i, depth), next };
    if (kind !== IDENTIFIER) return { value: UNKNOWN, next };
    if (this.is(i, 'true') || this.is(i, 'false')) return { value: this.is(i, 'true'), next };
    if (this.is(i, 'null')) return { value: null, next };
    return follow ? this.readName(i) : { value: UNKNOWN, next };
  }

  private readNumber(i: number, sign: number): { value: Literal; next: number } {
    let text = this.slice(i);
    let next = i + 1;
    if (this.is(next, '.') && this.kind(next + 1) === NUMBER) {
      text += `.${this.slice(next + 1)}`;
      next += 2;
    }
    // A pixel id written as a number is kept as its digits: it may be larger than a double can hold.
    if (/^\d{10,24}$/.test(text)) return { value: text, next };
    const value = sign * Number(text.replaceAll('_', ''));
    return { value: Number.isNaN(value) ? UNKNOWN : value, next };
  }

  private readName(i: number): { value: Literal; next: number } {
    let last = i;
    let name = this.slice(i);
    while (this.is(last + 1, '.') && this.kind(last + 2) === IDENTIFIER) {
      name = /^(window|self|globalThis|this)$/.test(name) ? this.slice(last + 2) : `${name}.${this.slice(last + 2)}`;
      last += 2;
    }
    return { value: this.lookUp(name, i) ?? UNKNOWN, next: last + 1 };
  }

  private readArray(open: number, depth: number): Literal[] {
    const close = this.end(open);
    const items: Literal[] = [];
    let i = open + 1;
    while (i < close) {
      if (this.is(i, ',')) i++;
      else {
        const item = this.read(i, depth + 1, false);
        items.push(item.value);
        i = this.skipTo(item.next, close);
      }
    }
    return items;
  }

  private readObject(open: number, depth: number): LiteralObject {
    const close = this.end(open);
    const object: LiteralObject = new Map();
    let i = open + 1;
    while (i < close) {
      const name = this.is(i + 1, ':') ? this.key(i) : undefined;
      if (name === undefined) {
        if (this.is(i, '.')) object.set('...', UNKNOWN);
        else if (this.kind(i) === IDENTIFIER) object.set(this.slice(i), UNKNOWN);
        i = this.is(i, ',') ? i + 1 : this.skipTo(this.after(i), close);
      } else {
        const item = this.read(i + 2, depth + 1, false);
        object.set(name, item.value);
        i = this.skipTo(item.next, close);
      }
    }
    return object;
  }

  private end(open: number): number {
    const partner = this.tokens.partners[open]!;
    return partner < 0 ? this.tokens.count : partner;
  }

  /** The token after the next comma at this level, or `close`. */
  private skipTo(from: number, close: number): number {
    let i = from;
    while (i < close && !this.is(i, ',')) i = this.after(i);
    return Math.min(i + 1, close);
  }

  private endsExpression(i: number): boolean {
    const kind = this.kind(i);
    if (kind === 0 || kind === CLOSE || kind === IDENTIFIER) return true;
    return this.is(i, ',') || this.is(i, ';') || this.startsLine(i);
  }

  private startsLine(i: number): boolean {
    return (
      this.text.slice(this.tokens.ends[i - 1], this.tokens.starts[i]).includes('\n') && !/^[+.(?[-]/.test(this.slice(i))
    );
  }

  /** The value a name was given last before token `before`, else the first one after. */
  private lookUp(name: string, before: number): Literal | undefined {
    const found = this.bind().get(name);
    if (!found) return undefined;
    let best = found[0]!;
    for (const binding of found) if (binding.at < before) best = binding;
    return best.value;
  }

  /** Every `name = literal` and `name = { key: literal }` of the script, made when first asked for. */
  private bind(): Map<string, Binding[]> {
    if (this.bindings) return this.bindings;
    const map = new Map<string, Binding[]>();
    this.bindings = map;
    const add = (name: string, at: number, value: Literal): void => {
      const list = map.get(name);
      if (!list) map.set(name, [{ at, value }]);
      else if (list.length < VALUES_PER_NAME_MAX) list.push({ at, value });
    };
    const { kinds, count } = this.tokens;
    for (let i = 1; i < count - 1; i++) {
      if (kinds[i] === IDENTIFIER) {
        this.bindLoop(i);
        continue;
      }
      if (kinds[i - 1] !== IDENTIFIER || !this.isAssignment(i)) continue;
      // Names are not followed here: one hop only.
      const { value } = this.read(i + 1, 0, false);
      if (value === UNKNOWN) continue;
      const name = this.slice(i - 1);
      add(name, i, value);
      if (value instanceof Map) for (const [key, item] of value) add(`${name}.${key}`, i, item);
      if (kinds[i + 1] === OPEN) i = this.after(i + 1) - 1;
    }
    return map;
  }

  private bindLoop(i: number): void {
    if (this.is(i, 'of') && this.kind(i - 1) === IDENTIFIER && this.kind(i + 1) === IDENTIFIER) {
      this.loops.set(this.slice(i - 1), this.slice(i + 1));
      return;
    }
    if (!(this.is(i, 'forEach') || this.is(i, 'map')) || !this.is(i + 1, '(') || !this.is(i - 1, '.')) return;
    let parameter = i + 2;
    if (this.isName(parameter, 'function')) parameter++;
    if (this.is(parameter, '(')) parameter++;
    if (this.kind(parameter) === IDENTIFIER) this.loops.set(this.slice(parameter), this.slice(i - 2));
  }
}

/** Reads a text that is one literal: JSON, or JSON as an author or formatter rewrote it. */
export function parseLiteral(text: string): Literal {
  return new Code(text).value(0);
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

function decodeEscapes(text: string): string {
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
      return ESCAPES[other] ?? other;
    },
  );
}

/** The text property of an object literal, or undefined. */
export function textOf(object: Literal | undefined, key: string): string | undefined {
  const value = object instanceof Map ? object.get(key) : undefined;
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

export function objectOf(value: Literal | undefined): LiteralObject | undefined {
  return value instanceof Map ? value : undefined;
}

export function listOf(value: Literal | undefined): Literal[] {
  return Array.isArray(value) ? value : [];
}
