import { expect, test } from 'bun:test';
import type { ApiKey } from '../domain/key.ts';
import { betaWarning } from './beta-warning.ts';

const CASES: [string, 'on' | 'off', string | undefined][] = [
  ['', 'on', 'Key 7 is not enrolled'],
  ['delegate:off', 'on', 'Key 7 is not enrolled'],
  ['call before delegate:on, please', 'on', undefined],
  ['delegate:on', 'on', undefined],
  ['', 'off', undefined],
];
test.each(CASES)('a key with the notes "%s" while the beta is %s', (notes, beta, warning) => {
  const text = betaWarning({ id: 7, notes } as ApiKey, { beta });
  if (warning === undefined) expect(text).toBeUndefined();
  else {
    expect(text).toStartWith(warning);
    expect(text).toEndWith(': portside keys edit 7 --delegate on');
  }
});
