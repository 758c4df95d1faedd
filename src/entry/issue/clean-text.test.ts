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
  ['fillers are removed', 'a\u3164\u115f\u1160\u17b4b', 'ab'],
  ['line ends and empty lines are trimmed', '  a  \n\n \u200b \n b ', 'a\nb'],
  ['markup stays', '<b>&amp;</b>', '<b>&amp;</b>'],
  ['emoji and rare letters stay', '🎂𠮷\ue000', '🎂𠮷\ue000'],
  ['a text of invisible characters becomes empty', '\u200b\ufe0f\u2800\u3164\u00a0\u0000', ''],
];

test.each(CASES)('%s', (_name, text, cleaned) => {
  expect(cleanText(text, true)).toBe(cleaned);
});

/** Each with its joiners and selectors in their places. */
const KEPT: [name: string, text: string][] = [
  ['between Persian letters that would join (A1)', 'می\u200cخواهم بزرگ\u200cسالان'],
  ['across the marks of Arabic letters (A1)', 'مِ\u200cخ'],
  ['after a virama, before a letter (A2)', 'क्\u200cष ರಾಜ್\u200cಕುಮಾರ್ രാജ്\u200cമോ'],
  ['in Sinhala conjuncts (B)', 'ශ්\u200dරී ලංකාව ක්\u200dෂ'],
  ['at the end of a word after a virama (B)', 'ന്\u200d क्\u200d र्\u200dय'],
  ['before a Bengali or Kannada virama', 'র\u200d্যাব ರ\u200d್ಕ'],
  ['after an emoji or a digit with two styles', '❤\ufe0f ❤\ufe0e 1\ufe0f\u20e3'],
  ['after an ideograph', '葛\u{e0100}飾 㐂\ufe00'],
  ['after a dotted Khamti letter', 'က\ufe00'],
];

test.each(KEPT)('joiners and selectors stay %s', (_name, text) => {
  expect(cleanText(text, false)).toBe(text);
});

const REMOVED: [name: string, text: string, cleaned: string][] = [
  ['between Latin letters', 'pay\u200cpal pay\u200dpal', 'paypal paypal'],
  ['at the ends of a word', '\u200cمی\u200c \u200dक\u200c', 'می क'],
  ['after a letter that does not join the next', 'کار\u200cخانه', 'کارخانه'],
  ['between Arabic letters that join anyway', 'م\u200dی', 'می'],
  ['between Thai and between Han', 'ก\u200cข 中\u200d文', 'กข 中文'],
  ['between the people of an emoji', '👨\u200d👩\u200d👧', '👨👩👧'],
  ['before a vowel sign', 'क्\u200dि', 'क्ि'],
  ['that follow another one', 'می\u200c\u200c\u200dخواهم', 'می\u200cخواهم'],
  ['after a blank or a letter without variants', ' \ufe0f a\ufe0f b\u{e0100} c\ufe00 ❤\ufe0f\ufe0f', 'a b c ❤\ufe0f'],
];

test.each(REMOVED)('joiners and selectors are removed %s', (_name, text, cleaned) => {
  expect(cleanText(text, false)).toBe(cleaned);
});

test('many marks and joiners take no longer than as many letters', () => {
  for (const text of ['\u0300\u200d', '\u094d\u200c', '\u200c', '\u200d\ufe0f', '1\ufe0f']) {
    const cleaned = cleanText(`क${text.repeat(100_000)}`, false);
    expect(cleaned === undefined || cleaned.length <= 200_001).toBe(true);
  }
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
