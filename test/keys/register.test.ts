import { describe, expect, test } from 'bun:test';
import { hashKeyText } from '../../src/keys/format.ts';
import { isDelegate, statusOf, withDelegate } from '../../src/keys/key.ts';
import { Keyring } from '../../src/keys/keyring.ts';
import { KeyError, KeyRegister } from '../../src/keys/register.ts';
import { tempStorage, testClock } from '../temp.ts';

const actor = { name: 'test', origin: 'test' };

function setUp() {
  const clock = testClock();
  const storage = tempStorage();
  const register = new KeyRegister(storage, clock);
  return { clock, storage, register, keyring: new Keyring((hash) => register.findByHash(hash), clock) };
}

describe('a key over its life', () => {
  test('is stored as its hash alone: no column of any table holds its text', () => {
    const { storage, register } = setUp();
    const { key } = register.issue({ name: 'importer', scope: 'tariff' }, actor);
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

  test('after a rotation both keys work until the overlap ends, then only the new one', () => {
    const { clock, register, keyring } = setUp();
    const first = register.issue({ name: 'broker', scope: 'all', notes: 'delegate:on', perMinute: 7 }, actor);
    const second = register.rotate(first.row.id, 60_000, actor);
    expect(keyring.verify(first.key)?.lineageId).toBe(first.row.id);
    expect(keyring.verify(second.key)).toMatchObject({
      lineageId: first.row.id,
      delegate: true,
      limits: { perMinute: 7 },
    });
    clock.ms += 59_999;
    expect(keyring.verify(first.key)).toBeDefined();
    clock.ms += 1;
    expect(keyring.verify(first.key)).toBeUndefined();
    expect(keyring.verify(second.key)).toBeDefined();
    expect(statusOf(register.find(first.row.id)!, clock.now())).toBe('expired');
  });

  test('a rotation with no overlap ends the old key at once, and never lengthens a life that was set', () => {
    const { clock, register, keyring } = setUp();
    const expiresAt = clock.now() + 5000;
    const first = register.issue({ name: 'short', scope: 'all', expiresAt }, actor);
    const second = register.rotate(first.row.id, 3_600_000, actor);
    expect(second.old.expiresAt).toBe(expiresAt);
    expect(second.row.expiresAt).toBe(expiresAt);
    const other = register.issue({ name: 'now', scope: 'all' }, actor);
    register.rotate(other.row.id, 0, actor);
    expect(keyring.verify(other.key)).toBeUndefined();
  });

  test('a revoked key is refused at once and can be neither revoked nor rotated again', () => {
    const { register, keyring } = setUp();
    const { row, key } = register.issue({ name: 'gone', scope: 'pixel' }, actor);
    expect(keyring.verify(key)).toBeDefined();
    register.revoke(row.id, actor);
    keyring.forget();
    expect(keyring.verify(key)).toBeUndefined();
    expect(() => register.revoke(row.id, actor)).toThrow(KeyError);
    expect(() => register.rotate(row.id, 0, actor)).toThrow(KeyError);
  });

  test('a rotated key is not rotated twice: its line would fork', () => {
    const { register } = setUp();
    const { row } = register.issue({ name: 'once', scope: 'all' }, actor);
    register.rotate(row.id, 60_000, actor);
    expect(() => register.rotate(row.id, 60_000, actor)).toThrow('rotating');
  });

  test('every change is in the audit, and the audit refuses to forget', () => {
    const { storage, register } = setUp();
    const { row } = register.issue({ name: 'audited', scope: 'all' }, actor);
    register.setNotes(row.id, 'delegate:on', actor);
    const next = register.rotate(row.id, 0, actor);
    register.revoke(next.row.id, actor);
    const actions = storage.recordsFile.query<{ action: string }, []>('SELECT action FROM audit ORDER BY id').all();
    expect(actions.map(({ action }) => action)).toEqual(['key.issue', 'key.notes', 'key.rotate', 'key.revoke']);
    expect(() => storage.recordsFile.run('DELETE FROM audit')).toThrow('never deleted');
    expect(() => storage.recordsFile.run("UPDATE audit SET actor = 'x'")).toThrow('never changed');
  });

  test('a change that is refused leaves nothing behind', () => {
    const { storage, register } = setUp();
    const rows = () => storage.recordsFile.query('SELECT * FROM keys').all().length;
    expect(() => register.issue({ name: '  ', scope: 'all' }, actor)).toThrow(KeyError);
    expect(() => register.issue({ name: 'x', scope: 'all', perMinute: 0 }, actor)).toThrow(KeyError);
    expect(() => register.issue({ name: 'x', scope: 'all', notes: 'x'.repeat(2001) }, actor)).toThrow(KeyError);
    expect(() => register.rotate(99, 0, actor)).toThrow(KeyError);
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
