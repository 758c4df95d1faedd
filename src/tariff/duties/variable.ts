/**
 * The facts that are still open, as variables with few values. A number is cut at the thresholds that matter, countries
 * are grouped by the tests that name them, and a list is one variable for each of its members. Within a cell all values
 * meet the same tests.
 */
import type { FactValue, WhenValue } from './answer.ts';
import type { Condition } from './condition.ts';
import { meets } from './evaluate.ts';
import type { Fact, FactTest } from './vocabulary.ts';

type Cell =
  | { kind: 'value'; value: boolean | string }
  | { kind: 'range'; from: Cut | null; to: Cut | null }
  | { kind: 'countries'; countries: readonly string[] }
  | { kind: 'other_countries'; except: readonly string[] };

/** A threshold between two cells: just before or just after a number. */
interface Cut {
  at: number;
  after: boolean;
}

export interface Variable {
  /** The fact it belongs to, or `reading:<question>`. */
  name: string;
  /** The member of a fact of type `list`. */
  member: string | null;
  cells: readonly Cell[];
}

/** Cells are bits of a number. */
const CELLS_MAX = 30;

/** The variables of what is left of the conditions, in the order of the vocabulary; open questions come last. */
export function variablesOf(
  conditions: readonly Condition[],
  facts: ReadonlyMap<string, Fact>,
  questions: ReadonlyMap<string, readonly string[]>,
): Variable[] {
  const tests = new Map<string, FactTest[]>();
  const open = new Set<string>();
  for (const condition of conditions) collect(condition, tests, open);
  const variables: Variable[] = [];
  for (const { name, type, values } of facts.values()) {
    const asked = tests.get(name);
    if (!asked) continue;
    if (type === 'list') {
      const members = new Set(asked.map((test) => (test as { includes: string }).includes));
      for (const member of members) variables.push({ name, member, cells: YES_OR_NO });
    } else variables.push({ name, member: null, cells: cellsOf(type, values, asked) });
  }
  for (const name of [...open].sort()) variables.push(readingVariable(name, questions.get(name) ?? []));
  if (variables.some(({ cells }) => cells.length > CELLS_MAX)) throw new Error('a fact has too many thresholds');
  return variables;
}

export function readingVariable(question: string, readings: readonly string[]): Variable {
  return { name: `reading:${question}`, member: null, cells: readings.map((value) => ({ kind: 'value', value })) };
}

function collect(condition: Condition, tests: Map<string, FactTest[]>, open: Set<string>): void {
  if (condition.kind === 'fact') {
    const known = tests.get(condition.fact);
    if (known) known.push(condition.test);
    else tests.set(condition.fact, [condition.test]);
  } else if (condition.kind === 'reading') open.add(condition.question);
  else if (condition.kind === 'not') collect(condition.of, tests, open);
  else if (condition.kind !== 'context') for (const part of condition.of) collect(part, tests, open);
}

const YES_OR_NO: readonly Cell[] = [
  { kind: 'value', value: true },
  { kind: 'value', value: false },
];

function cellsOf(type: Fact['type'], values: readonly string[], tests: readonly FactTest[]): readonly Cell[] {
  if (type === 'boolean') return YES_OR_NO;
  if (type === 'choice') return values.map((value) => ({ kind: 'value', value }));
  return type === 'country' ? countryCells(tests) : rangeCells(tests);
}

function rangeCells(tests: readonly FactTest[]): Cell[] {
  const cuts = new Map<string, Cut>();
  for (const test of tests) {
    const cut = cutOf(test);
    cuts.set(`${cut.at} ${cut.after}`, cut);
  }
  const sorted = [...cuts.values()].sort((a, b) => a.at - b.at || Number(a.after) - Number(b.after));
  return [null, ...sorted].map((from, at) => ({ kind: 'range', from, to: sorted[at] ?? null }));
}

function cutOf(test: FactTest): Cut {
  if ('gte' in test) return { at: test.gte, after: false };
  if ('gt' in test) return { at: test.gt, after: true };
  return { at: (test as { lt: number }).lt, after: false };
}

/** Countries that the same tests name share a cell, and all that no test names are one. */
function countryCells(tests: readonly FactTest[]): Cell[] {
  const named = [...new Set(tests.flatMap((test) => (test as { one_of: string[] }).one_of))].sort();
  const byTests = new Map<string, string[]>();
  for (const country of named) {
    const key = tests.map((test) => (meets(country, test) ? 1 : 0)).join('');
    const cell = byTests.get(key);
    if (cell) cell.push(country);
    else byTests.set(key, [country]);
  }
  const cells: Cell[] = [...byTests.values()].map((countries) => ({ kind: 'countries', countries }));
  return [...cells, { kind: 'other_countries', except: named }];
}

/** The cell of a known value. */
export function cellOf({ cells, member }: Variable, value: FactValue): number {
  if (member !== null) return (value as readonly string[]).includes(member) ? 0 : 1;
  const at = cells.findIndex((cell) => isIn(cell, value));
  return at === -1 ? cells.length - 1 : at;
}

function isIn(cell: Cell, value: FactValue): boolean {
  if (cell.kind === 'value') return cell.value === value;
  if (cell.kind === 'range') return cell.to === null || isBefore(value as number, cell.to);
  return cell.kind === 'countries' && cell.countries.includes(value as string);
}

function isBefore(value: number, { at, after }: Cut): boolean {
  return after ? value <= at : value < at;
}

/** The bits of the cells that meet a test. */
export function cellsMeeting({ cells, member }: Variable, test: FactTest): number {
  return cells.reduce((bits, cell, at) => (meetsTest(cell, test, member) ? bits | (1 << at) : bits), 0);
}

function meetsTest(cell: Cell, test: FactTest, member: string | null): boolean {
  if (member !== null) return (cell as { value: boolean }).value;
  if (cell.kind === 'range') return meets(sampleOf(cell), test);
  if (cell.kind === 'countries') return meets(cell.countries[0]!, test);
  // A test names countries, so it never holds for all others.
  return cell.kind === 'value' && meets(cell.value, test);
}

/** A number inside a range. All of them meet the same tests. */
function sampleOf({ from, to }: { from: Cut | null; to: Cut | null }): number {
  if (!from) return to!.after ? to!.at : to!.at - 1;
  if (!from.after) return from.at;
  return to ? (from.at + to.at) / 2 : from.at + 1;
}

/** Whether the cells of `bits` can be said in one condition: for a number, only if they are neighbours. */
export function isContiguous({ cells }: Variable, bits: number): boolean {
  if (cells[0]?.kind !== 'range') return true;
  const low = bits & -bits;
  return ((bits / low + 1) & (bits / low)) === 0;
}

/** The cells of `bits` as a `when` says them. */
export function describeCells({ cells, member }: Variable, bits: number): WhenValue {
  const chosen = cells.filter((_, at) => bits & (1 << at));
  if (member !== null) return (chosen[0] as { value: boolean }).value ? { includes: [member] } : { excludes: [member] };
  const [first] = chosen;
  if (first?.kind === 'range') return rangeOf(first, chosen.at(-1) as typeof first);
  const rest = chosen.find((cell) => cell.kind === 'other_countries');
  const countries = chosen.flatMap((cell) => (cell.kind === 'countries' ? cell.countries : [])).sort();
  if (rest) return { none_of: rest.except.filter((country) => !countries.includes(country)) };
  if (countries.length > 0) return countries.length === 1 ? countries[0]! : { one_of: countries };
  const values = chosen.map((cell) => (cell as { value: boolean | string }).value);
  return values.length === 1 ? values[0]! : { one_of: values as string[] };
}

function rangeOf({ from }: { from: Cut | null }, { to }: { to: Cut | null }): WhenValue {
  return {
    ...(from && (from.after ? { gt: from.at } : { gte: from.at })),
    ...(to && (to.after ? { lte: to.at } : { lt: to.at })),
  };
}
