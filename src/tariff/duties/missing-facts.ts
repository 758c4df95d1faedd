/** What to ask, and between which headings each answer decides. */
import type { MissingFact } from './answer.ts';
import { type Decision, isLeaf, type Leaf } from './diagram.ts';
import type { Candidate } from './program.ts';
import type { Variable } from './variable.ts';
import { factVocabulary, type QuestionOf } from './vocabulary.ts';

/** @param order the names of the facts, best question first */
export function missingFacts(
  order: readonly string[],
  root: Decision,
  candidates: readonly Candidate[],
  variables: readonly Variable[],
  questionOf: QuestionOf,
): MissingFact[] {
  return order.map((name) => missingFact(name, headingsDecidedBy(name, root, candidates, variables), questionOf));
}

/** The questions of all variables, where nothing says between which headings they decide. */
export function questionsFor(variables: readonly Variable[], questionOf: QuestionOf): MissingFact[] {
  const names = new Set(variables.map(({ name }) => name).filter((name) => !name.startsWith('reading:')));
  return [...names].map((name) => missingFact(name, [], questionOf));
}

function missingFact(name: string, decides: string[], questionOf: QuestionOf): MissingFact {
  const fact = factVocabulary().get(name)!;
  const { type, values } = fact;
  return { fact: name, question: questionOf(fact), type, ...(values.length > 0 && { values }), decides };
}

/** The headings that are declared after one answer and not after another. */
function headingsDecidedBy(
  name: string,
  root: Decision,
  candidates: readonly Candidate[],
  variables: readonly Variable[],
): string[] {
  const decided = new Set<number>();
  const reach = reachableCandidates();
  const seen = new Set<number>();
  const visit = (node: Decision) => {
    if (isLeaf(node) || seen.has(node.id)) return;
    seen.add(node.id);
    if (variables[node.variable]!.name === name) {
      const parts = node.branches.map((branch) => reach(branch.node));
      for (const part of parts) for (const at of part) if (!parts.every((other) => other.has(at))) decided.add(at);
    }
    for (const branch of node.branches) visit(branch.node);
  };
  visit(root);
  const headings = [...decided].map((at) => candidates[at]!.rule).map(({ heading, id }) => heading ?? id);
  return [...new Set(headings)].sort();
}

function reachableCandidates(): (node: Decision) => ReadonlySet<number> {
  const memo = new Map<number, ReadonlySet<number>>();
  const reach = (node: Decision): ReadonlySet<number> => {
    let result = memo.get(node.id);
    if (!result) {
      result = new Set(
        isLeaf(node) ? (node as Leaf).declared : node.branches.flatMap((branch) => [...reach(branch.node)]),
      );
      memo.set(node.id, result);
    }
    return result;
  };
  return reach;
}
