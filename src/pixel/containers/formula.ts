/**
 * Whether a tag fires, as a formula over predicates that are not known: it is added by one rule at least and blocked by none.
 * A formula is decided by trying all values of what is unknown, so that a tag that is added both where a condition is met and
 * where it is not is known to fire.
 */
import type { Effort } from '../../domain/effort.ts';

/** An unknown predicate that must have a value. */
export interface Test {
  atom: number;
  wanted: boolean;
}

/** All tests must be met. Without tests it always holds. */
export type Conjunction = readonly Test[];

export interface Formula {
  /** One of them must be met. */
  any: readonly { adds: readonly Conjunction[]; blocks: readonly Conjunction[] }[];
  /** And all of these. */
  also: Conjunction;
}

export const NEVER: Formula = { any: [], also: [] };

export type Answer = 'yes' | 'perhaps' | 'no';

/** More unknown predicates are not tried in all ways. The answer may then say `perhaps` too often, but never too seldom. */
const ATOMS_MAX = 10;

export function either(formulas: readonly Formula[]): Formula {
  if (formulas.length === 1) return formulas[0]!;
  const also = formulas[0]?.also ?? [];
  const isShared = formulas.every((formula) => sameTests(formula.also, also));
  if (isShared) return { any: formulas.flatMap(({ any }) => any), also };
  return {
    any: formulas.flatMap(({ any, also: tests }) =>
      any.map(({ adds, blocks }) => ({ adds: adds.map((add) => [...add, ...tests]), blocks })),
    ),
    also: [],
  };
}

function sameTests(a: Conjunction, b: Conjunction): boolean {
  return a.length === b.length && a.every((test, i) => test.atom === b[i]!.atom && test.wanted === b[i]!.wanted);
}

export function atomsOf(formulas: readonly Formula[]): number[] {
  const atoms = new Set<number>();
  const take = (tests: Conjunction): void => {
    for (const { atom } of tests) atoms.add(atom);
  };
  for (const { any, also } of formulas) {
    take(also);
    for (const { adds, blocks } of any) {
      adds.forEach(take);
      blocks.forEach(take);
    }
  }
  return [...atoms];
}

type Values = (atom: number) => boolean | undefined;

/** Three-valued: undefined if it depends on what `values` does not know. */
function all(tests: Conjunction, values: Values): boolean | undefined {
  let result: boolean | undefined = true;
  for (const { atom, wanted } of tests) {
    const value = values(atom);
    if (value === undefined) result = undefined;
    else if (value !== wanted) return false;
  }
  return result;
}

function some(conjunctions: readonly Conjunction[], values: Values): boolean | undefined {
  let result: boolean | undefined = false;
  for (const tests of conjunctions) {
    const met = all(tests, values);
    if (met) return true;
    if (met === undefined) result = undefined;
  }
  return result;
}

function evaluate({ any, also }: Formula, values: Values): boolean | undefined {
  const gate = all(also, values);
  if (gate === false) return false;
  let result: boolean | undefined = false;
  for (const { adds, blocks } of any) {
    const added = some(adds, values);
    if (added === false) continue;
    const blocked = some(blocks, values);
    if (blocked === true) continue;
    if (added === true && blocked === false) {
      result = true;
      break;
    }
    result = undefined;
  }
  return result === true ? gate : result;
}

function sizeOf({ any, also }: Formula): number {
  let size = 1 + also.length;
  for (const { adds, blocks } of any) for (const tests of [...adds, ...blocks]) size += 1 + tests.length;
  return size;
}

/** One way in which all formulas hold: the atoms that are true. */
export type Way = ReadonlySet<number>;

export interface Solution {
  answer: Answer;
  /** Some ways in which they hold. Empty if there were too many atoms to try. */
  ways: readonly Way[];
}

/**
 * Whether all formulas hold: always, in some ways, or never.
 * @param fits whether predicates can have these values together, given those that are true.
 */
export function solve(
  formulas: readonly Formula[],
  effort: Effort,
  fits: (values: ReadonlyMap<number, boolean>) => boolean = () => true,
): Solution {
  const size = formulas.reduce((sum, formula) => sum + sizeOf(formula), 0);
  effort.done += size;
  const quick = formulas.map((formula) => evaluate(formula, () => undefined));
  if (quick.includes(false)) return { answer: 'no', ways: [] };
  if (quick.every((value) => value === true)) return { answer: 'yes', ways: [new Set()] };
  const atoms = atomsOf(formulas);
  if (atoms.length > ATOMS_MAX || effort.spent) return { answer: 'perhaps', ways: [] };
  const ways: Way[] = [];
  let tried = 0;
  for (let bits = 0; bits < 1 << atoms.length; bits++) {
    effort.done += size;
    if (effort.spent) return { answer: 'perhaps', ways };
    const values = new Map(atoms.map((atom, i) => [atom, (bits & (1 << i)) !== 0]));
    if (!fits(values)) continue;
    tried++;
    if (!formulas.every((formula) => evaluate(formula, (atom) => values.get(atom)))) continue;
    ways.push(new Set(atoms.filter((atom) => values.get(atom))));
  }
  return { answer: ways.length === 0 ? 'no' : ways.length === tried ? 'yes' : 'perhaps', ways };
}
