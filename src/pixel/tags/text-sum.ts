/**
 * The text of a sum of literals, names, templates and calls of `concat`: `'<scr' + 'ipt src=' + address`. A value that is not known
 * leaves a hole.
 */

import { CLOSE, IDENTIFIER, NUMBER, OPEN, STRING, TEMPLATE, TEMPLATE_PIECE } from '../javascript/lexer.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';

/** Of calls of `concat` in calls of `concat`. */
const DEPTH_MAX = 3;
/** What it costs to walk back over an operand, or over a member or call of it. */
const STEPS_PER_OPERAND = 8;
/** Stands for a value that is not known, until the text around it is whole. */
const HOLE = '\uffff';

/** The first token of the sum around token `i`. */
export function beginning(code: StaticEvaluator, i: number): number {
  let first = firstPiece(code, i);
  while (code.is(first - 1, '+') && !code.spent) {
    const before = operandBefore(code, first - 2);
    if (before < 0) break;
    first = before;
  }
  return first;
}

/** The first piece of the template that token `i` is a piece of. */
function firstPiece(code: StaticEvaluator, i: number): number {
  let first = i;
  for (; code.kind(first) === TEMPLATE_PIECE && !code.spent; code.steps++) {
    const before = code.kind(first - 1) === CLOSE ? code.tokens.partners[first - 1]! - 1 : -1;
    if (before < 0 || code.kind(before) !== TEMPLATE_PIECE) break;
    first = before;
  }
  return first;
}

/** The template into which the name at token `i` is substituted, or `i`. */
export function templateAround(code: StaticEvaluator, i: number): number {
  const open = code.tokens.parents[i]!;
  return open > 0 && code.is(open, '${') ? open - 1 : i;
}

/** The first token of the operand that ends at token `last`: `a.b(c)[d]`. -1 if there is none. */
function operandBefore(code: StaticEvaluator, last: number): number {
  for (let i = last; i >= 0 && !code.spent; ) {
    code.steps += STEPS_PER_OPERAND;
    i = firstPiece(code, i);
    const kind = code.kind(i);
    if (kind === CLOSE) {
      const open = code.tokens.partners[i]!;
      const before = code.kind(open - 1);
      if (open < 0 || (before !== CLOSE && before !== IDENTIFIER)) return open;
      i = open - 1;
    } else if (code.is(i - 1, '.')) i -= 2;
    else return isText(kind) || kind === IDENTIFIER || kind === TEMPLATE_PIECE || kind === NUMBER ? i : -1;
  }
  return -1;
}

export const isText = (kind: number) => kind === STRING || kind === TEMPLATE;

/** The token of the name that the expression at token `i` is assigned or added to. -1 if there is none. */
export function assignedAt(code: StaticEvaluator, i: number): number {
  const isAdded = code.is(i - 1, '=') && code.is(i - 2, '+');
  const at = isAdded ? i - 3 : i - 2;
  return (isAdded || code.isAssignment(i - 1)) && code.kind(at) === IDENTIFIER ? at : -1;
}

/** Functions of JavaScript that decode `%3C`. */
export const DECODES = /^(?:unescape|decodeURI|decodeURIComponent)$/;

export function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

export interface TextSum {
  text: string;
  /** The last token. */
  last: number;
  /** False if the expression goes on in a way that is not understood: `'…'.replace(…)`. */
  isWhole: boolean;
}

/** The text of the sum that begins at token `first`. */
export function readSum(code: StaticEvaluator, first: number, depth = 0): TextSum {
  const parts: string[] = [];
  let isWhole = true;
  let next = first;
  for (;;) {
    code.steps++;
    if (isText(code.kind(next))) parts.push(code.string(next++) ?? '');
    else if (code.kind(next) === TEMPLATE_PIECE) next = readTemplate(code, next, parts);
    else {
      const { value, next: after } = code.operandAt(next);
      next = afterMembers(code, after);
      parts.push((next === after ? known(value) : undefined) ?? HOLE);
    }
    while (code.is(next, '.') && code.isName(next + 1, 'concat') && code.is(next + 2, '(') && !code.spent) {
      for (const at of code.arguments(next + 2) ?? []) {
        const part = depth < DEPTH_MAX ? readSum(code, at, depth + 1) : undefined;
        parts.push(part?.text ?? HOLE);
        isWhole &&= part?.isWhole === true;
      }
      next = code.after(next + 2);
    }
    if (!code.is(next, '+') || code.spent) break;
    next++;
  }
  return { text: parts.join(''), last: Math.max(first, next - 1), isWhole: isWhole && code.endsExpression(next) };
}

/** Adds the text of the template whose first piece is token `i`. Returns the token after it. */
function readTemplate(code: StaticEvaluator, i: number, parts: string[]): number {
  parts.push(code.piece(i));
  let next = i + 1;
  while (code.kind(next) === OPEN && code.is(next, '${') && !code.spent) {
    const close = code.tokens.partners[next]!;
    if (close < 0) return next + 1;
    const { value, next: after } = code.operandAt(next + 1);
    parts.push((after === close ? known(value) : undefined) ?? HOLE);
    next = close + 1;
    if (code.kind(next) === TEMPLATE_PIECE) parts.push(code.piece(next++));
  }
  return next;
}

/** The token after the calls and members that follow an operand: `().x[0]`. */
function afterMembers(code: StaticEvaluator, i: number): number {
  let next = i;
  while ((code.is(next, '.') || code.is(next, '(') || code.is(next, '[')) && !code.spent) {
    code.steps++;
    next = code.is(next, '.') ? next + 2 : code.after(next);
  }
  return next;
}

function known(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** `text` with a name for each value that is not known, so that it stays code: in a string, a name that is added to it. */
export function filled(text: string): string {
  if (!text.includes(HOLE)) return text;
  let quote = '';
  return text.replace(/\\[\s\S]|["'`\n\uffff]/g, (found) => {
    if (found === HOLE) return quote === '' ? ' unknown ' : quote === '`' ? `\${unknown}` : `${quote}+unknown+${quote}`;
    if (found === '\n') quote = quote === '`' ? quote : '';
    else if (found === quote) quote = '';
    else if (quote === '' && found.length === 1) quote = found;
    return found;
  });
}

/** `text` with nothing for each value that is not known, as markup is read. */
export function withoutHoles(text: string): string {
  return text.replaceAll(HOLE, '');
}
