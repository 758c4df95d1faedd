/** Parties that fill a part of the form: those that are kept, and those of earlier certificates, so that nobody types them again. */
import type { Ask } from '../ask/ask.ts';
import type { Certificate, CertificateList } from './certificate-data.ts';
import { PARTY_PATHS, type PartyPath, partyFields } from './form-fields.ts';
import { type KeptParty, ROLES, readKeptParties, readKeptParty, valuesOfParty } from './kept-parties.ts';
import { type Values, valuesOfRequest } from './request-of-form.ts';

/** The newest certificates that are read for parties. */
const CERTIFICATES_READ = 30;
const CERTIFICATE_ID = /^[0-9a-f-]{36}$/;
const KEPT = 'kept ';

export interface KnownParty {
  path: PartyPath;
  /** Which one it is, for `withParty`. */
  choice: string;
  /** Name and city, and the key of one that is kept. */
  label: string;
}

/** Kept parties by name, then each different party of earlier certificates once, the newest first. */
export async function readKnownParties(ask: Ask): Promise<KnownParty[]> {
  const [kept, earlier] = await Promise.all([readKeptParties(ask), readEarlierParties(ask)]);
  return [...kept.flatMap(keptChoices), ...earlier];
}

function keptChoices({ alternate_id, name, roles }: KeptParty): KnownParty[] {
  return PARTY_PATHS.filter((path) => roles.includes(ROLES[path])).map((path) => ({
    path,
    choice: KEPT + alternate_id,
    label: `${name} (${alternate_id})`,
  }));
}

async function readEarlierParties(ask: Ask): Promise<KnownParty[]> {
  const { certificates } = await ask.json<CertificateList>(
    'GET',
    `/api/v2/entry/certificates?limit=${CERTIFICATES_READ}`,
  );
  const parties = new Map<string, KnownParty>();
  for (const { id } of certificates) {
    const { request } = await ask.json<Certificate>('GET', `/api/v2/entry/certificates/${id}`);
    const values = valuesOfRequest(request);
    for (const path of PARTY_PATHS) {
      const stated = partyFields(path).map((name) => values[name] ?? '');
      const name = values[`${path}.name`];
      if (!name) continue;
      const label = [name, values[`${path}.address_parts.city`]].filter(Boolean).join(', ');
      const key = JSON.stringify([path, stated]);
      if (!parties.has(key)) parties.set(key, { path, choice: id, label: `${label} – of an earlier certificate` });
    }
  }
  return [...parties.values()];
}

/**
 * The values with one party as it is known. Dates and places of tests stay as they were typed. Undefined if there is no such choice.
 *
 * @throws ApiFailure `not_found` if the party is not one of this key
 */
export async function withParty(
  ask: Ask,
  values: Values,
  path: PartyPath,
  choice: string,
): Promise<Values | undefined> {
  const known = await valuesOfChoice(ask, path, choice);
  return known && { ...values, ...Object.fromEntries(partyFields(path).map((name) => [name, known[name] ?? ''])) };
}

async function valuesOfChoice(ask: Ask, path: PartyPath, choice: string): Promise<Values | undefined> {
  if (choice.startsWith(KEPT)) return valuesOfParty(path, await readKeptParty(ask, choice.slice(KEPT.length)));
  if (!CERTIFICATE_ID.test(choice)) return undefined;
  const { request } = await ask.json<Certificate>('GET', `/api/v2/entry/certificates/${choice}`);
  return valuesOfRequest(request);
}
