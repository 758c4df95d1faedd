/** Parties that the API keeps, and how they fit into the form of a certificate. */
import type { Static } from 'typebox';
import type { Party, PartyList, PartyRequest } from '../../../api/v2/parties/schema.ts';
import type { PartyRole } from '../../../domain/party-profile.ts';
import type { Ask } from '../ask/ask.ts';
import type { PartyPath } from './form-fields.ts';
import { requestOf, type Values, valuesOfRequest } from './request-of-form.ts';

export type KeptParty = Static<typeof Party>;
export type PartyBody = Static<typeof PartyRequest>;

const PARTIES = '/api/v2/entry/parties';

/** Where the form states a party of a role. */
export const ROLES: Record<PartyPath, PartyRole> = {
  certifier: 'certifier',
  records_contact: 'records_contact',
  manufacturer: 'manufacturer',
  'testing_labs.0': 'testing_lab',
};

/** All of them, by name. */
export async function readKeptParties(ask: Ask): Promise<KeptParty[]> {
  const parties: KeptParty[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: Static<typeof PartyList> = await ask.json('GET', `${PARTIES}?limit=100${query}`);
    parties.push(...page.parties);
    cursor = page.next_cursor;
  }
  return parties.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** @throws ApiFailure `not_found` */
export function readKeptParty(ask: Ask, alternateId: string): Promise<KeptParty> {
  return ask.json('GET', addressOf(alternateId));
}

/** @throws ApiFailure that names what is wrong with it */
export function keepParty(ask: Ask, alternateId: string, body: PartyBody): Promise<KeptParty> {
  return ask.json('PUT', addressOf(alternateId), { json: body });
}

export async function forgetParty(ask: Ask, alternateId: string): Promise<void> {
  await ask.json('DELETE', addressOf(alternateId));
}

const addressOf = (alternateId: string) => `${PARTIES}/${encodeURIComponent(alternateId)}` as const;

/** The form of a certificate with this party alone. */
export function valuesOfParty(path: PartyPath, party: KeptParty): Values {
  const { alternate_id, name, name_en, address, address_parts, email, phone, accreditation_id, cpsc_id } = party;
  const stated = {
    ...{ alternate_id, name, name_en, address, address_parts, email, phone, accreditation_id, cpsc_id },
    contact_email: email,
    role: party.records_role,
  };
  return valuesOfRequest(path === 'testing_labs.0' ? { testing_labs: [stated] } : { [path]: stated });
}

/** What the form states of a party, to be kept. What it does not state, stays as it was `before`. */
export function partyOfValues(path: PartyPath, values: Values, before: KeptParty | undefined): PartyBody {
  const { testing_labs, ...others } = requestOf(values) as { testing_labs?: object[]; [name: string]: unknown };
  const stated = (path === 'testing_labs.0' ? testing_labs?.[0] : others[path]) ?? {};
  const { name, name_en, address_parts, email, contact_email, phone, accreditation_id, cpsc_id, role } =
    stated as Record<string, never>;
  const now = {
    ...{ name, name_en, address_parts, phone, accreditation_id, cpsc_id },
    email: contact_email ?? email,
    records_role: role,
  };
  const roles = [...new Set([...(before?.roles ?? []), ROLES[path]])];
  const { address, ...kept } = before ? bodyOf(before) : { address: undefined };
  // The parts of an address replace the address as one text.
  return withoutEmpty({ ...kept, ...(!address_parts && { address }), ...withoutEmpty(now), roles }) as PartyBody;
}

/** What a party would be sent as. */
export function bodyOf({ alternate_id: _, created_at, updated_at, address_parts, ...stated }: KeptParty): PartyBody {
  return withoutEmpty({ ...stated, address_parts: address_parts && withoutEmpty(address_parts) }) as PartyBody;
}

/** Whether a kept party has all that is stated of a party, whatever its roles. */
export function saysTheSame({ roles: _, ...stated }: PartyBody, kept: KeptParty): boolean {
  const has = bodyOf(kept) as Record<string, unknown>;
  return Object.entries(stated).every(([name, value]) => Bun.deepEquals(value, has[name]));
}

function withoutEmpty(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}

/** A key made of the name: `Northwind Helmets Co., Ltd.` is NORTHWIND-HELMETS-CO-LTD. Empty if the name has no letter of ASCII. */
export function keyOfName(name: string): string {
  const words = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
  return words
    .replace(/[^0-9A-Z]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '');
}
