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

test('what is shown of a key, whole or one end of it, is looked up as it is written', () => {
  const display = (prefix?: string, lastFour?: string) => ({
    kind: 'display' as const,
    ...(prefix && { prefix }),
    ...(lastFour && { lastFour }),
  });
  expect(readKeyText('svc_aB12…wXyz')).toEqual(display('svc_aB12', 'wXyz'));
  expect(readKeyText('svc_aB12...wXyz')).toEqual(display('svc_aB12', 'wXyz'));
  expect(readKeyText(' svc_aB12… ')).toEqual(display('svc_aB12'));
  expect(readKeyText('svc_aB12')).toEqual(display('svc_aB12'));
  expect(readKeyText('…wXyz')).toEqual(display(undefined, 'wXyz'));
  for (const other of ['…', '...', 'svc_', 'svc_aB1', 'svc_aB12wXyz', 'svc_aB12…wXy', 'wXyz']) {
    expect(readKeyText(other)?.kind).not.toBe('display');
  }
});
