/** Which address a request is recorded and counted under, and that a client cannot choose it. */
import { expect, test } from 'bun:test';
import { ConfigError } from '../domain/config-error.ts';
import { clientAddress, isTrustedProxy, parseTrustedProxies } from './client-address.ts';

const trusted = parseTrustedProxies('10.0.0.0/8, 192.0.2.1, 2001:db8:ffff::/48');
const PROXY = '10.1.2.3';
const V6 = '2001:db8:1:2:3:4:5:6';
const V6_NETWORK = '2001:db8:1:2::/64';

test.each([
  ['IPv4', '198.51.100.7', '198.51.100.7', '198.51.100.7'],
  ['IPv4 with a port', '198.51.100.7:51234', '198.51.100.7', '198.51.100.7'],
  ['IPv4 with spaces', '  198.51.100.7\t', '198.51.100.7', '198.51.100.7'],
  ['IPv6', V6, V6, V6_NETWORK],
  ['IPv6 in its long form', '2001:0DB8:0001:0002:0003:0004:0005:0006', V6, V6_NETWORK],
  ['IPv6 that is shortened', '2001:db8::1', '2001:db8::1', '2001:db8:0:0::/64'],
  ['IPv6 in brackets', `[${V6}]`, V6, V6_NETWORK],
  ['IPv6 in brackets with a port', `[${V6}]:4000`, V6, V6_NETWORK],
  ['IPv6 in brackets with a port and spaces', ` [${V6}]:4000 `, V6, V6_NETWORK],
  ['IPv4 inside IPv6', '::ffff:198.51.100.7', '198.51.100.7', '198.51.100.7'],
  ['IPv4 inside IPv6 in hexadecimal', '::ffff:c633:6407', '198.51.100.7', '198.51.100.7'],
  ['IPv4 inside IPv6 with a port', '[::ffff:198.51.100.7]:80', '198.51.100.7', '198.51.100.7'],
  ['IPv6 with a zone id', 'fe80::1%eth0', 'fe80::1', 'fe80:0:0:0::/64'],
  ['IPv6 with a zone id and a port', '[fe80::1%2]:80', 'fe80::1', 'fe80:0:0:0::/64'],
] as const)('a hop is read as an address: %s', (_, hop, address, network) => {
  expect(clientAddress(PROXY, hop, trusted)).toEqual({ address, network });
  // It must also be recognised as a hop to go past.
  expect(clientAddress(PROXY, `${hop}, 10.9.9.9:1`, trusted)).toEqual({ address, network });
});

test.each([
  ['a word', 'unknown'],
  ['an obfuscated identifier of RFC 7239', '_hidden'],
  ['nothing', ''],
  ['a host name', 'client.example'],
  ['a port alone', ':443'],
  ['a port that is too long', '198.51.100.7:123456'],
  ['a port that is no number', '198.51.100.7:http'],
  ['IPv4 out of range', '198.51.100.256'],
  ['IPv4 of two parts', '198.51'],
  ['IPv4 as one number', '3325256711'],
  ['octal IPv4', '0306.063.0144.07'],
  ['hexadecimal IPv4', '0xc6.0x33.0x64.0x07'],
  ['IPv4 in brackets', '[198.51.100.7]'],
  ['IPv4 with a zone id', '198.51.100.7%eth0'],
  ['a CIDR', '198.51.100.0/24'],
  ['an open bracket', `[${V6}`],
  ['a closing bracket', `${V6}]:80`],
  ['two addresses without a comma', '198.51.100.7 198.51.100.8'],
  ['a quoted address', '"198.51.100.7"'],
])('any other hop ends the walk at the proxy that wrote it: %s', (_, hop) => {
  expect(clientAddress(PROXY, `203.0.113.9, ${hop}`, trusted).address).toBe(PROXY);
});

test.each([
  ['a stranger', '203.0.113.9', null, '203.0.113.9'],
  ['a stranger who claims another address', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
  ['a trusted proxy', PROXY, '198.51.100.7', '198.51.100.7'],
  ['a trusted proxy without the header', PROXY, null, PROXY],
  ['a client that sent the header itself', PROXY, '1.1.1.1, 198.51.100.7', '198.51.100.7'],
  ['two trusted proxies in a row', '192.0.2.1', '1.1.1.1, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
  ['a stranger between trusted proxies', PROXY, '198.51.100.7, 203.0.113.5, 10.9.9.9', '203.0.113.5'],
  ['trusted proxies only', PROXY, '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ['IPv6', '2001:db8:1:2:aaaa::1', null, V6_NETWORK],
  ['another address of the same /64', '2001:db8:1:2:ffff::9', null, V6_NETWORK],
  ['the next /64', '2001:db8:1:3::1', null, '2001:db8:1:3::/64'],
  ['a connection seen as IPv4 inside IPv6', '::ffff:203.0.113.9', null, '203.0.113.9'],
  ['a trusted proxy seen as IPv4 inside IPv6', '::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['a trusted IPv6 proxy', '2001:db8:ffff::1', '198.51.100.7', '198.51.100.7'],
  ['32 proxies', PROXY, `198.51.100.7${',10.0.0.2'.repeat(31)}`, '198.51.100.7'],
  ['33 proxies: one more than are read', PROXY, `198.51.100.7${',10.0.0.2'.repeat(32)}`, '10.0.0.2'],
  ['a header of 5,000 hops', PROXY, `${'10.0.0.1,'.repeat(5000)}10.0.0.2`, '10.0.0.1'],
  ['a connection that has closed', '', '198.51.100.7', 'unknown'],
] as const)('%s', (_, socket, forwarded, network) => {
  expect(clientAddress(socket, forwarded, trusted).network).toBe(network);
});

test('without trusted proxies the header is ignored', () => {
  const nobody = parseTrustedProxies('');
  expect(clientAddress('127.0.0.1', '198.51.100.7', nobody).address).toBe('127.0.0.1');
  expect(isTrustedProxy('127.0.0.1', nobody)).toBe(false);
});

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['2001:db8:ffff:1::1', true],
  ['203.0.113.9', false],
  ['', false],
] as const)('a connection from %p is from a trusted proxy: %p', (socket, expected) => {
  expect(isTrustedProxy(socket, trusted)).toBe(expected);
});

test.each(['nonsense', '10.0.0.0/99', '10.0.0.1,,x'])('the setting %p is refused', (text) => {
  expect(() => parseTrustedProxies(text)).toThrow(ConfigError);
});
