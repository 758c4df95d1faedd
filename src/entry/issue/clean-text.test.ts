import { expect, test } from 'bun:test';
import { cleanText } from './clean-text.ts';

const CASES: [name: string, text: string, cleaned: string][] = [
  ['lone surrogates become the replacement character', 'a\ud83d b\udc00', 'a\ufffd b\ufffd'],
  ['every kind of newline becomes one newline', 'a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh', 'a\nb\nc\nd\ne\nf\ng\nh'],
  ['letters and accents are composed', 'e\u0301 \u1112\u1161\u11ab', 'é 한'],
  ['a letter and its accent are composed after a joiner between them is removed', 'e\u200d\u0301', 'é'],
  ['any number of tabs and blanks becomes one blank', 'a\t \u00a0\u3000\u2003b', 'a b'],
  ['control characters are removed', 'a\u0000\u0007\u001b[31m\u007f\u009fb', 'a[31mb'],
  ['bidi controls are removed', '\u202egpj.exe\u202c \u2066x\u2069\u061c\u200e\u200f', 'gpj.exe x'],
  ['zero-width characters are removed', '\ufeffa\u200b\u200c\u200d\u2060\u00adb', 'ab'],
  ['tag characters are removed', 'a\u{E0041}\u{E007F}b', 'ab'],
  ['variation selectors and fillers are removed', '❤\ufe0f \u3164\u115f葛\u{E0100}', '❤ 葛'],
  ['line ends and empty lines are trimmed', '  a  \n\n \u200b \n b ', 'a\nb'],
  ['markup stays', '<b>&amp;</b>', '<b>&amp;</b>'],
  ['emoji and rare letters stay', '🎂𠮷\ue000', '🎂𠮷\ue000'],
  ['a text of invisible characters becomes empty', '\u200b\ufe0f\u2800\u3164\u00a0\u0000', ''],
];

test.each(CASES)('%s', (_name, text, cleaned) => {
  expect(cleanText(text, true)).toBe(cleaned);
});

test('marks in a row are put in order, up to thirty of them', () => {
  const marks = (pairs: number) => `a${'\u0315\u0300'.repeat(pairs)}`;
  expect(cleanText(marks(15), false)).toBe(`\u00e0${'\u0300'.repeat(14)}${'\u0315'.repeat(15)}`);
  for (const pairs of [16, 40_000]) expect(cleanText(marks(pairs), false)).toBeUndefined();
  expect(cleanText(`a${'\u0344'.repeat(16)}`, false)).toBeUndefined();
  expect(cleanText(`a${'\u0315\u200b\u0300'.repeat(16)}`, false)).toBeUndefined();
});

test('a single-line text has no line breaks', () => {
  expect(cleanText('a\r\n\r\n b', false)).toBe('a b');
});
