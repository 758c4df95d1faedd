/** What was filed before of the parties and products of some certificates. */
import { type FiledHistory, NOTHING_FILED, type RegistryAccount } from '../../domain/filing.ts';
import type { FilingStore } from '../../domain/filing-store.ts';
import { filedRequest } from './filed-request.ts';
import { chooseIdentifiers } from './identifiers.ts';
import { keyedParties, listOf } from './parties.ts';
import type { FiledCertificate } from './registry-entry.ts';

/** @param account undefined if the operator configured none: then nothing is known, and every party counts as new */
export async function loadHistory(
  filings: Pick<FilingStore, 'history'>,
  account: RegistryAccount | undefined,
  certificates: readonly FiledCertificate[],
): Promise<FiledHistory> {
  if (!account) return NOTHING_FILED;
  const requests = certificates.map((certificate) => filedRequest(certificate.request).request);
  const parties = requests.flatMap((request) => listOf(keyedParties(request)).map(({ party }) => party.alternateId));
  const products = requests.flatMap((request) => chooseIdentifiers(request).primary?.value ?? []);
  return filings.history(account, { parties: [...new Set(parties)], products: [...new Set(products)] });
}
