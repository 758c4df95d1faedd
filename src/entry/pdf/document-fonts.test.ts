import { describe, expect, test } from 'bun:test';
import { CommonFonts, DocumentFonts } from './document-fonts.ts';
import { breakLines } from './lines.ts';
import { PdfFile } from './pdf-file.ts';

const start = new PdfFile();
const common = new CommonFonts(start);
const lineOf = (text: string, bold = false) => breakLines(text, { size: 10, bold }, 1000)[0]!;
const show = (text: string, bold?: boolean) => {
  const fonts = new DocumentFonts(common);
  const texts = fonts.show(lineOf(text, bold));
  return { texts, own: fonts.write(new PdfFile(start.start())).slice(common.resources.length) };
};

describe('the fonts of a document', () => {
  test.each([
    'A certificate of “flour” · (AV) 16 CFR 1500.48, R&D @ 5 % <ffi> ~',
    'General Certificate: 1-7, (a)/b; affix',
  ])('are only the common ones for %s', (text) => {
    const { texts, own } = show(text, text.startsWith('General'));
    expect([texts.length, texts[0]!.x, own]).toEqual([1, 0, '']);
  });

  test.each([
    ['Nghĩa', ['F1']],
    ['ABC Nghĩa 12', ['R', 'F1', 'R']],
    ['成人 12 头盔', ['F1', 'R', 'F1']],
    ['ไทย成 12', ['F1', 'F2', 'R']],
  ])('of %s are %j, and a word is in one of them', (text, fonts) => {
    expect(show(text).texts.map(({ font }) => font)).toEqual(fonts);
  });

  test('draw what a common font lacks from one of their own', () => {
    expect(show('Größe 5', true).texts.map(({ font }) => font)).toEqual(['F1', 'B']);
  });

  test('are the same whatever another document drew of the same lines', () => {
    const text = 'ABC Nghĩa 12 成人';
    const [first, second] = [show(text), show(text)];
    expect(second).toEqual(first);
    const other = new DocumentFonts(common);
    other.show(lineOf('頭盔'));
    other.show(lineOf(text));
    expect(show(text)).toEqual(first);
  });
});
