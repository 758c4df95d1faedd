/** Which values of predicates can occur together: a path that is `/` does not contain `/thank-you`. */
import { textOf } from '../javascript/literal.ts';
import type { Firings } from './firing.ts';

/** A predicate that compares a variable with a text. */
interface Comparison {
  variable: string;
  operator: string;
  text: string | undefined;
}

export class Consistency {
  private readonly known = new Map<number, Comparison | undefined>();

  constructor(private readonly firings: Firings) {}

  /** False only if no visitor can ever see these values together. */
  readonly fits = (values: ReadonlyMap<number, boolean>): boolean => {
    this.firings.effort.done += values.size;
    for (const [atom, isTrue] of values) {
      const one = isTrue ? this.comparisonOf(atom) : undefined;
      if (one?.text === undefined) continue;
      for (const [other, value] of values) {
        if (other === atom) continue;
        const two = this.comparisonOf(other);
        if (two && two.variable === one.variable && !this.agree(one.operator, one.text, other, two, value))
          return false;
      }
    }
    return true;
  };

  private agree(operator: string, text: string, other: number, two: Comparison, value: boolean): boolean {
    this.firings.effort.done++;
    if (operator === '_eq') {
      const truth = this.firings.predicates.decideFor(other, text);
      return truth === 'unknown' || truth === value;
    }
    if (two.text === undefined) return true;
    const implied =
      (two.operator === '_cn' && ['_cn', '_sw', '_ew'].includes(operator) && text.includes(two.text)) ||
      (two.operator === '_sw' && operator === '_sw' && text.startsWith(two.text)) ||
      (two.operator === '_ew' && operator === '_ew' && text.endsWith(two.text));
    if (implied) return value;
    const excluded =
      (operator === '_sw' && two.operator === '_sw' && !two.text.startsWith(text)) ||
      (operator === '_ew' && two.operator === '_ew' && !two.text.endsWith(text));
    return !(excluded && value);
  }

  private comparisonOf(atom: number): Comparison | undefined {
    if (!this.known.has(atom)) this.known.set(atom, this.read(atom));
    return this.known.get(atom);
  }

  private read(atom: number): Comparison | undefined {
    const { container, predicates } = this.firings;
    const predicate = container.predicates[atom];
    const left = predicate?.get('arg0');
    if (!predicate || !Array.isArray(left) || left[0] !== 'macro' || typeof left[1] !== 'number') return undefined;
    const macro = container.macros[left[1]];
    if (!macro) return undefined;
    // Two variables with the same settings are one.
    const variable = JSON.stringify([...macro].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { variable, operator: textOf(predicate, 'function') ?? '', text: predicates.textOf(atom) };
  }
}
