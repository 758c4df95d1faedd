/** Reads texts that code puts together from known parts, and members of object literals. */

import { CLOSE, OPEN, TEMPLATE_PIECE } from './lexer.ts';
import { type Literal, objectOf, UNKNOWN } from './literal.ts';
import type { StaticEvaluator } from './static-evaluator.ts';

const PARTS_MAX = 8;
const MEMBERS_MAX = 64;
const TEXTS_MAX = 16;

/** The first token of the value of `key` in the object literal with the bracket `open`. -1 if it has no such key. */
export function memberAt(code: StaticEvaluator, open: number, key: string): number {
  const close = code.is(open, '{') ? code.tokens.partners[open]! : -1;
  let isKey = true;
  for (let i = open + 1, count = 0; i < close && count < MEMBERS_MAX; i = code.after(i)) {
    code.steps++;
    if (isKey && code.is(i + 1, ':') && code.key(i) === key) return i + 2;
    // `{send_to}` is short for `{send_to: send_to}`.
    if (isKey && (code.is(i + 1, ',') || i + 1 === close) && code.is(i, key)) return i;
    isKey = code.is(i, ',');
    if (isKey) count++;
  }
  return -1;
}

/** The value of a member of the object at token `at`: a literal, or a name that stands for one. Undefined if it has no such member. */
export function memberOf(code: StaticEvaluator, at: number, key: string): Literal | undefined {
  const member = memberAt(code, at, key);
  if (member >= 0) return code.value(member);
  return objectOf(code.value(at))?.get(key);
}

/** The text of the expression at `i`: a literal, a name, a sum of these, or a template. Undefined if a part is not known. */
function textAt(code: StaticEvaluator, i: number): string | undefined {
  let text = '';
  let at = i;
  for (let part = 0; part < PARTS_MAX && !code.spent; part++) {
    const read = code.kind(at) === TEMPLATE_PIECE ? templateAt(code, at) : code.operandAt(at);
    if (typeof read.value !== 'string' && typeof read.value !== 'number') return undefined;
    text += read.value;
    code.steps++;
    if (!code.is(read.next, '+')) return code.endsExpression(read.next) ? text : undefined;
    at = read.next + 1;
  }
  return undefined;
}

/** A template with substitutions: `${id}/label`. */
function templateAt(code: StaticEvaluator, i: number): { value: Literal; next: number } {
  const { tokens } = code;
  let text = '';
  let at = i;
  for (let part = 0; part < 2 * PARTS_MAX; part++) {
    if (code.kind(at) === TEMPLATE_PIECE) {
      const piece = code.slice(at);
      const isFirst = at === i && piece.startsWith('`');
      const isLast = piece.endsWith('`') && (!isFirst || piece.length > 1);
      text += piece.slice(isFirst ? 1 : 0, isLast ? -1 : undefined);
      if (piece === '' || isLast) return { value: piece === '' ? UNKNOWN : text, next: at + 1 };
      at++;
    } else if (code.kind(at) === OPEN && tokens.partners[at]! >= 0) {
      const { value, next } = code.operandAt(at + 1);
      if ((typeof value !== 'string' && typeof value !== 'number') || code.kind(next) !== CLOSE)
        return { value: UNKNOWN, next: code.after(at) };
      text += value;
      at = code.after(at);
    } else break;
  }
  return { value: UNKNOWN, next: at + 1 };
}

/** Every text that the expression at `i` may be, or that a list there holds. `isWhole`: there are no others. */
export function textsAt(code: StaticEvaluator, i: number): { texts: string[]; isWhole: boolean } {
  const items = code.is(i, '[') ? (code.arguments(i) ?? []) : [i];
  const texts: string[] = [];
  let isWhole = true;
  for (const item of items) {
    for (const value of code.values(item)) {
      for (const each of Array.isArray(value) ? value.slice(0, TEXTS_MAX) : [value]) {
        const text = typeof each === 'string' ? each : each === UNKNOWN ? textAt(code, item) : undefined;
        if (text === undefined) isWhole = false;
        else if (texts.length < TEXTS_MAX) texts.push(text);
      }
    }
  }
  return { texts, isWhole };
}
