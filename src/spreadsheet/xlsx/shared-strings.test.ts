import { expect, test } from 'bun:test';
import { SharedStrings } from './shared-strings.ts';

test('every text is read back, also at the edges of the blocks', () => {
  const strings = new SharedStrings();
  const texts = ['', 'a', ''];
  // Blocks have 4,194,304 bytes: the sizes fill one to the last byte, leave one free, and go one over it.
  for (const rest of [0, 1, 2]) {
    texts.push(
      'x'.repeat(4_194_304 - rest - (rest === 0 ? 1 : 0)),
      '',
      'é',
      '世界',
      '',
      'z'.repeat(3_000_000),
      '\u{1F600}',
    );
  }
  for (let at = 0; at < 30_000; at++) texts.push(String(at).repeat(at % 40));
  for (const text of texts) strings.add(text, 'p');
  expect(strings.length).toBe(texts.length);
  expect(texts.findIndex((text, at) => strings.at(at) !== text)).toBe(-1);
  for (const outside of [-1, 0.5, texts.length, Number.NaN]) expect(strings.at(outside)).toBeUndefined();
});
