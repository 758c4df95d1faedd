import { expect, test } from 'bun:test';
import { linkTarget } from './link.ts';

test.each([
  ['https://portside.acme-goods.com/verify/1', 'https://portside.acme-goods.com/verify/1'],
  ['http://127.0.0.1:8080/verify/1', 'http://127.0.0.1:8080/verify/1'],
  ['https://société.fr/vérifier', 'https://xn--socit-esab.fr/v%C3%A9rifier'],
  ['https://a.com/(1)\\', 'https://a.com/(1)/'],
])('%s leads to %s', (text, target) => {
  expect(linkTarget(text)).toBe(target);
});

test.each([
  ...['', 'Adult bicycle helmet', 'portside.acme-goods.com', 'mailto:a@acme-goods.com', 'file:///etc/passwd'],
  // What a reader could run or be misled by.
  ...[
    'javascript:app.alert(1)',
    'data:text/html,x',
    'https://your-bank.com@acme-goods.com/',
    'https://:p@acme-goods.com/',
  ],
])('%s leads nowhere', (text) => {
  expect(linkTarget(text)).toBeUndefined();
});
