/** A small table for an audit, as the reader of a file gives it. */
import { packRows } from '../../src/spreadsheet/row-chunk.ts';
import type { AuditTable } from '../../src/tariff/audit/audit-header.ts';

/** @param lines the first is the header */
export function auditTable(lines: string[][], perChunk = 2): AuditTable {
  const [header = [], ...rows] = lines;
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < rows.length; at += perChunk) {
    chunks.push(packRows(rows.slice(at, at + perChunk).map((cells, row) => ({ line: at + row + 2, cells }))));
  }
  return {
    format: 'csv',
    header,
    headerLine: 1,
    rows: rows.length,
    columns: Math.max(...lines.map(({ length }) => length)),
    chunks,
  };
}
