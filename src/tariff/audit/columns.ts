/** The columns that an audit adds to a table. Names and order are part of the interface. */

/** A cell that was added. Null is an empty cell. */
export type AddedCell = string | number | null;

export interface AddedColumn {
  /** In CSV and JSON. */
  name: string;
  /** In a workbook. */
  label: string;
  /** In characters. */
  width: number;
  money?: true;
}

/** What is said of every line. */
export const LINE_COLUMNS = [
  { name: 'status', label: 'Status', width: 19 },
  { name: 'result', label: 'Result', width: 22 },
  { name: 'number', label: 'Number looked up', width: 16 },
  { name: 'probably', label: 'Probably', width: 16 },
  { name: 'accepted', label: 'Probable number accepted', width: 24 },
  { name: 'as_of', label: 'As of', width: 11 },
  { name: 'coverage', label: 'Coverage', width: 30 },
  { name: 'programme', label: 'Programme', width: 16 },
  { name: 'heading', label: 'Chapter 99 heading', width: 18 },
  { name: 'rate', label: 'Rate', width: 20 },
  { name: 'description', label: 'Description in the schedule', width: 50 },
  { name: 'column_1', label: 'Column 1 general', width: 16 },
  { name: 'successor', label: 'Successor', width: 26 },
  { name: 'next_change', label: 'Next change', width: 36 },
  { name: 'missing', label: 'What is missing', width: 60 },
  { name: 'source', label: 'Source', width: 46 },
] as const satisfies AddedColumn[];

/** What is said besides if there is a column of origins. */
const DUTY_COLUMNS = [
  { name: 'duty', label: 'Section 232 duty', width: 14 },
  { name: 'duty_headings', label: 'Headings to declare', width: 22 },
  { name: 'duty_by_part', label: 'Duty by part', width: 40 },
  { name: 'duty_total', label: 'Duty in US dollars', width: 16, money: true },
  { name: 'duty_open', label: 'Still to find out', width: 60 },
] as const satisfies AddedColumn[];

type ColumnName = (typeof LINE_COLUMNS)[number]['name'] | (typeof DUTY_COLUMNS)[number]['name'];

/** What is added to a line, by column. */
export type AddedCells = Record<ColumnName, AddedCell>;

export function addedColumns({ hasOrigin }: { hasOrigin: boolean }): readonly AddedColumn[] {
  return hasOrigin ? [...LINE_COLUMNS, ...DUTY_COLUMNS] : LINE_COLUMNS;
}

/** The added columns under names that the table does not have. An audit of the result of an audit keeps both. */
export function columnsBeside(header: readonly string[], columns: readonly AddedColumn[]): AddedColumn[] {
  const free = freeNames(header);
  const freeLabel = freeNames(header);
  return columns.map((column) => ({ ...column, name: free(column.name), label: freeLabel(column.label) }));
}

function freeNames(header: readonly string[]): (name: string) => string {
  const taken = new Set(header.map((name) => name.trim().toLowerCase()));
  return (name) => {
    let unused = name;
    for (let number = 1; taken.has(unused.toLowerCase()); number++) {
      unused = number === 1 ? `portside ${name}` : `portside ${name} ${number}`;
    }
    taken.add(unused.toLowerCase());
    return unused;
  };
}
