import { expect, test } from 'bun:test';
import { isPublicAddress } from './public-address.ts';

test.each([
  'https://portside.acme-goods.com/verify/1',
  'http://portside.acme-goods.com:8080',
  'https://PORTSIDE.Acme-Goods.COM.',
  'https://certificats.société.fr',
  'https://8.8.8.8/verify/1',
  'https://[2606:4700:4700::1111]/',
  // Only whole labels count.
  'https://latest.com',
  'https://my-local.net',
  'https://notexample.com',
  'https://test.acme-goods.com',
  'https://localhost.acme-goods.com',
])('%s is public', (url) => {
  expect(isPublicAddress(url)).toBe(true);
});

test.each([
  // This machine, in the spellings that a URL allows.
  ...['http://localhost:8080/verify/1', 'http://127.0.0.1:8080', 'http://127.1', 'http://0x7f.1', 'http://2130706433'],
  ...['http://[::1]:8080', 'http://[::ffff:127.0.0.1]', 'http://0.0.0.0:8080', 'http://[::]', 'https://app.localhost'],
  // Private networks, with and without TLS.
  ...['http://10.0.0.7', 'https://10.0.0.7', 'http://172.16.0.1', 'http://192.168.1.5:8080', 'http://169.254.1.1'],
  ...['http://100.64.0.1', 'http://[fd00::1]', 'http://[fe80::1]', 'http://[2001:db8::1]', 'http://192.0.2.1'],
  // Names that only one network knows, and reserved ones.
  ...[
    'http://portside',
    'http://portside./',
    'https://printer.local',
    'https://PRINTER.LOCAL.',
    'https://printer.local..',
    'https://a.home.arpa',
  ],
  ...['https://a.test', 'https://portside.example', 'https://a.invalid', 'https://a.internal', 'https://nas.lan'],
  ...['https://example.com', 'https://www.example.org', 'https://a.intranet', 'https://a.corp', 'https://a.onion'],
  // No address of a page.
  ...['', 'portside.acme-goods.com', 'ftp://portside.acme-goods.com', 'javascript:alert(1)', 'https://', 'https://.'],
  ...['http://256.256.256.256', 'mailto:a@acme-goods.com'],
])('%s is not public', (url) => {
  expect(isPublicAddress(url)).toBe(false);
});
