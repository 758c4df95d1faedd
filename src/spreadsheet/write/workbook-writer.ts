/** Writes a workbook row by row. Only one block of a sheet is in memory. */
import { COLUMNS_MAX, SHEET_ROWS_MAX } from '../limits.ts';
import { columnLetters } from '../xlsx/cell-reference.ts';
import { type FileLink, linkRelations, packageParts, type SheetPart } from './package-parts.ts';
import { cellXml, escaped, type OutputCell } from './sheet-xml.ts';
import type { Sink } from './sink.ts';
import {
  HEADER_STYLE,
  LINK_STYLE,
  type StatusColour,
  TITLE_STYLE,
  WorkbookStyles,
  WRAPPED_STYLE,
} from './workbook-styles.ts';
import { ZipWriter } from './zip-writer.ts';

export interface WorkbookProperties {
  title: string;
  /** Unix milliseconds. */
  createdAtMs: number;
  creator?: string;
}

interface SheetColumn {
  header: OutputCell;
  /** In characters. By default 16. */
  width?: number;
  /** Number format of the numbers in this column that have none of their own: `#,##0`, `0.0%`, `yyyy-mm-dd`. */
  format?: string;
  /** Long text is broken into lines. */
  wrap?: boolean;
  /** Only the first line of long text is shown, so that rows stay low and nothing covers the next column. */
  clip?: boolean;
  /** What is typed into an empty cell later stays text: `0012` keeps its zeros. */
  typesText?: boolean;
  /** Cells are names of files beside the workbook, and open them. A name that could be anything else stays text. */
  opensFile?: boolean;
}

/** Colours a cell by its text, everywhere in a column. */
interface StatusColours {
  /** From 0. */
  column: number;
  colours: Readonly<Record<string, StatusColour>>;
}

export interface SheetOptions {
  /** At most 31 characters; what Excel forbids is replaced, and a name that is taken gets a number. */
  name: string;
  columns: readonly SheetColumn[];
  /** Lines above the header: a title in bold, then notes. */
  preamble?: readonly (readonly OutputCell[])[];
  /** Arrows to filter by, on the header. By default yes. */
  filter?: boolean;
  /** By default the header is written and stays in view. Without it `columns` tell the widths alone. */
  hasHeader?: boolean;
  status?: StatusColours;
}

const WIDTH = 16;
/** What a landscape page shows of a row in a readable size. */
const PAGE_CHARS = 180;
const WIDTH_MAX = 255;
const BATCH_CHARS = 32 * 1024;
const ARROW_CHARS = 3;
/** In points. Excel shows rows of at most 409. */
const LINE_HEIGHT = 15;
const HEIGHT_MAX = 405;
/** Excel's own limit of a sheet. Names beyond it stay text. */
const LINKS_MAX = 65_530;
/** No folder, scheme, blank or escape. */
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

export class WorkbookWriter {
  readonly #zip: ZipWriter;
  readonly #properties: WorkbookProperties;
  readonly #styles = new WorkbookStyles();
  readonly #sheets: SheetPart[] = [];
  #open: SheetWriter | undefined;

  constructor(sink: Sink, properties: WorkbookProperties) {
    this.#properties = properties;
    this.#zip = new ZipWriter(sink, properties.createdAtMs);
  }

  /** Begins a sheet, and ends the one before. Rows go to the sheet that is open. */
  async addSheet(options: SheetOptions): Promise<void> {
    await this.#endSheet();
    const name = this.#freeName(options.name);
    this.#open = new SheetWriter(this.#zip, this.#styles, { ...options, name });
    this.#zip.beginMember(`xl/worksheets/sheet${this.#sheets.length + 1}.xml`);
    await this.#open.begin();
  }

  /** @throws RangeError beyond the 1,048,576 rows or 16,384 columns of a sheet */
  async addRow(cells: readonly OutputCell[]): Promise<void> {
    await this.#open!.addRow(cells);
  }

  async close(): Promise<void> {
    await this.#endSheet();
    for (const [name, xml] of packageParts(this.#sheets, this.#properties)) await this.#member(name, xml);
    await this.#member('xl/styles.xml', this.#styles.xml());
    await this.#zip.close();
  }

  async #endSheet(): Promise<void> {
    if (!this.#open) return;
    const { links } = this.#open;
    this.#sheets.push(await this.#open.end());
    await this.#zip.endMember();
    this.#open = undefined;
    if (links.length > 0)
      await this.#member(`xl/worksheets/_rels/sheet${this.#sheets.length}.xml.rels`, linkRelations(links));
  }

  async #member(name: string, xml: string): Promise<void> {
    this.#zip.beginMember(name);
    await this.#zip.write(xml);
    await this.#zip.endMember();
  }

  #freeName(wanted: string): string {
    const clean =
      wanted
        .replace(/[\u0000-\u001f:\\/?*[\]]/g, ' ')
        .replace(/^'+|'+$/g, '')
        .trim()
        .slice(0, 31) || 'Sheet';
    const taken = new Set(this.#sheets.map(({ name }) => name.toLowerCase()));
    let name = clean;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${clean.slice(0, 27)} ${number}`;
    return name;
  }
}

class SheetWriter {
  readonly #zip: ZipWriter;
  readonly #styles: WorkbookStyles;
  readonly #options: SheetOptions;
  #row = 0;
  #headerRow = 0;
  #batch = '';
  /** Cells that open a file. */
  readonly links: FileLink[] = [];

  constructor(zip: ZipWriter, styles: WorkbookStyles, options: SheetOptions) {
    this.#zip = zip;
    this.#styles = styles;
    this.#options = options;
  }

  async begin(): Promise<void> {
    const { columns, preamble = [], hasHeader = true } = this.#options;
    if (columns.length > COLUMNS_MAX) throw new RangeError(`a sheet has at most ${COLUMNS_MAX} columns`);
    this.#headerRow = hasHeader && columns.length > 0 ? preamble.length + 1 : 0;
    const pane =
      this.#headerRow === 0
        ? ''
        : `<pane ySplit="${this.#headerRow}" topLeftCell="A${this.#headerRow + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`;
    const widths = columns.map(
      ({ width = WIDTH, typesText = false }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${Math.min(WIDTH_MAX, Math.max(1, width))}" customWidth="1"${
          typesText ? ` style="${this.#styles.ofFormat('@')}"` : ''
        }/>`,
    );
    this.#batch = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${
      widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''
    }<sheetData>`;
    for (const [at, cells] of preamble.entries()) await this.#put(cells, () => (at === 0 ? TITLE_STYLE : 0), '');
    if (this.#headerRow > 0)
      await this.#put(
        columns.map(({ header }) => header),
        () => HEADER_STYLE,
        headerHeight(columns),
      );
  }

  addRow(cells: readonly OutputCell[]): Promise<void> {
    const styleOf = (cell: OutputCell, column: number) => {
      const { format, wrap, clip, opensFile } = this.#options.columns[column] ?? {};
      if (opensFile === true && typeof cell === 'string' && FILE_NAME.test(cell) && this.links.length < LINKS_MAX) {
        this.links.push({ reference: `${columnLetters(column)}${this.#row}`, file: cell });
        return LINK_STYLE;
      }
      if (typeof cell === 'number') return this.#styles.ofFormat(format);
      return wrap === true || clip === true ? WRAPPED_STYLE : 0;
    };
    return this.#put(cells, styleOf, heightOf(cells, this.#options.columns));
  }

  async end(): Promise<SheetPart> {
    const { columns, filter = true, status, name } = this.#options;
    const last = columnLetters(Math.max(0, columns.length - 1));
    const hasHeader = this.#headerRow > 0;
    const filtered = hasHeader && filter ? `$A$${this.#headerRow}:$${last}$${this.#row}` : undefined;
    this.#batch += `</sheetData>${filtered === undefined ? '' : `<autoFilter ref="${filtered.replaceAll('$', '')}"/>`}${
      status && this.#row > this.#headerRow ? this.#statusXml(status) : ''
    }${this.#linksXml()}<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToWidth="${this.#pagesAcross()}" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>`;
    await this.#zip.write(this.#batch);
    this.#batch = '';
    return { name, ...(hasHeader && { titleRow: this.#headerRow }), ...(filtered !== undefined && { filtered }) };
  }

  #linksXml(): string {
    if (this.links.length === 0) return '';
    const all = this.links.map(({ reference }, at) => `<hyperlink ref="${reference}" r:id="rId${at + 1}"/>`);
    return `<hyperlinks>${all.join('')}</hyperlinks>`;
  }

  /** A wide table is printed over several pages: on one it could not be read. */
  #pagesAcross(): number {
    const chars = this.#options.columns.reduce((sum, { width = WIDTH }) => sum + width, 0);
    return Math.max(1, Math.round(chars / PAGE_CHARS));
  }

  async #put(
    cells: readonly OutputCell[],
    styleOf: (cell: OutputCell, column: number) => number,
    height: string,
  ): Promise<void> {
    if (++this.#row > SHEET_ROWS_MAX) throw new RangeError(`a sheet has at most ${SHEET_ROWS_MAX} rows`);
    if (cells.length > COLUMNS_MAX) throw new RangeError(`a sheet has at most ${COLUMNS_MAX} columns`);
    let xml = '';
    for (const [column, cell] of cells.entries()) {
      xml += cellXml(cell, column, this.#row, (format) => this.#styles.ofFormat(format) || styleOf(cell, column));
    }
    this.#batch += `<row r="${this.#row}"${height}>${xml}</row>`;
    if (this.#batch.length < BATCH_CHARS) return;
    const batch = this.#batch;
    this.#batch = '';
    await this.#zip.write(batch);
  }

  /** One rule for a status, over the whole column: a style of its own for each cell would make the file larger. */
  #statusXml({ column, colours }: StatusColours): string {
    const letter = columnLetters(column);
    const first = `${letter}${this.#headerRow + 1}`;
    const rules = Object.entries(colours).map(([text, colour], at) => {
      const quoted = escaped(text.slice(0, 200).replaceAll('"', '""'));
      return `<cfRule type="cellIs" dxfId="${WorkbookStyles.ofStatus(colour)}" priority="${at + 1}" operator="equal"><formula>&quot;${quoted}&quot;</formula></cfRule>`;
    });
    return `<conditionalFormatting sqref="${first}:${letter}${this.#row}">${rules.join('')}</conditionalFormatting>`;
  }
}

/** The height of a row with broken text. Not every program measures it when it opens a workbook, and the lines would overlap. */
function heightOf(cells: readonly OutputCell[], columns: readonly SheetColumn[]): string {
  // Without a height of its own a row grows with its text.
  if (columns.some(({ clip }) => clip === true)) return ` ht="${LINE_HEIGHT}" customHeight="1"`;
  let lines = 1;
  for (const [at, { wrap, width = WIDTH }] of columns.entries()) {
    const cell = cells[at];
    if (wrap !== true || typeof cell !== 'string') continue;
    const broken = cell.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0);
    lines = Math.max(lines, broken);
  }
  return heightOfLines(lines);
}

/** Names are broken into lines, and the arrow of the filter covers the end of one. */
function headerHeight(columns: readonly SheetColumn[]): string {
  const linesOf = ({ header, width = WIDTH }: SheetColumn) =>
    typeof header === 'string' ? Math.ceil((header.length + ARROW_CHARS) / Math.max(1, width)) : 1;
  return heightOfLines(Math.max(1, ...columns.map(linesOf)));
}

function heightOfLines(lines: number): string {
  return lines === 1 ? '' : ` ht="${Math.min(HEIGHT_MAX, lines * LINE_HEIGHT)}" customHeight="1"`;
}
