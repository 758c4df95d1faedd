/** The wire shapes of parties in v2, besides the request, whose fields `entry/issue/request-schema.ts` defines. */
import { type TSchema, Type } from 'typebox';
import { PARTIES_MAX, PARTY_ROLES } from '../../../domain/party-profile.ts';
import { ALTERNATE_ID_PATTERN } from '../../../entry/issue/party-profile.ts';
import { PartyDetailsSchema } from '../../../entry/issue/request-schema.ts';
import { closedSchema } from '../../../http/openapi/closed-schema.ts';

const PAGE_MAX = 100;
export const PAGE_DEFAULT = 50;

const strict = { additionalProperties: false } as const;
const text = (description: string) => Type.String({ description });
const time = (description: string) => Type.String({ format: 'date-time', description });
const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const textOrNull = (description: string) => orNull(Type.String(), description);
const role = (description: string) => Type.Enum([...PARTY_ROLES], { type: 'string', description });

/** What is sent. `readPartyDetails` reads it, with the rules of the texts of a certificate. */
export const PartyRequest = closedSchema(PartyDetailsSchema);

export const PartyParams = Type.Object({
  alternate_id: Type.String({
    pattern: ALTERNATE_ID_PATTERN,
    description: 'Your own key of the party, in the CPSC Product Registry too.',
    examples: ['FACTORY-12'],
  }),
});

export const PartyQuery = Type.Object(
  {
    role: Type.Optional(role('Only parties that may have this role.')),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: '`next_cursor` of the page before.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PAGE_MAX, description: `Parties of a page; ${PAGE_DEFAULT} if absent.` }),
    ),
  },
  strict,
);

const AddressView = Type.Object(
  {
    line1: text('Street and number.'),
    line2: textOrNull('Further line.'),
    unit: textOrNull('Apartment or suite.'),
    city: text('City.'),
    state_province: textOrNull('State or province.'),
    postal_code: text('Postal code.'),
    country: text('Country: two letters (ISO 3166-1) or the English name.'),
  },
  { description: 'An address in parts.' },
);

export const Party = Type.Object(
  {
    alternate_id: text('Your own key of the party.'),
    roles: Type.Array(role('A field of a certificate.'), { description: 'Where a certificate may state the party.' }),
    name: text('Name of the party.'),
    name_en: textOrNull('The name in English.'),
    address: textOrNull('The address as one text.'),
    address_parts: orNull(AddressView, 'The address in parts.'),
    email: textOrNull('E-mail address.'),
    phone: textOrNull('Telephone number.'),
    accreditation_id: textOrNull('Accreditation of a laboratory.'),
    cpsc_id: textOrNull('CPSC number of a laboratory.'),
    records_role: textOrNull('What a keeper of records is.'),
    created_at: time('When it was kept first.'),
    updated_at: time('When it was replaced last.'),
  },
  { description: `A party that is kept for later certificates. A key and its rotations keep up to ${PARTIES_MAX}.` },
);

export const PartyList = Type.Object(
  {
    parties: Type.Array(Party, { description: 'The newest first.' }),
    next_cursor: textOrNull('Send it as `cursor` for the next page; null on the last.'),
  },
  { description: 'A page of parties.' },
);

export const DeletedParty = Type.Object(
  {
    alternate_id: text('Your own key of the party.'),
    deleted: Type.Literal(true, { description: 'It is gone. Certificates that state the party stay as they are.' }),
  },
  { description: 'What was deleted.' },
);

/** Named schemas of the document. */
export const partySchemas = { PartyRequest, Party, PartyAddress: AddressView, PartyList, DeletedParty };
