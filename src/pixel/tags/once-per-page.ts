import type { PageFacts } from './facts.ts';

/** Computes an answer about the facts of a page once, however many rules ask. */
export function oncePerPage<T>(compute: (page: PageFacts) => T): (page: PageFacts) => T {
  const answers = new WeakMap<PageFacts, { answer: T }>();
  return (page) => {
    let known = answers.get(page);
    if (!known) {
      known = { answer: compute(page) };
      answers.set(page, known);
    }
    return known.answer;
  };
}
