/** `/api/v2/entry/parties`: kept, listed, replaced and deleted by the keys of one lineage. */
import type { Clock } from '../../../domain/clock.ts';
import { PortsideError } from '../../../domain/errors.ts';
import { PARTIES_MAX, type PartyProfile, type PartyRole } from '../../../domain/party-profile.ts';
import type { PartyProfileStore } from '../../../domain/party-profile-store.ts';
import { readAlternateId, readPartyDetails } from '../../../entry/issue/party-profile.ts';
import { requireCaller } from '../../../http/caller.ts';
import { KEYED_BODY_ERRORS, KEYED_READ_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { documentedSchema } from '../../../http/standard-schema.ts';
import { timeOf } from '../certificates/representation.ts';
import { queryReader } from '../query-reader.ts';
import { readSequenceCursor, sequenceCursor } from '../sequence-cursor.ts';
import { DeletedParty, PAGE_DEFAULT, Party, PartyList, PartyParams, PartyQuery, PartyRequest } from './schema.ts';

export interface PartyParts {
  parties: PartyProfileStore;
  clock: Clock;
}

const COLLECTION = '/api/v2/entry/parties';
const ONE = `${COLLECTION}/{alternate_id}`;
const product = 'entry';
const tag = 'entry';
const readQuery = queryReader(PartyQuery);

const LIST = operation({
  path: COLLECTION,
  method: 'get',
  product,
  query: PartyQuery,
  text: {
    operationId: 'listParties',
    tag,
    summary: 'List parties',
    description:
      'The certifiers, manufacturers, laboratories and keepers of records that this key keeps, or a key it was rotated from or ' +
      'to, the newest first.',
    answer: { description: 'A page of parties.', schema: PartyList },
    errors: [...KEYED_READ_ERRORS, 'invalid_request'],
    examples: { laboratories: { summary: 'Laboratories', parameters: { role: 'testing_lab' } } },
  },
  handler:
    ({ parties }: PartyParts) =>
    async ({ caller, request }) => {
      const { role, cursor, limit = PAGE_DEFAULT } = readQuery(request.url);
      const before = cursor === undefined ? undefined : readSequenceCursor('parties', cursor);
      const found = await parties.list({
        lineageId: requireCaller(caller).lineageId,
        ...(role && { role: role as PartyRole }),
        ...(before !== undefined && { before }),
        // One more than a page holds tells whether there is a next page.
        limit: limit + 1,
      });
      const page = found.slice(0, limit);
      const next = found.length > page.length ? sequenceCursor('parties', page.at(-1)!.seq) : null;
      return { parties: page.map(partyView), next_cursor: next };
    },
});

const READ = operation({
  path: ONE,
  method: 'get',
  product,
  params: PartyParams,
  text: {
    operationId: 'readParty',
    tag,
    summary: 'Read a party',
    description: 'What is kept of it.',
    answer: { description: 'The party.', schema: Party },
    errors: [...KEYED_READ_ERRORS, 'not_found'],
  },
  handler:
    ({ parties }: PartyParts) =>
    async ({ caller, params }) =>
      partyView(required(await parties.find(requireCaller(caller).lineageId, params.alternate_id))),
});

export const PUT = operation({
  path: ONE,
  method: 'put',
  product,
  params: PartyParams,
  body: documentedSchema(PartyRequest, (value) => value),
  text: {
    operationId: 'putParty',
    tag,
    summary: 'Keep a party',
    description:
      'Adds the party, or replaces all that is kept of it. Texts are cleaned as those of a certificate. Certificates that were ' +
      'made before stay as they are. 409 if there are too many.',
    answer: { description: 'The party as it is kept.', schema: Party },
    errors: [...KEYED_BODY_ERRORS, 'conflict'],
    examples: {
      factory: {
        summary: 'A manufacturer',
        body: {
          roles: ['manufacturer'],
          name: 'Shenzhen Helmet Works Co., Ltd.',
          address_parts: { line1: '12 Gongye Road', city: 'Shenzhen', postal_code: '518000', country: 'CN' },
          email: 'quality@helmets.example',
          phone: '+86 755 5550 100',
        },
      },
    },
  },
  handler:
    ({ parties, clock }: PartyParts) =>
    async ({ body, caller, params }) => {
      const { lineageId } = requireCaller(caller);
      const alternateId = readAlternateId(params.alternate_id);
      const kept = await parties.put({ lineageId, alternateId, details: readPartyDetails(body), atMs: clock.now() });
      if (kept !== 'full') return partyView(kept);
      const message = `Your keys keep ${PARTIES_MAX} parties, which is the most. Delete one first.`;
      throw new PortsideError('conflict', { message });
    },
});

const DELETE = operation({
  path: ONE,
  method: 'delete',
  product,
  params: PartyParams,
  text: {
    operationId: 'deleteParty',
    tag,
    summary: 'Delete a party',
    description: 'It is offered no more. Certificates that state it stay as they are.',
    answer: { description: 'It is gone.', schema: DeletedParty },
    errors: [...KEYED_READ_ERRORS, 'not_found', 'payload_too_large', 'unsupported_media_type'],
  },
  handler:
    ({ parties }: PartyParts) =>
    async ({ caller, params: { alternate_id } }) => {
      required((await parties.remove(requireCaller(caller).lineageId, alternate_id)) || undefined);
      return { alternate_id, deleted: true };
    },
});

export const PARTY_OPERATIONS = [LIST, READ, PUT, DELETE];

/** A party of another lineage and one that does not exist are the same to a caller. */
function required<T>(party: T | undefined): T {
  if (party !== undefined) return party;
  throw new PortsideError('not_found', { message: 'This API key keeps no party under this key.' });
}

function partyView({ alternateId, details, createdAtMs, updatedAtMs }: PartyProfile) {
  const { roles, name, name_en, address, address_parts: parts, email, phone } = details;
  const { accreditation_id, cpsc_id, records_role } = details;
  return {
    alternate_id: alternateId,
    roles,
    name,
    name_en: name_en ?? null,
    address: address ?? null,
    address_parts: parts
      ? { ...parts, line2: parts.line2 ?? null, unit: parts.unit ?? null, state_province: parts.state_province ?? null }
      : null,
    email: email ?? null,
    phone: phone ?? null,
    accreditation_id: accreditation_id ?? null,
    cpsc_id: cpsc_id ?? null,
    records_role: records_role ?? null,
    created_at: timeOf(createdAtMs),
    updated_at: timeOf(updatedAtMs),
  };
}
