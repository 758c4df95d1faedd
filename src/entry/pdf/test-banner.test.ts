import { expect, test } from 'bun:test';
import { SAMPLE_ID } from '../../domain/sample-certificate.ts';
import { testBanner } from './test-banner.ts';

test('says in words that a certificate is a test if its verify address is not public', () => {
  expect(testBanner('http://127.0.0.1:8080/verify/1')).toStartWith('TEST DOCUMENT');
  expect(testBanner('https://portside.acme-goods.com/verify/1')).toBeUndefined();
});

test('the sample says that it is one, wherever its verify page is', () => {
  for (const origin of [
    'http://127.0.0.1:8080',
    'https://portside.acme-goods.com',
    'https://acme-goods.com/portside',
  ]) {
    expect(testBanner(`${origin}/verify/${SAMPLE_ID}`)).toStartWith('SAMPLE: this is not a certificate.');
  }
});
