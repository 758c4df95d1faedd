/** Whom a keyless request is counted for, and that nobody can choose to be somebody else. */
import { expect, test } from 'bun:test';
import { ConfigError } from '../config.ts';
import { clientAddress, parseTrustedProxies } from './client-address.ts';

const trusted = '10.0.0.0/8, 192.0.2.1, 2001:db8:ffff::/48';

test.each([
  ['a stranger', '203.0.113.9', null, '203.0.113.9'],
  ['a stranger who claims another address', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
  ['a trusted proxy', '10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['a trusted proxy that says nothing', '10.1.2.3', null, '10.1.2.3'],
  ['a client that put a hop before the real one', '10.1.2.3', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
  ['two trusted proxies in a row', '192.0.2.1', '1.1.1.1, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
  ['a stranger between trusted proxies', '10.1.2.3', '198.51.100.7, 203.0.113.5, 10.9.9.9', '203.0.113.5'],
  ['a list of trusted proxies alone', '10.1.2.3', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ['a hop that is no address', '10.1.2.3', '198.51.100.7, unknown', '10.1.2.3'],
  ['hops with ports', '10.1.2.3', '198.51.100.7:51234', '198.51.100.7'],
  ['an IPv6 hop with a port', '10.1.2.3', '[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64'],
  ['IPv6', '2001:db8:1:2:aaaa::1', null, '2001:db8:1:2::/64'],
  ['another address of the same /64', '2001:db8:1:2:ffff::9', null, '2001:db8:1:2::/64'],
  ['the next /64', '2001:db8:1:3::1', null, '2001:db8:1:3::/64'],
  ['IPv4 inside IPv6', '::ffff:203.0.113.9', null, '203.0.113.9'],
  ['a trusted proxy seen as IPv4 inside IPv6', '::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['a trusted IPv6 proxy', '2001:db8:ffff::1', '198.51.100.7', '198.51.100.7'],
  ['a list longer than any honest one', '10.1.2.3', `${'10.0.0.1,'.repeat(5000)}10.0.0.2`, '10.0.0.1'],
  ['no socket', '', null, 'unknown'],
] as const)('%s: %p with %p counts for %p', (_what, socket, forwarded, expected) => {
  expect(clientAddress(socket, forwarded, parseTrustedProxies(trusted))).toBe(expected);
});

test('nobody is believed unless the operator says so', () => {
  expect(clientAddress('127.0.0.1', '198.51.100.7', parseTrustedProxies(''))).toBe('127.0.0.1');
});

test.each(['nonsense', '10.0.0.0/99', '10.0.0.1,,x'])('a setting of %p is refused', (text) => {
  expect(() => parseTrustedProxies(text)).toThrow(ConfigError);
});
