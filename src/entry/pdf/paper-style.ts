/** The look of a certificate: its margins, columns, colours and type. All lengths are in points. */
import { type Colour, PAGE_WIDTH, type TextStyle } from './page-canvas.ts';

/** Content is between `top` and `bottom`; running heads and feet are outside of them. */
export const PAGE = { left: 54, right: PAGE_WIDTH - 54, top: 50, bottom: 740 };
export const CONTENT_WIDTH = PAGE.right - PAGE.left;

/** The columns of the tables in sections. */
const labelWidth = 124;
export const SECTION_COLUMNS = {
  labelWidth,
  valueLeft: PAGE.left + labelWidth + 14,
  valueWidth: CONTENT_WIDTH - labelWidth - 14,
};

export const QR_SIDE = 74;
/** The columns of the table beside the QR code. A usual verify address fits on one line. */
const identityLabelWidth = 62;
export const IDENTITY_COLUMNS = {
  labelWidth: identityLabelWidth,
  valueLeft: PAGE.left + identityLabelWidth + 6,
  valueWidth: CONTENT_WIDTH - QR_SIDE - 16 - identityLabelWidth - 6,
};

export const NAVY: Colour = '#172b4f';
export const BLACK: Colour = '#1a1c21';
export const RUST: Colour = '#99380d';
export const HAIRLINE: Colour = '#d6dbe3';
export const CREAM: Colour = '#fef6e7';
const WHITE: Colour = '#ffffff';
const GREY: Colour = '#5c6370';
const BLUE: Colour = '#144a94';

/** Every text on white has a contrast of at least 5.5 to 1, white on rust of 7 to 1 (WCAG 2.2 asks for 4.5 to 1). */
export const STYLES = {
  title: { size: 21, bold: true, colour: NAVY },
  basis: { size: 8, colour: GREY },
  heading: { size: 10.5, bold: true, colour: NAVY },
  label: { size: 8.5, colour: GREY },
  identity: { size: 9, colour: BLACK },
  value: { size: 9.5, colour: BLACK },
  link: { size: 9, colour: BLUE },
  missing: { size: 9.5, bold: true, colour: RUST },
  detail: { size: 8, colour: GREY },
  defect: { size: 8, colour: RUST },
  bannerHeading: { size: 10, bold: true, colour: RUST },
  banner: { size: 8.5, colour: BLACK },
  small: { size: 7.5, colour: GREY },
  test: { size: 8.5, bold: true, colour: WHITE },
} satisfies Record<string, TextStyle>;
