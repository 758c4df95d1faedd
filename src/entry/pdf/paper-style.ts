/** The look of a certificate: its margins, columns, colours and type. All lengths are in points. */
import { type Colour, PAGE_WIDTH, type TextStyle } from './page-canvas.ts';

/** Content is between `top` and `bottom`; running heads and feet are outside of them. */
export const PAGE = { left: 54, right: PAGE_WIDTH - 54, top: 50, bottom: 746 };
export const CONTENT_WIDTH = PAGE.right - PAGE.left;

/** A label and its value. Lengths are from the left edge of the page. */
export interface Columns {
  labelLeft: number;
  labelWidth: number;
  valueLeft: number;
  valueWidth: number;
}

/** The columns of the tables in sections. */
export const SECTION_COLUMNS: Columns = {
  labelLeft: PAGE.left,
  labelWidth: 104,
  valueLeft: PAGE.left + 114,
  valueWidth: CONTENT_WIDTH - 114,
};
/** The same for two short rows on one line. A usual e-mail address fits on the left, a telephone number or a place on the right. */
export const LEFT_COLUMNS: Columns = { ...SECTION_COLUMNS, valueWidth: 158 };
const rightLabel = SECTION_COLUMNS.valueLeft + 172;
export const RIGHT_COLUMNS: Columns = {
  labelLeft: rightLabel,
  labelWidth: 88,
  valueLeft: rightLabel + 92,
  valueWidth: PAGE.right - rightLabel - 92,
};
/** Left of a value that is missing or has a defect. */
export const MARK = { left: SECTION_COLUMNS.valueLeft - 7, width: 2.5 };

export const QR_SIDE = 74;
/** The columns of the table beside the QR code. A usual verify address fits on one line. */
export const IDENTITY_COLUMNS: Columns = {
  labelLeft: PAGE.left,
  labelWidth: 62,
  valueLeft: PAGE.left + 68,
  valueWidth: CONTENT_WIDTH - QR_SIDE - 16 - 68,
};

/** Most are of fifths, because pdfkit writes each colour with all its decimals: a tenth of what it wrote of a page. */
export const NAVY: Colour = '#003366';
export const BLACK: Colour = '#000000';
export const RUST: Colour = '#993300';
export const HAIRLINE: Colour = '#cccccc';
export const CREAM: Colour = '#fff6e6';
const WHITE: Colour = '#ffffff';
const GREY: Colour = '#666666';
const BLUE: Colour = '#003399';

/** Every text on white has a contrast of at least 5.5 to 1, white on rust of 7 to 1 (WCAG 2.2 asks for 4.5 to 1). */
export const STYLES = {
  title: { size: 21, bold: true, colour: NAVY },
  basis: { size: 8, colour: GREY },
  heading: { size: 10.5, bold: true, colour: NAVY },
  label: { size: 8.5, colour: GREY },
  identity: { size: 9, colour: BLACK },
  value: { size: 9, colour: BLACK },
  link: { size: 9, colour: BLUE },
  missing: { size: 9, bold: true, colour: RUST },
  detail: { size: 8, colour: GREY },
  defect: { size: 8, bold: true, colour: RUST },
  bannerHeading: { size: 10, bold: true, colour: RUST },
  banner: { size: 8.5, colour: BLACK },
  small: { size: 7.5, colour: GREY },
  test: { size: 8.5, bold: true, colour: WHITE },
} satisfies Record<string, TextStyle>;
