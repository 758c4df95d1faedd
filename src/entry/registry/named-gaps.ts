/** Gaps as people know their fields: by the label of the form, and the column of a sheet. The JSON pointer stays beside them. */
import { type GccRequest, IDENTIFIER_TYPES } from '../../domain/certificate.ts';
import { columnAt } from '../batch/columns.ts';
import { readHeading } from '../batch/header.ts';
import { fieldLabel } from '../issue/field-labels.ts';
import type { Gap } from './gaps.ts';

export interface NamedGap extends Gap {
  /** As the form calls the field: `Manufacture: City`. */
  label: string;
  /** The column of a sheet: its heading there, or the name of the column that it would have. Absent if no column is meant. */
  column?: string;
}

/** @param headings of the sheet that the request is from */
export function namedGaps(gaps: readonly Gap[], request: GccRequest, headings: readonly string[] = []): NamedGap[] {
  const known = headings.flatMap((heading) => {
    const read = readHeading(heading);
    return read ? [{ heading, name: read.column.name, number: read.number ?? 1 }] : [];
  });
  return gaps.map((gap) => {
    const column = columnOf(gap.field, request);
    const heading = known.find(({ name, number }) => name === column?.name && number === column.number)?.heading;
    const own = column && (heading ?? numberedName(column));
    return { ...gap, label: fieldLabel(gap.field), ...(own !== undefined && { column: own }) };
  });
}

interface Column {
  name: string;
  /** Which of several, from 1. */
  number: number;
}

/** What of a whole party or element is stated first. */
const FIRST = new Map<string, string>(
  Object.entries({
    '/certifier': '/certifier/name',
    '/records_contact': '/records_contact/name',
    '/manufacturer': '/manufacturer/name',
    '/testing_lab': '/testing_labs/0/name',
    '/testing_labs': '/testing_labs/0/name',
    '/attestation': '/attestation/name',
    '/exclusions': '/exclusions/0/citation',
    '/product_info': '/product_info/name',
    '/identifiers': '/product_info/sku',
  }),
);

function columnOf(pointer: string, { identifiers = [] }: GccRequest): Column | undefined {
  const identifier = /^\/identifiers\/(\d+)/.exec(pointer);
  if (identifier) {
    const type = identifiers[Number(identifier[1])]?.type;
    const own = IDENTIFIER_TYPES.find((each) => each === type) ?? 'sku';
    const column = columnAt(`/identifiers/${own}`) ?? columnAt(`/product_info/${own}`);
    return column && { name: column.name, number: 1 };
  }
  const list = pointer.replace(/^\/testing_lab(?=\/|$)/, '/testing_labs/0');
  const path = FIRST.get(pointer) ?? list.replace(/^(\/(?:testing_labs|exclusions)\/\d+)$/, '$1/name');
  const number = Number(/^\/(?:testing_labs|exclusions)\/(\d+)/.exec(path)?.[1] ?? 0) + 1;
  const column = columnAt(path) ?? columnAt(path.replace(/^(\/exclusions\/\d+)\/name$/, '$1/citation'));
  return column && { name: column.name, number };
}

function numberedName({ name, number }: Column): string {
  return number === 1 ? name : name.replace(/^(testing_lab|exclusion)_/, `$1_${number}_`);
}
