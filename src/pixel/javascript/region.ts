/**
 * What guards the code of one bracket, or of the whole script: `if`, `else`, `&&`, `?:`, `case`, an early `return`, the body of an
 * arrow function. Only the tokens directly in the bracket are read, each once; brackets in it are regions of their own.
 */

import { isFeatureTest, leaves, truthOf } from './condition.ts';
import { CLOSE, IDENTIFIER, OPEN, PUNCTUATOR } from './lexer.ts';
import { BRANCH, DEAD, type Effect, isStoreEvent } from './run-context.ts';
import type { StaticEvaluator } from './static-evaluator.ts';

/** A list, the innermost guard first. */
export interface Guard {
  effect: Effect;
  /** First token of an arrow function whose body is an expression. How it runs depends on who calls it. */
  arrow?: number;
  outer: Guard | undefined;
}

type Test = [from: number, to: number];

/** A condition and the guards around it. */
interface Choice {
  outer: Guard | undefined;
  test: Test;
}

const NAME_MAX = 64;
const CASES_MAX = 32;
const TEST_TOKENS_MAX = 48;
const CHARS_PER_STEP = 32;
const LIQUID_BLOCKS = new Set(['if', 'unless', 'case', 'for']);

/** Words after which a line break does not end a statement, and an expression goes on. */
const OPERATORS = new Set(
  'typeof instanceof in of new void delete await return case else do var let const yield throw'.split(' '),
);
const CONTINUES = new Set(['instanceof', 'in', 'of']);
/** Characters that go on with an expression when a line begins with them. */
const JOINS = new Set('.,;:?=+-*/%&|^<>()[]!`~'.split(''));

/** The guards of one region, by rising tokens. */
export class Region {
  private readonly starts: number[] = [];
  private readonly guards: (Guard | undefined)[] = [];

  set(token: number, guard: Guard | undefined): void {
    if (this.guards.at(-1) === guard && this.starts.length > 0) return;
    this.starts.push(token);
    this.guards.push(guard);
  }

  at(token: number): Guard | undefined {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= token) low = middle;
      else high = middle - 1;
    }
    return (this.starts[low] ?? Number.POSITIVE_INFINITY) <= token ? this.guards[low] : undefined;
  }
}

/** Reads the region of the bracket `open`, or of the whole script for -1. */
export function readRegion(code: StaticEvaluator, open: number): Region {
  return new RegionReader(code, open).read();
}

class RegionReader {
  private readonly region = new Region();
  private readonly end: number;
  private readonly isSwitch: boolean;
  /** Guards of the rest of the region: early returns, `case`, unrendered Liquid. */
  private base: Guard | undefined;
  private readonly liquid: (Guard | undefined)[] = [];
  /** Guards of the statement, of the part of it that began after a comma, `?`, `:` or `=>`, and of the next token. */
  private statement: Guard | undefined;
  private part: Guard | undefined;
  private expression: Guard | undefined;
  /** A statement begins. `nested`: it is the body of an `if`, `else` or loop; `branch` is the condition of the first two. */
  private fresh = true;
  private nested = false;
  private branch: { test: Test; met: boolean } | undefined;
  /** For each `if` whose `else` may follow. */
  private ifs: Choice[] = [];
  private ternaries: Choice[] = [];
  /** First tokens of what may turn out to be a condition: of `&&`, of `||` with the guards around that, and of `?`. */
  private operand = 0;
  private either = 0;
  private eitherOuter: Guard | undefined;
  private test = 0;
  private declares = false;
  private cases: string[] | undefined;

  constructor(
    private readonly code: StaticEvaluator,
    private readonly open: number,
  ) {
    const close = open < 0 ? code.tokens.count : code.tokens.partners[open]!;
    this.end = close < 0 ? code.tokens.count : close;
    const head = open > 0 && code.is(open, '{') && code.is(open - 1, ')') ? code.tokens.partners[open - 1]! : -1;
    this.isSwitch = code.isName(head - 1, 'switch');
  }

  read(): Region {
    const { code, end } = this;
    let i = this.open + 1;
    while (i < end && !code.spent) {
      code.steps++;
      if (!this.fresh && this.beginsStatement(i)) this.endStatement();
      i = this.fresh ? this.startOf(i) : this.inside(i);
    }
    return this.region;
  }

  private endStatement(): void {
    this.fresh = true;
    this.nested = false;
    this.branch = undefined;
    this.declares = false;
    this.statement = this.base;
  }

  /** What follows now is the body of an `if`, `else` or loop. */
  private body(guard: Guard | undefined, branch?: { test: Test; met: boolean }): void {
    this.statement = guard;
    this.nested = true;
    this.branch = branch;
  }

  /** Reads the token at the start of a statement. Returns the next token to read. */
  private startOf(i: number): number {
    const { code } = this;
    this.begin(i, this.statement);
    const word = code.kind(i) === IDENTIFIER ? code.slice(i) : '';
    if (!this.nested && word !== 'else' && this.ifs.length > 0) this.ifs = [];
    if (code.is(i, '{')) return this.block(i);
    const head = word === '' ? -1 : code.is(i + 1, '(') ? i + 1 : word === 'for' && code.is(i + 2, '(') ? i + 2 : -1;
    if (head > 0 && word === 'if') {
      const after = code.after(head);
      const test: Test = [head + 1, after - 1];
      this.ifs.push({ outer: this.statement, test });
      this.body(this.guarded(test, true, this.statement), { test, met: true });
      return after;
    }
    if (head > 0 && (word === 'for' || word === 'while')) {
      const isCertain = word === 'for' && runsItsBody(code, head);
      this.body(isCertain ? this.statement : { effect: BRANCH, outer: this.statement });
      return code.after(head);
    }
    if (word === 'else') {
      const last = this.ifs.pop();
      if (last) this.body(this.guarded(last.test, false, last.outer), { test: last.test, met: false });
      else this.body({ effect: BRANCH, outer: this.base });
      return i + 1;
    }
    if (word === 'catch') {
      this.body({ effect: BRANCH, outer: this.base });
      return head > 0 ? code.after(head) : i + 1;
    }
    if (word === 'do' || word === 'try' || word === 'finally') return i + 1;
    if (this.isSwitch && (word === 'case' || word === 'default')) return this.caseLabel(i);
    this.fresh = false;
    if (word === 'return' || word === 'throw' || word === 'break' || word === 'continue') {
      if (!this.nested) this.cases = undefined;
      this.leave();
      this.startOperand(i + 1);
      return i + 1;
    }
    this.declares = word === 'function' || word === 'class' || (word === 'async' && code.isName(i + 1, 'function'));
    return this.inside(i);
  }

  /** Begins a statement, or a part of a list or sequence. */
  private begin(token: number, guard: Guard | undefined): void {
    this.ternaries = [];
    this.choose(token, guard);
  }

  private guard(token: number, guard: Guard | undefined): void {
    this.expression = guard;
    this.region.set(token, guard);
  }

  private block(i: number): number {
    const { code } = this;
    if (code.is(i + 1, '%')) this.liquidTag(i);
    else if ((this.branch || this.isSwitch) && leaves(code, i)) {
      if (!this.nested) this.cases = undefined;
      this.leave();
    }
    this.endStatement();
    return code.after(i);
  }

  /** After `if (test) return`, the rest runs only if the condition is not met. */
  private leave(): void {
    if (this.branch) this.base = this.guarded(this.branch.test, !this.branch.met, this.base);
  }

  private caseLabel(i: number): number {
    const { code, end } = this;
    let colon = i + 1;
    for (let count = 0; colon < end && count < 32 && !code.is(colon, ':'); count++) colon = code.after(colon);
    const name = colon === i + 2 ? code.string(i + 1, NAME_MAX) : undefined;
    // An earlier label without `break` falls through to this one.
    this.cases = [...(this.cases ?? []).slice(-CASES_MAX), name ?? ''];
    const only = this.cases.every(isStoreEvent) ? this.cases : undefined;
    this.base = { effect: only ? { runs: 'branch', only } : BRANCH, outer: undefined };
    this.statement = this.base;
    return Math.min(colon + 1, end);
  }

  /** Liquid in the source of a theme. In a delivered page it is an error. */
  private liquidTag(i: number): void {
    const { code } = this;
    const at = code.is(i + 2, '-') ? i + 3 : i + 2;
    const word = code.slice(at);
    if (LIQUID_BLOCKS.has(word)) {
      this.liquid.push(this.base);
      const close = code.after(i);
      let isCheckout = false;
      for (let j = at + 1; j < close && j < at + TEST_TOKENS_MAX; j++)
        isCheckout ||= code.is(j, 'first_time_accessed') && word !== 'unless';
      this.base = { effect: isCheckout ? DEAD : BRANCH, outer: this.base };
    } else if (word === 'else' || word === 'elsif') this.base = { effect: BRANCH, outer: this.liquid.at(-1) };
    else if (word.startsWith('end') && LIQUID_BLOCKS.has(word.slice(3))) this.base = this.liquid.pop();
  }

  /** Reads a token inside a statement. Returns the next token to read. */
  private inside(i: number): number {
    const { code } = this;
    const next = code.after(i);
    if (code.kind(i) === OPEN) {
      if (!code.is(i, '{')) return next;
      if (code.is(i + 1, '%')) this.liquidTag(i);
      else if (!this.declares) return next;
      this.endStatement();
      return next;
    }
    const sign = code.kind(i) === PUNCTUATOR ? code.text[code.tokens.starts[i]!]! : '';
    const isDouble = sign !== '' && code.is(i + 1, sign) && code.tokens.starts[i + 1] === code.tokens.ends[i];
    if (sign === ';') this.endStatement();
    else if (sign === ',') this.begin(next, this.statement);
    else if (sign === '&' && isDouble) {
      this.guard(i + 2, this.guarded([this.operand, i], true, this.expression));
      this.operand = i + 2;
      return i + 2;
    } else if (sign === '|' && isDouble) {
      this.eitherOuter = this.guarded([this.either, i], false, this.eitherOuter);
      this.guard(i + 2, this.eitherOuter);
      this.operand = i + 2;
      this.either = i + 2;
      return i + 2;
    } else if (sign === '?' && (isDouble || code.is(i + 1, '.'))) {
      if (isDouble) this.guard(i + 2, { effect: BRANCH, outer: this.part });
      return i + 2;
    } else if (sign === '?') {
      const test: Test = [this.test, i];
      const outer = this.part;
      this.ternaries.push({ outer, test });
      this.choose(next, this.guarded(test, true, outer));
    } else if (sign === ':') {
      const ternary = this.ternaries.pop();
      // Otherwise it ends the key of an object, or a label.
      if (ternary) this.choose(next, this.guarded(ternary.test, false, ternary.outer));
      else this.begin(next, this.statement);
    } else if (sign === '=' && code.is(i + 1, '>')) {
      if (!code.is(i + 2, '{'))
        this.choose(i + 2, { effect: BRANCH, arrow: arrowStart(code, i), outer: this.expression });
      return i + 2;
    } else if (sign === '=' && code.isAssignment(i)) this.startOperand(next);
    return next;
  }

  /** Begins one side of a conditional expression, or the body of an arrow function. */
  private choose(token: number, guard: Guard | undefined): void {
    this.part = guard;
    this.startOperand(token);
    this.guard(token, guard);
  }

  /** What follows may turn out to be a condition. */
  private startOperand(token: number): void {
    this.operand = token;
    this.either = token;
    this.eitherOuter = this.part;
    this.test = token;
  }

  /** `outer` and a condition, which must be met or must not. */
  private guarded([from, to]: Test, met: boolean, outer: Guard | undefined): Guard | undefined {
    const { code } = this;
    if (isFeatureTest(code, from, to)) return outer;
    const truth = truthOf(code, from, to);
    if (truth === (met ? 'never' : 'always')) return { effect: DEAD, outer };
    if (truth === (met ? 'always' : 'never') || truth === (met ? 'first' : 'later')) return outer;
    const only = met ? testedEvents(code, from, to) : undefined;
    return { effect: only ? { runs: 'branch', only } : BRANCH, outer };
  }

  /** Whether a new statement begins at token `i` without a semicolon before it. */
  private beginsStatement(i: number): boolean {
    const { code } = this;
    const before = code.kind(i - 1);
    if (JOINS.has(code.text[code.tokens.starts[i]!]!)) return false;
    if (code.kind(i) === IDENTIFIER && CONTINUES.has(code.slice(i))) return false;
    if (before === PUNCTUATOR || before === OPEN) return false;
    if (before === IDENTIFIER && OPERATORS.has(code.slice(i - 1))) return false;
    if (before === CLOSE && code.is(i - 1, '}')) return true;
    const gap = code.text.slice(code.tokens.ends[i - 1], code.tokens.starts[i]);
    code.steps += gap.length / CHARS_PER_STEP;
    return gap.includes('\n') || code.isName(i, 'else');
  }
}

/** First token of the arrow function whose `=` is token `i`. */
function arrowStart(code: StaticEvaluator, i: number): number {
  const partner = code.is(i - 1, ')') ? code.tokens.partners[i - 1]! : i - 1;
  const start = partner >= 0 ? partner : i - 1;
  return code.isName(start - 1, 'async') ? start - 1 : start;
}

/** Names in `event.name === 'checkout_completed'`, also several joined by `||`, and `['…'].includes(event.name)`. */
function testedEvents(code: StaticEvaluator, from: number, to: number): string[] | undefined {
  const names: string[] = [];
  for (let i = from; i < to && i < from + TEST_TOKENS_MAX; i++) {
    code.steps++;
    if (code.is(i, '!')) return undefined;
    const name = code.string(i, NAME_MAX);
    if (name === undefined) continue;
    if (!isStoreEvent(name)) return undefined;
    names.push(name);
  }
  return names.length > 0 ? names : undefined;
}

/** Whether a loop runs its body for sure: over a list that is written out, or up to its length. */
function runsItsBody(code: StaticEvaluator, head: number): boolean {
  const close = code.tokens.partners[head]!;
  for (let i = head + 1; i < close && i < head + TEST_TOKENS_MAX; i++) {
    code.steps++;
    if (code.isName(i, 'of') || code.isName(i, 'in')) return isFilled(code, i + 1);
    if (code.is(i, '.') && code.isName(i + 1, 'length')) return isFilled(code, i - 1);
  }
  return false;
}

/** Whether the expression at `i` is a list that is known and not empty. */
export function isFilled(code: StaticEvaluator, i: number): boolean {
  const value = code.value(i);
  if (Array.isArray(value)) return value.length > 0;
  // `list.length`: the name alone, because the whole expression is a number.
  const own = code.kind(i) === IDENTIFIER ? code.nameValue(i) : undefined;
  return Array.isArray(own) && own.length > 0;
}
