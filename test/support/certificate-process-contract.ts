/** Tests of certificates that every storage must pass. `open` returns one empty database as two processes open it. */
import { describe, expect, test } from 'bun:test';
import type { PostgresStorage } from '../../src/adapters/postgres/open.ts';
import type { SqliteStorage } from '../../src/adapters/sqlite/open.ts';
import type { Storage } from '../../src/domain/storage.ts';
import { idempotencyRecord, sampleCertificate } from './certificate-store-contract.ts';

const PDF = Uint8Array.of(1);

export function holdToCertificateProcessContract(
  name: string,
  skip: boolean,
  open: () => Promise<[Storage, Storage]>,
): void {
  describe.skipIf(skip)(`${name}: certificates of two processes`, () => {
    test('of inserts under one key at once, one is stored, also when the key was forgotten before', async () => {
      const storages = await open();
      for (const nowMs of [1000, 2000]) {
        const numbers = Array.from({ length: 10 }, (_, n) => nowMs + n);
        const outcomes = await Promise.all(
          numbers.map((number) =>
            storages[number % 2]!.certificates.insert(
              sampleCertificate(number, { issuedAtMs: nowMs }),
              PDF,
              idempotencyRecord(number, { forgottenAtMs: nowMs + 1000 }),
            ),
          ),
        );
        const stored = await storages[0].certificates.list({ sinceMs: nowMs, limit: 99 });
        expect(stored).toHaveLength(1);
        const winner = await storages[1].certificates.recall('l', 'a', nowMs);
        expect(winner?.gccId).toBe(stored[0]!.gccId);
        expect(outcomes.map((earlier) => earlier ?? winner)).toEqual(numbers.map(() => winner));
        expect(outcomes.filter((earlier) => earlier === undefined)).toHaveLength(1);
      }
    });

    test('inserts delete a few forgotten keys each, and no other', async () => {
      const storages = await open();
      let number = 0;
      const insert = (storage: Storage, issuedAtMs: number) => {
        const record = idempotencyRecord(++number, { idempotencyKey: `${number}`, forgottenAtMs: issuedAtMs + 1000 });
        return storage.certificates.insert(sampleCertificate(number, { issuedAtMs }), PDF, record);
      };
      // The same key of another lineage is remembered for longer.
      await storages[0].certificates.insert(
        sampleCertificate(99),
        PDF,
        idempotencyRecord(99, { lineage: 'm', idempotencyKey: '1', forgottenAtMs: 9000 }),
      );
      for (let n = 0; n < 12; n++) await insert(storages[0], 1000);
      expect(await rememberedKeys(storages[0])).toBe(13);
      await Promise.all(storages.map((storage) => insert(storage, 2000)));
      expect(await rememberedKeys(storages[0])).toBe(13 - 8 + 2);
      await insert(storages[1], 2000);
      await insert(storages[1], 2000);
      expect(await rememberedKeys(storages[0])).toBe(5);
      expect(await storages[1].certificates.recall('m', '1', 8999)).toMatchObject({
        gccId: sampleCertificate(99).gccId,
      });
    });

    test('a revocation has one audit entry, with who revoked and when', async () => {
      const [storage, other] = await open();
      const store = storage.certificates;
      const certificate = sampleCertificate(1);
      await store.insert(certificate, Uint8Array.of(1));
      const { gccId } = certificate;
      await store.revoke({ gccId, atMs: 5000, reason: 'A typing mistake' }, { name: 'operator', origin: '127.0.0.1' });
      await store.revoke({ gccId, atMs: 6000 }, { name: 'cli', origin: 'command line' });
      await store.revoke({ gccId: 'no such certificate', atMs: 7000 }, { name: 'cli', origin: 'command line' });
      expect(await other.activity.search({ text: '', action: '', limit: 10 })).toEqual([
        {
          id: 1,
          atMs: 5000,
          actor: 'operator',
          origin: '127.0.0.1',
          action: 'certificate.revoke',
          subject: `certificate ${certificate.gccId}`,
          detail: 'A typing mistake',
        },
      ]);
    });
  });
}

/** The rows of `idempotency`, forgotten or not. */
async function rememberedKeys(storage: Storage): Promise<number> {
  const counted = 'SELECT count(*) AS n FROM idempotency';
  if ('recordsFile' in storage)
    return (storage as SqliteStorage).recordsFile.query<{ n: number }, []>(counted).get()!.n;
  return (await (storage as PostgresStorage).records.use((connection) => connection.query(counted))).rows[0].n;
}
