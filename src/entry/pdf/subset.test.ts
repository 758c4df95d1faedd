import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import { face } from './faces.ts';
import { readOutlines, Subset } from './subset.ts';

const pathOf = (font: fontkit.Font, glyph: number) => font.getGlyph(glyph).path.toSVG();

// Noto Sans builds Vietnamese letters out of parts; DejaVu carries hinting programs, which a subset leaves out.
test.each([
  ['sans', 'Aéếự .'],
  ['dejavu', 'שلا@'],
] as const)('a subset of %s draws what the whole font draws', (name, text) => {
  const { font, outlines } = face(name);
  const subset = new Subset(outlines);
  const wanted = [...text].map((character) => font.glyphForCodePoint(character.codePointAt(0)!).id);
  subset.glyphs.push(...wanted);
  const small = fontkit.create(Buffer.from(subset.encode())) as fontkit.Font;
  wanted.forEach((glyph, index) => {
    expect(pathOf(small, index + 1)).toBe(pathOf(font, glyph));
    expect(small.getGlyph(index + 1).advanceWidth).toBe(font.getGlyph(glyph).advanceWidth);
  });
  expect(wanted.some((glyph) => pathOf(font, glyph).length > 100)).toBe(true);
});

test('making a subset leaves the font as it was', () => {
  const bytes = readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  const before = Bun.SHA256.hash(bytes, 'hex');
  const subset = new Subset(readOutlines(bytes));
  for (let glyph = 0; glyph < 400; glyph++) subset.glyphs.push(glyph);
  subset.encode();
  expect(Bun.SHA256.hash(bytes, 'hex')).toBe(before);
});
