import { editDistance } from './edit-distance.ts';

/** Longer texts are no misspelt name, and comparing them would cost their length. */
const NAME_CHARS_MAX = 40;

/**
 * The name that a misspelt one most likely means; undefined if none is near. One whose words are a part of the other counts as
 * near: `metal_share` for `us_metal_share`.
 */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  if (misspelt.length === 0 || misspelt.length > NAME_CHARS_MAX) return undefined;
  const text = misspelt.toLowerCase();
  const [near] = names
    .map((name) => ({ name, edits: editDistance(text, name) }))
    .filter(({ name, edits }) => edits <= Math.max(2, Math.min(text.length, name.length) / 2) || name.includes(text))
    .sort((a, b) => a.edits - b.edits);
  return near?.name;
}
