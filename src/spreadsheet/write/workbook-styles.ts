/** The styles of a workbook that is written. Number formats are collected while its rows are written, so its part comes last. */
import { escaped } from './sheet-xml.ts';

/** Colours of a row by its status: background and text, with a contrast of 7 and more. Colours that mean the same to everybody. */
const STATUS_COLOURS = {
  bad: ['FFFFC7CE', 'FF8A0011'],
  attention: ['FFFFEB9C', 'FF6B4A00'],
  good: ['FFD6F0D9', 'FF0B4F1E'],
  muted: ['FFE7E7E7', 'FF404040'],
} as const;
export type StatusColour = keyof typeof STATUS_COLOURS;
const STATUS_ORDER = Object.keys(STATUS_COLOURS) as StatusColour[];

/** Excel's own numbers end at 163. */
const OWN_FORMATS = 164;
/** A table with more formats than any person makes: the others are written without format. */
const FORMATS_MAX = 2000;
/** Styles before those of number formats: normal, header, title, wrapped text, link. */
const FIXED_STYLES = 5;
export const HEADER_STYLE = 1;
export const TITLE_STYLE = 2;
export const WRAPPED_STYLE = 3;
export const LINK_STYLE = 4;

export class WorkbookStyles {
  readonly #formats = new Map<string, number>();

  /** The style of a cell with a number format; 0 for `General`. */
  ofFormat(format: string | undefined): number {
    if (format === undefined || format === '') return 0;
    const known = this.#formats.get(format);
    if (known !== undefined) return known;
    if (this.#formats.size === FORMATS_MAX) return 0;
    const style = FIXED_STYLES + this.#formats.size;
    this.#formats.set(format, style);
    return style;
  }

  /** The index of a colour among the differential formats. */
  static ofStatus(colour: StatusColour): number {
    return STATUS_ORDER.indexOf(colour);
  }

  xml(): string {
    const formats = [...this.#formats.keys()];
    const numFmts = formats.map(
      (format, at) => `<numFmt numFmtId="${OWN_FORMATS + at}" formatCode="${escaped(format)}"/>`,
    );
    const own = formats.map(
      (_, at) =>
        `<xf numFmtId="${OWN_FORMATS + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    );
    const colours = STATUS_ORDER.map((name) => {
      const [background, text] = STATUS_COLOURS[name];
      return `<dxf><font><color rgb="${text}"/></font><fill><patternFill patternType="solid"><fgColor rgb="${background}"/><bgColor rgb="${background}"/></patternFill></fill></dxf>`;
    });
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${
      numFmts.length > 0 ? `<numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>` : ''
    }<fonts count="4"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="14"/><name val="Calibri"/><family val="2"/></font><font><u/><sz val="11"/><color rgb="FF0B4C8C"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3EAF2"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF8296AB"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${
      FIXED_STYLES + own.length
    }"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="0" fontId="3" fillId="0" borderId="0" xfId="0" applyFont="1"/>${own.join(
      '',
    )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="${
      colours.length
    }">${colours.join('')}</dxfs></styleSheet>`;
  }
}
