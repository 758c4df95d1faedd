/**
 * What the rules decide where some facts are known: the headings to declare, or the alternatives and what to ask. The same for all
 * items that no rule tells apart, so it is kept, and its parts are worked out when somebody reads them.
 */
import { describePath, leavesOf, type Path, pathsOf } from './alternatives.ts';
import type { Alternative, Declaration, Displacement, Facts, MissingFact, OpenQuestion } from './answer.ts';
import { askingOrder } from './asking-order.ts';
import { type Decision, DiagramBuilder, isLeaf, statusOf, TooManyStates } from './diagram.ts';
import type { Declared } from './duty-amount.ts';
import type { DutyLine } from './duty-line.ts';
import { missingFacts, questionsFor } from './missing-facts.ts';
import type { OpenRules } from './open-rules.ts';
import { type Candidate, type Program, programOf } from './program.ts';
import type { Rules } from './rules.ts';
import { cellOf, cellsMeeting, type Variable } from './variable.ts';
import { implications } from './vocabulary.ts';

/** Of more alternatives than this some are not told apart: they share a `when`. None is left out, and none is a wrong answer. */
const ALTERNATIVES_MAX = 128;

export class DutyDecision {
  /** What is certainly displaced. The heading is null if it depends on an open fact which of the programme it would be. */
  readonly displaced: readonly Displacement[];
  /** What is declared, if no open fact or question can change it. */
  readonly declared: readonly Declared[] | null;
  readonly #candidates: readonly Candidate[];
  /** Null if there are more open facts than can be followed: no alternative is told apart then, and every question is asked. */
  readonly #root: Decision | null;
  readonly #variables: readonly Variable[];
  readonly #conflicts: DiagramBuilder['conflicts'];
  #declarations: readonly Declaration[] | undefined;
  #alternatives: readonly Alternative[] | undefined;
  #missing: readonly MissingFact[] | undefined;
  #openQuestions: readonly OpenQuestion[] | undefined;
  readonly #lines = new Map<string, DutyLine>();

  constructor(
    private readonly open: OpenRules,
    facts: Facts,
    private readonly rules: Rules,
  ) {
    const program = programOf(open, facts, rules);
    const builder = new DiagramBuilder(program);
    this.#root = rootOf(builder);
    this.#candidates = program.candidates;
    this.#variables = builder.variables;
    this.#conflicts = builder.conflicts;
    this.declared =
      this.#root !== null && isLeaf(this.#root) ? this.#root.declared.map((at) => this.#candidates[at]!) : null;
    this.displaced = this.#root === null ? [] : displacedOf(program);
  }

  /** All that may have to be declared. */
  get declarations(): readonly Declaration[] {
    this.#declarations ??=
      this.#root === null ? [] : leavesOf(this.#root).flatMap(({ declared }) => this.#declarationsOf(declared));
    return this.#declarations;
  }

  get alternatives(): readonly Alternative[] {
    this.#alternatives ??= this.#root === null ? this.#undivided() : this.#pathsFrom(this.#root);
    return this.#alternatives;
  }

  get missing(): readonly MissingFact[] {
    this.#missing ??=
      this.#root === null
        ? questionsFor(this.#variables, this.open.questionOf)
        : missingFacts(
            askingOrder(this.#root, this.#variables),
            this.#root,
            this.#candidates,
            this.#variables,
            this.open.questionOf,
          );
    return this.#missing;
  }

  get openQuestions(): readonly OpenQuestion[] {
    this.#openQuestions ??= this.#root === null ? [] : this.#questionsIn(this.#root);
    return this.#openQuestions;
  }

  /** Lines of lists for which this is decided, kept by what else is the same for them. */
  line(key: string, make: () => DutyLine): DutyLine {
    let line = this.#lines.get(key);
    if (!line) {
      line = make();
      this.#lines.set(key, line);
    }
    return line;
  }

  #declarationsOf(declared: readonly number[]): Declaration[] {
    return declared.map((at) => declarationOf(this.#candidates[at]!));
  }

  #undivided(): Alternative[] {
    const possible = this.#candidates.filter(({ rule }) => !rule.outside);
    return possible.map((candidate) => ({ when: {}, declare: [declarationOf(candidate)], undivided: true }));
  }

  #pathsFrom(root: Decision): Alternative[] {
    const paths = pathsOf(root, this.#variables, ALTERNATIVES_MAX).filter((path) => isPossible(path, this.#variables));
    const alternatives = paths.flatMap((path): Alternative[] => {
      const when = describePath(path, this.#variables);
      const undivided = path.outcomes.length > 1 && ({ undivided: true } as const);
      return path.outcomes.map(({ declared }) => ({ when, declare: this.#declarationsOf(declared), ...undivided }));
    });
    // The simplest first, for readers.
    return alternatives.sort((a, b) => Object.keys(a.when).length - Object.keys(b.when).length);
  }

  #questionsIn(root: Decision): OpenQuestion[] {
    const open = new Set<string>();
    const seen = new Set<number>();
    const visit = (here: Decision) => {
      if (isLeaf(here) || seen.has(here.id)) return;
      seen.add(here.id);
      const { name } = this.#variables[here.variable]!;
      if (name.startsWith('reading:')) open.add(name);
      for (const branch of here.branches) visit(branch.node);
    };
    visit(root);
    return [...open].map((name) => {
      const id = name.slice('reading:'.length);
      const conflict = this.#conflicts.get(name);
      const known = this.rules.questions.get(id);
      if (known) return { id, ...known };
      const question = `These headings fit and exclude each other, and nothing that was read says which goes first: ${conflict?.readings.join(', ')}.`;
      return { id, question, readings: conflict?.readings ?? [], source: conflict?.source ?? '' };
    });
  }
}

/** False if one fact of a path says the opposite of another: goods without metal whose share of metal is at least 15 percent. */
function isPossible({ cells }: Path, variables: readonly Variable[]): boolean {
  return implications().every(({ fact, test, implies }) => {
    const at = variables.findIndex(({ name }) => name === fact);
    const implied = variables.findIndex(({ name }) => name === implies.fact);
    if (at === -1 || implied === -1) return true;
    const holds = (cells[at]! & ~cellsMeeting(variables[at]!, test)) === 0;
    return !holds || (cells[implied]! & (1 << cellOf(variables[implied]!, implies.value))) !== 0;
  });
}

function rootOf(builder: DiagramBuilder): Decision | null {
  try {
    return builder.build();
  } catch (error) {
    if (error instanceof TooManyStates) return null;
    throw error;
  }
}

export function declarationOf({ rule, free }: Declared): Declaration {
  const { heading, programme, rate, rate_kind, basis, specific, source } = rule;
  return {
    heading,
    programme,
    rate: free ? null : rate,
    rate_kind: free ? 'none' : rate_kind,
    basis: free ? 'none' : specific === null ? basis : `${basis}: ${specific}`,
    source,
  };
}

function displacedOf(program: Program): Displacement[] {
  const { applies, declared, displaces } = statusOf(program, program.state);
  const result = new Map<string, Displacement>();
  program.displacements.forEach(({ displacing, displaced, reason, source }, at) => {
    if (displaces[at] !== 1) return;
    const by = displacing
      .filter((index) => declared[index] === 1)
      .map((index) => program.candidates[index]!.rule)
      .map(({ heading, id }) => heading ?? id);
    const byProgramme = Map.groupBy(
      displaced.filter((index) => applies[index] !== 0),
      (index) => program.candidates[index]!.rule.programme,
    );
    for (const [programme, indexes] of byProgramme) {
      const certain = indexes.filter((index) => applies[index] === 1);
      const headings = certain.length > 0 ? certain.map((index) => program.candidates[index]!.rule.heading) : [null];
      for (const heading of headings) {
        const key = `${programme} ${heading}`;
        if (!result.has(key)) result.set(key, { programme, heading, by: by.join(', '), reason, source });
      }
    }
  });
  return [...result.values()];
}
