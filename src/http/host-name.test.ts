/** Only a host that every parser reads in the same way is well-formed. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { hostName } from './host-name.ts';

test.each([
  ['x', 'x'],
  ['Portside.Example:8443', 'portside.example'],
  ['localhost', 'localhost'],
  ['portside_api', 'portside_api'],
  ['portside.example.', 'portside.example.'],
  ['192.0.2.1:80', '192.0.2.1'],
  ['[::1]:8080', '[::1]'],
  ['[2001:DB8:0:0::1]', '[2001:db8::1]'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
])('%p is well-formed', (host, name) => expect(hostName(host)).toBe(name));

describe('is malformed', () => {
  test.each([
    ...[
      '',
      ' ',
      'a b',
      'a, b',
      'a,b',
      'a/b',
      'a?b',
      'a#b',
      'a\\b',
      'a@b',
      'u:p@h',
      'http://a',
      'a;b',
      'a%2fb',
      'a\tb',
      '*',
    ],
    ...[
      '::1',
      '[::1',
      '[x]',
      '[::1%eth0]',
      '[127.0.0.1]',
      '[]',
      'a:',
      'a:b',
      'a:99999',
      'a:1:2',
      ':80',
      'a..b',
      '.a',
      'bücher',
    ],
    ...['0x7f.1', '2130706433', '127.1', '1.2.3.4.5', '192.0.2.256', 'a.0x1', '0300.0250.1.1', 'a'.repeat(260)],
  ])('%j', (host) => expect(hostName(host)).toBeUndefined());
});

test('the engine reads a well-formed host as the same host', () => {
  const text = fc.oneof(
    fc.stringMatching(/^[a-z0-9.:_[\]-]{1,12}$/),
    fc.string({ maxLength: 12 }),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]:80`),
  );
  fc.assert(
    fc.property(text, (host) => {
      const name = hostName(host);
      if (name !== undefined) expect(new URL(`http://${host}/p`)).toMatchObject({ hostname: name, pathname: '/p' });
    }),
    { numRuns: 2000 },
  );
});
