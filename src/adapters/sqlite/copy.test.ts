import { expect, test } from 'bun:test';
import { tempDir } from '../../../test/support/temp.ts';
import { COPY_TABLES } from '../copy.ts';
import { withSqliteCopy } from './copy.ts';
import { openSqlite } from './open.ts';

test('a copy gives the entries of the journal one by one, because PostgreSQL knows no groups', async () => {
  const path = `${tempDir()}/portside.db`;
  const storage = openSqlite(path, { lockWaitMs: 1000 });
  storage.journal.exclusively(() =>
    storage.journal.append(5, [
      [1, 1, 'tariff', 2],
      [7, 3, 'tariff', 1],
    ]),
  );
  await storage.close();
  const journal = COPY_TABLES.find(({ name }) => name === 'journal')!;
  const rows = await withSqliteCopy(path, async (side) => {
    const read: unknown[] = [];
    for await (const batch of side.read(journal)) read.push(...batch);
    return read;
  });
  expect(rows).toEqual([[1, 5, '[[1,1,"tariff",2],[7,3,"tariff",1]]']]);
});
