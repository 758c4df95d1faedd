import { describe, expect, test } from 'bun:test';
import { ClientReader } from './client.ts';

function read(headers: Record<string, string>, { trusted = '', peer = '192.0.2.5', base = '' } = {}) {
  const request = new Request('http://localhost/', { headers });
  return new ClientReader({ base_url: base, trust_proxy: trusted }).read(request, peer);
}

test.each([
  ['a proxy that is not trusted', '', '203.0.113.9', '192.0.2.5', '192.0.2.5'],
  ['a trusted proxy', '192.0.2.5', '203.0.113.9', '203.0.113.9', '203.0.113.9'],
  ['a trusted proxy that adds ports', '192.0.2.5', '203.0.113.9:51234', '203.0.113.9', '203.0.113.9'],
  ['IPv6 with a port', '192.0.2.5', '[2001:db8::1]:4000', '2001:db8::1', '2001:db8:0:0::/64'],
])(
  'the address for the audit and the network for the lockout, behind %s',
  (_, trusted, forwarded, address, network) => {
    expect(read({ 'x-forwarded-for': forwarded }, { trusted })).toMatchObject({ address, network });
  },
);

describe('the connection counts as HTTPS', () => {
  const https = { 'x-forwarded-proto': 'https' };
  test.each([
    ['by the header of a stranger', https, {}, false],
    ['by the header of a trusted proxy', https, { trusted: '192.0.2.5' }, true],
    ['by the first value of that header', { 'x-forwarded-proto': 'https, http' }, { trusted: '192.0.2.5' }, true],
    ['by a trusted proxy that says HTTP', { 'x-forwarded-proto': 'http' }, { trusted: '192.0.2.5' }, false],
    ['by the configured address', {}, { base: 'https://portside.example' }, true],
    ['by a configured address with HTTP', {}, { base: 'http://portside.example' }, false],
  ] as const)('%s: %#', (_, headers, settings, secure) => {
    expect(read(headers, settings).secure).toBe(secure);
  });
});

test('the hosts of this site are the one that was asked for and the configured one', () => {
  const { hosts } = read({ host: '127.0.0.1:8080' }, { base: 'https://portside.example/' });
  expect(hosts).toEqual(['127.0.0.1:8080', 'portside.example']);
});
