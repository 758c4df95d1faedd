/** What custom pixel code says about itself: the events that it subscribes to, and HTML that was pasted into the code box. */

import { isStoreSubscription } from '../javascript/callees.ts';
import { CLOSE, IDENTIFIER } from '../javascript/lexer.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { isMember } from './expressions.ts';

const EVENTS_MAX = 50;
/** An event that a theme publishes has any name. Other texts are not shown. */
const EVENT_NAME = /^[A-Za-z][\w:./ -]{0,63}$/;
const TAGS = new Set('script noscript iframe img link style meta div span html head body'.split(' '));

/** Names of the events, in the order of the code. Consent is not an event of the store. */
export function subscriptionsOf(code: StaticEvaluator): string[] {
  const found = new Set<string>();
  for (let i = 0; i < code.tokens.count && found.size < EVENTS_MAX; i++) {
    code.steps++;
    if (!code.isName(i, 'subscribe')) continue;
    const first = code.arguments(code.callOpen(i))?.[0];
    if (first === undefined) continue;
    const names = code
      .values(first)
      .filter((name): name is string => typeof name === 'string' && EVENT_NAME.test(name));
    const receiver = code.is(i - 1, '.') ? code.slice(code.is(i - 2, '?') ? i - 3 : i - 2) : '';
    if (isStoreSubscription(receiver, names)) for (const name of names) found.add(name);
  }
  return [...found].slice(0, EVENTS_MAX);
}

/**
 * Whether the code gives the name `analytics` a value of its own, such as that of another library. What it then subscribes to is not
 * known to be an event of the store. `analytics = api.analytics` is Shopify's again.
 */
export function replacesAnalytics(code: StaticEvaluator): boolean {
  return code.mentions('analytics').some((at) => {
    code.steps++;
    const value = at + 2;
    const isOwn = code.isAssignment(at + 1) && !isMember(code, at) && !code.is(at - 1, '{') && !code.is(at - 1, ',');
    return isOwn && !/^(?:api|shopify|analytics)$/.test(code.slice(value));
  });
}

/** Whether a tag such as `<script async …>` stands where a statement begins. A comparison such as `i <script` does not. */
export function hasMarkup(code: StaticEvaluator): boolean {
  for (let i = 0; i < code.tokens.count; i++) {
    code.steps++;
    if (!code.is(i, '<')) continue;
    const name = code.is(i + 1, '/') ? i + 2 : i + 1;
    const isTag = code.kind(name) === IDENTIFIER && TAGS.has(code.slice(name).toLowerCase());
    const isAdjacent = code.tokens.starts[i + 1] === code.tokens.ends[i];
    if (isTag && isAdjacent && beginsStatement(code, i)) return true;
  }
  return false;
}

function beginsStatement(code: StaticEvaluator, i: number): boolean {
  if (i === 0 || code.is(i - 1, ';') || code.is(i - 1, '{') || code.is(i - 1, '}') || code.is(i - 1, '>')) return true;
  const gap = code.text.slice(code.tokens.ends[i - 1], code.tokens.starts[i]);
  code.steps += gap.length / 32;
  const isOperand = code.kind(i - 1) === IDENTIFIER || code.kind(i - 1) === CLOSE;
  return gap.includes('\n') || !isOperand;
}
