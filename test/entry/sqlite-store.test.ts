import { expect, test } from 'bun:test';
import { sqliteCertificateStore } from '../../src/entry/sqlite-store.ts';
import { audit } from '../../src/storage/schema.ts';
import { tempStorage } from '../temp.ts';
import { holdToStoreContract, sampleCertificate } from './store-contract.ts';

holdToStoreContract('SQLite', () => sqliteCertificateStore(tempStorage()));

test('a revocation is in the audit once, with who revoked and when', async () => {
  const storage = tempStorage();
  const store = sqliteCertificateStore(storage);
  const certificate = sampleCertificate(1);
  await store.insert(certificate, Uint8Array.of(1));
  await store.revoke(certificate.gccId, 5000, { name: 'operator', origin: '127.0.0.1' });
  await store.revoke(certificate.gccId, 6000, { name: 'cli', origin: 'command line' });
  await store.revoke('no such certificate', 7000, { name: 'cli', origin: 'command line' });
  expect(storage.records.select().from(audit).all()).toEqual([
    {
      id: 1,
      atMs: 5000,
      actor: 'operator',
      origin: '127.0.0.1',
      action: 'certificate.revoke',
      subject: `certificate ${certificate.gccId}`,
      detail: '',
    },
  ]);
});
