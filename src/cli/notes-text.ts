/** The text that `portside tariff read-notes` prints. Pure. */
import type { NotesChange, NotesRevision, SubdivisionDiff } from '../tariff/notes/compare-notes.ts';
import { columnsOf, painter, type TextOptions, wrapBehind } from './terminal.ts';

const NOTE_WIDTH = 12;

export function printNotes(notes: NotesRevision, options: TextOptions = {}): string {
  const paint = painter(options);
  const columns = columnsOf(options);
  const paragraph = (first: string, text: string) => wrapBehind(first, text, columns);
  const form = notes.form === 'html' ? 'HTML' : 'text of the PDF';
  const lines = [
    ...paragraph('', `Notes of chapter 99${notes.revision ? `, ${notes.revision}` : ''}`).map((line) =>
      paint('bold', line),
    ),
    ...paragraph('  ', `${form}, compared with the lists in force on ${notes.effective}`),
    '',
    paint('dim', `  ${'subdivision'.padEnd(NOTE_WIDTH)}   held  printed`),
  ];
  for (const diff of notes.subdivisions) {
    const { note, held, printed } = diff;
    const counts = `${String(held).padStart(7)}${String(printed).padStart(9)}`;
    lines.push(`  ${note.padEnd(NOTE_WIDTH)}${counts}   ${paint(isSame(diff) ? 'dim' : 'bold', summaryOf(diff))}`);
    for (const group of changeGroups(diff.added, 'new'))
      lines.push(...paragraph('      + ', group).map((line) => paint('green', line)));
    for (const group of changeGroups(diff.removed, 'gone'))
      lines.push(...paragraph('      - ', group).map((line) => paint('red', line)));
  }
  const section = (title: string, entries: string[]) => {
    if (entries.length === 0) return;
    lines.push('', paint('bold', title));
    for (const entry of entries) lines.push(...paragraph('  ', entry));
  };
  section(
    'Lists in the notes that Portside does not hold',
    notes.unknown.map(
      ({ note, line, codes }) => `${note} on line ${line}, ${codes.length} numbers: ${codes.join(', ')}`,
    ),
  );
  section(
    'Not read, compare by hand',
    notes.unread.map(({ note, reason }) => `${note}: ${reason}`),
  );
  section(
    'Printed numbers that the schedule does not have',
    notes.not_in_schedule.map(({ code, note, successors }) => {
      const now = successors.length > 0 ? `replaced by ${successors.join(', ')}` : 'no successor is known';
      return `${code} in ${note}: ${now}`;
    }),
  );
  lines.push('', conclusionOf(notes), '');
  return lines.join('\n');
}

function isSame({ added, removed }: SubdivisionDiff): boolean {
  return added.length + removed.length === 0;
}

function summaryOf(diff: SubdivisionDiff): string {
  if (isSame(diff)) return 'same';
  const { added, removed } = diff;
  return [added.length > 0 ? `${added.length} new` : '', removed.length > 0 ? `${removed.length} gone` : '']
    .filter(Boolean)
    .join(', ');
}

/** One text for the numbers that changed in the same way: `moved to 16(c)(xi): 8427.10.40, 8427.10.80`. */
function changeGroups(changes: readonly NotesChange[], otherwise: string): string[] {
  return [...Map.groupBy(changes, ({ remark }) => remark ?? otherwise)].map(([fate, group]) => {
    const lines = group.flatMap(({ line }) => line ?? []);
    const [first, last] = [Math.min(...lines), Math.max(...lines)];
    const place = lines.length === 0 ? '' : first === last ? ` (line ${first})` : ` (lines ${first} to ${last})`;
    return `${fate}: ${group.map(({ code }) => code).join(', ')}${place}`;
  });
}

function conclusionOf({ subdivisions, proposals, effective }: NotesRevision): string {
  const differing = subdivisions.filter((diff) => !isSame(diff)).length;
  if (differing === 0) return `All ${subdivisions.length} lists that were read are as held.`;
  const lists = differing === 1 ? '1 list differs' : `${differing} lists differ`;
  return proposals.length > 0
    ? `${lists}.`
    : `${lists}. The lists held are newer than ${effective}, so nothing is proposed.`;
}
