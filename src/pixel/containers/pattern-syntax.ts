/** Parses a regular expression of JavaScript without the flag `u` into a tree. */

export type Node =
  | { kind: 'empty' }
  | { kind: 'char'; accepts(code: number): boolean }
  | { kind: 'assert'; holds(before: number, after: number): boolean }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'either'; branches: Node[] }
  | { kind: 'group'; index?: number; body: Node }
  | { kind: 'repeat'; body: Node; min: number; max: number | undefined; lazy: boolean };

const DEPTH_MAX = 50;
const COUNT_MAX = 1000;

/** Thrown for what this parser does not know. The caller then knows nothing about the expression. */
class Unsupported extends Error {}

type Accepts = (code: number) => boolean;

const isDigit: Accepts = (code) => code >= 48 && code <= 57;
const isWord: Accepts = (code) =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
const isSpace: Accepts = (code) => /\s/.test(String.fromCharCode(code));
const isLineEnd: Accepts = (code) => code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
const not =
  (accepts: Accepts): Accepts =>
  (code) =>
    !accepts(code);

const CLASSES = new Map<string, Accepts>(
  Object.entries({
    d: isDigit,
    D: not(isDigit),
    w: isWord,
    W: not(isWord),
    s: isSpace,
    S: not(isSpace),
  }),
);
const CONTROLS = new Map<string, number>(Object.entries({ n: 10, r: 13, t: 9, v: 11, f: 12, '0': 0 }));

export interface Parsed {
  body: Node;
  groups: number;
  repeatsGroup: boolean;
}

/** Undefined for an expression with look-around, back-references, or anything else that is not supported. */
export function parsePattern(source: string, ignoreCase: boolean): Parsed | undefined {
  try {
    const parser = new Parser(source, ignoreCase);
    const body = parser.either(0);
    if (parser.at < source.length) return undefined;
    return { body, groups: parser.groups, repeatsGroup: parser.repeatsGroup };
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

class Parser {
  at = 0;
  groups = 0;
  /** A group is inside a repeat. What it holds after the last round is not followed here. */
  repeatsGroup = false;

  constructor(
    private readonly source: string,
    private readonly ignoreCase: boolean,
  ) {}

  either(depth: number): Node {
    if (depth > DEPTH_MAX) throw new Unsupported();
    const branches = [this.sequence(depth)];
    while (this.take('|')) branches.push(this.sequence(depth));
    return branches.length === 1 ? branches[0]! : { kind: 'either', branches };
  }

  private sequence(depth: number): Node {
    const parts: Node[] = [];
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at]!)) parts.push(this.repeat(depth));
    return parts.length === 0 ? { kind: 'empty' } : { kind: 'sequence', parts };
  }

  private repeat(depth: number): Node {
    const before = this.groups;
    const body = this.atom(depth);
    const bounds = this.bounds();
    if (!bounds) return body;
    this.repeatsGroup ||= this.groups > before;
    if (body.kind === 'assert') throw new Unsupported();
    const lazy = this.take('?');
    return { kind: 'repeat', body, ...bounds, lazy };
  }

  private bounds(): { min: number; max: number | undefined } | undefined {
    if (this.take('*')) return { min: 0, max: undefined };
    if (this.take('+')) return { min: 1, max: undefined };
    if (this.take('?')) return { min: 0, max: 1 };
    const counted = /^\{(\d{1,6})(,?)(\d{0,6})\}/.exec(this.source.slice(this.at, this.at + 20));
    if (!counted) {
      if (/^\{\d/.test(this.source.slice(this.at, this.at + 2))) throw new Unsupported();
      return undefined;
    }
    this.at += counted[0].length;
    const min = Number(counted[1]);
    const max = counted[3] === '' ? (counted[2] === '' ? min : undefined) : Number(counted[3]);
    if (min > COUNT_MAX || (max ?? 0) > COUNT_MAX) throw new Unsupported();
    return { min, max };
  }

  private atom(depth: number): Node {
    const c = this.source[this.at++]!;
    if (c === '(') return this.group(depth);
    if (c === '[') return { kind: 'char', accepts: this.set() };
    if (c === '.') return { kind: 'char', accepts: not(isLineEnd) };
    if (c === '^') return { kind: 'assert', holds: (before) => before === -1 };
    if (c === '$') return { kind: 'assert', holds: (_, after) => after === -1 };
    if (c === '\\') return this.escape();
    return this.literal(c.charCodeAt(0));
  }

  private group(depth: number): Node {
    let index: number | undefined;
    if (this.source[this.at] === '?') {
      if (this.source[this.at + 1] !== ':') throw new Unsupported();
      this.at += 2;
    } else index = ++this.groups;
    const body = this.either(depth + 1);
    if (!this.take(')')) throw new Unsupported();
    return { kind: 'group', index, body };
  }

  private escape(): Node {
    const c = this.source[this.at];
    if (c === 'b' || c === 'B') {
      this.at++;
      const wanted = c === 'b';
      return { kind: 'assert', holds: (before, after) => (isWord(before) !== isWord(after)) === wanted };
    }
    const known = CLASSES.get(c ?? '');
    if (known) {
      this.at++;
      return { kind: 'char', accepts: known };
    }
    return this.literal(this.escaped());
  }

  /** The character after a backslash. Back-references, octal numbers and names are not supported. */
  private escaped(): number {
    const c = this.source[this.at++];
    if (c === undefined) throw new Unsupported();
    if (c === '0' && !/\d/.test(this.source[this.at] ?? '')) return 0;
    const control = CONTROLS.get(c);
    if (control !== undefined && c !== '0') return control;
    const hex = c === 'x' ? 2 : c === 'u' ? 4 : 0;
    if (hex > 0) {
      const digits = this.source.slice(this.at, this.at + hex);
      if (digits.length < hex || !/^[\da-f]+$/i.test(digits)) throw new Unsupported();
      this.at += hex;
      return Number.parseInt(digits, 16);
    }
    if (/[\da-z]/i.test(c)) throw new Unsupported();
    return c.charCodeAt(0);
  }

  private set(): Accepts {
    const negated = this.take('^');
    const parts: Accepts[] = [];
    while (!this.take(']')) {
      if (this.at >= this.source.length) throw new Unsupported();
      const first = this.member();
      const isRange = this.source[this.at] === '-' && this.source[this.at + 1] !== ']';
      if (!isRange) {
        parts.push(typeof first === 'number' ? (code) => code === first : first);
        continue;
      }
      this.at++;
      const last = this.member();
      if (typeof first !== 'number' || typeof last !== 'number') throw new Unsupported();
      parts.push((code) => code >= first && code <= last);
    }
    const accepts: Accepts = this.folded((code) => parts.some((part) => part(code)));
    return negated ? not(accepts) : accepts;
  }

  private member(): number | Accepts {
    const c = this.source[this.at++]!;
    if (c !== '\\') return this.known(c.charCodeAt(0));
    const escaped = this.source[this.at] ?? '';
    if (escaped === 'b') {
      this.at++;
      return 8;
    }
    const known = CLASSES.get(escaped);
    if (known) {
      this.at++;
      return known;
    }
    return this.known(this.escaped());
  }

  private literal(code: number): Node {
    this.known(code);
    return { kind: 'char', accepts: this.folded((other) => other === code) };
  }

  /** Outside ASCII, letters that differ in case are not compared: the rules of JavaScript for them are long. */
  private known(code: number): number {
    if (this.ignoreCase && code > 127) throw new Unsupported();
    return code;
  }

  private folded(accepts: Accepts): Accepts {
    if (!this.ignoreCase) return accepts;
    return (code) => {
      if (accepts(code)) return true;
      const isUpper = code >= 65 && code <= 90;
      const isLower = code >= 97 && code <= 122;
      return (isUpper && accepts(code + 32)) || (isLower && accepts(code - 32));
    };
  }

  private take(c: string): boolean {
    if (this.source[this.at] !== c) return false;
    this.at++;
    return true;
  }
}
