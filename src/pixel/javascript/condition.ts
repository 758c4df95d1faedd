/**
 * What is known about a condition without running it. Three answers: it is met, it is not, or that is not known. Code for the former
 * checkout tests `Shopify.checkout`, which no page has any more (shopify.dev, checkout.liquid was switched off in August 2025).
 */

import { CLOSE, IDENTIFIER, OPEN } from './lexer.ts';
import type { StaticEvaluator } from './static-evaluator.ts';

/** `first`: met at the first run, because the script itself sets the tested name later: a guard against a second run. */
export type Truth = 'always' | 'never' | 'unknown' | 'first' | 'later';

const DEPTH_MAX = 8;
/** Conditions of real guards are shorter. A longer one is unknown. */
const TOKENS_MAX = 64;
const ALIAS_TOKENS_MAX = 8;
const NOTHING = new Set(['undefined', 'null', 'false', '0', "'undefined'", '"undefined"', "''", '""']);
/** Tests of what the browser can do. Both branches then do the same by other means. */
const FEATURES =
  /^["']?(?:readyState|addEventListener|attachEvent|requestIdleCallback|IntersectionObserver|Promise)["']?$/;

const NOT: Record<Truth, Truth> = {
  always: 'never',
  never: 'always',
  unknown: 'unknown',
  first: 'later',
  later: 'first',
};

/** The answer to the condition in the tokens `from` to `to`, without `to`. */
export function truthOf(code: StaticEvaluator, from: number, to: number, depth = 0): Truth {
  if (depth > DEPTH_MAX || to <= from) return 'unknown';
  const either = split(code, from, to, '|');
  if (either === undefined) return 'unknown';
  if (either.length > 1) return any(either.map(([start, end]) => truthOf(code, start, end, depth + 1)));
  const all = split(code, from, to, '&');
  if (all === undefined) return 'unknown';
  if (all.length > 1) return NOT[any(all.map(([start, end]) => NOT[truthOf(code, start, end, depth + 1)]))];
  if (code.is(from, '!') && !code.is(from + 1, '=')) return NOT[truthOf(code, from + 1, to, depth + 1)];
  if (code.is(from, '(') && code.after(from) === to) return truthOf(code, from + 1, to - 1, depth + 1);
  return simple(code, from, to);
}

/** Whether the condition only tests what the browser can do or how far the page is loaded. */
export function isFeatureTest(code: StaticEvaluator, from: number, to: number): boolean {
  for (let i = from; i < to && i < from + TOKENS_MAX; i++) {
    code.steps++;
    if (FEATURES.test(code.slice(i))) return true;
  }
  return false;
}

function any(answers: readonly Truth[]): Truth {
  if (answers.includes('always')) return 'always';
  if (answers.every((answer) => answer === 'never')) return 'never';
  const rest = answers.filter((answer) => answer !== 'never');
  return rest.every((answer) => answer === rest[0]) ? rest[0]! : 'unknown';
}

/** The operands of `||` or `&&` at this level. Undefined if there are too many tokens. */
function split(code: StaticEvaluator, from: number, to: number, sign: '|' | '&'): [number, number][] | undefined {
  const operands: [number, number][] = [];
  let start = from;
  let count = 0;
  for (let i = from; i < to; i = code.after(i)) {
    code.steps++;
    if (++count > TOKENS_MAX) return undefined;
    if (!code.is(i, sign) || !code.is(i + 1, sign)) continue;
    operands.push([start, i]);
    start = i + 2;
    i++;
  }
  operands.push([start, to]);
  return operands;
}

/** A test without `&&`, `||` and `!`: a name, a constant, or a comparison of the checkout with something. */
function simple(code: StaticEvaluator, from: number, to: number): Truth {
  const isTypeof = code.isName(from, 'typeof');
  const path = pathAt(code, isTypeof ? from + 1 : from, to);
  if (path === undefined) return to === from + 1 ? constant(code.slice(from)) : 'unknown';
  const { isCheckout, isDeep, end } = path;
  if (!isCheckout) return end === to && !isTypeof && isSetLater(code, end - 1) ? 'later' : 'unknown';
  if (end === to) return isTypeof ? 'unknown' : 'never';
  const isEqual = code.is(end, '=') && code.is(end + 1, '=');
  const isUnequal = code.is(end, '!') && code.is(end + 1, '=');
  if (!isEqual && !isUnequal) return isTypeof ? 'unknown' : 'never';
  // Reading a member of something that does not exist ends the script.
  if (isDeep && !isTypeof) return 'never';
  const value = code.slice(to - 1);
  const meansNothing = NOTHING.has(value) && (isTypeof ? /undefined/.test(value) : !/undefined['"]/.test(value));
  return meansNothing === isEqual ? 'always' : 'never';
}

function constant(word: string): Truth {
  if (word === 'true' || word === '1') return 'always';
  return word === 'false' || word === '0' ? 'never' : 'unknown';
}

interface Path {
  /** `Shopify.checkout`, `Shopify.Checkout`, or Liquid's `first_time_accessed`. */
  isCheckout: boolean;
  /** A member of the checkout is read. */
  isDeep: boolean;
  end: number;
}

/** A name or path of names: `window.Shopify.checkout.order_id`, `Shopify?.checkout`. */
function pathAt(code: StaticEvaluator, from: number, to: number, follows = true): Path | undefined {
  if (code.kind(from) !== IDENTIFIER || constant(code.slice(from)) !== 'unknown') return undefined;
  let isCheckout = code.is(from, 'first_time_accessed');
  let isDeep = false;
  let last = from;
  for (;;) {
    code.steps++;
    const optional = code.is(last + 1, '?') && code.is(last + 2, '.');
    const next = last + (optional ? 3 : 2);
    const isMember = next < to && code.is(next - 1, '.') && code.kind(next) === IDENTIFIER;
    if (last === from && follows && isAliasOfCheckout(code, from)) isCheckout = true;
    if (!isMember) return { isCheckout, isDeep, end: last + 1 };
    if (isCheckout && !optional) isDeep = true;
    if (code.is(last, 'Shopify') && (code.is(next, 'checkout') || code.is(next, 'Checkout'))) isCheckout = true;
    last = next;
  }
}

/** Whether the name at token `i` only ever stands for the checkout: `const order = Shopify.checkout`, `const {checkout} = Shopify`. */
function isAliasOfCheckout(code: StaticEvaluator, i: number): boolean {
  const name = code.slice(i);
  const values: number[] = [];
  for (const at of name === 'Shopify' || name === 'window' ? [] : code.mentions(name)) {
    code.steps++;
    if (code.is(at - 1, '.')) continue;
    if (code.isAssignment(at + 1)) values.push(at + 2);
    else if (name === 'checkout' && code.is(at - 1, '{') && code.is(at + 1, '}') && code.isAssignment(at + 2))
      return code.isName(at + 3, 'Shopify') || code.isName(at + 5, 'Shopify');
  }
  return values.length > 0 && values.every((at) => pathAt(code, at, at + ALIAS_TOKENS_MAX, false)?.isCheckout === true);
}

/** Whether the script gives the name at token `i` a value that is true, further on. */
function isSetLater(code: StaticEvaluator, i: number): boolean {
  return code.mentions(code.slice(i)).some((at) => {
    if (at <= i || !code.isAssignment(at + 1)) return false;
    const value = at + 2;
    if (code.is(value, '!')) return code.is(value + 1, '0');
    return code.kind(value) === OPEN || code.is(value, 'true') || code.is(value, '1') || code.isName(value, 'function');
  });
}

const LEAVES = new Set(['return', 'throw', 'break', 'continue']);

/** Whether a block ends with a word that leaves it, so that what follows it runs only if its condition is not met. */
export function leaves(code: StaticEvaluator, open: number): boolean {
  const close = code.tokens.partners[open]!;
  for (let i = close - 1, count = 0; i > open && count < 12; i--, count++) {
    code.steps++;
    if (code.kind(i) === IDENTIFIER && LEAVES.has(code.slice(i))) return true;
    if (code.kind(i) === CLOSE && code.tokens.partners[i]! >= 0) i = code.tokens.partners[i]!;
    else if (code.is(i, ';') && i < close - 1) return false;
  }
  return false;
}
