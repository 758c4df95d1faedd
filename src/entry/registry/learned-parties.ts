/** What an answer of the registry says about the parties that it has. */
import type { FiledParty, Filing, FilingError } from '../../domain/filing.ts';
import type { FilingChange } from '../../domain/filing-store.ts';
import type { ImportVerdict } from '../../domain/product-registry.ts';

/** The key of a new party is taken already. */
const TAKEN = '2005';
/** The key of a known party was not found. */
const NOT_FOUND = '2024';

/** So that the same certificate, sent again, says of each party what the registry expects. */
export function learnedParties(
  { parties }: Filing,
  { state, errors }: ImportVerdict,
): Pick<FilingChange, 'known' | 'unknown'> {
  if (state === 'accepted') return { known: parties };
  const named = (code: string, among: readonly FiledParty[]) =>
    errors.filter((error) => error.code === code).flatMap((error) => partiesOf(error, among));
  // Somebody else made it, so its details are not known.
  const known = named(
    TAKEN,
    parties.filter(({ isNew }) => isNew),
  ).map(({ alternateId }) => ({ alternateId }));
  const unknown = named(
    NOT_FOUND,
    parties.filter(({ isNew }) => !isNew),
  ).map(({ alternateId }) => alternateId);
  return { known, unknown };
}

/** Those that an error names, by key or by role. If it names none, the only one; of several, none: a guess would change another. */
function partiesOf({ field, message }: FilingError, among: readonly FiledParty[]): readonly FiledParty[] {
  const text = `${field} ${message}`;
  const byKey = among.filter(({ alternateId }) => names(text, alternateId));
  // `A 1` stands in `A 1 2` as a word too.
  const isPart = ({ alternateId }: FiledParty) =>
    byKey.some((other) => other.alternateId !== alternateId && other.alternateId.includes(alternateId));
  if (byKey.length > 0) return byKey.filter((party) => !isPart(party));
  const byRole = among.filter(({ role }) => new RegExp(`\\b${role}`, 'i').test(field));
  if (byRole.length === 1) return byRole;
  return among.length === 1 ? among : [];
}

const IN_A_KEY = /[\p{L}\p{N}_-]/u;

/** Whether a key stands in a text by itself: `LAB-1` does not stand in `LAB-12`. */
function names(text: string, key: string): boolean {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const around = [text[at - 1] ?? '', text[at + key.length] ?? ''];
    if (!around.some((char) => IN_A_KEY.test(char))) return true;
  }
  return false;
}
