/**
 * Matches a text against a regular expression that a stranger wrote, in time that grows with the length of the text only. The
 * engine of JavaScript may take years for some of them, so it only checks their syntax here and never runs them.
 */
import type { Effort } from '../../domain/effort.ts';
import { type Node, parsePattern } from './pattern-syntax.ts';

/** States of one expression. Repeats with counts are written out, so a short text can ask for many. */
const STATES_MAX = 2000;
const PATTERN_CHARS_MAX = 2000;
/** Units of work for one state: to make it, and to be in it at one character. */
const COMPILE_WORK = 4;
const STEP_WORK = 4;

type State =
  | { op: 'char'; accepts(code: number): boolean; next: number }
  | { op: 'split'; next: number; other: number }
  | { op: 'jump'; next: number }
  | { op: 'assert'; holds(before: number, after: number): boolean; next: number }
  | { op: 'save'; slot: number; next: number }
  | { op: 'match' };

/** Start and end of the match and of each group, in UTF-16 units. Undefined for a group that took no part. */
export type Captures = readonly (number | undefined)[];

export class Pattern {
  private constructor(
    private readonly states: readonly State[],
    private readonly slots: number,
    /** Whether `exec` gives the groups as JavaScript would. */
    readonly knowsGroups: boolean,
  ) {}

  /**
   * `invalid`: JavaScript rejects it. `unknown`: it uses what is not supported here (look-around, back-references, classes of
   * Unicode) or is too large.
   */
  static of(source: string, ignoreCase: boolean): Pattern | 'invalid' | 'unknown' {
    if (source.length > PATTERN_CHARS_MAX) return 'unknown';
    try {
      new RegExp(source);
    } catch {
      return 'invalid';
    }
    const parsed = parsePattern(source, ignoreCase);
    if (parsed === undefined) return 'unknown';
    const states: State[] = [];
    try {
      compile({ kind: 'group', index: 0, body: parsed.body }, states, { calls: 0 });
    } catch (error) {
      if (error instanceof TooLarge) return 'unknown';
      throw error;
    }
    states.push({ op: 'match' });
    return new Pattern(states, 2 * (parsed.groups + 1), !parsed.repeatsGroup);
  }

  /** Number of its states. */
  get size(): number {
    return this.states.length;
  }

  /** Whether it matches anywhere in the text. Undefined if the effort is spent before it is known. */
  test(text: string, effort: Effort): boolean | undefined {
    const found = this.run(text, 0, effort, false);
    return found === undefined ? undefined : found !== false;
  }

  /** The first match from `from`. False if there is none, undefined if the effort is spent. */
  exec(text: string, from: number, effort: Effort): Captures | false | undefined {
    return this.run(text, from, effort, true);
  }

  /** All threads take one character at a time, so that no character is read twice in one state. */
  private run(text: string, from: number, effort: Effort, captures: boolean): Captures | false | undefined {
    let found: Captures | false = false;
    let threads: { state: number; saved: Captures }[] = [];
    const empty: Captures = captures ? Array(this.slots).fill(undefined) : [];
    for (let at = from; at <= text.length; at++) {
      if (effort.spent) return undefined;
      const seen = new Set<number>();
      const ready: { state: number; saved: Captures }[] = [];
      const before = at === 0 ? -1 : text.charCodeAt(at - 1);
      const after = at === text.length ? -1 : text.charCodeAt(at);
      const add = (start: number, begin: Captures): void => {
        const stack: [number, Captures][] = [[start, begin]];
        for (let top = stack.pop(); top; top = stack.pop()) {
          const [index, saved] = top;
          if (seen.has(index)) continue;
          seen.add(index);
          effort.done += STEP_WORK;
          const state = this.states[index]!;
          if (state.op === 'jump') stack.push([state.next, saved]);
          else if (state.op === 'split') stack.push([state.other, saved], [state.next, saved]);
          else if (state.op === 'save') {
            stack.push([state.next, captures ? saved.with(state.slot, at) : saved]);
            if (captures) effort.done += this.slots;
          } else if (state.op === 'assert') {
            if (state.holds(before, after)) stack.push([state.next, saved]);
          } else ready.push({ state: index, saved });
        }
      };
      for (const { state, saved } of threads) add(state, saved);
      if (found === false) add(0, empty);
      threads = [];
      for (const { state: index, saved } of ready) {
        const state = this.states[index]!;
        if (state.op === 'match') {
          found = saved;
          if (!captures) return found;
          // Threads after this one have a lower priority.
          break;
        }
        if (state.op === 'char' && after >= 0 && state.accepts(after)) threads.push({ state: state.next, saved });
      }
      if (found !== false && threads.length === 0) break;
    }
    return found;
  }
}

/** The expressions of one container, each compiled once. */
export class Patterns {
  private readonly known = new Map<string, ReturnType<typeof Pattern.of>>();

  constructor(private readonly effort: Effort) {}

  of(source: string, ignoreCase: boolean): ReturnType<typeof Pattern.of> {
    this.effort.done += source.length / 8;
    const key = `${ignoreCase ? 'i' : ''}/${source}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.effort.spent) return 'unknown';
    const pattern = Pattern.of(source, ignoreCase);
    this.effort.done += source.length + (typeof pattern === 'string' ? STATES_MAX : pattern.size) * COMPILE_WORK;
    this.known.set(key, pattern);
    return pattern;
  }
}

class TooLarge extends Error {}

/** Repeats of nothing make no states, so the calls are counted too. */
function compile(node: Node, states: State[], cost: { calls: number }): void {
  if (states.length > STATES_MAX || ++cost.calls > 4 * STATES_MAX) throw new TooLarge();
  switch (node.kind) {
    case 'empty':
      break;
    case 'char':
      states.push({ op: 'char', accepts: node.accepts, next: states.length + 1 });
      break;
    case 'assert':
      states.push({ op: 'assert', holds: node.holds, next: states.length + 1 });
      break;
    case 'group':
      if (node.index !== undefined) states.push({ op: 'save', slot: 2 * node.index, next: states.length + 1 });
      compile(node.body, states, cost);
      if (node.index !== undefined) states.push({ op: 'save', slot: 2 * node.index + 1, next: states.length + 1 });
      break;
    case 'sequence':
      for (const part of node.parts) compile(part, states, cost);
      break;
    case 'either': {
      const jumps: { op: 'jump'; next: number }[] = [];
      for (const [i, branch] of node.branches.entries()) {
        const split = { op: 'split' as const, next: states.length + 1, other: 0 };
        if (i < node.branches.length - 1) states.push(split);
        compile(branch, states, cost);
        if (i === node.branches.length - 1) break;
        const jump = { op: 'jump' as const, next: 0 };
        jumps.push(jump);
        states.push(jump);
        split.other = states.length;
      }
      for (const jump of jumps) jump.next = states.length;
      break;
    }
    case 'repeat':
      for (let i = 0; i < node.min; i++) compile(node.body, states, cost);
      if (node.max === undefined) {
        const split = splitAt(states, node.lazy);
        compile(node.body, states, cost);
        states.push({ op: 'jump', next: split.at });
        split.end(states.length);
      } else {
        const ends: ((at: number) => void)[] = [];
        for (let i = node.min; i < node.max; i++) {
          ends.push(splitAt(states, node.lazy).end);
          compile(node.body, states, cost);
        }
        for (const end of ends) end(states.length);
      }
      break;
  }
}

/** A choice between the body that follows and `end`, which a lazy repeat tries first. */
function splitAt(states: State[], lazy: boolean): { at: number; end(to: number): void } {
  const at = states.length;
  const split = { op: 'split' as const, next: at + 1, other: at + 1 };
  states.push(split);
  return {
    at,
    end(to) {
      if (lazy) split.next = to;
      else split.other = to;
    },
  };
}
