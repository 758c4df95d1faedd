import { expect, test } from 'bun:test';
import { laterStore, once } from './later-store.ts';

interface Store {
  read(id: number): Promise<string>;
  list(): Promise<string[]>;
}

function store(failures = 0) {
  let opened = 0;
  const later = laterStore<Store, 'list'>(
    async () => {
      if (++opened <= failures) throw new Error('database is locked');
      return { read: async (id) => `row ${id}` };
    },
    { list: async () => ['ready'] },
  );
  return { later, opened: () => opened };
}

test('a store is opened once, by the first call that needs it', async () => {
  const { later, opened } = store();
  expect(await later.list()).toEqual(['ready']);
  expect(opened()).toBe(0);
  expect(await Promise.all([later.read(1), later.read(2)])).toEqual(['row 1', 'row 2']);
  expect(opened()).toBe(1);
});

test('a store that could not be opened is opened by the next call', async () => {
  const { later, opened } = store(1);
  expect(later.read(1)).rejects.toThrow('locked');
  await Bun.sleep(0);
  expect(await later.read(1)).toBe('row 1');
  expect(opened()).toBe(2);
});

test('a promise may resolve to a store, and a store may be printed, without opening it', async () => {
  const { later, opened } = store();
  expect((await Promise.resolve(later)) === later).toBe(true);
  expect(await once(async () => later)()).toBe(later);
  expect(JSON.stringify({ later })).toBe('{"later":{}}');
  expect(opened()).toBe(0);
});
