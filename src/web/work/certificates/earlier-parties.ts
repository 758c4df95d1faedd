/** Certifiers, keepers, manufacturers and laboratories of earlier certificates, so that nobody types them again. */
import type { Ask } from '../ask/ask.ts';
import type { Certificate, CertificateSummary } from './certificate-data.ts';
import { PARTY_PATHS, type PartyPath, partyFields } from './form-fields.ts';
import { type Values, valuesOfRequest } from './request-of-form.ts';

/** The newest certificates that are read for parties. */
const CERTIFICATES_READ = 30;

export interface EarlierParty {
  path: PartyPath;
  /** The newest certificate that states it. */
  id: string;
  /** Name and city. */
  label: string;
}

/** Each different party once, the newest first. */
export async function readEarlierParties(ask: Ask): Promise<EarlierParty[]> {
  const { certificates } = await ask.json<{ certificates: CertificateSummary[] }>(
    'GET',
    `/api/v2/entry/certificates?limit=${CERTIFICATES_READ}`,
  );
  const parties = new Map<string, EarlierParty>();
  for (const { id } of certificates) {
    const { request } = await ask.json<Certificate>('GET', `/api/v2/entry/certificates/${id}`);
    const values = valuesOfRequest(request);
    for (const path of PARTY_PATHS) {
      const stated = partyFields(path).map((name) => values[name] ?? '');
      const name = values[`${path}.name`];
      if (!name) continue;
      const city = values[`${path}.address_parts.city`];
      const key = JSON.stringify([path, stated]);
      if (!parties.has(key)) parties.set(key, { path, id, label: [name, city].filter(Boolean).join(', ') });
    }
  }
  return [...parties.values()];
}

/** The values with one party as an earlier certificate states it. Dates and places of tests stay as they were typed. */
export async function withParty(ask: Ask, values: Values, path: PartyPath, id: string): Promise<Values> {
  const { request } = await ask.json<Certificate>('GET', `/api/v2/entry/certificates/${id}`);
  const earlier = valuesOfRequest(request);
  return { ...values, ...Object.fromEntries(partyFields(path).map((name) => [name, earlier[name] ?? ''])) };
}
