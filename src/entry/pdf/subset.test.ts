import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import { sha256Hex } from '../../domain/sha256.ts';
import { face } from './faces.ts';
import { boundsOf, readOutlines, Subset } from './subset.ts';

const pathOf = (font: fontkit.Font, glyph: number) => font.getGlyph(glyph).path.toSVG();

// Noto Sans has composite glyphs for Vietnamese letters. DejaVu has hinting programs, which a subset leaves out.
test.each([
  ['sans', 'Aéếự .'],
  ['dejavu', 'שلا@'],
] as const)('a subset of %s draws the same outlines as the whole font', (name, text) => {
  const { font, outlines } = face(name);
  const subset = new Subset(outlines);
  const wanted = [...text].map((character) => font.glyphForCodePoint(character.codePointAt(0)!).id);
  for (const id of wanted) subset.add([{ id, x: 0, y: 0 }], font.getGlyph(id).advanceWidth);
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
  for (let glyph = 0; glyph < 400; glyph++) subset.add([{ id: glyph, x: 0, y: 0 }], 0);
  subset.encode();
  expect(sha256Hex(bytes)).toBe(before);
});

test('several glyphs become one that draws each at its place, with the advance and the box of all', () => {
  const { font, outlines } = face('sans');
  const id = (character: string) => font.glyphForCodePoint(character.codePointAt(0)!).id;
  // The second is a composite glyph itself.
  const parts = [
    { id: id('x'), x: 0, y: 0 },
    { id: id('\u1ebf'), x: -300, y: 900 },
  ];
  const subset = new Subset(outlines);
  const index = subset.add(parts, 777);
  const blank = subset.add([], 5);
  const wider = subset.add([{ id: id('x'), x: 0, y: 0 }], 999);
  const drawn = fontkit.create(Buffer.from(subset.encode())) as fontkit.Font;
  const moved = (part: (typeof parts)[number]) => font.getGlyph(part.id).path.translate(part.x, part.y).toSVG();
  expect(pathOf(drawn, index)).toBe(parts.map(moved).join(''));
  expect(drawn.getGlyph(index).advanceWidth).toBe(777);
  const { minX, minY, maxX, maxY } = drawn.getGlyph(index).bbox;
  const boxes = parts.map(({ id, x, y }) => {
    const box = boundsOf(outlines, id)!;
    return [box.xMin + x, box.yMin + y, box.xMax + x, box.yMax + y];
  });
  const least = (at: number) => Math.min(...boxes.map((box) => box[at]!));
  const most = (at: number) => Math.max(...boxes.map((box) => box[at]!));
  expect([minX, minY, maxX, maxY]).toEqual([least(0), least(1), most(2), most(3)]);
  expect([pathOf(drawn, blank), drawn.getGlyph(blank).advanceWidth]).toEqual(['', 5]);
  expect([pathOf(drawn, wider), drawn.getGlyph(wider).advanceWidth]).toEqual([pathOf(font, id('x')), 999]);
});
