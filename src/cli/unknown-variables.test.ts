import { expect, test } from 'bun:test';
import { unknownVariables } from './unknown-variables.ts';

test('a mistyped variable is named with the setting it is near to', () => {
  expect(
    unknownVariables({ PORTSIDE_TRUST_PROXI: '127.0.0.1', PORTSIDE_PROT: '1', PORTSIDE_NOTHING_LIKE_IT: '' }),
  ).toEqual([
    'PORTSIDE_NOTHING_LIKE_IT is not a setting.',
    'PORTSIDE_PROT is not a setting. Did you mean PORTSIDE_PORT?',
    'PORTSIDE_TRUST_PROXI is not a setting. Did you mean PORTSIDE_TRUST_PROXY?',
  ]);
});

test('settings, the files of secrets and other programs’ variables are not reported', () => {
  expect(unknownVariables({ PORTSIDE_PORT: '1', PORTSIDE_SIGNING_KEY_FILE: '/key', PATH: '', PORT: '1' })).toEqual([]);
});

test('only secrets have files', () => {
  expect(unknownVariables({ PORTSIDE_PORT_FILE: '/port' })).toHaveLength(1);
});

test('no control character of a name reaches the terminal', () => {
  expect(unknownVariables({ 'PORTSIDE_\x1b[2J': '' })[0]).toBe('PORTSIDE_?[2J is not a setting.');
});
