/** Which facts can still change what is declared, and in which order asking for them settles the answer soonest. */
import { type Decision, isLeaf } from './diagram.ts';
import type { Variable } from './variable.ts';

/**
 * The names of the facts in a diagram, best question first: the one after whose answers the fewest further questions are expected. The
 * others follow in the order in which they would be asked after the answer that leaves most open. All answers count as equally likely, but
 * of a list the usual answer is nothing: its members are acts of the importer, certifications and approvals.
 */
export function askingOrder(root: Decision, variables: readonly Variable[]): string[] {
  const diagrams = new Diagrams(variables);
  const order: string[] = [];
  const open = diagrams.factsIn(root);
  let node = root;
  while (open.size > 0) {
    const here = [...diagrams.factsIn(node)].filter((fact) => open.has(fact));
    const candidates = here.length > 0 ? here : [...open];
    const best = candidates
      .map((fact) => ({ fact, after: diagrams.answersTo(node, fact) }))
      .reduce((a, b) => (expectedAfter(b.after) < expectedAfter(a.after) ? b : a));
    order.push(best.fact);
    open.delete(best.fact);
    const left = best.after.map((answer) => answer.node);
    node = left.reduce((a, b) => (diagrams.expected(b) > diagrams.expected(a) ? b : a), left[0] ?? node);
  }
  return order;

  function expectedAfter(answers: readonly Answer[]): number {
    return answers.reduce((sum, { node: left, share }) => sum + share * diagrams.expectedAfterBest(left), 0);
  }
}

/** What one answer to a question leaves, and how likely it is. */
interface Answer {
  node: Decision;
  share: number;
}

const NOT_A_MEMBER = 2;

/** Parts of one diagram, reduced: two that decide the same are one node. */
class Diagrams {
  readonly #nodes = new Map<string, Decision>();
  readonly #expected = new Map<Decision, number>();
  readonly #least = new Map<Decision, number>();
  readonly #facts = new Map<Decision, ReadonlySet<number>>();
  #ids = -1;

  constructor(private readonly variables: readonly Variable[]) {}

  /** The facts that can change what is declared, in the order of the vocabulary. */
  factsIn(root: Decision): Set<string> {
    const names = [...this.#variablesIn(root)].sort((a, b) => a - b).map((index) => this.variables[index]!.name);
    return new Set(names.filter((name) => !isReading(name)));
  }

  #variablesIn(node: Decision): ReadonlySet<number> {
    let found = this.#facts.get(node);
    if (!found) {
      const below = isLeaf(node) ? [] : node.branches.flatMap((branch) => [...this.#variablesIn(branch.node)]);
      found = new Set(isLeaf(node) ? [] : [node.variable, ...below]);
      this.#facts.set(node, found);
    }
    return found;
  }

  /** What is left of a diagram after each answer to one question. A list is answered with nothing. */
  answersTo(root: Decision, fact: string): Answer[] {
    const indexes = this.variables.flatMap(({ name }, at) => (name === fact ? [at] : []));
    const { member, cells } = this.variables[indexes[0]!]!;
    if (member === null) {
      return cells.map((_, cell) => ({
        node: this.#restrict(root, new Map([[indexes[0]!, 1 << cell]])),
        share: 1 / cells.length,
      }));
    }
    const none = new Map(indexes.map((index) => [index, NOT_A_MEMBER]));
    return [{ node: this.#restrict(root, none), share: 1 }];
  }

  #restrict(root: Decision, known: ReadonlyMap<number, number>): Decision {
    const memo = new Map<Decision, Decision>();
    const visit = (node: Decision): Decision => {
      if (isLeaf(node)) return node;
      let result = memo.get(node);
      if (result) return result;
      const bits = known.get(node.variable);
      if (bits !== undefined) result = visit(node.branches.find((branch) => branch.bits & bits)!.node);
      else {
        result = this.#choice(
          node.variable,
          node.branches.map((branch) => ({ bits: branch.bits, node: visit(branch.node) })),
        );
      }
      memo.set(node, result);
      return result;
    };
    return visit(root);
  }

  #choice(variable: number, branches: readonly { bits: number; node: Decision }[]): Decision {
    const merged = new Map<Decision, number>();
    for (const { bits, node } of branches) merged.set(node, (merged.get(node) ?? 0) | bits);
    if (merged.size === 1) return branches[0]!.node;
    const key = `${variable} ${[...merged].map(([node, bits]) => `${bits}:${node.id}`)}`;
    let known = this.#nodes.get(key);
    if (!known) {
      known = { id: this.#ids--, variable, branches: [...merged].map(([node, bits]) => ({ bits, node })) };
      this.#nodes.set(key, known);
    }
    return known;
  }

  /** How many questions are expected if they are asked in the order of the vocabulary. Nobody can be asked for a reading of the law. */
  expected(root: Decision): number {
    let expected = this.#expected.get(root);
    if (expected === undefined) {
      expected = isLeaf(root) ? 0 : this.#expectedOf(root);
      this.#expected.set(root, expected);
    }
    return expected;
  }

  /** How many questions are expected if the best one comes first, and the others in the order of the vocabulary. */
  expectedAfterBest(root: Decision): number {
    let least = this.#least.get(root);
    if (least === undefined) {
      least = this.expected(root);
      for (const fact of this.factsIn(root)) least = Math.min(least, 1 + this.#expectedAfter(root, fact));
      this.#least.set(root, least);
    }
    return least;
  }

  #expectedAfter(root: Decision, fact: string): number {
    return this.answersTo(root, fact).reduce((sum, { node, share }) => sum + share * this.expected(node), 0);
  }

  #expectedOf(node: Exclude<Decision, { declared: unknown }>): number {
    const { name, member, cells } = this.variables[node.variable]!;
    const below = node.branches.reduce((sum, branch) => {
      const share = member === null ? bitsIn(branch.bits) / cells.length : Number(branch.bits === NOT_A_MEMBER);
      // Members of a list are neighbours, and one question asks for all of them.
      const isSame = !isLeaf(branch.node) && this.variables[branch.node.variable]!.name === name;
      return sum + share * (this.expected(branch.node) - (isSame && !isReading(name) ? 1 : 0));
    }, 0);
    return below + (isReading(name) ? 0 : 1);
  }
}

function isReading(name: string): boolean {
  return name.startsWith('reading:');
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
