/** Has a file for import read by an isolated worker, and checks what the worker says about it. */
import type { IsolatedTasks, TaskBudget } from '../../domain/isolated-tasks.ts';
import { isCalendarDate } from '../dates.ts';
import { fileRefusal } from '../file-refusal.ts';
import { TariffFileError } from '../json-fields.ts';
import type { ImportOptions, PlannedChange, PlannedChanges, PlannedRevision } from './plan-import.ts';

/** The official schedule, 16 MB of JSON, takes two seconds and 400 MB. */
const FILE_BUDGET: TaskBudget = {
  cpuMs: 30_000,
  memoryBytes: 1024 * 1024 * 1024,
  outputBytes: 192 * 1024 * 1024,
  wallMs: 300_000,
};

/** What a worker says: a plan without its text, or why the file is refused. */
export type PlanOutput =
  | { fault: { line: number | null; reason: string; column: string | null } }
  | (PlannedChanges & {
      kind: 'list' | 'schedule';
      isNew?: boolean;
      list?: { list_id: string; version: string };
      schedule?: PlannedRevision;
    });

/** What an accepted file would change, a list or the schedule. `text` is the form to store. */
export type PlannedImport = PlannedChanges & { text: string } & (
    | { kind: 'list'; isNew: boolean; list: { list_id: string; version: string } }
    | { kind: 'schedule'; schedule: PlannedRevision }
  );

/** What is in use now, as it is stored. */
export interface StoredImports {
  lists: readonly string[];
  schedule: string | undefined;
}

/** @throws TariffFileError if the file is refused, or cannot be read within the limits */
export async function planInWorker(
  file: Uint8Array,
  { lists, schedule = '' }: StoredImports,
  options: ImportOptions,
  tasks: IsolatedTasks,
): Promise<PlannedImport> {
  const attachments = [file, Buffer.from(schedule), Buffer.from(JSON.stringify(lists))];
  try {
    const result = await tasks.run({
      task: 'plan',
      input: options,
      attachments,
      budget: FILE_BUDGET,
      owners: ['import'],
    });
    return plannedImport(JSON.parse(result.text) as PlanOutput, Buffer.from(result.bytes).toString('utf8'));
  } catch (error) {
    throw fileRefusal(error, 'an import');
  }
}

/** @throws SyntaxError unless the output has the shape of a plan */
function plannedImport(output: PlanOutput, text: string): PlannedImport {
  if (typeof output !== 'object' || output === null) throw new SyntaxError('not an object');
  if ('fault' in output) {
    const { line, reason, column } = output.fault;
    const where = typeof column === 'string' ? column.slice(0, 100) : null;
    throw new TariffFileError(Number.isSafeInteger(line) ? line : null, String(reason).slice(0, 1000), where);
  }
  const { totals, past_from } = output;
  if (!Number.isSafeInteger(totals?.before) || !Number.isSafeInteger(totals.after)) throw new SyntaxError('totals');
  if (past_from !== null && !isCalendarDate(past_from)) throw new SyntaxError('past_from');
  const changes = {
    text,
    added: changesOf(output.added),
    removed: changesOf(output.removed),
    rate_changed: changesOf(output.rate_changed),
    terms_changed: changesOf(output.terms_changed),
    dates_changed: changesOf(output.dates_changed),
    past_from,
    totals: { before: totals.before, after: totals.after },
  };
  return { ...changes, ...subjectOf(output) };
}

/** Which list or schedule the file holds. */
function subjectOf({ kind, list, isNew, schedule }: Exclude<PlanOutput, { fault: unknown }>) {
  if (kind === 'list' && list && isName(list.list_id) && isName(list.version)) {
    return { kind, isNew: isNew === true, list: { list_id: list.list_id, version: list.version } };
  }
  if (kind === 'schedule' && schedule && isName(schedule.revision) && isName(schedule.replaces)) {
    const { revision, replaces, older } = schedule;
    return { kind, schedule: { revision, replaces, older: older === true } };
  }
  throw new SyntaxError('neither a list nor a schedule');
}

function changesOf(changes: PlannedChange[]): PlannedChange[] {
  if (!Array.isArray(changes)) throw new SyntaxError('changes');
  return changes.map(({ code, note, before, after }) => {
    if (!isName(code) || ![note, before, after].every((value) => value === null || typeof value === 'string')) {
      throw new SyntaxError('change');
    }
    return { code, note, before, after };
  });
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200;
}
