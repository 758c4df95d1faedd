/** A table whose columns follow below if they do not fit side by side. Cells have a style each and are wrapped between words. */
import { type Paint, type Style, wrap } from '../terminal.ts';

export interface GridCell {
  text: string;
  style?: Style;
}

export interface GridColumn {
  /** Lines above the column. */
  head: GridCell[];
  /** By row. Most cells of a large table are empty, and absent here. */
  cells: ReadonlyMap<number, GridCell>;
  /** What it takes at most. */
  width: number;
}

const GAP = '  ';

/** @param names the first column, which every part of the table repeats */
export function gridLines(names: GridColumn, columns: readonly GridColumn[], paint: Paint, room: number): string[] {
  const lines: string[] = [];
  for (let first = 0; first < columns.length; ) {
    const shown = fitting(columns.slice(first), room - names.width);
    first += shown.length;
    if (lines.length > 0) lines.push('');
    const all = [names, ...shown];
    for (const at of names.head.keys()) {
      const head = all.map((column) => ({ ...column.head[at]!, width: column.width }));
      lines.push(...rowLines(head, paint));
    }
    // A part of the table leaves out the rows that have nothing in its columns.
    const filled = new Set(shown.flatMap(({ cells }) => [...cells.keys()]));
    for (const at of [...filled].sort((a, b) => a - b)) {
      const row = all.map(({ cells, width }) => ({ ...(cells.get(at) ?? { text: '' }), width }));
      lines.push(...rowLines(row, paint));
    }
  }
  return lines;
}

/** The first column, and those after it for which there is room. */
function fitting(columns: readonly GridColumn[], room: number): readonly GridColumn[] {
  let used = 0;
  const end = columns.findIndex(({ width }, at) => {
    used += GAP.length + width;
    return at > 0 && used > room;
  });
  return end === -1 ? columns : columns.slice(0, end);
}

function rowLines(cells: readonly (GridCell & { width: number })[], paint: Paint): string[] {
  const wrapped = cells.map(({ text, width }) => wrap(text, width));
  const height = Math.max(...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map(({ style, width }, column) => {
        const text = wrapped[column]![line] ?? '';
        const space = ' '.repeat(Math.max(0, width - text.length));
        return (style && text !== '' ? paint(style, text) : text) + space;
      })
      .join(GAP)
      .trimEnd(),
  );
}
