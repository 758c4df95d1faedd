/** Reads the table of an upload, in an isolated worker and at the expense of its sender. */
import type { IsolatedWork } from '../../../domain/isolated-work.ts';
import { type ReadTable, readTable } from '../../../spreadsheet/read-table.ts';
import type { JobUpload } from './family.ts';
import { meteredWork } from './metered-work.ts';

/** Reads the table of an upload. @throws TableRefused */
export type TableReader = (upload: JobUpload, sheet?: string) => Promise<ReadTable>;

/** @param work workers of the group `spreadsheet` */
export function tableReader(work: IsolatedWork): TableReader {
  return ({ bytes, format, charge, lineageId }, sheet) =>
    readTable({ bytes, format }, sheet === undefined ? {} : { sheet }, meteredWork(work, charge), [ownerOf(lineageId)]);
}

/** As everything that is done for a lineage. */
export function ownerOf(lineageId: number): string {
  return `key ${lineageId}`;
}
