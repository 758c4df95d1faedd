/** Words that are like a misspelt one. */

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
    const distance = editDistance(word, candidate, allowed);
    if (distance <= allowed) near.push({ candidate, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  return near.slice(0, max).map(({ candidate }) => candidate);
}

/** How many letters must be put in, taken out, replaced or exchanged with the next one; `max + 1` if more than `max`. */
function editDistance(a: string, b: string, max: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > max) return max + 1;
    before = last;
    last = row;
  }
  return last[b.length]!;
}
