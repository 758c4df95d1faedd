/** An upgrade counts the bytes of the certificates that an older version has stored. */
import { expect, test } from 'bun:test';
import { sampleCertificate } from '../../test/support/certificate-store-contract.ts';
import { tempDir, tempStorage, testClock } from '../../test/support/temp.ts';
import { freshDatabase, openDatabase, POSTGRES, POSTGRES_URL, statement } from '../../test/system/postgres/database.ts';
import { type CertificateRecord, storedBytesOf } from '../domain/certificate-store.ts';
import type { Storage } from '../domain/storage.ts';
import { KeyIssuer } from '../keys/key-issuer.ts';

const actor = { name: 'test', origin: 'test' };
const UNDO = [
  'DROP TABLE resources',
  'DROP TABLE resource_days',
  "DELETE FROM migrations WHERE name LIKE '%_resources'",
];

/** Certificates of two lineages, one of them rotated, and of no key. Returns what each lineage stores. */
async function fill(storage: Storage): Promise<Map<number, number>> {
  const keyIssuer = new KeyIssuer(storage, testClock());
  const { row: first } = await keyIssuer.issue({ name: 'a', scope: 'all' }, actor);
  const { row: second } = await keyIssuer.rotate(first.id, 0, actor);
  const { row: third } = await keyIssuer.issue({ name: 'b', scope: 'all' }, actor);
  const product_info = { name: '証明書 🚲 İstanbul', model: 'Ünïcode' };
  const certificates: CertificateRecord[] = [first.id, second.id, second.id, third.id, 'cli', '', `${first.id}x`].map(
    (keyId, i) =>
      sampleCertificate(i, {
        keyId: String(keyId),
        pdfBytes: 40_000 + i,
        requestJson: JSON.stringify({ product_info }),
      }),
  );
  for (const certificate of certificates) await storage.certificates.insert(certificate, Uint8Array.of(1));
  const bytes = certificates.map((certificate) => storedBytesOf(certificate));
  return new Map([
    [first.lineageId, bytes[0]! + bytes[1]! + bytes[2]!],
    [third.lineageId, bytes[3]!],
    [0, 0],
  ]);
}

async function expectCounted(storage: Storage, expected: Map<number, number>): Promise<void> {
  for (const [lineageId, bytes] of expected) {
    expect([lineageId, (await storage.resources.account(lineageId, 0)).used.storedBytes]).toEqual([lineageId, bytes]);
  }
}

test('SQLite: certificates of an older version are counted when it is upgraded', async () => {
  const dir = tempDir();
  const storage = tempStorage(dir);
  const expected = await fill(storage);
  await expectCounted(storage, expected);
  for (const sql of UNDO) storage.recordsFile.run(sql);
  await expectCounted(tempStorage(dir), expected);
});

test.skipIf(!POSTGRES_URL)(
  `${POSTGRES}: certificates of an older version are counted when it is upgraded`,
  async () => {
    const url = await freshDatabase();
    const expected = await fill(await openDatabase(url));
    for (const sql of UNDO) await statement(url, sql);
    await expectCounted(await openDatabase(url), expected);
  },
);
