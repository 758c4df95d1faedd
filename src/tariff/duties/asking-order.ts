/** Which facts can still change what is declared, and in which order asking for them settles the answer soonest. */
import { type Decision, isLeaf } from './diagram.ts';
import type { Variable } from './variable.ts';

/** The names of the facts in a diagram, best question first: the one after whose answers the fewest outcomes remain. */
export function askingOrder(root: Decision, variables: readonly Variable[]): string[] {
  const order: string[] = [];
  const open = factsIn(root, variables);
  let node = root;
  while (open.size > 0) {
    const here = [...factsIn(node, variables)].filter((fact) => open.has(fact));
    const candidates = here.length > 0 ? here : [...open];
    const best = candidates
      .map((fact) => ({ fact, after: answersTo(node, fact, variables) }))
      .reduce((a, b) => (meanSize(b.after) < meanSize(a.after) ? b : a));
    order.push(best.fact);
    open.delete(best.fact);
    node = best.after.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a), best.after[0] ?? node);
  }
  return order;
}

function factsIn(root: Decision, variables: readonly Variable[]): Set<string> {
  const indexes = new Set<number>();
  const seen = new Set<number>();
  const visit = (node: Decision) => {
    if (isLeaf(node) || seen.has(node.id)) return;
    seen.add(node.id);
    indexes.add(node.variable);
    for (const { node: below } of node.branches) visit(below);
  };
  visit(root);
  const names = [...indexes].sort((a, b) => a - b).map((index) => variables[index]!.name);
  return new Set(names.filter((name) => !name.startsWith('reading:')));
}

/** What is left of a diagram after each answer to one question. A list is answered with nothing, or with one member. */
function answersTo(root: Decision, fact: string, variables: readonly Variable[]): Decision[] {
  const indexes = variables.flatMap(({ name }, at) => (name === fact ? [at] : []));
  const { member, cells } = variables[indexes[0]!]!;
  if (member === null) return cells.map((_, cell) => restrict(root, new Map([[indexes[0]!, 1 << cell]])));
  const none = new Map(indexes.map((index) => [index, NOT_A_MEMBER]));
  return [none, ...indexes.map((index) => new Map(none).set(index, MEMBER))].map((known) => restrict(root, known));
}

const MEMBER = 1;
const NOT_A_MEMBER = 2;

function restrict(root: Decision, known: ReadonlyMap<number, number>): Decision {
  const memo = new Map<number, Decision>();
  const visit = (node: Decision): Decision => {
    if (isLeaf(node)) return node;
    let result = memo.get(node.id);
    if (result) return result;
    const bits = known.get(node.variable);
    if (bits !== undefined) result = visit(node.branches.find((branch) => branch.bits & bits)!.node);
    else result = { ...node, branches: node.branches.map((branch) => ({ ...branch, node: visit(branch.node) })) };
    memo.set(node.id, result);
    return result;
  };
  return visit(root);
}

function meanSize(nodes: readonly Decision[]): number {
  return nodes.reduce((sum, node) => sum + sizeOf(node), 0) / Math.max(nodes.length, 1);
}

/** The number of paths, on a scale that does not overflow. */
function sizeOf(root: Decision): number {
  const memo = new Map<Decision, number>();
  const visit = (node: Decision): number => {
    if (isLeaf(node)) return 1;
    let size = memo.get(node);
    if (size === undefined) {
      size = node.branches.reduce((sum, branch) => sum + visit(branch.node), 0);
      memo.set(node, size);
    }
    return size;
  };
  return isLeaf(root) ? 0 : visit(root);
}
