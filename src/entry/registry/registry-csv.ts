/**
 * Entries as CPSC's CSV template for bulk upload, 83 columns. It holds less than the JSON envelope: what it cannot hold is a gap,
 * because a file to be imported may not say less, or something else, than the certificate.
 */
import columns from '../../../data/entry/registry-csv-columns.json' with { type: 'json' };
import { type GccRequest, labsOf } from '../../domain/certificate.ts';
import { csvRow, needsGuard } from '../../domain/csv.ts';
import { FIELD_ROWS } from './fields.ts';
import { filedField, type Gap, gapAt } from './gaps.ts';
import { type ChosenIdentifiers, chooseIdentifiers } from './identifiers.ts';
import type { RegistryEntry } from './registry-format.ts';

const LABS_MAX = 2;
/** Kinds of identifiers as the template spells them. The others are spelled alike. */
const CSV_NAMES = new Map<string, string>(
  Object.entries({
    'Model #': 'Model Number',
    'Serial #': 'Serial Number',
    'Registered #': 'Registered Number',
    'Alternate ID': 'Alternate Identifier',
  }),
);
const csvName = (name: string | undefined) => CSV_NAMES.get(name ?? '') ?? name ?? '';

/** Reads the cell of a column, such as `Lab 2 CPSC-ID`, from an entry. */
type ReadCell = (entry: RegistryEntry) => string;

const pathOf = new Map(
  FIELD_ROWS.flatMap(({ column, path }) => (column === undefined ? [] : [[column, path] as const])),
);
const CELLS: ReadonlyMap<string, ReadCell> = new Map(columns.map((column) => [column, cellOf(column)]));

/** @param entries without a gap of `csvGaps` */
export function registryCsv(entries: readonly RegistryEntry[]): string {
  return [columns, ...entries.map((entry) => [...CELLS.values()].map((read) => read(entry)))].map(csvRow).join('');
}

/** Why an entry does not fit into the template. */
export function csvGaps(entry: RegistryEntry, request: GccRequest): Gap[] {
  const { identifiers = [], labs = [], exemptions = [] } = entry.coreProduct;
  const gaps: Gap[] = [];
  const chosen = chooseIdentifiers(request);
  for (const [index, { identType }] of identifiers.entries()) {
    if (identifiers.findIndex((one) => one.identType === identType) < index) {
      const path = `/identifiers/${index}/identifier`;
      gaps.push(
        gapAt(
          chosen.others[index]!.path,
          path,
          `of the kind ${csvName(identType)} stands twice, and the CSV has one column of each kind`,
        ),
      );
    }
  }
  if (exemptions.length > 0) gaps.push(gapAt('/exclusions', '/exemptions', 'have no column in the CSV'));
  for (const [index, { path }] of labsOf(request).entries()) {
    if (index >= LABS_MAX) {
      gaps.push(gapAt(path, `/labs/${index}/type`, 'has no column in the CSV, which holds two laboratories'));
    } else if (index > 0 && labs[index]?.type === 'LAB' && entry.directives.labs?.[index]?.isNew === 'Y') {
      const text = 'has no column in the CSV, and the registry does not know this laboratory yet';
      gaps.push(gapAt(path, `/labs/${index}/name`, text));
    }
  }
  for (const [column, read] of CELLS) {
    if (!needsGuard(read(entry))) continue;
    const text = 'begins like a formula of a spreadsheet, which a CSV may not hold unchanged';
    gaps.push({ field: fieldOf(column, request, chosen), reason: `${column} ${text}.`, for: 'registry' });
  }
  return gaps.map((gap) => ({ ...gap, reason: `${gap.reason} Use JSON.` }));
}

function cellOf(column: string): ReadCell {
  const path = pathOf.get(column.replace(/^Lab 2/, 'Lab 1'));
  // One column for each kind of identifier that is not the primary one.
  if (path === undefined) {
    return ({ coreProduct: { identifiers = [] } }) =>
      identifiers.find(({ identType }) => csvName(identType) === column)?.identifier ?? '';
  }
  const steps = path
    .replace('productList[].', '')
    .replace('labs[]', `labs.${column.startsWith('Lab 2') ? 1 : 0}`)
    .split('.');
  return (entry) => {
    let value: unknown = entry;
    for (const step of steps) value = (value as Record<string, unknown> | undefined)?.[step];
    if (Array.isArray(value)) return value.join(';');
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    return column === 'Primary Product ID Type' ? csvName(value as string) : String(value ?? '');
  };
}

function fieldOf(column: string, request: GccRequest, { primary, others }: ChosenIdentifiers): string {
  const identifier = column === 'Primary Product ID' ? primary : others.find(({ name }) => csvName(name) === column);
  if (identifier) return identifier.path;
  const row = FIELD_ROWS.find((one) => one.column === column.replace(/^Lab 2/, 'Lab 1'));
  const lab = /^Lab (\d)/.exec(column);
  const below = lab ? (labsOf(request)[Number(lab[1]) - 1]?.path ?? '') : '';
  return filedField(`${below}${row?.request ?? ''}`, request);
}
