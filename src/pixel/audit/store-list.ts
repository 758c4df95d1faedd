/** The stores of a list that somebody sent: which column has them, which lines are not the address of a store. */
import { cellText, type TableRow } from '../../domain/table.ts';
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import { isStoreAddress } from './store-address.ts';
import type { Store } from './store-outcome.ts';

/** The usual names of a column of addresses. */
export const ADDRESS_HEADER =
  /^(?:[^,;]*[\s_-])?(?:url|uri|link|address|website|site|domain|host|hostname|store|shop|storefront|homepage)$/i;
const COLUMNS_MAX = 256;

/** A table as `readTable` gives it. */
interface StoreTable {
  header: TableRow['cells'];
  headerLine: number;
  preamble: readonly TableRow[];
  chunks: readonly Uint8Array[];
}

export interface ListedStores {
  /** Of every row below the header, also one with a wrong address or none: what is not scanned must not go unnoticed. */
  stores: Store[];
  /** The name of the column, or its number from 1. */
  column: string;
}

/**
 * The column with the most addresses; of those that are named as one, if there are any. Rows that begin with `#` are comments.
 * @param table of few rows: all of them are unpacked
 */
export function storesOfTable({ header, headerLine, preamble, chunks }: StoreTable): ListedStores {
  const rows = [
    ...preamble,
    ...(headerLine > 0 ? [{ line: headerLine, cells: header }] : []),
    ...chunks.flatMap((chunk) => unpackRows<TableRow>(chunk)),
  ].filter(({ cells }) => !textAt(cells, 0).startsWith('#'));
  const width = Math.min(COLUMNS_MAX, Math.max(1, ...rows.map(({ cells }) => cells.length)));
  const columns = Array.from({ length: width }, (_, at) => columnOf(rows, at));
  const best = columns.sort(
    (a, b) => Number(b.isNamed) - Number(a.isNamed) || b.fitting - a.fitting || a.at - b.at,
  )[0]!;
  const { at, first, name } = best;
  return { stores: rows.slice(first).map(({ line, cells }) => ({ line, address: textAt(cells, at) })), column: name };
}

/** A column, its name, and the row that its stores begin in. */
function columnOf(rows: readonly TableRow[], at: number) {
  const texts = rows.map(({ cells }) => textAt(cells, at));
  const fitting = texts.filter(isStoreAddress).length;
  const until = Math.max(0, texts.findIndex(isStoreAddress));
  const named = texts.findLastIndex((text, row) => row < until && ADDRESS_HEADER.test(text));
  // In a list of one column an unknown word above the addresses may be a wrong address. In a table it is a header.
  const isTable = rows.some(({ cells }) => cells.length > 1);
  const first = named >= 0 ? named + 1 : isTable && until > 0 ? until : 0;
  const name = first > 0 && texts[first - 1] !== '' ? `"${texts[first - 1]!.slice(0, 40)}"` : String(at + 1);
  return { at, first, name, fitting, isNamed: named >= 0 && fitting > 0 };
}

function textAt(cells: TableRow['cells'], at: number): string {
  return cellText(cells[at]).trim();
}
