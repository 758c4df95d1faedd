import { expect, test } from 'bun:test';
import { readKeyText } from './key-store.ts';

test('a search text is a key number, the beginning of a name or a part of it', () => {
  expect(readKeyText('#12')).toEqual({ kind: 'id', id: 12 });
  expect(readKeyText(' ab ')).toEqual({ kind: 'nameStart', start: 'ab' });
  expect(readKeyText('abc')).toEqual({ kind: 'part', part: 'abc' });
  expect(readKeyText('# 12')).toEqual({ kind: 'part', part: '# 12' });
  expect(readKeyText('#1234567890123456')).toEqual({ kind: 'part', part: '#1234567890123456' });
});

test('characters outside the basic plane count as one', () => {
  expect(readKeyText('\u{1F6A2}\u{1F6A2}')).toEqual({ kind: 'nameStart', start: '\u{1F6A2}\u{1F6A2}' });
});

test('spaces and NULs alone are no search', () => {
  expect(readKeyText('')).toBeUndefined();
  expect(readKeyText(' \0 ')).toBeUndefined();
});
