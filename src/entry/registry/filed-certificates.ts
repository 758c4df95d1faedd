/** Certificates on record as they are drafted for the registry, with those that they supersede. */
import type { GccRequest } from '../../domain/certificate.ts';
import type { CertificateRecord, CertificateStore } from '../../domain/certificate-store.ts';
import type { FiledHistory } from '../../domain/filing.ts';
import type { FiledCertificate } from './registry-entry.ts';

export async function filedCertificates(
  records: readonly CertificateRecord[],
  certificates: Pick<CertificateStore, 'supersededBy'>,
): Promise<FiledCertificate[]> {
  const filed: FiledCertificate[] = [];
  for (const record of records) {
    const supersedes = await certificates.supersededBy(record.gccId);
    filed.push({ ...certificateOf(record), supersedes: supersedes.map(certificateOf) });
  }
  return filed;
}

function certificateOf({ gccId, requestJson }: CertificateRecord) {
  return { gccId, request: JSON.parse(requestJson) as GccRequest };
}

/** What was filed, and the parties that the caller says the registry has. What was filed of those is not known. */
export function withKnownParties(history: FiledHistory, keys: readonly string[]): FiledHistory {
  const parties = new Map(history.parties);
  for (const key of keys) if (!parties.has(key)) parties.set(key, undefined);
  return { ...history, parties };
}
