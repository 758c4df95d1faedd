/** What a worker process does for tariff files: recognise, check and compare a file that somebody wants to import, or read notes. */

import { Effort } from '../domain/effort.ts';
import type { TaskGroup, TaskOutput } from '../domain/isolated-tasks.ts';
import { decodeText } from './import/decode-text.ts';
import { requireNotOlder, tariffOf } from './import/imported-lists.ts';
import { type ImportOptions, planImport } from './import/plan-import.ts';
import type { PlanOutput } from './import/plan-in-worker.ts';
import { TariffFileError } from './json-fields.ts';
import { compareNotes, NOTES_WORK_MIN, NOTES_WORK_PER_BYTE, type NotesOptions } from './notes/compare-notes.ts';
import type { NotesOutput } from './notes/read-in-worker.ts';

export const tariffTasks: TaskGroup = {
  tasks: {
    /** @param attachments the file, the imported schedule as it is stored (empty if there is none), and the imported lists as a JSON array */
    plan(options: ImportOptions, [file, schedule, lists]: Uint8Array[]): Partial<TaskOutput> {
      try {
        const data = tariffOf(JSON.parse(textOf(lists!)) as string[], textOf(schedule!) || undefined);
        const plan = planImport(decodeText(file!), data, options);
        requireNotOlder(plan);
        const { kind, added, removed, rate_changed, terms_changed, dates_changed, past_from, totals } = plan;
        const changes = { kind, added, removed, rate_changed, terms_changed, dates_changed, past_from, totals };
        if (plan.kind === 'schedule') {
          const { revision, replaces, older } = plan;
          return answer({ ...changes, schedule: { revision, replaces, older } }, plan.text);
        }
        const list = { list_id: plan.list.list_id, version: plan.list.version };
        return answer({ ...changes, isNew: plan.isNew, list }, plan.text);
      } catch (error) {
        if (!(error instanceof TariffFileError)) throw error;
        const { line, reason, column } = error;
        return answer({ fault: { line, reason, column } });
      }
    },

    /** @param attachments the file, and the imported lists as a JSON array */
    notes(options: NotesOptions, [file, lists]: Uint8Array[]): Partial<TaskOutput> {
      try {
        const data = tariffOf(JSON.parse(textOf(lists!)) as string[]);
        const effort = new Effort(NOTES_WORK_MIN + NOTES_WORK_PER_BYTE * file!.length);
        return answer(compareNotes(file!, data, options, effort));
      } catch (error) {
        if (!(error instanceof TariffFileError)) throw error;
        return answer({ fault: { line: error.line, reason: error.reason } });
      }
    },
  },
};

function answer(output: PlanOutput | NotesOutput, text = ''): Partial<TaskOutput> {
  return { text: JSON.stringify(output), bytes: Buffer.from(text) };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
