/**
 * Evaluates parts of a script without running it: the arguments of calls, the values of literals, and the value that a name was
 * last set to. A bracket that never closes counts as empty, because such a script does not run.
 *
 * Work is counted in steps. The budget of steps grows with the text, so the cost of a script is linear whatever its shape. No
 * bracket is read twice, so ordinary code stays far below its budget.
 * A little over 400 lines, because all parts of the class share the tokens and the budget.
 */

import type { Effort } from '../../domain/effort.ts';
import { CLOSE, IDENTIFIER, lex, NUMBER, OPEN, STRING, TEMPLATE, TEMPLATE_PIECE, Tokens } from './lexer.ts';
import {
  decodeEscapes,
  type Literal,
  type LiteralObject,
  LongText,
  listOf,
  objectOf,
  TEXT_CHARS_MAX,
  UNKNOWN,
} from './literal.ts';

const DEPTH_MAX = 32;
const ARGUMENTS_MAX = 8;
const VALUES_PER_NAME_MAX = 16;
/** Nobody keeps an id in a variable with a longer name. */
const NAME_CHARS_MAX = 128;
const MENTIONS_MAX = 32;
const MEMBERS_MAX = 4;
/** From the start of a conditional expression to its question mark. */
const CONDITION_TOKENS_MAX = 24;
/** A step is one token, or this many characters that are copied or compared. Real scripts need half a step for each character. */
const CHARS_PER_STEP = 32;
/** Or this many characters of a value: a recogniser searches in it several times. */
const VALUE_CHARS_PER_STEP = 8;
const STEPS_PER_CHAR = 2;
const STEPS_MIN = 20_000;

const GLOBALS = new Set(['window', 'self', 'globalThis', 'this']);

interface Binding {
  /** Token index of the assignment. */
  at: number;
  value: Literal;
}

export class StaticEvaluator {
  readonly tokens: Tokens;
  private bindings: Map<string, Binding[]> | undefined;
  /** Loop variables, each with the token of its list: `ids.forEach(id => …)`, `for (const id of ['1', '2'])`. */
  private readonly loops = new Map<string, number>();
  /** Values of bracketed literals, by opening token. */
  private readonly groups = new Map<number, Literal>();
  private places: Map<string, number[]> | undefined;
  private named: Map<string, number[]> | undefined;
  private readonly argumentLists = new Map<number, number[]>();
  /** Work done so far. */
  steps = 0;

  constructor(
    readonly text: string,
    store?: Tokens,
  ) {
    this.tokens = lex(text, store);
  }

  /** Whether the budget is used up. From then on every value is unknown. */
  get spent(): boolean {
    return this.steps > STEPS_MIN + STEPS_PER_CHAR * this.text.length;
  }

  /** Index of the token at `offset`, or -1 if there is none, for example in a comment. */
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

  /** The text of token `i`. Empty if it is longer than a name, because looking it up would cost its whole length. */
  slice(i: number): string {
    return i >= 0 && i < this.tokens.count ? this.path(i, i) : '';
  }

  /** Whether the text of token `i` is exactly `text`. Does not allocate a string. */
  is(i: number, text: string): boolean {
    if (i < 0 || i >= this.tokens.count) return false;
    const start = this.tokens.starts[i]!;
    if (this.tokens.ends[i]! - start !== text.length || this.text.charCodeAt(start) !== text.charCodeAt(0))
      return false;
    // Most of them are one character. A native search costs more than the look at it.
    return text.length === 1 || this.text.startsWith(text, start);
  }

  isName(i: number, name: string): boolean {
    return this.kind(i) === IDENTIFIER && this.is(i, name);
  }

  /** Value of a string token, or a template without substitutions, of at most `charsMax` characters. Otherwise undefined. */
  string(i: number, charsMax = Number.POSITIVE_INFINITY): string | undefined {
    const kind = this.kind(i);
    if (kind !== STRING && kind !== TEMPLATE) return undefined;
    const start = this.tokens.starts[i]!;
    const end = this.tokens.ends[i]!;
    if (end - start - 2 > charsMax || this.spent) return undefined;
    this.steps += 1 + (end - start) / CHARS_PER_STEP;
    const last = this.text.charCodeAt(end - 1) === this.text.charCodeAt(start) && end > start + 1 ? end - 1 : end;
    return decodeEscapes(this.text.slice(start + 1, last));
  }

  /** The text of a template from its start to its first substitution, if token `i` is that piece. */
  templateStart(i: number): string | undefined {
    const isStart = this.kind(i) === TEMPLATE_PIECE && this.text[this.tokens.starts[i]!] === '`';
    return isStart && !this.spent ? this.piece(i) : undefined;
  }

  /** The text of the piece `i` of a template with substitutions. */
  piece(i: number): string {
    const start = this.tokens.starts[i]!;
    const end = this.tokens.ends[i]!;
    this.steps += 1 + (end - start) / CHARS_PER_STEP;
    const isLast = !this.text.startsWith('${', end);
    return decodeEscapes(this.text.slice(this.text[start] === '`' ? start + 1 : start, isLast ? end - 1 : end));
  }

  /** The value that follows the text at `i`: of the next operand of a sum, or of the substitution of a template. */
  valueAfter(i: number): Literal {
    if (this.is(i + 1, '+')) return this.operand(i + 2);
    if (this.kind(i) !== TEMPLATE_PIECE || this.kind(i + 1) !== OPEN) return UNKNOWN;
    const { value, next } = this.operandAt(i + 2);
    return this.kind(next) === CLOSE ? value : UNKNOWN;
  }

  /** A property name, which is an identifier, a string or a number token. */
  key(i: number): string | undefined {
    const kind = this.kind(i);
    return kind === IDENTIFIER || kind === NUMBER ? this.slice(i) : this.string(i);
  }

  /** The token after the token or the bracketed group that starts at `i`. */
  after(i: number): number {
    const partner = this.kind(i) === OPEN ? this.tokens.partners[i]! : -1;
    return Math.max(partner, i) + 1;
  }

  /** Whether token `i` is a plain `=`, not part of a comparison, an arrow or a compound assignment. */
  isAssignment(i: number): boolean {
    if (!this.is(i, '=')) return false;
    const at = this.tokens.starts[i]!;
    const next = this.text.charCodeAt(at + 1);
    return next !== 61 && next !== 62 && !'=!<>'.includes(this.text[at - 1] ?? ' ');
  }

  /** First token of each argument of the call with the bracket `open`. Undefined if the bracket never closes. */
  arguments(open: number): readonly number[] | undefined {
    const close = this.kind(open) === OPEN ? this.tokens.partners[open]! : -1;
    if (close < 0 || this.spent) return undefined;
    const known = this.argumentLists.get(open);
    if (known) return known;
    const found: number[] = [];
    let fresh = true;
    for (let i = open + 1; i < close && found.length < ARGUMENTS_MAX; i = this.after(i)) {
      this.steps++;
      if (this.is(i, ',')) fresh = true;
      else if (fresh) {
        found.push(i);
        fresh = false;
      }
    }
    this.argumentLists.set(open, found);
    return found;
  }

  /** The bracket that opens the argument list, if token `i` is the name of a called function (`f(`, `f?.(`). Otherwise -1. */
  callOpen(i: number): number {
    if (this.isName(i - 1, 'function')) return -1;
    let open = i + 1;
    if (this.is(open, '?') && this.is(open + 1, '.')) open += 2;
    return this.is(open, '(') ? open : -1;
  }

  /**
   * The arguments of a call of `name`, if token `i` is that name: `name(…)`, `window["name"](…)`, `(0, name)(…)`,
   * `name.call(this, …)`, `name.apply(this, […])`. Otherwise undefined.
   */
  callArguments(i: number, name: string): readonly number[] | undefined {
    let last = i;
    if (!this.isName(i, name)) {
      if (this.string(i, name.length) !== name || !this.is(i - 1, '[') || !this.is(i + 1, ']')) return undefined;
      last = i + 1;
    }
    const group = this.is(last + 1, ')') && this.is(last + 2, '(') ? this.tokens.partners[last + 1]! : -1;
    if (group >= 0 && this.kind(group - 1) !== IDENTIFIER && this.kind(group - 1) !== CLOSE) last++;
    const method = this.is(last + 1, '.') && this.is(last + 3, '(') ? this.slice(last + 2) : '';
    if (method === 'call') return this.arguments(last + 3)?.slice(1);
    if (method === 'apply') return this.arguments(this.arguments(last + 3)?.[1] ?? -1);
    return this.arguments(this.callOpen(last));
  }

  /** The first places where code uses a name, without assignments to it. */
  uses(name: string): readonly number[] {
    if (!this.places) {
      this.places = new Map();
      this.steps += this.tokens.count;
      for (let i = 0; i < this.tokens.count; i++) {
        if (this.tokens.kinds[i] !== IDENTIFIER || this.is(i - 1, '.') || this.isAssignment(i + 1)) continue;
        const word = this.path(i, i);
        const places = this.places.get(word);
        if (!places) this.places.set(word, [i]);
        else if (places.length < VALUES_PER_NAME_MAX) places.push(i);
      }
    }
    return this.places.get(name) ?? [];
  }

  /** The first places where code names something, also as a member and in assignments. */
  mentions(name: string): readonly number[] {
    if (!this.named) {
      this.named = new Map();
      this.steps += this.tokens.count;
      for (let i = 0; i < this.tokens.count; i++) {
        if (this.tokens.kinds[i] !== IDENTIFIER) continue;
        const word = this.path(i, i);
        const places = this.named.get(word);
        if (!places) this.named.set(word, [i]);
        else if (places.length < MENTIONS_MAX) places.push(i);
      }
    }
    return this.named.get(name) ?? [];
  }

  /** The value that the name at `i` was last set to, whatever follows the name. */
  nameValue(i: number): Literal {
    return this.lookUp(this.slice(i), i) ?? UNKNOWN;
  }

  /** The value of the whole expression at `i`: a literal, or a name that this script sets to one. Names are followed once. */
  value(i: number): Literal {
    return this.counted(this.read(i, 0).value);
  }

  /** Counts what a recogniser will read of a value. */
  private counted(value: Literal): Literal {
    if (typeof value === 'string') this.steps += value.length / VALUE_CHARS_PER_STEP;
    return value;
  }

  /** The value of the operand at `i` in a sum. */
  operand(i: number): Literal {
    const { value, next } = this.operandAt(i);
    return this.is(next, '+') || this.endsExpression(next) ? value : UNKNOWN;
  }

  /** The value of the operand at `i`, whatever follows it, and the token after it. */
  operandAt(i: number): { value: Literal; next: number } {
    const { value, next } = this.readOne(i, 0, true);
    return { value: this.counted(value), next };
  }

  /** Every possible value of the expression at `i`. A loop variable, `ids[i]` and `a ? '1' : '2'` have several. */
  values(i: number): Literal[] {
    const value = this.value(i);
    if (value !== UNKNOWN) return [value];
    const values = this.loopValues(i) ?? this.elements(i) ?? this.branches(i) ?? [UNKNOWN];
    this.steps += values.length;
    for (const each of values) this.counted(each);
    return values;
  }

  /** `id` or `item.id`, if the name is a loop variable. */
  private loopValues(i: number): Literal[] | undefined {
    this.bind();
    const at = this.kind(i) === IDENTIFIER ? this.loops.get(this.slice(i)) : undefined;
    if (at === undefined) return undefined;
    const list = listOf(this.is(at, '[') ? this.group(at, 0) : this.lookUp(this.slice(at), i));
    const isMember = this.is(i + 1, '.') && this.kind(i + 2) === IDENTIFIER;
    if (list.length === 0 || !this.endsExpression(isMember ? i + 3 : i + 1)) return undefined;
    const items = list.slice(0, VALUES_PER_NAME_MAX);
    return isMember ? items.map((item) => objectOf(item)?.get(this.slice(i + 2)) ?? UNKNOWN) : items;
  }

  /** `ids[i]` may be any element of the list. */
  private elements(i: number): Literal[] | undefined {
    if (this.kind(i) !== IDENTIFIER || !this.is(i + 1, '[') || !this.endsExpression(this.after(i + 1)))
      return undefined;
    const list = listOf(this.lookUp(this.slice(i), i));
    return list.length > 0 ? list.slice(0, VALUES_PER_NAME_MAX) : undefined;
  }

  /** `test ? '1' : '2'` may be either value. */
  private branches(i: number): Literal[] | undefined {
    let question = this.after(i);
    for (const last = i + CONDITION_TOKENS_MAX; question < last && !this.is(question, '?'); this.steps++) {
      if (this.endsExpression(question) && this.kind(question) !== IDENTIFIER) return undefined;
      question = this.after(question);
    }
    const first = this.is(question, '?') ? this.readOne(question + 1, 0, true) : undefined;
    if (!first || !this.is(first.next, ':')) return undefined;
    return [first.value, this.value(first.next + 1)];
  }

  /** Reads the expression at `i`. Its value is unknown if what was read is only a part of it. */
  private read(i: number, depth: number, follow = true): { value: Literal; next: number } {
    this.steps++;
    if (depth > DEPTH_MAX || this.spent) return { value: UNKNOWN, next: this.after(i) };
    const value = this.readOne(i, depth, follow);
    return this.endsExpression(value.next) ? value : { value: UNKNOWN, next: value.next };
  }

  private readOne(i: number, depth: number, follow: boolean): { value: Literal; next: number } {
    const next = this.after(i);
    const kind = this.kind(i);
    if (kind === STRING || kind === TEMPLATE) return { value: this.textLiteral(i), next };
    if (kind === NUMBER) return this.readNumber(i, 1);
    if (this.is(i, '-') && this.kind(i + 1) === NUMBER) return this.readNumber(i + 1, -1);
    if (this.is(i, '!') && this.kind(i + 1) === NUMBER) return { value: this.is(i + 1, '0'), next: i + 2 };
    if (kind === OPEN) return { value: this.group(i, depth), next };
    if (kind !== IDENTIFIER) return { value: UNKNOWN, next };
    if (this.is(i, 'true') || this.is(i, 'false')) return { value: this.is(i, 'true'), next };
    if (this.is(i, 'null')) return { value: null, next };
    if (this.is(i, 'String') && this.is(i + 1, '('))
      return { value: this.read(i + 2, depth + 1, follow).value, next: this.after(i + 1) };
    return follow ? this.readName(i) : { value: UNKNOWN, next };
  }

  private readNumber(i: number, sign: number): { value: Literal; next: number } {
    let text = this.slice(i);
    let next = i + 1;
    if (this.is(next, '.') && this.kind(next + 1) === NUMBER) {
      text += `.${this.slice(next + 1)}`;
      next += 2;
    }
    // Keep a pixel id as digits: it may be too large for a double.
    if (/^\d{10,24}$/.test(text)) return { value: text, next };
    const value = sign * Number(text.replaceAll('_', ''));
    return { value: Number.isNaN(value) ? UNKNOWN : value, next };
  }

  /** The value of a name or a path such as `settings.ids[0]`: of the path itself, or a member of the value of its beginning. */
  private readName(i: number): { value: Literal; next: number } {
    const from = this.afterGlobals(i);
    let value = this.lookUp(this.slice(from), i);
    let next = from + 1;
    for (;;) {
      const isMember = this.is(next, '.') && this.kind(next + 1) === IDENTIFIER;
      const isIndex = !isMember && this.is(next, '[') && this.is(next + 2, ']');
      if (!isMember && !isIndex) return { value: value ?? UNKNOWN, next };
      const key = this.key(next + 1) ?? '';
      next += isMember ? 2 : 3;
      if (value instanceof Map && value.has(key)) value = value.get(key);
      else if (Array.isArray(value)) value = value[Number(key)];
      else value = this.lookUp(this.path(from, next - 1), i);
      this.steps++;
    }
  }

  /** Skips globals: `window.id` is the same as `id`. */
  private afterGlobals(i: number): number {
    let from = i;
    while (GLOBALS.has(this.slice(from)) && this.is(from + 1, '.') && this.kind(from + 2) === IDENTIFIER) from += 2;
    return from;
  }

  /** The text of a name or path. Anything longer than `NAME_CHARS_MAX` gives an empty text. */
  private path(from: number, to: number): string {
    const start = this.tokens.starts[from]!;
    const end = this.tokens.ends[to]!;
    return end - start > NAME_CHARS_MAX ? '' : this.text.slice(start, end);
  }

  private textLiteral(i: number): Literal {
    const text = this.string(i);
    return text === undefined ? UNKNOWN : text.length > TEXT_CHARS_MAX ? new LongText(text) : text;
  }

  /** The value of a bracketed literal. Each is read only once. */
  private group(open: number, depth: number): Literal {
    const known = this.groups.get(open);
    if (known !== undefined) return known;
    const close = this.tokens.partners[open]!;
    let value: Literal = UNKNOWN;
    if (close >= 0 && this.is(open, '[')) value = this.readArray(open, close, depth);
    else if (close >= 0 && this.is(open, '{')) value = this.readObject(open, close, depth);
    this.groups.set(open, value);
    return value;
  }

  private readArray(open: number, close: number, depth: number): Literal[] {
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

  private readObject(open: number, close: number, depth: number): LiteralObject {
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

  /** The token after the next comma at this level, or `close`. */
  private skipTo(from: number, close: number): number {
    let i = from;
    while (i < close && !this.is(i, ',')) {
      i = this.after(i);
      this.steps++;
    }
    return Math.min(i + 1, close);
  }

  /** Whether no expression goes on at token `i`. */
  endsExpression(i: number): boolean {
    const kind = this.kind(i);
    if (kind === 0 || kind === CLOSE || kind === IDENTIFIER) return true;
    return this.is(i, ',') || this.is(i, ';') || this.startsLine(i);
  }

  private startsLine(i: number): boolean {
    const gap = this.text.slice(this.tokens.ends[i - 1], this.tokens.starts[i]);
    this.steps += gap.length / CHARS_PER_STEP;
    return gap.includes('\n') && !'+.(?[-'.includes(this.text[this.tokens.starts[i]!]!);
  }

  /** The value that a name was last set to before token `before`. If there is none, the first one after it. */
  private lookUp(name: string, before: number): Literal | undefined {
    const found = name.length > NAME_CHARS_MAX ? undefined : this.bind().get(name);
    this.steps++;
    if (!found) return undefined;
    let best = found[0]!;
    for (const binding of found) if (binding.at < before) best = binding;
    return best.value;
  }

  /** Every `name = literal` and `path.to.name = literal` of the script. Built on first use. */
  private bind(): Map<string, Binding[]> {
    if (this.bindings) return this.bindings;
    const map = new Map<string, Binding[]>();
    this.bindings = map;
    const { kinds, count } = this.tokens;
    this.steps += count;
    for (let i = 1; i < count - 1; i++) {
      if (kinds[i] === IDENTIFIER) {
        this.bindLoop(i);
        continue;
      }
      if (kinds[i - 1] !== IDENTIFIER || !this.isAssignment(i)) continue;
      // Do not follow names here: they are followed only once.
      const { value } = this.read(i + 1, 0, false);
      const name = value === UNKNOWN ? '' : this.assignedPath(i - 1);
      const list = map.get(name);
      if (name === '') continue;
      if (!list) map.set(name, [{ at: i, value }]);
      else if (list.length < VALUES_PER_NAME_MAX) list.push({ at: i, value });
    }
    return map;
  }

  private assignedPath(last: number): string {
    let from = last;
    const first = last - 2 * MEMBERS_MAX;
    while (from > first && this.is(from - 1, '.') && this.kind(from - 2) === IDENTIFIER) from -= 2;
    return this.path(this.afterGlobals(from), last);
  }

  private bindLoop(i: number): void {
    if (this.is(i, 'of') && this.kind(i - 1) === IDENTIFIER) {
      if (this.kind(i + 1) === IDENTIFIER || this.is(i + 1, '[')) this.loops.set(this.slice(i - 1), i + 1);
      return;
    }
    if (!(this.is(i, 'forEach') || this.is(i, 'map')) || !this.is(i + 1, '(') || !this.is(i - 1, '.')) return;
    const list = this.is(i - 2, ']') ? this.tokens.partners[i - 2]! : i - 2;
    // In `lists[0].forEach(…)`, `[0]` is not a list.
    const isSubscript = list !== i - 2 && (this.kind(list - 1) === IDENTIFIER || this.kind(list - 1) === CLOSE);
    let parameter = i + 2;
    if (this.isName(parameter, 'function')) parameter++;
    if (this.is(parameter, '(')) parameter++;
    if (!isSubscript && this.kind(parameter) === IDENTIFIER) this.loops.set(this.slice(parameter), list);
  }
}

/** A separate store, because a literal is parsed while the tokens of its script are in use. */
const LITERAL_TOKENS = new Tokens();

/** Parses a text that is one literal: JSON, or a JavaScript form of it with single quotes, bare keys or trailing commas. */
export function parseLiteral(text: string, effort: Effort): Literal {
  const code = new StaticEvaluator(text, LITERAL_TOKENS);
  const value = code.value(0);
  effort.done += text.length + code.tokens.count + code.steps;
  return value;
}
