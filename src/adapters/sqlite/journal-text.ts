/**
 * The text of a row of the journal: a JSON array. Entries of one product and rounding are a group of bare numbers, which takes less than half
 * of the space. Charges of jobs are entries as they are, and so is everything in rows of older versions.
 */
import type { JournalEntry } from '../../limits/journal.ts';

/** Key, lineage and requests of each entry, one after the other. */
type Group = [product: string, rounding: number, numbers: number[]];
type Part = JournalEntry | Group;

export function journalText(entries: readonly JournalEntry[]): string {
  const parts: Part[] = [];
  let group: Group | undefined;
  for (const entry of entries) {
    const [keyId, lineageId, product, requests, rounding = 1, day] = entry;
    if (day !== undefined) {
      parts.push(entry);
      group = undefined;
      continue;
    }
    if (group?.[0] !== product || group[1] !== rounding) {
      group = [product, rounding, []];
      parts.push(group);
    }
    group[2].push(keyId, lineageId, requests);
  }
  return JSON.stringify(parts);
}

/** The entries of a row of this version or an older one, in their order. */
export function entriesOf(text: string): JournalEntry[] {
  return entriesOfParts(partsOf(text));
}

/** The same entries one by one, as older versions and PostgreSQL write them. A text without groups is left as it is. */
export function ungrouped(text: string): string {
  const parts = partsOf(text);
  return parts.some(isGroup) ? JSON.stringify(entriesOfParts(parts)) : text;
}

const partsOf = (text: string) => JSON.parse(text) as Part[];

function entriesOfParts(parts: readonly Part[]): JournalEntry[] {
  return parts.flatMap((part) => (isGroup(part) ? entriesOfGroup(part) : [part]));
}

function entriesOfGroup([product, rounding, numbers]: Group): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (let i = 0; i < numbers.length; i += 3) {
    const entry: JournalEntry = [numbers[i]!, numbers[i + 1]!, product, numbers[i + 2]!];
    if (rounding !== 1) entry.push(rounding);
    entries.push(entry);
  }
  return entries;
}

function isGroup(part: Part): part is Group {
  return typeof part[0] === 'string';
}
