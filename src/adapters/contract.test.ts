import { holdToCertificateProcessContract } from '../../test/support/certificate-process-contract.ts';
import { holdToStoreContract } from '../../test/support/certificate-store-contract.ts';
import { holdToFilingStoreContract } from '../../test/support/filing-store-contract.ts';
import { holdToJobStoreContract } from '../../test/support/job-store-contract.ts';
import { holdToLogContract } from '../../test/support/log-contract.ts';
import { holdToOperationsContract } from '../../test/support/operations-contract.ts';
import { holdToResourceLedgerContract } from '../../test/support/resource-ledger-contract.ts';
import { holdToStorageContract } from '../../test/support/storage-contract.ts';
import { tempDir, tempStorage } from '../../test/support/temp.ts';
import { holdToWatchStoreContract } from '../../test/support/watch-store-contract.ts';
import { freshDatabase, openDatabase, POSTGRES, POSTGRES_URL } from '../../test/system/postgres/database.ts';
import type { Storage } from '../domain/storage.ts';

const openSqliteTwice = async (): Promise<[Storage, Storage]> => {
  const dir = tempDir();
  return [tempStorage(dir), tempStorage(dir)];
};
const openPostgresTwice = async (): Promise<[Storage, Storage]> => {
  const url = await freshDatabase();
  return [await openDatabase(url), await openDatabase(url)];
};

holdToStorageContract('SQLite', false, openSqliteTwice);
holdToStorageContract(POSTGRES, !POSTGRES_URL, openPostgresTwice);
holdToLogContract('SQLite', false, openSqliteTwice);
holdToLogContract(POSTGRES, !POSTGRES_URL, openPostgresTwice);
holdToOperationsContract('SQLite', false, openSqliteTwice);
holdToOperationsContract(POSTGRES, !POSTGRES_URL, openPostgresTwice);
holdToResourceLedgerContract('SQLite', false, openSqliteTwice);
holdToResourceLedgerContract(POSTGRES, !POSTGRES_URL, openPostgresTwice);
holdToFilingStoreContract('SQLite', false, openSqliteTwice);
holdToFilingStoreContract(POSTGRES, !POSTGRES_URL, openPostgresTwice);
holdToJobStoreContract('SQLite', false, openSqliteTwice);
holdToJobStoreContract(POSTGRES, !POSTGRES_URL, openPostgresTwice);
holdToWatchStoreContract('SQLite', false, openSqliteTwice);
holdToWatchStoreContract(POSTGRES, !POSTGRES_URL, openPostgresTwice);
holdToCertificateProcessContract('SQLite', false, openSqliteTwice);
holdToCertificateProcessContract(POSTGRES, !POSTGRES_URL, openPostgresTwice);
holdToStoreContract('SQLite', () => tempStorage().certificates);
if (POSTGRES_URL) holdToStoreContract(POSTGRES, async () => (await openDatabase(await freshDatabase())).certificates);
