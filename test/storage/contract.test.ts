import { holdToStoreContract } from '../entry/store-contract.ts';
import { freshDatabase, openDatabase, POSTGRES, POSTGRES_URL } from '../postgres/database.ts';
import { tempDir, tempStorage } from '../temp.ts';
import { holdToStorageContract } from './contract.ts';

holdToStorageContract('SQLite', false, async () => {
  const dir = tempDir();
  return [tempStorage(dir), tempStorage(dir)];
});

holdToStorageContract(POSTGRES, !POSTGRES_URL, async () => {
  const url = await freshDatabase();
  return [await openDatabase(url), await openDatabase(url)];
});

if (POSTGRES_URL) holdToStoreContract(POSTGRES, async () => (await openDatabase(await freshDatabase())).certificates);
