/** The fields of the CPSC Product Registry's import format, from `data/entry/registry-fields.json`, as a tree. */
import rows from '../../../data/entry/registry-fields.json' with { type: 'json' };

/** A row of the table. The README in `data/entry` explains the columns and how certain they are. */
export interface FieldRow {
  path: string;
  type: 'object' | 'array' | 'string' | 'boolean|string';
  /** In characters. */
  max?: number;
  required: 'always' | 'when' | 'no' | 'unknown' | 'response only';
  /** Conditions on the fields beside it, joined by ` and `: `type=LAB`, `lotNumber present`, `exemptions empty`. */
  when?: string;
  allowed?: string[];
  format?: 'MM/YYYY' | 'MM/DD/YYYY' | 'email' | 'url' | 'code';
  /** The column of CPSC's CSV template. */
  column?: string;
  /** JSON pointer of the field of our request. Below the laboratory in rows of `labs[]`, otherwise below the request. */
  request?: string;
}

export interface Field {
  row: FieldRow;
  children: Map<string, Field>;
  /** What an array holds. */
  item?: Field;
}

export const FIELD_ROWS: readonly FieldRow[] = rows as FieldRow[];
const byPath = new Map(FIELD_ROWS.map((row) => [row.path, row]));

/** The envelope: an object with the one field `productList`. */
export const ENVELOPE: Field = node({ path: '', type: 'object', required: 'always' });
for (const row of FIELD_ROWS) {
  let field = ENVELOPE;
  for (const part of row.path.replaceAll('[]', '.[]').split('.')) {
    if (part === '[]') {
      field.item ??= node({ path: row.path, type: 'object', required: 'always' });
      field = field.item;
    } else {
      if (!field.children.has(part)) field.children.set(part, node(row));
      field = field.children.get(part)!;
    }
  }
  field.row = row;
}

function node(row: FieldRow): Field {
  return { row, children: new Map() };
}

/** The row of a place in an envelope, such as `/productList/0/coreProduct/labs/1/name`. */
export function rowOf(pointer: string): FieldRow | undefined {
  return byPath.get(pointer.slice(1).replace(/\/\d+/g, '[]').replaceAll('/', '.'));
}
