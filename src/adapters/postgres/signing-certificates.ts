import { asc, desc } from 'drizzle-orm';
import type { SigningCertificateStore } from '../../domain/signing-certificate-store.ts';
import type { Connections } from './connections.ts';
import { signingCertificates } from './schema.ts';

export function signingCertificateStore(connections: Connections): SigningCertificateStore {
  const { firstUsedMs, fingerprint } = signingCertificates;
  return {
    keep: (certificate) =>
      connections.read(async (tables) => {
        await tables.insert(signingCertificates).values(certificate).onConflictDoNothing();
      }),

    list: () =>
      connections.read((tables) =>
        tables.select().from(signingCertificates).orderBy(desc(firstUsedMs), asc(fingerprint)),
      ),
  };
}
