/** The distinct numbers of a finished audit, for a watch. */
import type { JobStore } from '../../domain/job-store.ts';
import type { TableRow } from '../../domain/table.ts';
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import type { TariffAuditOptions } from './audit-options.ts';
import { readCode } from './read-code.ts';

const CHUNKS_AT_ONCE = 4;

/**
 * Lines that were damaged or are no number are left out, as the audit says of them.
 * @param max reading stops when there are more
 * @returns undefined if the lineage has no finished audit with this id
 */
export async function auditedCodes(
  jobs: Pick<JobStore, 'find' | 'chunks'>,
  lineageId: number,
  id: string,
  max: number,
): Promise<string[] | undefined> {
  const job = await jobs.find(lineageId, id);
  if (job?.kind !== 'tariff_audit' || job.status !== 'finished') return undefined;
  const { columns } = job.options as TariffAuditOptions;
  const codes = new Map<string, string>();
  for (let from = 0; codes.size <= max; from += CHUNKS_AT_ONCE) {
    const found = await jobs.chunks(id, from, CHUNKS_AT_ONCE);
    if (found.length === 0) break;
    for (const { chunk } of found) {
      for (const { cells } of unpackRows<TableRow>(chunk.input)) {
        const read = readCode(cells[columns.code], () => false);
        if (read.kind === 'code' && !codes.has(read.digits)) codes.set(read.digits, read.text);
      }
    }
  }
  return [...codes.values()];
}
