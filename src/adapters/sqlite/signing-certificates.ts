import { asc, desc } from 'drizzle-orm';
import type { SigningCertificateStore } from '../../domain/signing-certificate-store.ts';
import { signingCertificates } from './schema.ts';
import type { Tables } from './tables.ts';

export function signingCertificateStore(records: Tables): SigningCertificateStore {
  const { firstUsedMs, fingerprint } = signingCertificates;
  return {
    async keep(certificate) {
      records.insert(signingCertificates).values(certificate).onConflictDoNothing().run();
    },

    async list() {
      return records.select().from(signingCertificates).orderBy(desc(firstUsedMs), asc(fingerprint)).all();
    },
  };
}
