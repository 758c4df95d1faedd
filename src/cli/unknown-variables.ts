/** Variables that look like settings and are none. A mistyped PORTSIDE_TRUST_PROXY would silently leave its default in force. */
import { SETTINGS } from '../config.ts';
import { editDistance } from '../domain/edit-distance.ts';

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
