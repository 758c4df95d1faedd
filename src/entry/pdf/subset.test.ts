import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import { sha256Hex } from '../../domain/sha256.ts';
import { face } from './faces.ts';
import { readOutlines, Subset } from './subset.ts';

const pathOf = (font: fontkit.Font, glyph: number) => font.getGlyph(glyph).path.toSVG();

// Noto Sans has composite glyphs for Vietnamese letters. DejaVu has hinting programs, which a subset leaves out.
test.each([
  ['sans', 'Aéếự .'],
  ['dejavu', 'שلا@'],
] as const)('a subset of %s draws the same outlines as the whole font', (name, text) => {
  const { font, outlines } = face(name);
  const subset = new Subset(outlines);
  const wanted = [...text].map((character) => font.glyphForCodePoint(character.codePointAt(0)!).id);
  subset.glyphs.push(...wanted);
  const subsetFont = fontkit.create(Buffer.from(subset.encode())) as fontkit.Font;
  wanted.forEach((glyph, index) => {
    expect(pathOf(subsetFont, index + 1)).toBe(pathOf(font, glyph));
    expect(subsetFont.getGlyph(index + 1).advanceWidth).toBe(font.getGlyph(glyph).advanceWidth);
  });
  expect(wanted.some((glyph) => pathOf(font, glyph).length > 100)).toBe(true);
});

test('encoding a subset does not change the font', () => {
  const bytes = readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  const before = sha256Hex(bytes);
  const subset = new Subset(readOutlines(bytes));
  for (let glyph = 0; glyph < 400; glyph++) subset.glyphs.push(glyph);
  subset.encode();
  expect(sha256Hex(bytes)).toBe(before);
});
