import { expect, test } from 'bun:test';
import { isPlaceholder, isZeroNumber } from './placeholder.ts';

test.each([
  'N/A',
  'n/a',
  'n.a.',
  'NA',
  'TBD',
  'tba.',
  'none',
  '-',
  '—',
  '...',
  '(unknown)',
  'To be determined',
  'Not yet known.',
  'XXX',
  'N/A\nN/A',
  'n/a, n/a',
  'Ｎ／Ａ',
])('%p states nothing', (text) => expect(isPlaceholder(text)).toBe(true));

test.each([
  '3M',
  'LG',
  'H&M',
  'X',
  'Nana Ltd.',
  'None Such Ltd.',
  'Unknown Pleasures LLC',
  'TBD Industries',
  'Pending Goods Co.',
  'NATO',
  '🚲',
  '成人头盔',
  '2-11-3, Tokyo',
  '12 Main Street, N/A, Springfield',
])('%p states something', (text) => expect(isPlaceholder(text)).toBe(false));

test.each(['0000000', '+1 000 000 0000', '(000) 000-0000', '００００００００'])('%p is no number', (text) =>
  expect(isZeroNumber(text)).toBe(true),
);

test.each(['+86 755 8888 8888', '+44 20 7000 0000', '1000000', '+1 800 000 0001', 'n/a'])(
  '%p is none of zeros',
  (text) => expect(isZeroNumber(text)).toBe(false),
);
