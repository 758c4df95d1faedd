/**
 * The decision diagram of an item: which headings are declared, by the facts that are still open. It is reduced and
 * ordered, so two diagrams that decide the same are the same node, and a fact occurs in it only if it can change what is
 * declared.
 */
import { FALSE, TRUE } from './formula.ts';
import type { Program } from './program.ts';
import { readingVariable, type Variable } from './variable.ts';

/** What is declared: indexes of candidates, ascending. */
export interface Leaf {
  id: number;
  declared: readonly number[];
}

interface Choice {
  id: number;
  variable: number;
  branches: readonly { bits: number; node: Decision }[];
}

export type Decision = Leaf | Choice;

export function isLeaf(node: Decision): node is Leaf {
  return 'declared' in node;
}

/** Three values of "this heading applies" or "is declared". */
const NO = 0;
const YES = 1;
const UNKNOWN = 2;
type Three = typeof NO | typeof YES | typeof UNKNOWN;

/** The item has too many open facts to follow all of them. */
export class TooManyStates extends Error {}

const STATES_MAX = 50_000;

export class DiagramBuilder {
  readonly #byState = new Map<string, Decision>();
  readonly #nodes = new Map<string, Decision>();
  /** Those of the program, and one for each conflict between exclusive headings. */
  readonly variables: Variable[];
  /** Where headings exclude each other and nothing says which applies: by the name of the variable. */
  readonly conflicts = new Map<string, { readings: readonly string[]; source: string }>();

  constructor(private readonly program: Program) {
    this.variables = [...program.variables];
  }

  /** @throws TooManyStates */
  build(): Decision {
    return this.#decide(this.program.state);
  }

  #decide(state: readonly number[]): Decision {
    const key = state.join();
    let node = this.#byState.get(key);
    if (!node) {
      if (this.#byState.size >= STATES_MAX) throw new TooManyStates();
      const status = statusOf(this.program, state);
      node = status.nextVariable === Number.POSITIVE_INFINITY ? this.#leaf(status) : this.#split(state, status);
      this.#byState.set(key, node);
    }
    return node;
  }

  #split(state: readonly number[], { nextVariable }: Status): Decision {
    const { formulas, variables } = this.program;
    const branches = variables[nextVariable]!.cells.map((_, cell) => ({
      bits: 1 << cell,
      node: this.#decide(state.map((formula) => formulas.restrict(formula, nextVariable, cell))),
    }));
    return this.#choice(nextVariable, branches);
  }

  #choice(variable: number, branches: readonly { bits: number; node: Decision }[]): Decision {
    const merged = new Map<number, { bits: number; node: Decision }>();
    for (const { bits, node } of branches) {
      const known = merged.get(node.id);
      if (known) known.bits |= bits;
      else merged.set(node.id, { bits, node });
    }
    const distinct = [...merged.values()];
    if (distinct.length === 1) return distinct[0]!.node;
    const key = `${variable} ${distinct.map(({ bits, node }) => `${bits}:${node.id}`)}`;
    return this.#intern(key, (id) => ({ id, variable, branches: distinct }));
  }

  #leaf({ declared }: Status): Decision {
    const { candidates } = this.program;
    return this.#resolve(declared.flatMap((value, at) => (value === YES && isDeclarable(candidates[at]!) ? [at] : [])));
  }

  /** What is declared of headings that all fit. If some exclude each other and nothing says which goes first, each is a reading. */
  #resolve(fitting: readonly number[]): Decision {
    for (const group of this.program.exclusive) {
      const members = fitting.filter((at) => group.members.has(at));
      const headings = members.map((at) => this.program.candidates[at]!.rule.id);
      const isAllowed = members.length < 2 || group.together.some((pair) => headings.every((id) => pair.has(id)));
      if (!isAllowed) return this.#conflict(group, members, fitting);
    }
    return this.#intern(`declare ${fitting}`, (id) => ({ id, declared: fitting }));
  }

  #conflict(group: Program['exclusive'][number], members: readonly number[], fitting: readonly number[]): Decision {
    const rules = members.map((at) => this.program.candidates[at]!.rule);
    const question = `${group.id}: ${rules.map(({ id }) => id).join(' or ')}`;
    const name = `reading:${question}`;
    let variable = this.variables.findIndex((known) => known.name === name);
    if (variable === -1) {
      const readings = rules.map(({ id }) => id);
      variable = this.variables.push(readingVariable(question, readings)) - 1;
      this.conflicts.set(name, { readings, source: group.source });
    }
    const others = fitting.filter((at) => !members.includes(at));
    const branches = members.map((at, index) => ({
      bits: 1 << index,
      node: this.#resolve([...others, at].sort((a, b) => a - b)),
    }));
    return this.#choice(variable, branches);
  }

  #intern(key: string, make: (id: number) => Decision): Decision {
    let node = this.#nodes.get(key);
    if (!node) {
      node = make(this.#nodes.size);
      this.#nodes.set(key, node);
    }
    return node;
  }
}

interface Status {
  /** By candidate: its condition holds, and no heading goes before it. */
  applies: readonly Three[];
  /** By candidate: it applies, and no duty frees from it. */
  declared: readonly Three[];
  /** By displacement. */
  displaces: readonly Three[];
  /** The first variable that can still change what is declared; infinite if none can. */
  nextVariable: number;
}

/** What is certain in a state, and what to ask next. */
export function statusOf({ candidates, displacements, freedBy, formulas }: Program, state: readonly number[]): Status {
  const applies: Three[] = [];
  const declared: Three[] = [];
  const displaces: Three[] = [];
  const value = (at: number): Three => (state[at] === TRUE ? YES : state[at] === FALSE ? NO : UNKNOWN);

  const appliesAt = (at: number): Three => {
    applies[at] ??= both(value(at), not(anyOf(candidates[at]!.superiors, appliesAt)));
    return applies[at];
  };
  const declaredAt = (at: number): Three => {
    declared[at] ??= both(appliesAt(at), not(anyOf(freedBy[at]!, displacesAt)));
    return declared[at];
  };
  const displacesAt = (at: number): Three => {
    displaces[at] ??= both(value(candidates.length + at), anyOf(displacements[at]!.displacing, declaredAt));
    return displaces[at];
  };

  let nextVariable = Number.POSITIVE_INFINITY;
  const askFormula = (at: number) => {
    if (value(at) === UNKNOWN) nextVariable = Math.min(nextVariable, formulas.firstVariable(state[at]!));
  };
  const asked = new Set<number>();
  const askApplies = (at: number) => {
    if (appliesAt(at) !== UNKNOWN || asked.has(at)) return;
    asked.add(at);
    askFormula(at);
    for (const superior of candidates[at]!.superiors) askApplies(superior);
  };
  const askedDeclared = new Set<number>();
  const askDeclared = (at: number) => {
    if (declaredAt(at) !== UNKNOWN || askedDeclared.has(at)) return;
    askedDeclared.add(at);
    askApplies(at);
    for (const row of freedBy[at]!) {
      if (displacesAt(row) !== UNKNOWN) continue;
      askFormula(candidates.length + row);
      for (const displacing of displacements[row]!.displacing) askDeclared(displacing);
    }
  };
  candidates.forEach((candidate, at) => {
    declaredAt(at);
    if (isDeclarable(candidate)) askDeclared(at);
  });
  for (const at of displacements.keys()) displacesAt(at);
  for (const at of candidates.keys()) appliesAt(at);
  return { applies, declared, displaces, nextVariable };
}

/** A duty outside Section 232 only displaces; it is never declared. */
function isDeclarable({ rule }: Program['candidates'][number]): boolean {
  return !rule.outside;
}

function both(a: Three, b: Three): Three {
  if (a === NO || b === NO) return NO;
  return a === YES && b === YES ? YES : UNKNOWN;
}

function not(value: Three): Three {
  return value === UNKNOWN ? UNKNOWN : value === YES ? NO : YES;
}

function anyOf(indexes: readonly number[], valueAt: (index: number) => Three): Three {
  let result: Three = NO;
  for (const index of indexes) {
    const value = valueAt(index);
    if (value === YES) return YES;
    if (value === UNKNOWN) result = UNKNOWN;
  }
  return result;
}
