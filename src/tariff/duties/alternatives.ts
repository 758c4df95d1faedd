/** The paths of a decision diagram as alternatives: complete, without overlap, and few. */
import type { WhenValue } from './answer.ts';
import { type Decision, isLeaf, type Leaf } from './diagram.ts';
import { describeCells, isContiguous, type Variable } from './variable.ts';

/** One way the open facts can be, and what is declared then. */
export interface Path {
  /** The allowed cells of each variable, as bits. */
  cells: readonly number[];
  /** One, unless the path was not split further. */
  outcomes: readonly Leaf[];
}

interface OpenPath {
  cells: readonly number[];
  node: Decision;
}

/** Paths that are followed to their ends before they are joined. With more, joining would take too long. */
const PATHS_MAX = 1_000;

/**
 * The paths from a diagram, joined where two of them declare the same and differ in one variable.
 * @param outcomesMax with more than this, paths stay unsplit: such a path has several outcomes, and its `cells` do not tell which
 */
export function pathsOf(root: Decision, variables: readonly Variable[], outcomesMax: number): Path[] {
  const start: OpenPath = { cells: variables.map(allCells), node: root };
  const all = followPaths(start, variables, ({ length }) => length <= PATHS_MAX);
  if (all.every(({ node }) => isLeaf(node))) {
    const joined = joinPaths(all.map(toPath), variables);
    if (joined.length <= outcomesMax) return joined;
  }
  const outcomes = new Map<Decision, number>();
  const outcomesOf = (node: Decision) => {
    const known = outcomes.get(node) ?? leavesOf(node).length;
    outcomes.set(node, known);
    return known;
  };
  const coarse = followPaths(start, variables, (paths) => {
    return paths.reduce((sum, { node }) => sum + outcomesOf(node), 0) <= outcomesMax;
  });
  return joinPaths(coarse.map(toPath), variables);
}

/** Splits paths breadth first, as long as the result is acceptable. */
function followPaths(
  start: OpenPath,
  variables: readonly Variable[],
  isAcceptable: (paths: readonly OpenPath[]) => boolean,
): OpenPath[] {
  let paths = [start];
  for (;;) {
    const split = paths.flatMap((path) => splitPath(path, variables));
    if (split.length === paths.length || !isAcceptable(split)) return paths;
    paths = split;
  }
}

function splitPath(path: OpenPath, variables: readonly Variable[]): OpenPath[] {
  const { cells, node } = path;
  if (isLeaf(node)) return [path];
  return node.branches.flatMap(({ bits, node: below }) =>
    contiguousParts(variables[node.variable]!, bits).map((part) => ({
      cells: cells.with(node.variable, part),
      node: below,
    })),
  );
}

function toPath({ cells, node }: OpenPath): Path {
  return { cells, outcomes: leavesOf(node) };
}

function allCells({ cells }: Variable): number {
  return (1 << cells.length) - 1;
}

/** Cells that are no neighbours need a path each: a number is said as one interval. */
function contiguousParts(variable: Variable, bits: number): number[] {
  if (isContiguous(variable, bits)) return [bits];
  const parts: number[] = [];
  let part = 0;
  for (let cell = 0; cell <= variable.cells.length; cell++) {
    const bit = bits & (1 << cell);
    if (bit) part |= bit;
    else if (part) {
      parts.push(part);
      part = 0;
    }
  }
  return parts;
}

/** The distinct outcomes of a diagram. */
export function leavesOf(root: Decision): Leaf[] {
  const leaves = new Map<number, Leaf>();
  const seen = new Set<number>();
  const visit = (node: Decision) => {
    if (seen.has(node.id)) return;
    seen.add(node.id);
    if (isLeaf(node)) leaves.set(node.id, node);
    else for (const { node: below } of node.branches) visit(below);
  };
  visit(root);
  return [...leaves.values()];
}

/** Joins paths with the same outcomes that differ in one variable, until no two do. */
function joinPaths(paths: Path[], variables: readonly Variable[]): Path[] {
  let current = paths;
  for (;;) {
    const before = current.length;
    for (let index = variables.length - 1; index >= 0; index--) current = joinAlong(current, index, variables[index]!);
    if (current.length === before) return current;
  }
}

function joinAlong(paths: readonly Path[], index: number, variable: Variable): Path[] {
  const groups = new Map<string, { path: Path; bits: number }>();
  for (const path of paths) {
    const key = `${path.outcomes.map(({ id }) => id)} ${path.cells.with(index, 0)}`;
    const group = groups.get(key);
    if (group) group.bits |= path.cells[index]!;
    else groups.set(key, { path, bits: path.cells[index]! });
  }
  return [...groups.values()].flatMap(({ path: { cells, outcomes }, bits }) =>
    contiguousParts(variable, bits).map((part) => ({ cells: cells.with(index, part), outcomes })),
  );
}

/** The `when` of a path. Members of a list are joined. */
export function describePath(
  { cells }: Pick<Path, 'cells'>,
  variables: readonly Variable[],
): Record<string, WhenValue> {
  const when: Record<string, WhenValue> = Object.create(null);
  variables.forEach((variable, index) => {
    const bits = cells[index]!;
    if (bits === allCells(variable)) return;
    const value = describeCells(variable, bits);
    when[variable.name] = variable.member === null ? value : joinMembers(when[variable.name], value);
  });
  return when;
}

interface Members {
  includes?: string[];
  excludes?: string[];
}

function joinMembers(known: WhenValue | undefined, value: WhenValue): Members {
  const a = (known ?? {}) as Members;
  const b = value as Members;
  const includes = [...(a.includes ?? []), ...(b.includes ?? [])];
  const excludes = [...(a.excludes ?? []), ...(b.excludes ?? [])];
  return { ...(includes.length > 0 && { includes }), ...(excludes.length > 0 && { excludes }) };
}
