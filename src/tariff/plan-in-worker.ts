/** Has a file for import read by an isolated worker, and checks what the worker says about it. */
import { type IsolatedWork, isStarved, type WorkBudget, WorkFault, WorkOverrun } from '../domain/isolated-work.ts';
import { TariffFileError } from './json-fields.ts';
import type { ImportOptions, PlannedChange, PlannedChanges } from './plan-import.ts';

/** The official schedule, 16 MB of JSON, takes two seconds and 400 MB. */
const FILE_BUDGET: WorkBudget = {
  cpuMs: 30_000,
  memoryBytes: 1024 * 1024 * 1024,
  outputBytes: 192 * 1024 * 1024,
  wallMs: 300_000,
};

/** What a worker says: a plan without its text, or why the file is refused. */
export type PlanOutput =
  | { fault: { line: number | null; reason: string } }
  | (PlannedChanges & {
      kind: 'list' | 'schedule';
      isNew?: boolean;
      list?: { list_id: string; version: string };
    });

/** What an accepted file would change. `text` is the canonical form to store. `list` is absent for the schedule. */
export interface PlannedImport extends PlannedChanges {
  kind: 'list' | 'schedule';
  isNew: boolean;
  list: { list_id: string; version: string } | undefined;
  text: string;
}

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
  work: IsolatedWork,
): Promise<PlannedImport> {
  const attachments = [file, Buffer.from(schedule), Buffer.from(JSON.stringify(lists))];
  try {
    const result = await work.run({
      task: 'plan',
      input: options,
      attachments,
      budget: FILE_BUDGET,
      owners: ['import'],
    });
    return plannedImport(JSON.parse(result.text) as PlanOutput, Buffer.from(result.bytes).toString('utf8'));
  } catch (error) {
    if (error instanceof WorkFault && error.kind === 'threw') throw error;
    if (isStarved(error)) throw new TariffFileError(null, 'the machine was too busy to read the file: try again');
    if (!(error instanceof WorkOverrun || error instanceof WorkFault || error instanceof SyntaxError)) throw error;
    throw new TariffFileError(null, 'the file cannot be read within the limits of an import');
  }
}

/** @throws SyntaxError unless the output has the shape of a plan */
function plannedImport(output: PlanOutput, text: string): PlannedImport {
  if (typeof output !== 'object' || output === null) throw new SyntaxError('not an object');
  if ('fault' in output) {
    const { line, reason } = output.fault;
    throw new TariffFileError(Number.isSafeInteger(line) ? line : null, String(reason).slice(0, 1000));
  }
  const { kind, totals, list, isNew } = output;
  if (kind !== (list ? 'list' : 'schedule')) throw new SyntaxError('kind');
  if (list && !(isName(list.list_id) && isName(list.version))) throw new SyntaxError('list');
  if (!Number.isSafeInteger(totals?.before) || !Number.isSafeInteger(totals.after)) throw new SyntaxError('totals');
  return {
    kind,
    isNew: isNew === true,
    list,
    text,
    added: changesOf(output.added),
    removed: changesOf(output.removed),
    rate_changed: changesOf(output.rate_changed),
    dates_changed: changesOf(output.dates_changed),
    totals: { before: totals.before, after: totals.after },
  };
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
