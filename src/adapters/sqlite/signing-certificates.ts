import { asc, desc, eq } from 'drizzle-orm';
import type { SigningCertificateStore } from '../../domain/signing-certificate-store.ts';
import { signingCertificates } from './schema/signing-certificates.ts';
import type { Tables } from './tables.ts';

export function signingCertificateStore(records: Tables): SigningCertificateStore {
  const { firstUsedMs, fingerprint } = signingCertificates;
  return {
    async keep(certificate) {
      // Looked up without the write lock, which another process may hold.
      const known = records.select().from(signingCertificates).where(eq(fingerprint, certificate.fingerprint)).get();
      if (known) return;
      records.insert(signingCertificates).values(certificate).onConflictDoNothing().run();
    },

    async list() {
      return records.select().from(signingCertificates).orderBy(desc(firstUsedMs), asc(fingerprint)).all();
    },
  };
}
