/**
 * Whether a call in a subscription also depends on a condition, such as consent or the customer's first order. A test that data is
 * there (`if (!event.data.checkout) return`) is none, unless the event never has it. A test of the name of the event is known from the
 * subscription (`scope.ts`), unless that could not read it.
 */
import { IDENTIFIER, NUMBER, STRING } from '../javascript/lexer.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { isMember } from './expressions.ts';

const HOPS_MAX = 64;
const SIBLINGS_MAX = 400;
const CONDITION_TOKENS_MAX = 60;
const TEXT_CHARS_MAX = 64;
/** Names of truths about the customer, the order or the shop, not of data that may be missing. */
const TRUTH =
  /^(?:is|has|should|can|did|was|first|new|accepts)(?=[A-Z_]|$)|allowed|consent|enabled|granted|debug|active|marketing/i;
const NOTHING = /^(?:undefined|null|function|object)$/;
/** The field of `event.data` of each standard event that has one (shopify.dev, web-pixels-api/standard-events). */
const DATA_FIELDS: readonly [field: string, events: RegExp][] = [
  ['checkout', /^(?:checkout_\w+|payment_info_submitted)$/],
  ['cart', /^cart_viewed$/],
  ['cartLine', /^product_(?:added_to|removed_from)_cart$/],
  ['productVariant', /^product_viewed$/],
  ['collection', /^collection_viewed$/],
  ['searchResult', /^search_submitted$/],
];
/** Events that have at most one of these fields, and wildcards, which stand for events with and without it. */
const FIELD_IS_KNOWN =
  /^(?:page_viewed|product_\w+|collection_viewed|search_submitted|cart_viewed|checkout_\w+|payment_info_submitted|all_(?:standard_)?events)$/;
const ALIASES_MAX = 16;

type Condition = 'present' | 'name' | 'other';

/** A range of tokens. */
interface Test {
  from: number;
  to: number;
  /** If it is met, the code after it does not run. */
  leaves?: boolean;
}

/** How a call in a subscription is guarded. */
interface Guard {
  /** `some`: under a condition. `perhaps`: on one of many events, and the text does not say on which. */
  guarded?: 'some' | 'perhaps';
  /** The event that is left of all events after `if (event.name !== 'x') return`. */
  on?: string[];
}

export function guardOf(code: StaticEvaluator, token: number, on: readonly string[]): Guard {
  const isWildcard = on.some((event) => /^all_(?:standard_|custom_)?events$/.test(event));
  const tests = testsAround(code, token);
  const left = isWildcard ? tests.flatMap((test) => nameLeft(code, test) ?? []).slice(0, 1) : [];
  const kinds = tests.map((test) => kindOf(code, test, left.length > 0 ? left : on));
  if (left.length > 0) return { on: left, ...(kinds.includes('other') && { guarded: 'some' }) };
  if (isWildcard) return kinds.some((kind) => kind !== 'present') ? { guarded: 'perhaps' } : {};
  return kinds.includes('other') ? { guarded: 'some' } : {};
}

function testsAround(code: StaticEvaluator, token: number): Test[] {
  const { parents } = code.tokens;
  const found: Test[] = [];
  let at = startOf(code, token);
  for (let hops = 0; hops < HOPS_MAX && at >= 0 && !code.spent; hops++) {
    code.steps++;
    const open = parents[at]!;
    found.push(...testsBefore(code, open, at));
    if (open < 0 || isCallback(code, open)) break;
    at = startOf(code, open);
  }
  return found;
}

/** The name in `event.name !== 'x'`, if nothing else is tested before the function is left. */
function nameLeft(code: StaticEvaluator, { to, leaves }: Test): string | undefined {
  const sign = code.is(to - 3, '=') ? to - 4 : to - 3;
  const isUnequal = leaves && code.kind(to - 1) === STRING && code.is(to - 2, '=') && code.is(sign, '!');
  return isUnequal && code.isName(sign - 1, 'name') && isMember(code, sign - 1)
    ? code.string(to - 1, TEXT_CHARS_MAX)
    : undefined;
}

/** The first token of the expression that token `i` is in: of `window.fbq`, of `!function () {`, of a call whose bracket it is. */
function startOf(code: StaticEvaluator, i: number): number {
  let at = i;
  const head = code.is(at, '{') && code.is(at - 1, ')') ? code.tokens.partners[at - 1]! : -1;
  if (head > 0 && code.isName(head - 1, 'function')) at = head - 1;
  else if (code.is(at, '(') && code.kind(at - 1) === IDENTIFIER) at--;
  for (let hops = 0; isMember(code, at) && hops < HOPS_MAX; hops++) at = code.is(at - 2, '?') ? at - 3 : at - 2;
  return code.is(at - 1, '!') ? at - 1 : at;
}

/** Whether the bracket is that of `subscribe(…)`: outside of it there are conditions of the subscription itself. */
function isCallback(code: StaticEvaluator, open: number): boolean {
  return code.is(open, '(') && code.isName(open - 1, 'subscribe');
}

/** The conditions that the token `at`, directly in the bracket `open`, depends on there. */
function testsBefore(code: StaticEvaluator, open: number, at: number): Test[] {
  const found: Test[] = [];
  const addHead = (close: number) => {
    const head = code.is(close, ')') ? code.tokens.partners[close]! : -1;
    if (head > 0 && (code.isName(head - 1, 'if') || code.isName(head - 1, 'switch')))
      found.push({ from: head + 1, to: close });
  };
  // `if (…) {`, `if (…) call()`, `else`, `a && call()`, `a ? call() : …`
  addHead(at - 1);
  if (code.isName(at - 1, 'else')) found.push({ from: at, to: at });
  if (code.is(at - 1, '&') && code.is(at - 2, '&')) found.push({ from: operandStart(code, at - 3, open), to: at - 2 });
  const isElse = code.is(at - 1, ':') && !code.is(open, '{');
  if (code.is(at - 1, '?') || isElse) found.push({ from: at, to: at });
  if (!code.is(open, '{')) return found;
  // `if (…) return;` before it in the same block.
  let i = open + 1;
  for (let siblings = 0; i < at && siblings < SIBLINGS_MAX; siblings++, i = code.after(i)) {
    code.steps++;
    if (!code.isName(i, 'if') || !code.is(i + 1, '(')) continue;
    const close = code.after(i + 1) - 1;
    const next = code.is(close + 1, '{') ? close + 2 : close + 1;
    if (close < at && (code.isName(next, 'return') || code.isName(next, 'throw')))
      found.push({ from: i + 2, to: close, leaves: true });
  }
  return found;
}

function operandStart(code: StaticEvaluator, last: number, open: number): number {
  let i = last;
  for (let count = 0; i > open + 1 && count < CONDITION_TOKENS_MAX; count++) {
    code.steps++;
    const partner = code.tokens.partners[i]!;
    if (partner >= 0 && partner < i) i = partner;
    if (code.is(i - 1, ';') || code.is(i - 1, ',') || code.is(i - 1, '=') || code.is(i - 1, '{') || code.is(i - 1, '}'))
      break;
    i--;
  }
  return i;
}

/** A comparison with the name of an event that the call runs on is what `scope.ts` has read. */
function kindOf(code: StaticEvaluator, { from, to }: Test, on: readonly string[]): Condition {
  if (to <= from || to - from > CONDITION_TOKENS_MAX) return 'other';
  let compares = false;
  for (let i = from; i < to; i++) {
    code.steps++;
    const text = code.slice(i);
    if (code.kind(i) === IDENTIFIER && code.is(i - 1, '.') && text === 'name') return 'name';
    if (code.kind(i) === IDENTIFIER && (TRUTH.test(text) || isMissing(fieldAt(code, i), on))) return 'other';
    if (code.is(i, '<') || code.is(i, '>') || code.kind(i) === NUMBER || code.is(i, '(')) compares = true;
    const literal = code.kind(i) === STRING ? code.string(i, TEXT_CHARS_MAX) : undefined;
    if (literal !== undefined && on.includes(literal)) return 'name';
    if (code.kind(i) === STRING && !NOTHING.test(literal ?? '')) compares = true;
  }
  return compares ? 'other' : 'present';
}

/** The field of `event.data` that the name at token `i` reads, itself or through `const order = event.data.checkout`. */
function fieldAt(code: StaticEvaluator, i: number): string | undefined {
  const name = code.slice(i);
  if (isMember(code, i)) {
    const of = code.is(i - 2, '?') ? i - 3 : i - 2;
    return code.isName(of, 'data') ? name : undefined;
  }
  for (const at of code.mentions(name).slice(0, ALIASES_MAX)) {
    code.steps++;
    if (isMember(code, at)) continue;
    // `const {checkout} = event.data`
    const close = code.is(at - 1, '{') ? code.tokens.partners[at - 1]! : -1;
    if (close > 0 && code.isAssignment(close + 1) && lastOfPath(code, close + 2, 'data') !== undefined) return name;
    const data = code.isAssignment(at + 1) ? lastOfPath(code, at + 2, 'data') : undefined;
    if (data === undefined) continue;
    const next = code.is(data + 1, '?') ? data + 3 : data + 2;
    if (isMember(code, next)) return code.slice(next);
  }
  return undefined;
}

/** The token of `name` in a path of names that begins at token `from`, such as `event.data?.checkout`. */
function lastOfPath(code: StaticEvaluator, from: number, name: string): number | undefined {
  let at = from;
  for (let hops = 0; hops < 8 && code.kind(at) === IDENTIFIER; hops++) {
    if (code.isName(at, name)) return at;
    const next = code.is(at + 1, '?') ? at + 3 : at + 2;
    if (!isMember(code, next)) return undefined;
    at = next;
  }
  return undefined;
}

/** Whether one of the events is known to come without this field of its data: a test of it is then more than care. */
function isMissing(field: string | undefined, on: readonly string[]): boolean {
  const events = DATA_FIELDS.find(([name]) => name === field)?.[1];
  return events !== undefined && on.some((event) => FIELD_IS_KNOWN.test(event) && !events.test(event));
}
