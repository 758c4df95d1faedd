/**
 * Writes the bodies of local functions in place of their calls: `send('purchase', data)` becomes the body of `send` with these
 * arguments. Merchants' pixels send everything through one function, and only the call says which event it is. The result is read
 * and never runs. What is left of a call is `!function(){…}()`, which runs where the call stood.
 */
import type { Effort } from '../../domain/effort.ts';
import { IDENTIFIER } from '../javascript/lexer.ts';
import { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { CodeWriter, type Range, type RewrittenCode, unchanged } from './rewritten-code.ts';

const DEPTH_MAX = 4;
const PARAMETERS_MAX = 12;
const FUNCTIONS_MAX = 500;
/** Pieces of one argument. */
const RANGES_MAX = 64;
/** The result has at most this many times the characters of the code, and a constant. */
const GROWTH_MAX = 3;
const GROWTH_CHARS_MIN = 60_000;

interface LocalFunction {
  name: string;
  parameters: string[];
  /** Tokens of the body, from the first one to the one after the last. */
  from: number;
  to: number;
  /** The arrow function has no braces: its body is one expression. */
  isExpression: boolean;
  calls: number[];
  /** It is also used as a value, such as the callback of a subscription, so its own place matters too. */
  isValue: boolean;
}

/** Parameters with the source ranges of their arguments. */
type Arguments = ReadonlyMap<string, readonly Range[]>;
/**
 * The code as it is, if the result would be too long or cost too much. Then a function is still read where it is defined.
 * @param sends finds names of calls that send something. Only functions with such a call, of their own or in others, matter.
 */
export function inlineCalls(text: string, sends: RegExp, effort: Effort): RewrittenCode {
  const code = new StaticEvaluator(text);
  effort.done += text.length + code.tokens.count;
  const functions = relevant(code, localFunctions(code), sends);
  if (functions.size === 0) return unchanged(text);
  const inlined = new Inliner(code, functions, effort).write();
  effort.done += code.steps + (inlined?.text.length ?? 0);
  return inlined ?? unchanged(text);
}

function localFunctions(code: StaticEvaluator): Map<string, LocalFunction> {
  const found = new Map<string, LocalFunction | undefined>();
  for (let i = 0; i < code.tokens.count && found.size < FUNCTIONS_MAX; i++) {
    code.steps++;
    const defined = code.isName(i, 'function')
      ? declared(code, i)
      : code.isAssignment(i)
        ? assigned(code, i)
        : undefined;
    // A name with two functions has no body of its own.
    if (defined) found.set(defined.name, found.has(defined.name) ? undefined : defined);
  }
  return new Map([...found].flatMap(([name, defined]) => (defined ? [[name, defined] as const] : [])));
}

/** `function name(a, b) {…}` */
function declared(code: StaticEvaluator, i: number): LocalFunction | undefined {
  if (code.kind(i + 1) !== IDENTIFIER || !code.is(i + 2, '(')) return undefined;
  return withBody(code, code.slice(i + 1), parametersOf(code, i + 2), code.after(i + 2));
}

/** `name = function (a, b) {…}`, `name = (a, b) => …`, `name = async a => …` */
function assigned(code: StaticEvaluator, i: number): LocalFunction | undefined {
  if (code.kind(i - 1) !== IDENTIFIER || code.is(i - 2, '.')) return undefined;
  let at = code.isName(i + 1, 'async') ? i + 2 : i + 1;
  if (code.isName(at, 'function')) {
    if (code.kind(++at) === IDENTIFIER) at++;
    return code.is(at, '(') ? withBody(code, code.slice(i - 1), parametersOf(code, at), code.after(at)) : undefined;
  }
  const parameters = code.is(at, '(')
    ? parametersOf(code, at)
    : code.kind(at) === IDENTIFIER
      ? [code.slice(at)]
      : undefined;
  const arrow = code.after(at);
  if (!code.is(arrow, '=') || !code.is(arrow + 1, '>')) return undefined;
  return withBody(code, code.slice(i - 1), parameters, arrow + 2);
}

function withBody(
  code: StaticEvaluator,
  name: string,
  parameters: string[] | undefined,
  at: number,
): LocalFunction | undefined {
  if (!parameters || name === '') return undefined;
  const rest = { name, parameters, calls: [], isValue: false };
  if (code.is(at, '{')) {
    const close = code.tokens.partners[at]!;
    return close < 0 ? undefined : { ...rest, from: at + 1, to: close, isExpression: false };
  }
  const to = expressionEnd(code, at);
  return to === undefined ? undefined : { ...rest, from: at, to, isExpression: true };
}

/** The token after a call such as `gtag('event', name)`, with which most arrow functions without braces consist. */
function expressionEnd(code: StaticEvaluator, from: number): number | undefined {
  let i = from;
  while (code.kind(i) === IDENTIFIER && (code.is(i + 1, '.') || code.is(i + 1, '('))) {
    code.steps++;
    if (code.is(i + 1, '(')) return code.after(i + 1);
    i += 2;
  }
  return undefined;
}

/** Names of simple parameters, also with defaults. Undefined if there are others, such as `{a, b}`. */
function parametersOf(code: StaticEvaluator, open: number): string[] | undefined {
  const close = code.tokens.partners[open]!;
  if (close < 0) return undefined;
  const names: string[] = [];
  let isFirst = true;
  for (let i = open + 1; i < close; i = code.after(i)) {
    code.steps++;
    if (isFirst) {
      if (code.kind(i) !== IDENTIFIER || names.length === PARAMETERS_MAX) return undefined;
      names.push(code.slice(i));
    }
    isFirst = code.is(i, ',');
  }
  return names;
}

/** The functions that send, directly or through others, with their calls. Those that read `arguments` send what is not seen. */
function relevant(code: StaticEvaluator, all: Map<string, LocalFunction>, sends: RegExp): Map<string, LocalFunction> {
  const { count } = code.tokens;
  const mentions = new Map<string, number[]>();
  const sending = new Uint8Array(count);
  const opaque = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    code.steps++;
    if (code.kind(i) !== IDENTIFIER) continue;
    const name = code.slice(i);
    opaque[i] = Number(name === 'arguments');
    sending[i] = Number(sends.test(name));
    if (!all.has(name) || code.is(i - 1, '.')) continue;
    const known = mentions.get(name);
    if (known) known.push(i);
    else mentions.set(name, [i]);
  }
  const opaqueBefore = sums(opaque);
  const chosen = new Map<string, LocalFunction>();
  for (let round = 0; round < DEPTH_MAX; round++) {
    const sendingBefore = sums(sending);
    code.steps += count;
    for (const [name, defined] of all) {
      const { from, to } = defined;
      if (chosen.has(name) || opaqueBefore[to]! > opaqueBefore[from]! || sendingBefore[to] === sendingBefore[from])
        continue;
      chosen.set(name, defined);
      for (const i of mentions.get(name) ?? []) {
        const isDefinition = code.isName(i - 1, 'function') || code.isAssignment(i + 1);
        if (isDefinition || (i >= from && i < to)) continue;
        if (!code.is(i + 1, '(') || code.tokens.partners[i + 1]! < 0 || hasSpread(code, i + 1)) {
          defined.isValue = true;
          continue;
        }
        defined.calls.push(i);
        sending[i] = 1;
      }
    }
  }
  for (const [name, { calls }] of chosen) if (calls.length === 0) chosen.delete(name);
  return chosen;
}

/** How many of the flags before each index are set. */
function sums(flags: Uint8Array): Int32Array {
  const before = new Int32Array(flags.length + 1);
  for (let i = 0; i < flags.length; i++) before[i + 1] = before[i]! + flags[i]!;
  return before;
}

function hasSpread(code: StaticEvaluator, open: number): boolean {
  return (code.arguments(open) ?? []).some((at) => code.is(at, '.'));
}

/** Copies the code, range by range, with bodies in place of calls. */
class Inliner {
  private readonly out: CodeWriter;
  /** A call could not be replaced. */
  private failed = false;
  private readonly callees = new Map<number, LocalFunction>();
  /** Bodies that are not written where they are defined, because each of their calls has them. By first token. */
  private readonly moved = new Map<number, LocalFunction>();

  constructor(
    private readonly code: StaticEvaluator,
    functions: ReadonlyMap<string, LocalFunction>,
    private readonly effort: Effort,
  ) {
    this.out = new CodeWriter(code.text, GROWTH_MAX * code.text.length + GROWTH_CHARS_MIN);
    for (const defined of functions.values()) {
      for (const call of defined.calls) this.callees.set(call, defined);
      if (!defined.isValue) this.moved.set(defined.from, defined);
    }
  }

  write(): RewrittenCode | undefined {
    this.range(0, this.code.tokens.count, 0, this.code.text.length, new Map(), []);
    return this.failed || this.out.isFull ? undefined : this.out.written();
  }

  /** Writes the tokens `from` to `to` with what is between them, from offset `start` to `end`. */
  private range(
    from: number,
    to: number,
    start: number,
    end: number,
    given: Arguments,
    stack: readonly LocalFunction[],
  ): void {
    const { code } = this;
    const { starts, ends } = code.tokens;
    let at = start;
    for (let i = from; i < to && !this.failed; i++) {
      this.effort.done++;
      const argument = this.argumentAt(i, given);
      const callee = argument ? undefined : this.callees.get(i);
      const moved = this.moved.get(i);
      if (moved && !stack.includes(moved)) {
        this.out.copy({ start: at, end: starts[i]! });
        if (moved.isExpression) this.out.add('0', starts[i]!);
        at = moved.isExpression ? ends[moved.to - 1]! : starts[moved.to]!;
        i = moved.to - 1;
      } else if (argument) {
        this.out.copy({ start: at, end: starts[i]! });
        for (const piece of argument) this.out.copy(piece);
        at = ends[i]!;
      } else if (callee && !stack.includes(callee)) {
        if (stack.length === DEPTH_MAX || this.out.isFull || this.effort.spent) this.failed = true;
        this.out.copy({ start: at, end: starts[i]! });
        this.call(i, callee, given, stack);
        const close = code.after(i + 1) - 1;
        at = ends[close]!;
        i = close;
      }
    }
    this.out.copy({ start: at, end: end });
  }

  private call(i: number, callee: LocalFunction, given: Arguments, stack: readonly LocalFunction[]): void {
    const { code } = this;
    const { starts, ends } = code.tokens;
    const passed = code.arguments(i + 1) ?? [];
    const close = code.after(i + 1) - 1;
    const next = new Map<string, readonly Range[]>();
    callee.parameters.forEach((name, index) => {
      const first = passed[index];
      if (first === undefined) return;
      const after = passed[index + 1] === undefined ? close : passed[index + 1]! - 1;
      next.set(name, this.substituted(first, after, given));
    });
    const { from, to, isExpression } = callee;
    this.out.add(isExpression ? '!function(){return ' : '!function(){', starts[i]!);
    if (to > from) this.range(from, to, starts[from]!, ends[to - 1]!, next, [...stack, callee]);
    this.out.add('}()', starts[i]!);
  }

  /** The source ranges of the tokens `from` to `to`, in which parameters of the surrounding function are replaced too. */
  private substituted(from: number, to: number, given: Arguments): Range[] {
    const { starts, ends } = this.code.tokens;
    if (to <= from) return [];
    const ranges: Range[] = [];
    let at = starts[from]!;
    for (let i = from; given.size > 0 && i < to; i++) {
      this.effort.done++;
      const argument = this.argumentAt(i, given);
      if (!argument) continue;
      ranges.push({ start: at, end: starts[i]! }, ...argument);
      at = ends[i]!;
      // Arguments that double in each call would grow without a limit.
      if (ranges.length > RANGES_MAX) return [{ start: starts[from]!, end: ends[to - 1]! }];
    }
    ranges.push({ start: at, end: ends[to - 1]! });
    return ranges;
  }

  /** What a parameter stands for, if token `i` is one. Not a member or a key of the same name. */
  private argumentAt(i: number, given: Arguments): readonly Range[] | undefined {
    const { code } = this;
    if (given.size === 0 || code.kind(i) !== IDENTIFIER || code.is(i - 1, '.')) return undefined;
    const argument = given.get(code.slice(i));
    if (!argument) return undefined;
    const isKey = (code.is(i - 1, '{') || code.is(i - 1, ',')) && code.is(i + 1, ':');
    return isKey || code.isAssignment(i + 1) ? undefined : argument;
  }
}
