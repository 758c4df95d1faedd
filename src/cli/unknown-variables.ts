/** Variables that look like settings and are none. A mistyped PORTSIDE_TRUST_PROXY would silently leave its default in force. */
import { SETTINGS } from '../config.ts';

/** Most of what a typo changes: two letters swapped, one missing, one wrong. */
const TYPO_EDITS_MAX = 2;

/** One sentence for each unknown `PORTSIDE_…` variable, with the setting that is nearest. */
export function unknownVariables(env: Record<string, string | undefined>): string[] {
  const known = Object.entries<{ secret?: true }>(SETTINGS).flatMap(([name, { secret }]) => {
    const variable = `PORTSIDE_${name.toUpperCase()}`;
    return secret ? [variable, `${variable}_FILE`] : [variable];
  });
  return Object.keys(env)
    .filter((name) => name.startsWith('PORTSIDE_') && !known.includes(name))
    .sort()
    .map((name) => {
      const [near] = known
        .map((other) => ({ other, edits: editDistance(name, other) }))
        .filter(({ edits }) => edits <= TYPO_EDITS_MAX)
        .sort((a, b) => a.edits - b.edits);
      const shown = name.replace(/[^\x21-\x7e]/g, '?').slice(0, 80);
      return `${shown} is not a setting.${near ? ` Did you mean ${near.other}?` : ''}`;
    });
}

/** Levenshtein's distance, by rows. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
