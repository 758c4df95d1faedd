/** The result of a batch as rows: one for each line, in the order of the sheet. */
import type { Gap } from '../registry/gaps.ts';
import type { NamedGap } from '../registry/named-gaps.ts';
import type { LineOutcome } from './make-line.ts';

/** `pdf` is a path below the address of the API, or a file of the folder. */
export const RESULT_COLUMNS = [
  'line',
  'sku',
  'product',
  'outcome',
  'id',
  'state',
  'status',
  'gaps',
  'registry_gaps',
  'errors',
  'pdf',
  'verify_url',
  'sha256',
] as const;

export type ResultRow = { line: number } & Record<Exclude<(typeof RESULT_COLUMNS)[number], 'line'>, string>;

/** A cell of a workbook holds 32,767 characters. */
const CELL_CHARS_MAX = 30_000;

/** @param pdf where the PDF of a certificate is */
export function resultRow(
  { line, sku, product, certificate, checked, errors }: LineOutcome,
  pdf: (id: string) => string = certificatePdfPath,
): ResultRow {
  const gaps = (of: Gap['for']) => joined((certificate ?? checked)?.gaps.filter((gap) => gap.for === of).map(toldGap));
  return {
    line,
    sku,
    product,
    outcome: certificate ? 'issued' : checked ? 'checked' : 'not_made',
    id: certificate?.id ?? '',
    state: (certificate ?? checked)?.state ?? '',
    status: certificate?.status ?? '',
    gaps: gaps('certificate'),
    registry_gaps: gaps('registry'),
    errors: joined(errors.map(({ column, message }) => (column === undefined ? message : `${column}: ${message}`))),
    pdf: certificate ? pdf(certificate.id) : '',
    verify_url: certificate?.verify_url ?? '',
    sha256: certificate?.sha256 ?? '',
  };
}

/** By the column of the sheet. Outcomes of older versions have only the pointer. */
export function toldGap({ column, label, field, reason }: Partial<NamedGap> & Pick<Gap, 'field' | 'reason'>): string {
  return `${column ?? label ?? field}: ${reason}`;
}

/** Needs the key that made it. */
function certificatePdfPath(id: string): string {
  return `/api/v2/entry/certificates/${id}/pdf`;
}

function joined(texts: readonly string[] = []): string {
  const text = texts.join('\n');
  return text.length > CELL_CHARS_MAX ? `${text.slice(0, CELL_CHARS_MAX)}…` : text;
}
