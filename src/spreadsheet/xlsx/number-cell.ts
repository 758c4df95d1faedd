import type { TypedCell } from '../../domain/table.ts';
import { formatDate, isoOfSerial, isoOfText } from './date-format.ts';
import { generalText, parseDecimal } from './decimal.ts';
import { sectionFor } from './format-sections.ts';
import { formatNumber } from './number-format.ts';

/**
 * A number of a sheet as a person saw it.
 * @param raw as the file holds it
 * @returns undefined for what is not a number
 */
export function numberCell(raw: string, format: string | undefined, is1904: boolean): TypedCell | undefined {
  const value = parseDecimal(raw);
  if (!value) return undefined;
  if (format === undefined) return { type: 'number', raw, text: generalText(value, raw) };
  const section = sectionFor(format, value);
  if (section.kind === 'date') {
    const iso = isoOfSerial(Number(raw), is1904);
    const text = formatDate(section, Number(raw), is1904);
    return { type: 'date', raw, text, format, ...(iso !== undefined && { iso }) };
  }
  return { type: 'number', raw, text: formatNumber(section, value, raw), format };
}

/** A cell of type `d`, which holds an ISO 8601 date. */
export function dateCell(raw: string, format: string | undefined): TypedCell {
  const iso = isoOfText(raw.trim());
  return {
    type: 'date',
    raw,
    text: raw.trim(),
    ...(format !== undefined && { format }),
    ...(iso !== undefined && { iso }),
  };
}
