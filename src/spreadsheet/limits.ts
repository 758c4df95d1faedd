/** How large a table may be. A table within these limits is read in seconds; see `read-table.ts` for the budget of its worker. */

export const FILE_BYTES_MAX = 128 << 20;
/** Rows with content. */
export const ROWS_MAX = 500_000;
/** Of a sheet, as in Excel: with and without content. */
export const SHEET_ROWS_MAX = 1_048_576;
export const COLUMNS_MAX = 16_384;
/** Excel's own limit of a cell. */
export const CELL_CHARS_MAX = 32_767;
/** One line of a CSV file, or all cells of a row. */
export const ROW_CHARS_MAX = 1 << 20;
/** Of all rows. A small workbook can name one long text in every cell. */
export const TEXT_CHARS_MAX = 256 << 20;
/** Of all rows, with the empty cells before the last one of each. */
export const CELLS_MAX = 20_000_000;
/** Of a workbook. */
export const PARTS_MAX = 2000;
export const UNPACKED_BYTES_MAX = 600_000_000;
export const STRINGS_BYTES_MAX = 150_000_000;
export const STRINGS_MAX = 3_000_000;
