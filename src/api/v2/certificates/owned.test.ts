/** Which certificates a key sees, whatever was done to the keys of its lineage, in any order. */
import { expect, test } from 'bun:test';
import { sampleCertificate } from '../../../../test/support/certificate-store-contract.ts';
import { between } from '../../../../test/support/random.ts';
import { runs, seededRandom } from '../../../../test/support/seed.ts';
import { tempStorage, testClock } from '../../../../test/support/temp.ts';
import { freshDatabase, openDatabase, POSTGRES, POSTGRES_URL } from '../../../../test/system/postgres/database.ts';
import type { ApiKey } from '../../../domain/key.ts';
import type { Storage } from '../../../domain/storage.ts';
import { KeyError } from '../../../keys/key-fields.ts';
import { KeyIssuer } from '../../../keys/key-issuer.ts';
import { requireOwned } from './owned.ts';

const ACTOR = { name: 'test', origin: 'test' };

/** Random histories of keys and certificates beside a model that knows only from which key each one comes. */
async function checkHistory(storage: Storage, random: () => number): Promise<void> {
  const keyIssuer = new KeyIssuer(storage, testClock());
  const keys: { row: ApiKey; root: number }[] = [];
  const certificates: { gccId: string; root: number | undefined }[] = [];
  const pick = () => keys[between(random, 0, keys.length - 1)]!;
  for (let step = 0; step < 40; step++) {
    const choice = keys.length === 0 ? 0 : between(random, 0, 9);
    if (choice <= 1) {
      const { row } = await keyIssuer.issue({ name: `key ${step}`, scope: 'entry' }, ACTOR);
      keys.push({ row, root: row.id });
    } else if (choice <= 4) {
      const { row: old, root } = pick();
      const rotated = await keyIssuer.rotate(old.id, between(random, 0, 1) * 3_600_000, ACTOR).catch(refused);
      if (rotated) keys.push({ row: rotated.row, root });
    } else if (choice === 5) {
      await keyIssuer.revoke(pick().row.id, ACTOR).catch(refused);
    } else {
      const { row, root } = pick();
      const byNoKey = choice === 6;
      const caller = byNoKey ? { keyId: 'cli' } : { keyId: String(row.id), lineageId: row.lineageId };
      const certificate = sampleCertificate(certificates.length, caller);
      await storage.certificates.insert(certificate, Uint8Array.of(1));
      certificates.push({ gccId: certificate.gccId, root: byNoKey ? undefined : root });
    }
  }
  for (const { row, root } of keys) {
    const expected = certificates.filter((certificate) => certificate.root === root).map(({ gccId }) => gccId);
    const found: string[] = [];
    for (const { gccId } of certificates) {
      const record = await requireOwned({ certificates: storage.certificates }, row.lineageId, gccId).catch(notFound);
      if (record) found.push(record.gccId);
    }
    const listed = await storage.certificates.search({ text: '', lineageId: row.lineageId, limit: 100 });
    expect([found, listed.map(({ gccId }) => gccId)]).toEqual([expected, expected]);
  }
}

/** A key that was revoked or rotated cannot be rotated again. */
function refused(error: unknown): undefined {
  if (!(error instanceof KeyError)) throw error;
}

function notFound(error: { code?: string }): undefined {
  expect(error.code).toBe('not_found');
}

test('SQLite: a key sees the certificates of its lineage, and of no other', async () => {
  const random = seededRandom('owned certificates, SQLite');
  for (let run = 0; run < runs(1, 20); run++) await checkHistory(tempStorage(), random);
});

test.skipIf(!POSTGRES_URL)(`${POSTGRES}: a key sees the certificates of its lineage, and of no other`, async () => {
  const random = seededRandom('owned certificates, PostgreSQL');
  for (let run = 0; run < runs(1, 5); run++) await checkHistory(await openDatabase(await freshDatabase()), random);
});

const OWN = sampleCertificate(1, { lineageId: 7 });
const store = { get: async () => OWN };

test.each([
  '',
  OWN.gccId.toUpperCase().replace('0', 'A'),
  ` ${OWN.gccId}`,
  `${OWN.gccId}\n`,
  `${OWN.gccId}.pdf`,
  `{${OWN.gccId}}`,
  OWN.gccId.replaceAll('-', ''),
  OWN.gccId.replace('0', '%30'),
  '../openapi.json',
  '__proto__',
  '🚲'.repeat(36),
])('the id %j names no certificate', async (id) => {
  await expect(requireOwned({ certificates: store }, 7, id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a certificate that no key asked for belongs to no key', async () => {
  const byNobody = { get: async () => sampleCertificate(1) };
  for (const lineageId of [0, 7, Number.NaN]) {
    await expect(requireOwned({ certificates: byNobody }, lineageId, OWN.gccId)).rejects.toMatchObject({
      code: 'not_found',
    });
  }
});
