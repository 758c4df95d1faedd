import { describe, expect, test } from 'bun:test';
import { nonceOf, withNonce } from './client-nonce.ts';

const asking = (nonce?: string) => new Request('http://x/', { headers: nonce ? { 'x-client-nonce': nonce } : {} });

describe('the nonce of a client', () => {
  test('is read if it is 1 to 64 letters, digits, - and _', () => {
    for (const nonce of ['a', '_-9Z', 'x'.repeat(64)]) expect(nonceOf(asking(nonce))).toBe(nonce);
    for (const nonce of ['x'.repeat(65), 'a b', 'a,b', 'é', '<a>', undefined]) {
      expect(nonceOf(asking(nonce))).toBeUndefined();
    }
  });

  test('is on the answer, also on one that is still to come', async () => {
    const now = await withNonce('one', new Response('x'));
    const later = await withNonce('two', Promise.resolve(new Response(null, { status: 304 })));
    expect([now, later].map(({ headers }) => headers.get('x-client-nonce'))).toEqual(['one', 'two']);
  });
});
