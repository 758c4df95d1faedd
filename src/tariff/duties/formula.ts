/** What is left of conditions, as shared formulas over variables: equal formulas are one number, so they compare at once. */
import type { Condition } from './condition.ts';
import type { Evaluated } from './evaluate.ts';
import { cellsMeeting, type Variable } from './variable.ts';

export const FALSE = 0;
export const TRUE = 1;

type Node =
  | { kind: 'constant' }
  | { kind: 'cells'; variable: number; bits: number }
  | { kind: 'all' | 'any'; of: readonly number[] };

export class Formulas {
  readonly #nodes: Node[] = [{ kind: 'constant' }, { kind: 'constant' }];
  readonly #firsts: number[] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readonly #ids = new Map<string, number>();
  readonly #restricted = new Map<string, number>();

  constructor(private readonly variables: readonly Variable[]) {}

  of(condition: Evaluated, negated = false): number {
    if (typeof condition === 'boolean') return condition === negated ? FALSE : TRUE;
    switch (condition.kind) {
      case 'not':
        return this.of(condition.of, !negated);
      case 'all':
      case 'any': {
        const parts = condition.of.map((part) => this.of(part, negated));
        return this.combine((condition.kind === 'all') === negated ? 'any' : 'all', parts);
      }
      default: {
        const { variable, bits } = this.#cellsOf(condition);
        return this.cells(variable, negated ? ~bits & this.#allCells(variable) : bits);
      }
    }
  }

  #cellsOf(condition: Condition): { variable: number; bits: number } {
    if (condition.kind === 'reading') {
      const variable = this.variables.findIndex(({ name }) => name === `reading:${condition.question}`);
      return { variable, bits: cellsMeeting(this.variables[variable]!, { eq: condition.is }) };
    }
    if (condition.kind !== 'fact') throw new Error('a condition of the item was not decided');
    const { fact, test } = condition;
    const member = 'includes' in test ? test.includes : null;
    const variable = this.variables.findIndex((candidate) => candidate.name === fact && candidate.member === member);
    return { variable, bits: cellsMeeting(this.variables[variable]!, test) };
  }

  #allCells(variable: number): number {
    return (1 << this.variables[variable]!.cells.length) - 1;
  }

  /** The formula that a variable is in one of the cells of `bits`. */
  cells(variable: number, bits: number): number {
    if (bits === 0) return FALSE;
    if (bits === this.#allCells(variable)) return TRUE;
    return this.#intern(`${variable}:${bits}`, { kind: 'cells', variable, bits }, variable);
  }

  combine(kind: 'all' | 'any', parts: readonly number[]): number {
    const decisive = kind === 'any' ? TRUE : FALSE;
    const rest = new Set<number>();
    for (const part of parts) {
      if (part === decisive) return decisive;
      if (part > TRUE) rest.add(part);
    }
    if (rest.size === 0) return TRUE - decisive;
    const of = [...rest].sort((a, b) => a - b);
    if (of.length === 1) return of[0]!;
    return this.#intern(`${kind} ${of}`, { kind, of }, Math.min(...of.map((part) => this.#firsts[part]!)));
  }

  #intern(key: string, node: Node, first: number): number {
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#nodes.push(node) - 1;
      this.#firsts.push(first);
      this.#ids.set(key, id);
    }
    return id;
  }

  /** The first variable of a formula; infinite if it has none. */
  firstVariable(id: number): number {
    return this.#firsts[id]!;
  }

  /** The formula once a variable is known to be in a cell. */
  restrict(id: number, variable: number, cell: number): number {
    if (this.#firsts[id]! > variable) return id;
    const key = `${id} ${variable} ${cell}`;
    let result = this.#restricted.get(key);
    if (result === undefined) {
      result = this.#restrict(this.#nodes[id]!, id, variable, cell);
      this.#restricted.set(key, result);
    }
    return result;
  }

  #restrict(node: Node, id: number, variable: number, cell: number): number {
    if (node.kind === 'cells') {
      if (node.variable !== variable) return id;
      return node.bits & (1 << cell) ? TRUE : FALSE;
    }
    if (node.kind === 'constant') return id;
    return this.combine(
      node.kind,
      node.of.map((part) => this.restrict(part, variable, cell)),
    );
  }
}
