/** An upgrade gives the certificates of an older version the state that their one word allows. */
import { expect, test } from 'bun:test';
import { sampleCertificate } from '../../test/support/certificate-store-contract.ts';
import { tempDir, tempStorage } from '../../test/support/temp.ts';
import { freshDatabase, openDatabase, POSTGRES, POSTGRES_URL, statement } from '../../test/system/postgres/database.ts';
import type { CertificateState } from '../domain/certificate.ts';
import type { Storage } from '../domain/storage.ts';

/** As the version before left the table: one of three was complete, whether revoked or not. */
const undo = (type: string, isTrue: string) => [
  `ALTER TABLE certificates ADD COLUMN complete ${type}`,
  `UPDATE certificates SET complete = ${isTrue}`,
  'ALTER TABLE certificates DROP COLUMN state',
  "DELETE FROM migrations WHERE name LIKE '%_certificate_state'",
];
const isComplete = "sha256 LIKE '%1' OR sha256 LIKE '%3'";
/** No certificate of an older version has the sentence that is attested to, so none is `stated`. */
const EXPECTED: CertificateState[] = ['incomplete', 'stated_with_defects', 'incomplete', 'stated_with_defects'];

async function fill({ certificates }: Storage): Promise<void> {
  for (const number of EXPECTED.keys()) {
    await certificates.insert(sampleCertificate(number, { state: 'stated' }), Uint8Array.of(1));
  }
  await certificates.revoke({ gccId: sampleCertificate(3).gccId, atMs: 2000 }, { name: 'test', origin: 'test' });
}

async function expectStates({ certificates }: Storage): Promise<void> {
  const records = await certificates.list({ sinceMs: 0, limit: 10 });
  expect(records.map(({ state }) => state)).toEqual(EXPECTED);
  const found = await certificates.search({ text: '', state: 'stated_with_defects', limit: 10 });
  expect(found.map(({ gccId }) => gccId)).toEqual([sampleCertificate(1).gccId]);
}

test('SQLite: certificates of an older version become incomplete or stated with defects', async () => {
  const dir = tempDir();
  const storage = tempStorage(dir);
  await fill(storage);
  for (const sql of undo('integer NOT NULL DEFAULT 0', isComplete)) storage.recordsFile.run(sql);
  await expectStates(tempStorage(dir));
});

test.skipIf(!POSTGRES_URL)(
  `${POSTGRES}: certificates of an older version become incomplete or stated with defects`,
  async () => {
    const url = await freshDatabase();
    await fill(await openDatabase(url));
    for (const sql of undo('boolean', isComplete)) await statement(url, sql);
    await expectStates(await openDatabase(url));
  },
);
