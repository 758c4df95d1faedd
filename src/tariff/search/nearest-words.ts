/** Words that are like a misspelt one. */
import { editDistance } from '../../domain/edit-distance.ts';

const DISTANCE_MAX = 2;
const CHARS_MIN = 4;

/**
 * At most `max` words of a vocabulary that begin with the same letter, or with the first two exchanged; the likeliest first. Few
 * misspellings change the first letter, and the others would take ten times as long.
 */
export function nearestWords(vocabulary: readonly string[], word: string, max: number): string[] {
  if (word.length < CHARS_MIN) return [];
  const allowed = word.length < 7 ? 1 : DISTANCE_MAX;
  const near: { candidate: string; distance: number }[] = [];
  for (const candidate of vocabulary) {
    if (candidate[0] !== word[0] && !(candidate[0] === word[1] && candidate[1] === word[0])) continue;
    if (Math.abs(candidate.length - word.length) > allowed || candidate.length < CHARS_MIN) continue;
    const distance = editDistance(word, candidate);
    if (distance <= allowed) near.push({ candidate, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  return near.slice(0, max).map(({ candidate }) => candidate);
}
