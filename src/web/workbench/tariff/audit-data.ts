/** Requests of the audit pages to the API. */
import type {
  TariffAudit,
  TariffAuditHeadings,
  TariffAuditLine,
  TariffAuditLines,
} from '../../../api/v2/jobs/answers.ts';
import type { Ask } from '../ask/ask.ts';
import { type AuditQuery, linesParams } from './audit-query.ts';

const LINES_SHOWN = 50;

const pathOf = (id: string) => `/api/v2/tariff/audits/${id}` as const;

export const readAudit = (ask: Ask, id: string) => ask.json<TariffAudit>('GET', pathOf(id));

export function readLines(ask: Ask, id: string, query: AuditQuery, limit = LINES_SHOWN): Promise<TariffAuditLines> {
  return ask.json<TariffAuditLines>('GET', `${pathOf(id)}/lines?${linesParams(query, limit)}`);
}

export const readHeadings = (ask: Ask, id: string) => ask.json<TariffAuditHeadings>('GET', `${pathOf(id)}/headings`);

export function isOpen({ status }: Pick<TariffAudit, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** The cell of a line in a column that was added. */
export function found(line: TariffAuditLine, column: Exclude<keyof TariffAuditLine, 'line' | 'cells'>): string {
  return String(line[column] ?? '');
}
