/** Reads the table of an upload, in an isolated worker and at the expense of its sender. */
import type { IsolatedTasks } from '../../../domain/isolated-tasks.ts';
import { type ReadTable, readTable } from '../../../spreadsheet/read-table.ts';
import type { JobUpload } from './family.ts';
import { meteredTasks } from './metered-tasks.ts';

/** Reads the table of an upload. @throws TableRefused */
export type TableReader = (upload: JobUpload, sheet?: string) => Promise<ReadTable>;

/** @param tasks workers of the group `spreadsheet` */
export function tableReader(tasks: IsolatedTasks): TableReader {
  return ({ bytes, format, charge, lineageId }, sheet) =>
    readTable({ bytes, format }, sheet === undefined ? {} : { sheet }, meteredTasks(tasks, charge), [
      ownerOf(lineageId),
    ]);
}

/** As everything that is done for a lineage. */
export function ownerOf(lineageId: number): string {
  return `key ${lineageId}`;
}
