/** An upgrade gives the certificates of an older version the lineage of their key. */
import { expect, test } from 'bun:test';
import { sampleCertificate } from '../../test/support/certificate-store-contract.ts';
import { tempDir, tempStorage, testClock } from '../../test/support/temp.ts';
import { freshDatabase, openDatabase, POSTGRES, POSTGRES_URL, statement } from '../../test/system/postgres/database.ts';
import type { Storage } from '../domain/storage.ts';
import { KeyIssuer } from '../keys/key-issuer.ts';

const actor = { name: 'test', origin: 'test' };
const UNDO = [
  'DROP INDEX certificates_successor',
  'ALTER TABLE certificates DROP COLUMN public_since_ms',
  'DROP INDEX certificates_lineage',
  'ALTER TABLE certificates DROP COLUMN revocation_reason',
  'ALTER TABLE certificates DROP COLUMN successor_id',
  'ALTER TABLE certificates DROP COLUMN lineage_id',
  "DELETE FROM migrations WHERE name LIKE '%_certificate_life' OR name LIKE '%_public_pdf'",
];

/** Certificates of two lineages, one of them rotated and revoked, and of no key. Returns the lineage of each. */
async function fill(storage: Storage): Promise<(number | undefined)[]> {
  const keyIssuer = new KeyIssuer(storage, testClock());
  const { row: first } = await keyIssuer.issue({ name: 'a', scope: 'all' }, actor);
  const { row: other } = await keyIssuer.issue({ name: 'b', scope: 'all' }, actor);
  const { row: second } = await keyIssuer.rotate(first.id, 0, actor);
  await keyIssuer.revoke(first.id, actor);
  const keyIds = [first.id, second.id, other.id, 'cli', '', `${first.id}x`, `0${first.id}`, `-${first.id}`, 999_999];
  for (const [number, keyId] of keyIds.entries()) {
    await storage.certificates.insert(sampleCertificate(number, { keyId: String(keyId) }), Uint8Array.of(1));
  }
  return [first.id, first.id, other.id, ...Array(6).fill(undefined)];
}

async function lineagesOf(storage: Storage): Promise<(number | undefined)[]> {
  const records = await storage.certificates.list({ sinceMs: 0, limit: 100 });
  return records.map(({ lineageId }) => lineageId);
}

test('SQLite: certificates of an older version get their lineage when it is upgraded', async () => {
  const dir = tempDir();
  const storage = tempStorage(dir);
  const expected = await fill(storage);
  for (const sql of UNDO) storage.recordsFile.run(sql);
  expect(await lineagesOf(tempStorage(dir))).toEqual(expected);
});

test.skipIf(!POSTGRES_URL)(
  `${POSTGRES}: certificates of an older version get their lineage when it is upgraded`,
  async () => {
    const url = await freshDatabase();
    const expected = await fill(await openDatabase(url));
    for (const sql of UNDO) await statement(url, sql);
    expect(await lineagesOf(await openDatabase(url))).toEqual(expected);
  },
);
