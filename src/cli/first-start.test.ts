import { expect, test } from 'bun:test';
import { makeHashesCheap } from '../../test/support/cheap-hashes.ts';
import { tempDir } from '../../test/support/temp.ts';
import { openSqlite } from '../adapters/sqlite/open.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { loadConfig } from '../config.ts';
import { setPassword } from '../operator/accounts.ts';
import { isPassword } from '../operator/password/password.ts';
import { firstStart } from './first-start.ts';

makeHashesCheap();
const config = loadConfig({ env: {} });
const open = () => openSqlite(`${tempDir()}/portside.db`, { lockWaitMs: 1000 });

test('a password that is set while the first one is hashed stays, and the first start says that its own is not valid', async () => {
  const storage = open();
  const first = await firstStart(storage, config, clock);
  const names = await Promise.all([1, 2, 3].map((n) => setPassword(storage, clock, `a password of my own ${n}`)));
  expect(names).toEqual(['owner', 'owner', 'owner']);
  const isFirst = await first!.settled;
  const { passwordHash } = (await storage.operator.find('owner'))!;
  expect(await isPassword(passwordHash, first!.password!)).toBe(false);
  expect([true, false]).toContain(isFirst);
  expect(await storage.operator.list()).toHaveLength(1);
  await storage.close();
});

test('two servers that start on one empty database make one owner, and one of them says that its password is not valid', async () => {
  const storage = open();
  const starts = await Promise.all([firstStart(storage, config, clock), firstStart(storage, config, clock)]);
  const valid = await Promise.all(starts.map(async (first) => first!.settled));
  expect(valid.toSorted()).toEqual([false, true]);
  const { passwordHash } = (await storage.operator.find('owner'))!;
  const fits = await Promise.all(starts.map((first) => isPassword(passwordHash, first!.password!)));
  expect(fits).toEqual(valid);
  await storage.close();
});
