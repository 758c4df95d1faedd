import { describe, expect, test } from 'bun:test';
import { tempStorage, testClock } from '../../test/support/temp.ts';
import { isDelegate, statusOf, withDelegate } from '../domain/key.ts';
import { KeyCache } from './key-cache.ts';
import { KeyError } from './key-fields.ts';
import { KeyIssuer } from './key-issuer.ts';
import { hashKeyText } from './key-text.ts';

const actor = { name: 'test', origin: 'test' };

function setUp() {
  const clock = testClock();
  const storage = tempStorage();
  const keyIssuer = new KeyIssuer(storage, clock);
  return { clock, storage, keyIssuer, keyCache: new KeyCache((hash) => keyIssuer.findByHash(hash), clock) };
}

describe('a key over its life', () => {
  test('is stored only as its hash: no column of any table contains its text', async () => {
    const { storage, keyIssuer } = setUp();
    const { key } = await keyIssuer.issue({ name: 'importer', scope: 'tariff' }, actor);
    const tables = storage.recordsFile.query<{ name: string }, []>(
      "SELECT name FROM sqlite_master WHERE type = 'table'",
    );
    const everything = tables
      .all()
      .map(({ name }) => JSON.stringify(storage.recordsFile.query(`SELECT * FROM "${name}"`).all()));
    expect(everything.join()).toContain(hashKeyText(key));
    expect(everything.join()).not.toContain(key);
    expect(everything.join()).not.toContain(key.slice(8, 24));
  });

  test('after a rotation both keys work until the overlap ends, then only the new one', async () => {
    const { clock, keyIssuer, keyCache } = setUp();
    const first = await keyIssuer.issue({ name: 'broker', scope: 'all', notes: 'delegate:on', perMinute: 7 }, actor);
    const second = await keyIssuer.rotate(first.row.id, 60_000, actor);
    expect((await keyCache.verify(first.key))?.lineageId).toBe(first.row.id);
    expect(await keyCache.verify(second.key)).toMatchObject({
      lineageId: first.row.id,
      delegate: true,
      limits: { perMinute: 7 },
    });
    clock.ms += 59_999;
    expect(await keyCache.verify(first.key)).toBeDefined();
    clock.ms += 1;
    expect(await keyCache.verify(first.key)).toBeUndefined();
    expect(await keyCache.verify(second.key)).toBeDefined();
    expect(statusOf((await keyIssuer.find(first.row.id))!, clock.now())).toBe('expired');
  });

  test('a rotation without overlap ends the old key at once, and no rotation extends an expiry', async () => {
    const { clock, keyIssuer, keyCache } = setUp();
    const expiresAt = clock.now() + 5000;
    const first = await keyIssuer.issue({ name: 'short', scope: 'all', expiresAt }, actor);
    const second = await keyIssuer.rotate(first.row.id, 3_600_000, actor);
    expect(second.old.expiresAt).toBe(expiresAt);
    expect(second.row.expiresAt).toBe(expiresAt);
    const other = await keyIssuer.issue({ name: 'now', scope: 'all' }, actor);
    await keyIssuer.rotate(other.row.id, 0, actor);
    expect(await keyCache.verify(other.key)).toBeUndefined();
  });

  test('a revoked key is refused at once and can be neither revoked nor rotated again', async () => {
    const { keyIssuer, keyCache } = setUp();
    const { row, key } = await keyIssuer.issue({ name: 'gone', scope: 'pixel' }, actor);
    expect(await keyCache.verify(key)).toBeDefined();
    await keyIssuer.revoke(row.id, actor);
    keyCache.clear();
    expect(await keyCache.verify(key)).toBeUndefined();
    await expect(keyIssuer.revoke(row.id, actor)).rejects.toThrow(KeyError);
    await expect(keyIssuer.rotate(row.id, 0, actor)).rejects.toThrow(KeyError);
  });

  test('a rotated key cannot be rotated again, which would fork its lineage', async () => {
    const { keyIssuer } = setUp();
    const { row } = await keyIssuer.issue({ name: 'once', scope: 'all' }, actor);
    await keyIssuer.rotate(row.id, 60_000, actor);
    await expect(keyIssuer.rotate(row.id, 60_000, actor)).rejects.toThrow('rotating');
  });

  test('every change is in the audit, and audit rows cannot be changed or deleted', async () => {
    const { storage, keyIssuer } = setUp();
    const { row } = await keyIssuer.issue({ name: 'audited', scope: 'all' }, actor);
    await keyIssuer.edit(row.id, { notes: 'delegate:on' }, actor);
    const next = await keyIssuer.rotate(row.id, 0, actor);
    await keyIssuer.revoke(next.row.id, actor);
    const actions = storage.recordsFile.query<{ action: string }, []>('SELECT action FROM audit ORDER BY id').all();
    expect(actions.map(({ action }) => action)).toEqual(['key.issue', 'key.edit', 'key.rotate', 'key.revoke']);
    expect(() => storage.recordsFile.run('DELETE FROM audit')).toThrow('never deleted');
    expect(() => storage.recordsFile.run("UPDATE audit SET actor = 'x'")).toThrow('never changed');
  });

  test('a change that is refused stores nothing', async () => {
    const { storage, keyIssuer } = setUp();
    const rows = () => storage.recordsFile.query('SELECT * FROM keys').all().length;
    await expect(keyIssuer.issue({ name: '  ', scope: 'all' }, actor)).rejects.toThrow(KeyError);
    await expect(keyIssuer.issue({ name: 'x', scope: 'all', perMinute: 0 }, actor)).rejects.toThrow(KeyError);
    await expect(keyIssuer.issue({ name: 'x', scope: 'all', notes: 'x'.repeat(2001) }, actor)).rejects.toThrow(
      KeyError,
    );
    await expect(keyIssuer.rotate(99, 0, actor)).rejects.toThrow(KeyError);
    expect(rows()).toBe(0);
    expect(storage.recordsFile.query('SELECT * FROM audit').all()).toEqual([]);
  });
});

test.each([
  ['delegate:on', true],
  ['importer, delegate:on', true],
  ['vip;delegate:on since May', true],
  ['delegate:off', false],
  ['delegate:on delegate:off', false],
  ['delegate:onwards', false],
  ['undelegate:on', false],
  ['Delegate:On', false],
  ['', false],
])('notes %j enrol in the beta: %p', (notes, enrolled) => {
  expect(isDelegate(notes)).toBe(enrolled);
  expect(isDelegate(withDelegate(notes, true))).toBe(true);
  expect(isDelegate(withDelegate(notes, false))).toBe(false);
});
