import type { Cell } from '../../domain/table.ts';
import { CELL_CHARS_MAX, CELLS_MAX, COLUMNS_MAX, SHEET_ROWS_MAX } from '../limits.ts';
import type { TableBuilder } from '../table-builder.ts';
import { refuse } from '../table-refused.ts';
import { columnLetters, parseReference, rowNumber } from './cell-reference.ts';
import { unescaped } from './escaped-text.ts';
import { dateCell, numberCell } from './number-cell.ts';
import { type Attributes, readPart } from './read-part.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { WorkbookPackage } from './workbook-package.ts';
import { isTrue } from './workbook-parts.ts';

export interface WorkbookContext {
  strings: SharedStrings;
  /** Number formats by style. */
  styles: readonly (string | undefined)[];
  is1904: boolean;
}

/** Reads the rows of a sheet, as the file orders them. @throws TableRefused naming the part, row or cell */
export async function readSheet(
  zip: WorkbookPackage,
  part: string,
  context: WorkbookContext,
  table: TableBuilder,
): Promise<void> {
  const sheet = new SheetReader(part, context, table);
  await readPart(zip, part, sheet);
  sheet.finish();
}

class SheetReader {
  #row = 0;
  #rowHidden = false;
  #cells: Cell[] = [];
  #column = -1;
  #attributes: Attributes = {};
  #value = '';
  #inline = '';
  #formula: string | undefined;
  #inCell = false;
  #aids = 0;
  /** What the text between tags belongs to. */
  #target: 'v' | 't' | 'f' | undefined;
  #gaps = 0;
  #isSheet = false;
  #hiddenRows = 0;
  #hiddenColumns = 0;
  #merged = 0;
  #uncalculated = 0;
  readonly #part: string;
  readonly #context: WorkbookContext;
  readonly #table: TableBuilder;

  constructor(part: string, context: WorkbookContext, table: TableBuilder) {
    this.#part = part;
    this.#context = context;
    this.#table = table;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#inCell) this.#openInCell(name);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'worksheet') this.#isSheet = true;
    else if (name === 'col' && isTrue(attributes.hidden)) this.#hiddenColumns++;
    else if (name === 'mergeCell') this.#merged++;
  }

  text(piece: string): void {
    if (this.#target === undefined) return;
    if (this.#target === 'v') this.#value += piece;
    else if (this.#target === 't') this.#inline += piece;
    else this.#formula += piece;
    const length = this.#value.length + this.#inline.length + (this.#formula?.length ?? 0);
    if (length > 8 * CELL_CHARS_MAX) this.#refuseCell('A cell is longer than 32,767 characters.');
  }

  close(name: string): void {
    if (name === 'row') this.#closeRow();
    else if (!this.#inCell) return;
    else if (name === 'c') this.#closeCell();
    else if (name === 'rPh') this.#aids--;
    else if (name === 'v' || name === 't' || name === 'f') this.#target = undefined;
  }

  finish(): void {
    if (!this.#isSheet) refuse('This part is not a sheet.', { part: this.#part });
    if (this.#table.isEmpty) return;
    const counted = (count: number, one: string, many: string) => {
      if (count > 0) this.#table.remark(count === 1 ? one : many.replace('#', String(count)));
    };
    counted(this.#hiddenRows, 'A hidden row was read too.', '# hidden rows were read too.');
    counted(
      this.#hiddenColumns,
      'A group of hidden columns was read too.',
      '# groups of hidden columns were read too.',
    );
    counted(
      this.#merged,
      'The sheet has a merged cell: only its first row and column has its content.',
      'The sheet has # merged cells: only the first row and column of each has its content.',
    );
    counted(
      this.#uncalculated,
      'A formula has no stored value. Open the workbook in a spreadsheet program and save it.',
      '# formulas have no stored value. Open the workbook in a spreadsheet program and save it.',
    );
  }

  #openRow({ r, hidden }: Attributes): void {
    const row = r === undefined ? this.#row + 1 : rowNumber(r);
    if (row === undefined || row > SHEET_ROWS_MAX)
      refuse('A row has a number that no sheet has.', { part: this.#part });
    if (row <= this.#row) refuse(`comes after row ${this.#row}`, { part: this.#part, line: row });
    this.#row = row;
    this.#rowHidden = isTrue(hidden);
    this.#cells = [];
    this.#column = -1;
  }

  #closeRow(): void {
    if (this.#rowHidden && this.#cells.length > 0) this.#hiddenRows++;
    this.#table.add(this.#row, this.#cells);
    this.#cells = [];
  }

  #openCell(attributes: Attributes): void {
    const at = attributes.r === undefined ? { column: this.#column + 1, row: this.#row } : parseReference(attributes.r);
    if (!at || at.column >= COLUMNS_MAX || this.#row === 0) {
      refuse(`"${(attributes.r ?? '').slice(0, 20)}" is not a cell of a sheet.`, {
        part: this.#part,
        line: Math.max(1, this.#row),
      });
    }
    if (at.row !== this.#row || at.column <= this.#column) {
      refuse(`Cell ${attributes.r} stands in the wrong place.`, { part: this.#part, line: this.#row });
    }
    this.#column = at.column;
    this.#attributes = attributes;
    this.#value = '';
    this.#inline = '';
    this.#formula = undefined;
    this.#aids = 0;
    this.#inCell = true;
  }

  #openInCell(name: string): void {
    if (name === 'rPh') this.#aids++;
    else if (name === 'v') this.#target = 'v';
    else if (name === 't' && this.#aids === 0) this.#target = 't';
    else if (name === 'f') {
      this.#target = 'f';
      this.#formula = '';
    }
  }

  #closeCell(): void {
    this.#inCell = false;
    this.#target = undefined;
    const cell = this.#cell();
    if (cell === '') return;
    this.#gaps += this.#column - this.#cells.length;
    if (this.#gaps > CELLS_MAX)
      refuse('The table has more than 20,000,000 cells. Split the file.', { line: this.#row });
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells.push(cell);
  }

  #cell(): Cell {
    const { t: type = 'n', s: style } = this.#attributes;
    if (type === 'inlineStr') return unescaped(this.#inline);
    const value = this.#value;
    if (value === '') {
      if (this.#formula === undefined || type === 'str') return '';
      this.#uncalculated++;
      const formula = `=${this.#formula}`;
      return { type: 'error', raw: formula, text: formula };
    }
    if (type === 's') return this.#sharedString(value);
    if (type === 'str') return unescaped(value);
    if (type === 'b') return { type: 'boolean', raw: value, text: isTrue(value.trim()) ? 'TRUE' : 'FALSE' };
    if (type === 'e') return { type: 'error', raw: value, text: value };
    const format = style === undefined ? undefined : this.#context.styles[Number(style)];
    if (type === 'd') return dateCell(value, format);
    if (type !== 'n') this.#refuseCell(`Its type "${type.slice(0, 20)}" is not known.`);
    return numberCell(value.trim(), format, this.#context.is1904) ?? this.#refuseCell('Its number is not a number.');
  }

  #sharedString(value: string): string {
    const index = /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : -1;
    const text = this.#context.strings.at(index);
    if (text !== undefined) return text;
    return this.#refuseCell(
      `The cell names text ${value.trim().slice(0, 20)} of ${this.#context.strings.length}. Save the workbook again.`,
    );
  }

  #refuseCell(reason: string): never {
    return refuse(reason, { part: this.#part, line: this.#row, column: columnLetters(this.#column) });
  }
}
