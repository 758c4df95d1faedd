import { expect, test } from 'bun:test';
import { tempStorage } from '../temp.ts';
import { holdToStoreContract, sampleCertificate } from './store-contract.ts';

holdToStoreContract('SQLite', () => tempStorage().certificates);

test('a revocation is in the audit once, with who revoked and when', async () => {
  const storage = tempStorage();
  const store = storage.certificates;
  const certificate = sampleCertificate(1);
  await store.insert(certificate, Uint8Array.of(1));
  await store.revoke(certificate.gccId, 5000, { name: 'operator', origin: '127.0.0.1' });
  await store.revoke(certificate.gccId, 6000, { name: 'cli', origin: 'command line' });
  await store.revoke('no such certificate', 7000, { name: 'cli', origin: 'command line' });
  expect(await storage.audit.search({ text: '', action: '', limit: 10 })).toEqual([
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
