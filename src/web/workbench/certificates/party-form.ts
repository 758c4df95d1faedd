/** The form of a party that is kept. Its fields are those that the form of a certificate has for one. */
import type { PartyRole } from '../../../domain/party-profile.ts';
import { type FormField, PARTY_PATHS, partyFormFields } from './form-fields.ts';
import { bodyOf, type KeptParty, type PartyBody, ROLES } from './kept-parties.ts';

export const ROLE_TEXTS: Record<PartyRole, string> = {
  certifier: 'certifier',
  manufacturer: 'manufacturer',
  testing_lab: 'laboratory',
  records_contact: 'keeper of records',
};

export interface PartyForm {
  alternateId: string;
  roles: readonly PartyRole[];
  /** By the names of `PARTY_FIELDS`. */
  values: Readonly<Record<string, string>>;
}

/** Of all roles together, each once. Names are the paths in the request. */
export const PARTY_FIELDS: readonly FormField[] = [
  ...new Map(
    PARTY_PATHS.flatMap((path) =>
      partyFormFields(path).map((field) => {
        const own = field.name.slice(path.length + 1);
        const name = own === 'contact_email' ? 'email' : own === 'role' ? 'records_role' : own;
        return [name, { ...field, name, label: name === 'records_role' ? 'Role of the keeper' : field.label }];
      }),
    ),
  ).values(),
].filter(({ name }) => name !== 'alternate_id') as FormField[];

export function readPartyForm(form: URLSearchParams): PartyForm {
  return {
    alternateId: (form.get('alternate_id') ?? '').trim(),
    roles: Object.values(ROLES).filter((role) => form.has(`role.${role}`)),
    values: Object.fromEntries(PARTY_FIELDS.map(({ name }) => [name, (form.get(name) ?? '').trim()])),
  };
}

/** An address that is one text has no parts: it is put into the street. */
export function formOfParty(party: KeptParty): PartyForm {
  const { alternate_id: alternateId, address } = party;
  const body = bodyOf(party) as unknown as Record<string, unknown>;
  const parts = (body.address_parts ?? { line1: address ?? '' }) as Record<string, string>;
  return {
    alternateId,
    roles: party.roles as PartyRole[],
    values: Object.fromEntries(
      PARTY_FIELDS.map(({ name }) => {
        const part = /^address_parts\.(.+)$/.exec(name)?.[1];
        return [name, String((part === undefined ? body[name] : parts[part]) ?? '')];
      }),
    ),
  };
}

/** @param before what is kept, with an address as one text that stays while only the street is filled */
export function bodyOfForm({ roles, values }: PartyForm, before?: KeptParty): PartyBody {
  const body: Record<string, unknown> = Object.assign(Object.create(null), { roles: [...roles] });
  const parts: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') continue;
    const part = /^address_parts\.(.+)$/.exec(name)?.[1];
    if (part === undefined) body[name] = value;
    else parts[part] = value;
  }
  const isOneText = before?.address != null && !before.address_parts && Object.keys(parts).join() === 'line1';
  if (isOneText) body.address = oneLine(before.address!) === parts.line1 ? before.address : parts.line1;
  else if (Object.keys(parts).length > 0) body.address_parts = parts;
  return body as unknown as PartyBody;
}

/** As a browser sends the value of an input. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, '').trim();
