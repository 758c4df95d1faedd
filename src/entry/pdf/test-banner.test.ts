import { expect, test } from 'bun:test';
import { testBanner } from './test-banner.ts';

test('says in words that a certificate is a test if its verify address is not public', () => {
  expect(testBanner('http://127.0.0.1:8080/verify/1')).toStartWith('TEST DOCUMENT');
  expect(testBanner('https://portside.acme-goods.com/verify/1')).toBeUndefined();
});
