/** What an answer did not look at and may concern the goods. */
import type { Declaration } from './answer.ts';
import { evaluate, type Known } from './evaluate.ts';
import type { OutsideRow, Rules } from './rules.ts';

/** @param declare what is declared; null as long as it is open */
export function outsideOf({ outside }: Rules, known: Known, declare: readonly Declaration[] | null): string[] {
  return outside
    .filter(({ when }) => when === null || evaluate(when, known) !== false)
    .map((row) => `${row.what}${sparedText(row, known, declare)} (${row.source})`);
}

/** Whether goods that are charged as declared are free of the other duty. */
function sparedText({ spares }: OutsideRow, known: Known, declare: readonly Declaration[] | null): string {
  if (spares === null) return '';
  if (declare === null)
    return '. Goods that some headings of Section 232 charge are free of it; a settled answer says if these are';
  if (declare.length === 0) return '. No heading of Section 232 frees these goods from it';
  const sparing = spares
    .filter(({ when }) => when === null || evaluate(when, known) === true)
    .flatMap(({ ids }) => ids);
  const by = declare.map(({ heading }) => heading).filter((heading) => heading !== null && sparing.includes(heading));
  return by.length > 0
    ? `. Goods under ${by.join(' and ')} are free of it`
    : '. The headings declared here do not free the goods from it';
}
