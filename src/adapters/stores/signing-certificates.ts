import { asc, desc, eq } from 'drizzle-orm';
import type { SigningCertificateStore } from '../../domain/signing-certificate-store.ts';
import type { Database, Tables } from '../database.ts';

export function signingCertificateStore(database: Database): SigningCertificateStore {
  const { signingCertificates } = database.schema;
  const { firstUsedMs, fingerprint } = signingCertificates;
  return {
    async keep(certificate) {
      // Looked up without the write lock, which another process may hold.
      const known = (tables: Tables) =>
        tables.select().from(signingCertificates).where(eq(fingerprint, certificate.fingerprint));
      if ((await database.read(known)).length > 0) return;
      await database.write(async (tables) => {
        await tables.insert(signingCertificates).values(certificate).onConflictDoNothing();
      });
    },

    list: () =>
      database.read((tables) => tables.select().from(signingCertificates).orderBy(desc(firstUsedMs), asc(fingerprint))),
  };
}
