import { holdToStoreContract } from '../../test/support/certificate-store-contract.ts';
import { holdToStorageContract } from '../../test/support/storage-contract.ts';
import { tempDir, tempStorage } from '../../test/support/temp.ts';
import { freshDatabase, openDatabase, POSTGRES, POSTGRES_URL } from '../../test/system/postgres/database.ts';

holdToStorageContract('SQLite', false, async () => {
  const dir = tempDir();
  return [tempStorage(dir), tempStorage(dir)];
});

holdToStorageContract(POSTGRES, !POSTGRES_URL, async () => {
  const url = await freshDatabase();
  return [await openDatabase(url), await openDatabase(url)];
});

if (POSTGRES_URL) holdToStoreContract(POSTGRES, async () => (await openDatabase(await freshDatabase())).certificates);
