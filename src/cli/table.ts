/** Plain text in columns. */

const NAME_WIDTH = 13;

/** A table with a header. The last column is not padded. */
export function formatTable(header: string[], rows: string[][]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One line for each name and value. Names have at most 12 characters. */
export function formatFields(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields.map(([name, value]) => `${name.padEnd(NAME_WIDTH)} ${value}`).join('\n');
}
