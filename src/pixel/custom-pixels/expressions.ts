/** Where an expression ends, and paths of names. */
import { CLOSE, IDENTIFIER } from '../javascript/lexer.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';

const PATH_MAX = 8;
const CONTINUES = '+-*/%.?:&|=<>(,![';

/** The token after the expression that begins at token `from`. */
export function expressionEnd(code: StaticEvaluator, from: number): number {
  let i = from;
  for (; i < code.tokens.count && !code.spent; i = code.after(i)) {
    code.steps++;
    if (code.kind(i) === CLOSE || code.is(i, ';') || code.is(i, ',')) return i;
    if (i > from && startsStatement(code, i)) return i;
  }
  return Math.min(i, code.tokens.count);
}

/** Whether a line break before token `i` ends the statement, because neither side of it goes on. */
function startsStatement(code: StaticEvaluator, i: number): boolean {
  const { starts, ends } = code.tokens;
  const [before, after] = [ends[i - 1]!, starts[i]!];
  if (after - before === 0 || CONTINUES.includes(code.text[after]!) || CONTINUES.includes(code.text[before - 1]!))
    return false;
  code.steps += (after - before) / 32;
  return code.text.slice(before, after).includes('\n');
}

/** Whether token `i` is a member: `.email`, `?.email`. Not a spread, `...email`. */
export function isMember(code: StaticEvaluator, i: number): boolean {
  return code.is(i - 1, '.') && !code.is(i - 2, '.');
}

/** The names of the path that ends with token `i`: `event`, `data`, `checkout` of `event.data?.checkout`. At most eight. */
export function memberPath(code: StaticEvaluator, i: number): string[] {
  const path = [code.slice(i)];
  let at = i;
  while (path.length < PATH_MAX && isMember(code, at)) {
    const owner = code.is(at - 2, '?') ? at - 3 : at - 2;
    if (code.kind(owner) !== IDENTIFIER) break;
    path.unshift(code.slice(owner));
    at = owner;
  }
  return path;
}
