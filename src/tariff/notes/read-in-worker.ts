/** Has a file with notes read by an isolated worker, and checks what the worker says about it. */
import type { IsolatedTasks, TaskBudget } from '../../domain/isolated-tasks.ts';
import { fileRefusal } from '../file-refusal.ts';
import { TariffFileError } from '../json-fields.ts';
import type { NotesChange, NotesOptions, NotesRevision } from './compare-notes.ts';

/** The notes of chapter 99, 5 MB of HTML, take less than a second. */
const NOTES_BUDGET: TaskBudget = {
  cpuMs: 30_000,
  memoryBytes: 1024 * 1024 * 1024,
  outputBytes: 16 * 1024 * 1024,
  wallMs: 120_000,
};

/** What a worker says: the comparison, or why the file is refused. */
export type NotesOutput = { fault: { line: number | null; reason: string } } | NotesRevision;

/**
 * @param lists the imported lists, as stored
 * @throws TariffFileError if the file is refused, or cannot be read within the limits
 */
export async function readNotesInWorker(
  file: Uint8Array,
  lists: readonly string[],
  options: NotesOptions,
  tasks: IsolatedTasks,
): Promise<NotesRevision> {
  const attachments = [file, Buffer.from(JSON.stringify(lists))];
  try {
    const result = await tasks.run({
      task: 'notes',
      input: options,
      attachments,
      budget: NOTES_BUDGET,
      owners: ['notes'],
    });
    return notesRevision(JSON.parse(result.text) as NotesOutput);
  } catch (error) {
    throw fileRefusal(error, 'the notes of chapter 99');
  }
}

/** @throws SyntaxError unless the output has the shape of a comparison */
function notesRevision(output: NotesOutput): NotesRevision {
  if (typeof output !== 'object' || output === null) throw new SyntaxError('not an object');
  if ('fault' in output) {
    const { line, reason } = output.fault;
    throw new TariffFileError(Number.isSafeInteger(line) ? line : null, String(reason).slice(0, 1000));
  }
  const { form, revision, effective, subdivisions, unread, unknown, not_in_schedule, proposals } = output;
  require(form === 'html' || form === 'pdf text');
  require(revision === null || isName(revision));
  require(isName(effective));
  for (const list of [subdivisions, unread, unknown, not_in_schedule, proposals]) require(Array.isArray(list));
  for (const { note, line, held, printed, added, removed } of subdivisions) {
    require(isName(note) && [line, held, printed].every(Number.isSafeInteger));
    require(Array.isArray(added) && Array.isArray(removed) && [...added, ...removed].every(isChange));
  }
  for (const { note, reason } of unread) require(isName(note) && isName(reason));
  for (const { note, line, codes } of unknown) require(isName(note) && Number.isSafeInteger(line) && areNames(codes));
  for (const { code, note, successors } of not_in_schedule)
    require(isName(code) && isName(note) && areNames(successors));
  // The id becomes the name of a file.
  for (const { list_id, version, text } of proposals) {
    require(/^[a-z0-9-]{1,40}$/.test(list_id) && isName(version) && typeof text === 'string');
  }
  return { form, revision, effective, subdivisions, unread, unknown, not_in_schedule, proposals };
}

function require(holds: boolean): asserts holds {
  if (!holds) throw new SyntaxError('the worker answered in another shape');
}

function isChange({ code, line, remark }: NotesChange): boolean {
  return (
    isName(code) && (line === null || Number.isSafeInteger(line)) && (remark === null || typeof remark === 'string')
  );
}

function areNames(values: unknown): boolean {
  return Array.isArray(values) && values.every(isName);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200;
}
