/**
 * When code runs: on load, under a condition, in a listener, in a subscription, in a function whose caller is not seen, or never.
 * Nothing is run. From a token the way leads outwards: through the guards of each bracket (`region.ts`), and from each function to
 * those who call it or to whom it is passed (`callees.ts`).
 *
 * Each bracket is read once and its answer kept, and a name has a bounded number of places, so the cost grows with the length of
 * the script, whatever its shape. Once the budget of the script is used up, the answer is the weakest one, `function`.
 * It has over 400 lines, because every way out of a function leads to another: a caller, a parameter, a property, a subscription.
 */

import { calleeKind, isStoreSubscription, listenerOf, propertyHandler } from './callees.ts';
import { textsAt } from './expression.ts';
import { CLOSE, IDENTIFIER, OPEN } from './lexer.ts';
import { UNKNOWN } from './literal.ts';
import { type Guard, isFilled, type Region, readRegion } from './region.ts';
import {
  BRANCH,
  compose,
  type Effect,
  FUNCTION,
  HANDLER,
  isStoreEvent,
  LOAD,
  type RunContext,
  surest,
} from './run-context.ts';
import type { StaticEvaluator } from './static-evaluator.ts';

/** From a function to its caller, to the caller of that, and so on. */
const CALLERS_MAX = 12;
const PARAMETERS_MAX = 16;
const KEYS_MAX = 64;

const CONTROL = new Set(['if', 'for', 'while', 'switch', 'with', 'catch', 'await']);
const WINDOW = new Set(['window', 'self', 'globalThis', 'this', 'top', 'w']);

/** A function in the tokens `start` to `end`. `name` is empty for one without a name. */
interface FunctionText {
  start: number;
  /** The token after it. */
  end: number;
  name: string;
  kind: 'expression' | 'declaration' | 'method';
  /** The bracket of its parameters, or the only parameter of an arrow function. */
  parameters: number;
}

const scopes = new WeakMap<StaticEvaluator, Scope>();

/** When the code at `token` runs. */
export function runsAt(code: StaticEvaluator, token: number): RunContext {
  let scope = scopes.get(code);
  if (!scope) {
    scope = new Scope(code);
    scopes.set(code, scope);
  }
  const { runs, on } = scope.at(token);
  return on === undefined ? { runs } : { runs, on };
}

class Scope {
  /** How code directly in a bracket runs, by opening token. */
  private readonly contexts = new Map<number, Effect>();

  constructor(
    private readonly code: StaticEvaluator,
    private readonly regions = new Map<number, Region>(),
    /** What functions do with a function that is passed to them, by the token of the parameter. */
    private readonly parameterUses = new Map<number, Effect>(),
    /** Functions whose callers are looked for now. A function that only calls itself is not called. */
    private readonly open = new Set<number>(),
  ) {}

  at(token: number): Effect {
    const parent = this.code.tokens.parents[token] ?? -1;
    return this.guardedBy(this.region(parent).at(token), this.inside(parent));
  }

  /** How code directly in the bracket `bracket` runs, or at the top of the script for -1. */
  private inside(bracket: number): Effect {
    const { code } = this;
    const pending: number[] = [];
    let at = bracket;
    while (at >= 0 && !this.contexts.has(at)) {
      pending.push(at);
      code.steps++;
      // The context of a function is that of its callers, not that of the bracket around it.
      if (this.functionAt(at)) break;
      at = code.tokens.parents[at]!;
    }
    let effect: Effect = at < 0 ? LOAD : (this.contexts.get(at) ?? LOAD);
    for (const open of pending.reverse()) {
      if (code.spent) return FUNCTION;
      const own = this.functionAt(open);
      if (own) effect = this.callersOf(own);
      else {
        const parent = code.tokens.parents[open]!;
        effect = this.guardedBy(this.region(parent).at(open), effect);
        const isSwitch = code.is(open, '{') && code.is(open - 1, ')') && this.wordBefore(open - 1) === 'switch';
        if (isSwitch) effect = compose(effect, BRANCH);
      }
      this.contexts.set(open, effect);
    }
    return effect;
  }

  private region(open: number): Region {
    let region = this.regions.get(open);
    if (!region) {
      region = readRegion(this.code, open);
      this.regions.set(open, region);
    }
    return region;
  }

  private guardedBy(guard: Guard | undefined, outside: Effect): Effect {
    const guards: Guard[] = [];
    for (let at = guard; at && guards.length < 64; at = at.outer) guards.push(at);
    let effect = outside;
    for (const { effect: own, arrow } of guards.reverse()) {
      this.code.steps++;
      effect = arrow === undefined ? compose(effect, own) : this.callersOf(this.arrowFrom(arrow));
    }
    return effect;
  }

  private wordBefore(close: number): string {
    const partner = this.code.tokens.partners[close] ?? -1;
    return partner > 0 && this.code.kind(partner - 1) === IDENTIFIER ? this.code.slice(partner - 1) : '';
  }

  /** The function whose body the bracket `open` opens, if it does. */
  private functionAt(open: number): FunctionText | undefined {
    const { code } = this;
    if (!code.is(open, '{')) return undefined;
    const end = code.after(open);
    if (code.is(open - 1, '>') && code.is(open - 2, '=')) return { ...this.arrowFrom(this.arrowStart(open - 2)), end };
    if (!code.is(open - 1, ')')) return undefined;
    const parameters = code.tokens.partners[open - 1]!;
    if (parameters <= 0) return undefined;
    let before = parameters - 1;
    let name = '';
    if (code.kind(before) === IDENTIFIER && !code.is(before, 'function')) name = code.slice(before--);
    if (code.is(before, '*')) before--;
    if (code.isName(before, 'function')) {
      const start = code.isName(before - 1, 'async') ? before - 1 : before;
      const isDeclared = name !== '' && this.startsStatement(start);
      return { start, end, name, kind: isDeclared ? 'declaration' : 'expression', parameters };
    }
    if (name === '' || CONTROL.has(name)) return undefined;
    // `name(…) {` in an object or class.
    return { start: parameters - 1, end, name, kind: 'method', parameters };
  }

  private startsStatement(i: number): boolean {
    const { code } = this;
    if (i === 0 || code.is(i - 1, ';') || code.is(i - 1, '}') || code.is(i - 1, '{')) return true;
    return code.is(i - 1, ')') && CONTROL.has(this.wordBefore(i - 1)) ? true : this.isAfterLineBreak(i);
  }

  private isAfterLineBreak(i: number): boolean {
    const { code } = this;
    const last = code.kind(i - 1);
    if (last !== CLOSE && last !== IDENTIFIER) return last >= 2 && last <= 5 && this.hasLineBreak(i);
    return !code.isName(i - 1, 'return') && this.hasLineBreak(i);
  }

  private hasLineBreak(i: number): boolean {
    const gap = this.code.text.slice(this.code.tokens.ends[i - 1], this.code.tokens.starts[i]);
    this.code.steps += gap.length / 32;
    return gap.includes('\n');
  }

  private arrowStart(equals: number): number {
    const { code } = this;
    const partner = code.is(equals - 1, ')') ? code.tokens.partners[equals - 1]! : equals - 1;
    return code.isName(partner - 1, 'async') ? partner - 1 : partner;
  }

  /** The arrow function whose first token is `start`. Its end is not known if its body is an expression: nobody calls it there. */
  private arrowFrom(start: number): FunctionText {
    const parameters = this.code.isName(start, 'async') ? start + 1 : start;
    return { start, end: -1, name: '', kind: 'expression', parameters };
  }

  /** How the body of a function runs. */
  private callersOf(own: FunctionText): Effect {
    const { code } = this;
    code.steps += 4;
    if (this.open.has(own.start) || this.open.size >= CALLERS_MAX || code.spent) return FUNCTION;
    this.open.add(own.start);
    const effect =
      own.kind === 'declaration'
        ? this.namedCallers(own.name, own.start, undefined)
        : own.kind === 'method'
          ? this.memberCallers(own.name, own.start)
          : this.roleOf(own.start, own.end);
    this.open.delete(own.start);
    return effect;
  }

  /** How the function runs that is the expression in the tokens `start` to `end`: a function, or the name of one. */
  private roleOf(start: number, end: number): Effect {
    const { code } = this;
    if (end > 0 && this.isCalled(end)) return this.at(start);
    const parent = code.tokens.parents[start]!;
    const before = start - 1;
    if (before === parent && code.is(parent, '(')) {
      const close = code.tokens.partners[parent]!;
      const isAlone = end < 0 ? (code.arguments(parent)?.length ?? 2) < 2 : close === end;
      const last = code.kind(parent - 1);
      const isGroup = last === CLOSE ? this.endsStatement(parent - 1) : last !== IDENTIFIER;
      if (close > 0 && isAlone && (isGroup || this.isAfterLineBreak(parent))) {
        return this.isCalled(close + 1) ? this.at(start) : this.roleOf(parent, close + 1);
      }
    }
    if (code.isAssignment(before)) return this.assigned(before);
    if (code.is(before, ':') && code.is(parent, '{')) return this.memberCallers(code.key(before - 1) ?? '', before - 1);
    if (parent >= 0 && code.is(parent, '(') && (before === parent || code.is(before, ','))) {
      return this.passed(parent, start);
    }
    // `cond && function () {}()` and the like were called above. `[f, g]`, `return f`: nobody is seen who calls it.
    return FUNCTION;
  }

  /** Whether a bracket that closes at token `i` ends a declaration or the head of a statement, so that `(` after it calls nothing. */
  private endsStatement(i: number): boolean {
    const { code } = this;
    if (code.is(i, ')')) return CONTROL.has(this.wordBefore(i));
    const open = code.is(i, '}') ? code.tokens.partners[i]! : -1;
    if (open < 0) return false;
    const own = this.functionAt(open);
    if (own) return own.kind === 'declaration';
    return code.is(open - 1, ')') || ['else', 'try', 'finally', 'do', ';', '}'].some((text) => code.is(open - 1, text));
  }

  /** `(…)`, `.call(…)`, `.apply(…)` at token `i`. */
  private isCalled(i: number): boolean {
    const { code } = this;
    if (code.is(i, '(')) return true;
    return code.is(i, '.') && (code.isName(i + 1, 'call') || code.isName(i + 1, 'apply')) && code.is(i + 2, '(');
  }

  /** A function assigned to what is before the `=` at token `i`. */
  private assigned(i: number): Effect {
    const { code } = this;
    const name = code.kind(i - 1) === IDENTIFIER ? code.slice(i - 1) : '';
    if (name === '') return FUNCTION;
    // Shopify calls it on every page: the old settings box.
    if (name === 'merchantGoogleAnalytics') return this.at(i - 1);
    const handler = propertyHandler(name);
    if (handler) return compose(this.at(i - 1), handler);
    const isMember = code.is(i - 2, '.');
    if (isMember && !WINDOW.has(code.slice(i - 3))) return this.memberCallers(name, i - 1);
    return this.namedCallers(name, i - 1, undefined);
  }

  /** The places that call the function `name` declared at token `at`, or pass it on. `body`: only those in this bracket. */
  private namedCallers(name: string, at: number, body: number | undefined): Effect {
    const { code } = this;
    const scope = body ?? this.functionAround(at);
    const callers: Effect[] = [];
    for (const use of code.mentions(name)) {
      code.steps++;
      if (code.spent) break;
      if (use === at || use === at + 1 || code.isName(use - 1, 'function')) continue;
      const isMember = code.is(use - 1, '.');
      if (isMember && !WINDOW.has(code.slice(use - 2))) continue;
      if (scope >= 0 && !this.isWithin(use, scope)) continue;
      if (!isMember && this.isHidden(name, use, scope)) continue;
      const caller = this.roleOfName(isMember ? use - 2 : use, use);
      if (caller) callers.push(caller);
    }
    return surest(callers);
  }

  /** How a function runs that is named in the tokens `from` to `last`. Undefined if the name is not used as a function there. */
  private roleOfName(from: number, last: number): Effect | undefined {
    const { code } = this;
    if (this.isParameter(last)) return undefined;
    const open = code.callOpen(last);
    if (open >= 0 && !code.is(code.after(open), '{')) return this.at(from);
    if (this.isCalled(last + 1)) return this.at(from);
    if (code.is(last + 1, '.') && code.isName(last + 2, 'bind') && code.is(last + 3, '('))
      return this.roleOf(from, code.after(last + 3));
    const next = last + 1;
    const ends = code.kind(next) === CLOSE || code.kind(next) === 0 || code.is(next, ',') || code.is(next, ';');
    const isValue = ends || code.kind(next) === IDENTIFIER || this.isAfterLineBreak(next);
    if (!isValue || code.isAssignment(next)) return undefined;
    const effect = this.roleOf(from, next);
    return effect === FUNCTION ? undefined : effect;
  }

  /** Whether token `i` is a parameter in the head of a function. */
  private isParameter(i: number): boolean {
    const { code } = this;
    const open = code.tokens.parents[i]!;
    const close = open >= 0 && code.is(open, '(') ? code.tokens.partners[open]! : -1;
    if (close < 0) return false;
    return code.is(close + 1, '{')
      ? !CONTROL.has(this.wordBefore(close))
      : code.is(close + 1, '=') && code.is(close + 2, '>');
  }

  /** The bracket of the innermost function around token `i`, or -1. */
  private functionAround(i: number): number {
    const { code } = this;
    for (let open = code.tokens.parents[i]!; open >= 0; open = code.tokens.parents[open]!) {
      code.steps++;
      if (code.spent || this.functionAt(open)) return open;
    }
    return -1;
  }

  private isWithin(i: number, open: number): boolean {
    const close = this.code.tokens.partners[open]!;
    return i > open && (close < 0 || i < close);
  }

  /** Whether a function between `use` and the bracket `scope` has a parameter or a function of the same name. */
  private isHidden(name: string, use: number, scope: number): boolean {
    const { code } = this;
    for (const other of code.mentions(name)) {
      code.steps++;
      if (other === use) continue;
      const isParameter = this.isParameter(other);
      const isDeclared =
        code.isName(other - 1, 'function') || code.isName(other - 1, 'var') || code.isName(other - 1, 'let');
      if (!isParameter && !isDeclared && !code.isName(other - 1, 'const')) continue;
      const around = isParameter ? this.bodyAfter(code.tokens.parents[other]!) : this.functionAround(other);
      if (around >= 0 && around !== scope && (scope < 0 || this.isWithin(around, scope)) && this.isWithin(use, around))
        return true;
    }
    return false;
  }

  /** The body of the function whose parameters the bracket `open` opens. An arrow function without a bracket has none. */
  private bodyAfter(open: number): number {
    const { code } = this;
    const next = code.after(open);
    return code.is(next, '{') ? next : code.is(next, '=') && code.is(next + 2, '{') ? next + 2 : -1;
  }

  /** The places that call a method: `app.init()`, `this.init()`. `at` is the token of its name. */
  private memberCallers(name: string, at: number): Effect {
    const { code } = this;
    const owner = this.ownerOf(at);
    const callers: Effect[] = [];
    for (const use of name === '' ? [] : code.mentions(name)) {
      code.steps++;
      if (code.spent) break;
      if (use === at || !code.is(use - 1, '.') || code.isAssignment(use + 1)) continue;
      const receiver = code.slice(use - 2);
      if (receiver !== 'this' && receiver !== owner) continue;
      let from = use - 2;
      while (code.is(from - 1, '.') && code.kind(from - 2) === IDENTIFIER) from -= 2;
      const caller = this.roleOfName(from, use);
      if (caller) callers.push(caller);
    }
    if (callers.length === 0 && isStoreEvent(name) && this.subscribes()) return { runs: 'subscription', on: [name] };
    return surest(callers);
  }

  /** The name of the object whose member is at token `at`: of `app.init =`, and of `app = {init: …}`. Otherwise empty. */
  private ownerOf(at: number): string {
    const { code } = this;
    if (code.is(at - 1, '.')) return code.slice(at - 2);
    const object = code.tokens.parents[at]!;
    const isAssigned = object > 0 && code.is(object, '{') && code.isAssignment(object - 1);
    return isAssigned && code.kind(object - 2) === IDENTIFIER ? code.slice(object - 2) : '';
  }

  /** A table of callbacks has the names of store events as its keys. It is passed to `subscribe` in a loop. */
  private subscribes(): boolean {
    return this.code.mentions('subscribe').some((at) => this.code.is(at + 1, '('));
  }

  /** A function passed as the argument at token `at` of the call with the bracket `open`. */
  private passed(open: number, at: number): Effect {
    const { code } = this;
    const args = code.arguments(open) ?? [];
    const first = args[0] ?? at;
    const callee = open - 1;
    if (code.kind(callee) === CLOSE) return this.passedToGroup(callee, args.indexOf(at));
    if (code.kind(callee) !== IDENTIFIER) return FUNCTION;
    const name = code.slice(callee);
    const own = code.is(callee - 1, '.') ? undefined : this.passedToNamed(callee, name, args, at);
    if (own) return own;
    const outside = this.at(this.expressionStart(callee));
    switch (calleeKind(name)) {
      case 'load':
        return outside;
      case 'if':
        return compose(outside, this.isSettled(callee) ? LOAD : BRANCH);
      case 'each':
        return compose(outside, this.runsForEach(callee, args, at) ? LOAD : BRANCH);
      case 'event method':
        return compose(outside, name === 'scroll' && first !== at ? FUNCTION : HANDLER);
      case 'listen': {
        if (first === at) return compose(outside, HANDLER);
        const events = this.textsAt(first);
        return compose(outside, listenerOf(events, this.isOnce(name, open, at)));
      }
      case 'subscribe':
        return compose(outside, this.subscription(callee, first, at));
    }
    if (name === 'extend' && code.string(first, 64) === 'WebPixel::Render') return outside;
    return FUNCTION;
  }

  /** The first token of the path that ends at token `i`: `$(document)` in `$(document).ready`. */
  private expressionStart(i: number): number {
    const { code } = this;
    let from = i;
    for (let hops = 0; hops < 16; hops++) {
      code.steps++;
      if (!code.is(from - 1, '.')) return from;
      let before = from - 2;
      if (code.is(before, '?')) before--;
      while (code.kind(before) === CLOSE && code.tokens.partners[before]! >= 0) {
        const opener = code.tokens.partners[before]!;
        if (code.kind(opener - 1) !== IDENTIFIER && code.kind(opener - 1) !== CLOSE) return opener;
        before = opener - 1;
      }
      from = before;
    }
    return from;
  }

  /** The texts that the expression at `at` may be. None if some of them are not known. */
  private textsAt(at: number): string[] {
    const { texts, isWhole } = textsAt(this.code, at);
    return isWhole ? texts : this.keysOf(at);
  }

  /** The keys of an object that a loop goes through, of which the name at token `at` is one. */
  private keysOf(at: number): string[] {
    const { code } = this;
    const name = code.kind(at) === IDENTIFIER ? code.slice(at) : '';
    for (const use of name === '' ? [] : code.mentions(name)) {
      code.steps++;
      const list = code.isName(use + 1, 'in') ? use + 2 : this.loopedKeys(use);
      const object = list > 0 ? code.value(list) : UNKNOWN;
      if (object instanceof Map && object.size <= KEYS_MAX) return [...object.keys()];
    }
    return [];
  }

  /**
   * The object of `Object.keys(object)` or `Object.entries(object)`, if the name at token `i` stands for a key of it:
   * `.forEach(name => …)`, `.forEach(([name]) => …)`, `for (const name of …)`. Otherwise -1.
   */
  private loopedKeys(i: number): number {
    const { code } = this;
    const after = code.is(i + 1, ',') && code.kind(i + 2) === IDENTIFIER ? i + 3 : i + 1;
    const of = [after, after + 1].find((at) => code.isName(at, 'of')) ?? -1;
    let keys = of > 0 ? of + 3 : -1;
    if (keys < 0) {
      // The name is the first parameter of a function that is passed to a method of the list of keys.
      let start = i;
      while (start > i - 4 && (code.is(start - 1, '[') || code.is(start - 1, '('))) start--;
      if (code.isName(start - 1, 'function')) start--;
      const open = code.is(start, '(') && code.kind(start - 1) === IDENTIFIER ? start : code.tokens.parents[start]!;
      const list = open - 3;
      if (!code.is(open, '(') || calleeKind(code.slice(open - 1)) !== 'each' || !code.is(list, ')')) return -1;
      keys = code.tokens.partners[list]! - 1;
    }
    const isKeys = code.isName(keys, 'keys') || code.isName(keys, 'entries');
    return isKeys && code.isName(keys - 2, 'Object') && code.is(keys + 1, '(') ? keys + 2 : -1;
  }

  /** `Promise.resolve().then(f)`. */
  private isSettled(callee: number): boolean {
    const { code } = this;
    return code.is(callee - 2, ')') && code.isName(code.tokens.partners[callee - 2]! - 1, 'resolve');
  }

  /** `list.forEach(f)`, `$.each(list, f)` of a list that is written out. */
  private runsForEach(callee: number, args: readonly number[], at: number): boolean {
    const { code } = this;
    if (args[0] !== at) return args[0] !== undefined && isFilled(code, args[0]);
    if (!code.is(callee - 1, '.')) return false;
    const list = code.is(callee - 2, ']') ? code.tokens.partners[callee - 2]! : callee - 2;
    if (code.kind(list) === OPEN) {
      const isSubscript = code.kind(list - 1) === IDENTIFIER || code.kind(list - 1) === CLOSE;
      return !isSubscript && code.after(list) > list + 2;
    }
    return code.kind(list) === IDENTIFIER && isFilled(code, list);
  }

  /** `once()`, `{once: true}`, or a listener that the script removes. */
  private isOnce(method: string, open: number, at: number): boolean {
    const { code } = this;
    if (method === 'one' || method === 'once') return true;
    const options = code.arguments(open)?.at(-1);
    if (options !== undefined && options !== at) {
      const value = code.value(options);
      if (value instanceof Map && value.get('once') === true) return true;
    }
    return code.mentions('removeEventListener').some((use) => {
      code.steps++;
      const listener = code.arguments(use + 1)?.[1];
      return listener !== undefined && code.kind(at) === IDENTIFIER && code.slice(listener) === code.slice(at);
    });
  }

  private subscription(callee: number, first: number, at: number): Effect {
    const { code } = this;
    if (first === at) return HANDLER;
    const on = this.textsAt(first);
    const receiver = code.is(callee - 1, '.') ? code.slice(callee - 2) : '';
    const source = code.kind(callee - 2) === IDENTIFIER ? this.sourceOf(receiver) : receiver;
    if (!isStoreSubscription(source, on)) return HANDLER;
    return on.length > 0 ? { runs: 'subscription', on: [...new Set(on)] } : { runs: 'subscription' };
  }

  /** `analytics` for `const a = api.analytics`. */
  private sourceOf(name: string): string {
    const { code } = this;
    if (/analytics$/i.test(name)) return name;
    const set = code.mentions(name).find((use) => code.isAssignment(use + 1));
    if (set === undefined) return name;
    let last = set + 2;
    while (code.is(last + 1, '.') && code.kind(last + 2) === IDENTIFIER) last += 2;
    return code.slice(last);
  }

  /** A function passed to a function of this script: what that does with its parameter. Undefined if the script has none. */
  private passedToNamed(callee: number, name: string, args: readonly number[], at: number): Effect | undefined {
    const { code } = this;
    for (const use of code.mentions(name)) {
      code.steps++;
      const isAssigned = code.isAssignment(use + 1);
      const head = code.isName(use - 1, 'function')
        ? use + 1
        : isAssigned
          ? this.parametersFrom(use + 2)
          : code.is(use + 1, '(') && use !== callee && code.is(code.after(use + 1), '{')
            ? use + 1
            : -1;
      if (head < 0) continue;
      const does = this.parameterUse(head, args.indexOf(at));
      if (!does) return FUNCTION;
      // `on('cart_viewed', f)`: the name of the event is passed on too.
      const names = does.runs === 'subscription' && !does.on ? args.flatMap((arg) => this.textsAt(arg)) : [];
      return compose(this.at(callee), names.length === 1 ? { ...does, on: names } : does);
    }
    return undefined;
  }

  /** The bracket of the parameters of the function that begins at token `i`, or -1. */
  private parametersFrom(i: number): number {
    const { code } = this;
    let at = code.isName(i, 'async') ? i + 1 : i;
    if (code.isName(at, 'function')) at += code.kind(at + 1) === IDENTIFIER ? 2 : 1;
    return code.is(at, '(') ? at : -1;
  }

  /** `!function (f) { f() }(function () { … })`: a group or function that is called where it is written. */
  private passedToGroup(close: number, index: number): Effect {
    const { code } = this;
    const open = code.tokens.partners[close]!;
    const own = open >= 0 && code.is(close, '}') ? this.functionAt(open) : undefined;
    const head = own ? own.parameters : open >= 0 ? this.parametersFrom(open + 1) : -1;
    const does = head >= 0 ? this.parameterUse(head, index) : undefined;
    return does ? compose(this.at(own ? own.start : open), does) : FUNCTION;
  }

  /**
   * How a function runs that is passed as parameter `index`, seen from the call: what the body does with it, whoever calls that.
   * Undefined if that is not seen.
   */
  private parameterUse(head: number, index: number): Effect | undefined {
    const { code } = this;
    const parameter = index < 0 || index > PARAMETERS_MAX ? undefined : code.arguments(head)?.[index];
    const body = this.bodyAfter(head);
    if (parameter === undefined || body < 0 || code.kind(parameter) !== IDENTIFIER) return undefined;
    const known = this.parameterUses.get(parameter);
    if (known) return known === FUNCTION ? undefined : known;
    if (this.open.has(body) || this.open.size >= CALLERS_MAX) return undefined;
    // For this question the body runs on load. What is then found is what the body adds.
    const inBody = new Scope(code, this.regions, this.parameterUses, new Set([...this.open, body]));
    inBody.contexts.set(body, LOAD);
    const effect = inBody.namedCallers(code.slice(parameter), parameter, body);
    this.parameterUses.set(parameter, effect);
    return effect === FUNCTION ? undefined : effect;
  }
}
