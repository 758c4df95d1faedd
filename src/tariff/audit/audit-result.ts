/**
 * The result of an audit: every line and column of the table in order, with what was found beside it. Read from the chunks one by one, so
 * that memory does not grow with the table.
 */
import type { Cell, TableRow } from '../../domain/table.ts';
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import type { AuditLaw } from './audit-data.ts';
import type { TariffAuditOptions } from './audit-options.ts';
import { unpackOutput } from './audit-output.ts';
import { CHANGE_COLUMN, changeOf, type EarlierAnswers } from './changes-since.ts';
import { type AddedCell, type AddedColumn, addedColumns, columnsBeside } from './columns.ts';
import { columnLetters } from './find-columns.ts';
import { type AuditSummary, addSummary, emptySummary } from './summary.ts';

/** A chunk of the table and what its audit put out. */
export interface AuditedChunk {
  input: Uint8Array;
  output: Uint8Array;
}

export interface ResultLine {
  line: number;
  /** The cells of the table, one for each column of it. */
  input: Cell[];
  /** One for each added column. */
  added: AddedCell[];
}

export interface AuditResult {
  options: TariffAuditOptions;
  /** The columns of the table. */
  header: string[];
  added: AddedColumn[];
  /** All lines; or those that changed, and those that were not looked up. May be read once. */
  lines(): AsyncGenerator<ResultLine>;
  /** Complete when all lines were read. */
  summary: AuditSummary;
  /** Of the newest chunk that was read. */
  law(): AuditLaw | undefined;
  /** Lines that were left out because they did not change. */
  unchanged(): number;
}

/** The names of all columns of a result: those of the table, then those that were added. */
export function columnNames(options: TariffAuditOptions): string[] {
  const { header, added } = tariffAuditResult(options, []);
  return [...header, ...added.map(({ name }) => name)];
}

/**
 * @param chunks in order
 * @param since the answers of an earlier result. With these, or with `options.since`, the result leaves out lines that did not change
 */
export function tariffAuditResult(
  options: TariffAuditOptions,
  chunks: AsyncIterable<AuditedChunk> | Iterable<AuditedChunk>,
  since?: EarlierAnswers,
): AuditResult {
  const header = options.header.map((name, at) => (name.trim() === '' ? `column ${columnLetters(at)}` : name));
  const answers = addedColumns({ hasOrigin: options.columns.origin !== undefined });
  const onlyChanges = since !== undefined || options.since !== undefined;
  const summary = emptySummary();
  let law: AuditLaw | undefined;
  let unchanged = 0;

  async function* lines(): AsyncGenerator<ResultLine> {
    for await (const { input, output } of chunks) {
      const rows = unpackRows<TableRow>(input);
      const stored = unpackOutput(output);
      addSummary(summary, stored.summary);
      law = stored.law;
      for (const [at, { line, cells }] of rows.entries()) {
        const added = stored.rows[at]!;
        const table = header.map((_, column) => cells[column] ?? '');
        if (!onlyChanges) yield { line, input: table, added };
        else {
          const code = cells[options.columns.code];
          const change = changeOf(added, since ? since.of(code, added) : stored.earlier?.[at]);
          if (change === null) unchanged++;
          else yield { line, input: table, added: [change, ...added] };
        }
      }
    }
  }

  return {
    options,
    header,
    added: columnsBeside(header, onlyChanges ? [CHANGE_COLUMN, ...answers] : answers),
    lines,
    summary,
    law: () => law,
    unchanged: () => unchanged,
  };
}
