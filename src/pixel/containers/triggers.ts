/**
 * Decides the predicates and rules of a container, as Google's library does (containers.md, section 4). A predicate is true, false
 * or failed: `failed` is what the library itself answers when it cannot evaluate one. `unknown` is what only a visitor's browser
 * knows, such as an element or a cookie: there the library answers true or false, but not here.
 */
import type { Effort } from '../../domain/effort.ts';
import { type Literal, type LiteralObject, listOf, textOf, UNKNOWN } from '../javascript/literal.ts';
import type { Container, TriggerRule } from './resource.ts';
import type { Situation } from './situation.ts';
import { type Alternative, textFrom, type Value, type Values } from './values.ts';

export type Truth = true | false | 'unknown' | 'failed';

const VALUE_KINDS = new Set(['macro', 'list', 'map', 'template', 'escape', 'tag', 'zb', 'function_id']);
const DEPTH_MAX = 12;

const NOWHERE: Situation = {};

/** Whether the library cannot expand a value: it has an unknown kind, or names a tag that is not there. */
function isBroken(value: Literal | undefined, container: Container, effort: Effort, depth = 0): boolean {
  effort.done++;
  if (!Array.isArray(value)) return false;
  const [kind, ...parts] = value;
  if (typeof kind !== 'string' || !VALUE_KINDS.has(kind)) return true;
  if (kind === 'tag') return typeof parts[0] !== 'number' || container.tags[parts[0]] === undefined;
  // Faults inside a variable give false, not a failure.
  if (kind === 'macro' || kind === 'function_id' || kind === 'zb' || depth > DEPTH_MAX) return false;
  const values = kind === 'escape' ? parts.slice(0, 1) : parts;
  return values.some((part) => isBroken(part, container, effort, depth + 1));
}

export class Predicates {
  private readonly failed = new Map<number, boolean>();
  private readonly known = new WeakMap<Situation, Map<number, Truth>>();

  constructor(
    private readonly container: Container,
    private readonly values: Values,
    private readonly effort: Effort,
  ) {}

  decide(index: number, situation: Situation): Truth {
    this.effort.done++;
    const predicate = this.container.predicates[index];
    // The library answers false for a predicate that is not there.
    if (!predicate) return false;
    if (this.fails(index, predicate)) return 'failed';
    const known = this.known.get(situation) ?? new Map<number, Truth>();
    this.known.set(situation, known);
    const truth = known.get(index) ?? this.alternativesOf(predicate, situation);
    known.set(index, truth);
    return truth;
  }

  /** What the predicate would be if its variable had this value. */
  decideFor(index: number, left: string): Truth {
    const predicate = this.container.predicates[index];
    if (!predicate || this.fails(index, predicate)) return 'unknown';
    const rights = this.values.alternatives(predicate.get('arg1'), NOWHERE);
    if (rights.length !== 1) return 'unknown';
    return this.compare(predicate, { value: left, conditions: [] }, rights[0]!);
  }

  /** The text that a predicate compares its variable with, if it is one text. */
  textOf(index: number): string | undefined {
    const predicate = this.container.predicates[index];
    const right =
      predicate && !predicate.get('any_of') ? this.values.single(predicate.get('arg1'), NOWHERE) : undefined;
    return right === undefined || right === UNKNOWN ? undefined : textFrom(right);
  }

  /** Whether it fails always. Nothing that a visitor does makes a predicate fail. */
  private fails(index: number, predicate: LiteralObject): boolean {
    let known = this.failed.get(index);
    if (known === undefined) {
      known = [...predicate.values()].some((value) => isBroken(value, this.container, this.effort));
      this.failed.set(index, known);
    }
    return known;
  }

  private alternativesOf(predicate: LiteralObject, situation: Situation): Truth {
    const lefts = this.values.alternatives(predicate.get('arg0'), situation);
    const rights = this.values.alternatives(predicate.get('arg1'), situation);
    let answer: Truth | undefined;
    for (const left of lefts) {
      for (const right of rights) {
        const truth = this.compare(predicate, left, right);
        if (answer !== undefined && truth !== answer) return 'unknown';
        answer = truth;
        if (this.effort.spent) return 'unknown';
      }
    }
    return answer ?? 'unknown';
  }

  private compare(predicate: LiteralObject, { value: left }: Alternative, { value: right }: Alternative): Truth {
    const anyOf = predicate.get('any_of');
    const isAny = anyOf !== undefined && anyOf !== null && anyOf !== false && anyOf !== '' && anyOf !== 0;
    if (!isAny || (right !== UNKNOWN && !Array.isArray(right))) return this.holds(predicate, left, right);
    if (right === UNKNOWN) return 'unknown';
    let answer: Truth = false;
    for (const item of right) {
      const truth = this.holds(predicate, left, item);
      if (truth === true) return true;
      if (truth === 'unknown') answer = 'unknown';
    }
    return answer;
  }

  private holds(predicate: LiteralObject, left: Value, right: Value): Truth {
    const operator = textOf(predicate, 'function') ?? '';
    this.effort.done++;
    const compare = OPERATORS.get(operator);
    if (!compare && operator !== '_re') return operator === '_css' ? 'unknown' : false;
    // An expression that is not valid matches nothing, whatever the text is.
    if (operator === '_re' && right !== UNKNOWN) return this.matches(predicate, left, textFrom(right));
    if (left === UNKNOWN || right === UNKNOWN) return 'unknown';
    const [a, b] = [textFrom(left), textFrom(right)];
    this.effort.done += (a.length + b.length) / 8;
    return compare!(left, right, a, b);
  }

  private matches(predicate: LiteralObject, left: Value, source: string): Truth {
    const ignoreCase = predicate.get('ignore_case') === true;
    const pattern = this.values.patterns.of(source, ignoreCase);
    if (pattern === 'invalid') return false;
    if (pattern === 'unknown') return 'unknown';
    if (left === UNKNOWN) return source === '.*' || source === '' ? true : 'unknown';
    return pattern.test(textFrom(left), this.effort) ?? 'unknown';
  }
}

type Operator = (left: Value, right: Value, a: string, b: string) => boolean | 'unknown';

const number = (value: Value, text: string): number =>
  typeof value === 'string' || value instanceof Map || Array.isArray(value)
    ? Number(text)
    : Number(value ?? (value === null ? 0 : Number.NaN));

const OPERATORS = new Map<string, Operator>(
  Object.entries({
    _eq: (_, __, a, b) => a === b,
    _cn: (_, __, a, b) => a.includes(b),
    _sw: (_, __, a, b) => a.startsWith(b),
    _ew: (_, __, a, b) => a.endsWith(b),
    _lc: (_, __, a, b) => a.split(',').includes(b),
    _gt: (left, right, a, b) => number(left, a) > number(right, b),
    _ge: (left, right, a, b) => number(left, a) >= number(right, b),
    _lt: (left, right, a, b) => number(left, a) < number(right, b),
    _le: (left, right, a, b) => number(left, a) <= number(right, b),
    _um: (_, __, a, b) => matchesUrl(a, b),
  }),
);

/** `_um`: protocol, host without `www.`, port and path without its last slash are equal. */
function matchesUrl(a: string, b: string): boolean | 'unknown' {
  const [left, right] = [URL.parse(a), URL.parse(b)];
  // A browser resolves a relative address against the page.
  if (!left || !right) return 'unknown';
  const parts = ({ protocol, hostname, port, pathname }: URL): string[] => [
    /^https?:$/.test(protocol) && port === '' ? 'web' : `${protocol}${port}`,
    hostname.toLowerCase().replace(/^www\d*\./, ''),
    pathname.toLowerCase().replace(/\/$/, ''),
  ];
  return String(parts(left)) === String(parts(right));
}

/** A condition of a rule: a predicate, and whether it must be true. */
export interface Test {
  predicate: number;
  wanted: boolean;
}

/** The tests of a rule, in the order in which the library looks at them. */
export function testsOf(rule: TriggerRule): Test[] {
  return [
    ...rule.if.map((predicate) => ({ predicate, wanted: true })),
    ...rule.unless.map((predicate) => ({ predicate, wanted: false })),
  ];
}

/** The name that a predicate compares the event with, if it does that. */
export function eventIn(predicate: LiteralObject | undefined, container: Container): string | undefined {
  const [kind, index] = listOf(predicate?.get('arg0'));
  if (kind !== 'macro' || typeof index !== 'number') return undefined;
  if (textOf(container.macros[index], 'function') !== '__e' || textOf(predicate, 'function') !== '_eq')
    return undefined;
  return predicate?.get('any_of') === true ? undefined : textOf(predicate, 'arg1');
}
