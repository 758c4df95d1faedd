/** When a tag fires, in words: `on every page`, `where the path contains /thank-you`, `on the event lead_sent`. */
import { textOf } from '../javascript/literal.ts';
import { type Firings, LOAD_EVENTS } from './firing.ts';
import type { Situation } from './situation.ts';
import { testsOf } from './triggers.ts';
import { describeVariable, shownValue } from './words.ts';

const CLAUSES_MAX = 3;
const CONDITIONS_MAX = 4;

const EVENTS = new Map<string, string>(
  Object.entries({
    'gtm.click': 'on clicks',
    'gtm.linkClick': 'on clicks on links',
    'gtm.formSubmit': 'when a form is sent',
    'gtm.scrollDepth': 'on scrolling',
    'gtm.elementVisibility': 'when an element becomes visible',
    'gtm.historyChange': 'on changes of the history',
    'gtm.historyChange-v2': 'on changes of the history',
    'gtm.video': 'on videos',
    'gtm.timer': 'on a timer',
    'gtm.triggerGroup': 'when a group of triggers has fired',
    'gtm.pageError': 'on JavaScript errors',
  }),
);

const IS = new Map<string, readonly [string, string]>(
  Object.entries({
    _eq: ['is', 'is not'],
    _cn: ['contains', 'does not contain'],
    _sw: ['begins with', 'does not begin with'],
    _ew: ['ends with', 'does not end with'],
    _re: ['matches', 'does not match'],
    _css: ['matches the selector', 'does not match the selector'],
    _lc: ['has in its list', 'does not have in its list'],
    _um: ['is the address', 'is not the address'],
    _gt: ['is more than', 'is not more than'],
    _ge: ['is at least', 'is less than'],
    _lt: ['is less than', 'is at least'],
    _le: ['is at most', 'is more than'],
  }),
);

export interface Clause {
  /** Names of the events. Empty: any event that the conditions allow. */
  events: readonly string[];
  /** Conditions in words, without those on the event. */
  conditions: readonly string[];
}

/** A predicate in words, or undefined if it is about the event. */
function describeTest(firings: Firings, predicate: number, wanted: boolean): string | undefined {
  const { container } = firings;
  const object = container.predicates[predicate];
  const variable = describeVariable(object?.get('arg0'), container);
  if (!object || variable.text === 'the event') return undefined;
  const words = IS.get(textOf(object, 'function') ?? '') ?? ['meets a condition', 'does not meet a condition'];
  const right = firings.values.alternatives(object.get('arg1'), {});
  const texts = right.flatMap(({ value }): readonly unknown[] => (Array.isArray(value) ? value : [value]));
  const shown = texts.every((text) => typeof text === 'string' || typeof text === 'number')
    ? texts.slice(0, CONDITIONS_MAX).map((text) => shownValue(String(text)))
    : ['a variable'];
  return `${variable.text} ${words[wanted ? 0 : 1]} ${shown.join(' or ')}`;
}

/** Whether a test compares the whole address or the path with the start page. */
function isHome(firings: Firings, predicate: number): boolean {
  const object = firings.container.predicates[predicate];
  if (textOf(object, 'function') !== '_eq') return false;
  const { text } = describeVariable(object?.get('arg0'), firings.container);
  const value = textOf(object, 'arg1') ?? '';
  if (text === 'the path') return value === '/';
  return text === 'the address' && URL.parse(value)?.pathname === '/' && !value.includes('?');
}

/** What a rule asks for in a shop, without what the shop's host decides. Undefined if it never holds there. */
export function clauseOf(firings: Firings, rule: number, shop: Situation): Clause | undefined {
  const conditions: string[] = [];
  for (const { predicate, wanted } of testsOf(firings.container.rules[rule]!)) {
    firings.effort.done++;
    const truth = firings.predicates.decide(predicate, shop);
    if (truth === 'failed' || truth === !wanted) return undefined;
    if (truth === wanted) continue;
    const text = describeTest(firings, predicate, wanted);
    if (text !== undefined && !conditions.includes(text)) conditions.push(text);
  }
  return { events: firings.eventsOfRule(rule), conditions };
}

/** What a rule blocks, for a tag that fires on `events`. Undefined if it blocks none of them. */
function exceptionOf(firings: Firings, rule: number, shop: Situation, known: readonly string[]): string | undefined {
  const tests = testsOf(firings.container.rules[rule]!).filter(({ predicate, wanted }) => {
    firings.effort.done++;
    return firings.predicates.decide(predicate, shop) !== wanted;
  });
  const about = tests.flatMap(({ predicate, wanted }) => {
    const text = describeTest(firings, predicate, wanted);
    return text === undefined || known.includes(text) ? [] : [{ predicate, wanted, text }];
  });
  const [first] = about;
  if (!first) return undefined;
  if (about.length > 1) return `except where ${listed(about.map(({ text }) => text))}`;
  if (isHome(firings, first.predicate) && first.wanted) return 'except the home page';
  if (first.wanted) return `except where ${first.text}`;
  return `only where ${describeTest(firings, first.predicate, true)}`;
}

/** A clause in words. */
export function wordsOf({ events, conditions }: Clause): string {
  const load = events.length > 0 && events.every((event) => LOAD_EVENTS.includes(event));
  const where = conditions.length === 0 ? '' : `where ${listed(conditions)}`;
  if (load) return where === '' ? 'on every page' : where;
  const named = events.map(
    (event) =>
      EVENTS.get(event) ?? (LOAD_EVENTS.includes(event) ? 'on every page' : `on the event ${shownValue(event)}`),
  );
  const on = events.length === 0 ? 'on every event' : [...new Set(named)].join(' or ');
  return where === '' ? on : `${on} ${where}`;
}

function listed(conditions: readonly string[]): string {
  const shown = conditions.slice(0, CONDITIONS_MAX);
  const more = conditions.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(' and ');
}

/** When a tag fires, of all rules that add it or that add what brings it along. */
export function describeTag(firings: Firings, tag: number, shop: Situation): string {
  const clauses = new Set<string>();
  for (const source of firings.sourcesOf(tag)) {
    for (const rule of firings.rulesThatAdd(source)) {
      const clause = clauseOf(firings, rule, shop);
      if (!clause) continue;
      const exceptions = exceptionsOf(firings, source, clause, shop);
      if (exceptions) clauses.add([wordsOf(clause), ...exceptions].join(', '));
    }
    if (clauses.size > CLAUSES_MAX) break;
  }
  if (clauses.has('on every page'))
    for (const clause of clauses) if (clause.startsWith('where ')) clauses.delete(clause);
  if (clauses.size === 0) return 'never';
  const shown = [...clauses].slice(0, CLAUSES_MAX);
  const rest = clauses.size > CLAUSES_MAX ? ', and more' : '';
  const types = firings.consentTypes(tag);
  const consent = types.length > 0 ? ', once consent is given' : '';
  return `${shown.join(', and ')}${rest}${consent}`;
}

/** The exceptions of a tag for one of its clauses. Undefined if a rule always blocks it there. */
export function exceptionsOf(firings: Firings, tag: number, clause: Clause, shop: Situation): string[] | undefined {
  const exceptions = new Set<string>();
  for (const rule of firings.rulesThatBlock(tag)) {
    if (exceptions.size >= CLAUSES_MAX) break;
    const blocked = clause.events.length === 0 ? [undefined] : clause.events;
    const parts = blocked.map((event) => firings.blockOf(rule, firings.at(shop, event)));
    if (parts.every((part) => part === undefined)) continue;
    if (parts.every((part) => part?.length === 0)) return undefined;
    const text = exceptionOf(firings, rule, shop, clause.conditions);
    if (text === undefined) return undefined;
    exceptions.add(text);
  }
  return [...exceptions];
}
