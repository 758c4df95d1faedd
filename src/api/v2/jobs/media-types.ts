/** The formats of a table on the wire: what an upload may be, and which of them a result is asked for in. */
import type { TableFormat } from '../../../domain/table.ts';

/** In the order in which a caller without a preference gets them. */
export const MEDIA_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
} as const satisfies Record<TableFormat, string>;

const FORMATS = Object.keys(MEDIA_TYPES) as TableFormat[];

/** @param mediaType in lower case, without parameters */
export function formatOf(mediaType: string): TableFormat | undefined {
  return FORMATS.find((format) => MEDIA_TYPES[format] === mediaType);
}

/**
 * The format that an `Accept` header prefers (RFC 9110, section 12.5.1); CSV without the header; undefined when it takes none of
 * them. Of equal weight the first of `MEDIA_TYPES` wins.
 */
export function acceptedFormat(accept: string | null): TableFormat | undefined {
  if (accept === null || accept.trim() === '') return 'csv';
  const ranges = accept.split(',').map(readRange);
  const weights = FORMATS.map((format) => ({ format, weight: weightOf(MEDIA_TYPES[format], ranges) }));
  const best = weights.reduce((first, next) => (next.weight > first.weight ? next : first));
  return best.weight > 0 ? best.format : undefined;
}

interface MediaRange {
  type: string;
  weight: number;
}

function readRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = q === undefined ? 1 : Number(q);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** The weight of the most specific range that covers a type. */
function weightOf(mediaType: string, ranges: readonly MediaRange[]): number {
  const [major] = mediaType.split('/');
  for (const wanted of [mediaType, `${major}/*`, '*/*']) {
    const covering = ranges.filter(({ type }) => type === wanted);
    if (covering.length > 0) return Math.max(...covering.map(({ weight }) => weight));
  }
  return 0;
}
