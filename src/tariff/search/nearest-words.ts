/** Words that are like a misspelt one. */
import { editDistance } from '../../domain/edit-distance.ts';

/** Shorter words are too often like another one. */
const CHARS_MIN = 5;
const TWO_EDITS_CHARS_MIN = 8;

/**
 * The words of some vocabularies that begin with the same letter, or with the first two exchanged; the likeliest first. Few
 * misspellings change the first letter, and the others would take ten times as long.
 */
export function nearestWords(vocabularies: readonly Iterable<string>[], word: string): string[] {
  if (word.length < CHARS_MIN) return [];
  const allowed = word.length < TWO_EDITS_CHARS_MIN ? 1 : 2;
  const near = new Map<string, number>();
  for (const vocabulary of vocabularies) {
    for (const candidate of vocabulary) {
      if (candidate[0] !== word[0] && !(candidate[0] === word[1] && candidate[1] === word[0])) continue;
      if (Math.abs(candidate.length - word.length) > allowed || candidate.length < CHARS_MIN - 1) continue;
      const distance = editDistance(word, candidate);
      if (distance <= allowed) near.set(candidate, distance);
    }
  }
  return [...near].sort(([, a], [, b]) => a - b).map(([candidate]) => candidate);
}
