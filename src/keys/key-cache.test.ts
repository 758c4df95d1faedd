import { expect, test } from 'bun:test';
import { tempStorage, testClock } from '../../test/support/temp.ts';
import { KeyCache } from './key-cache.ts';
import { KeyIssuer } from './key-issuer.ts';

test('a full cache drops the key that was not used for longest', async () => {
  const clock = testClock();
  const keyIssuer = new KeyIssuer(tempStorage(), clock);
  const cache = new KeyCache((hash) => keyIssuer.findByHash(hash), clock, 2);
  const keys: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const input = { name, scope: 'all', notes: 'delegate:on' } as const;
    keys.push((await keyIssuer.issue(input, { name: 'test', origin: 'test' })).key);
  }
  const verify = async (which: number) => (await cache.verify(keys[which]!))?.keyId;
  expect([await verify(0), await verify(1), await verify(0)]).toEqual([1, 2, 1]);
  expect(cache.misses).toBe(2);
  expect([await verify(2), await verify(0)]).toEqual([3, 1]);
  expect(cache.misses).toBe(3);
  expect([await verify(1), await verify(0), await verify(1)]).toEqual([2, 1, 2]);
  expect(cache.misses).toBe(4);
});

test('a key that was revoked while it was read is not remembered as it was before', async () => {
  const clock = testClock();
  const keyIssuer = new KeyIssuer(tempStorage(), clock);
  const actor = { name: 'test', origin: 'test' };
  const { key, row } = await keyIssuer.issue({ name: 'a', scope: 'all' }, actor);
  const held = Promise.withResolvers<void>();
  const cache = new KeyCache(async (hash) => {
    const found = await keyIssuer.findByHash(hash);
    await held.promise;
    return found;
  }, clock);
  const before = cache.verify(key);
  await keyIssuer.revoke(row.id, actor);
  cache.clear();
  held.resolve();
  await before;
  expect(await cache.verify(key)).toBeUndefined();
});
