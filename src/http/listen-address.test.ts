import { expect, test } from 'bun:test';
import { addressText, parseListenAddress, workerAddress } from './listen-address.ts';

test.each([
  ['9090', { hostname: '127.0.0.1', port: 9090 }, 'http://127.0.0.1:9090'],
  ['0.0.0.0:9090', { hostname: '0.0.0.0', port: 9090 }, 'http://0.0.0.0:9090'],
  ['[::1]:9090', { hostname: '::1', port: 9090 }, 'http://[::1]:9090'],
  ['unix:/run/portside/admin.sock', { unix: '/run/portside/admin.sock' }, 'unix:/run/portside/admin.sock'],
])('%s', (text, address, shown) => {
  expect(parseListenAddress(text)).toEqual(address as never);
  expect(addressText(parseListenAddress(text))).toBe(shown);
});

test.each(['', 'x', '99999', 'unix:relative', 'host:', ':80', '::1:80', 'a/b:80', '80 '])('%j is no address', (text) =>
  expect(() => parseListenAddress(text)).toThrow(RangeError),
);

test('each of several workers has an address of its own', () => {
  const of = (text: string, worker?: number) => addressText(workerAddress(parseListenAddress(text), worker));
  expect([of('9090'), of('9090', 1), of('9090', 3)].map((url) => new URL(url).port)).toEqual(['9090', '9090', '9092']);
  expect([of('unix:/a'), of('unix:/a', 1), of('unix:/a', 3)]).toEqual(['unix:/a', 'unix:/a', 'unix:/a.3']);
});
