/** `/api/v2/entry/parties`: kept, listed, replaced and deleted by the keys of one lineage. */
import { Elysia } from 'elysia';
import type { Static } from 'typebox';
import type { Clock } from '../../../domain/clock.ts';
import { PortsideError } from '../../../domain/errors.ts';
import { PARTIES_MAX, type PartyProfile, type PartyRole } from '../../../domain/party-profile.ts';
import type { PartyProfileStore } from '../../../domain/party-profile-store.ts';
import { readAlternateId, readPartyDetails } from '../../../entry/issue/party-profile.ts';
import { requireCaller } from '../../../http/caller.ts';
import { documentedSchema } from '../../../http/standard-schema.ts';
import { withCaller } from '../../../http/with-caller.ts';
import { elysiaPath } from '../../v0/operation.ts';
import { timeOf } from '../certificates/representation.ts';
import { queryReader } from '../page-query.ts';
import { readSequenceCursor, sequenceCursor } from '../sequence-cursor.ts';
import { DELETE, LIST, PUT, READ } from './operations.ts';
import { PAGE_DEFAULT, PartyQuery } from './schema.ts';

interface PartyRouteParts {
  store: PartyProfileStore;
  clock: Clock;
}

const hidden = { detail: { hide: true } } as const;
const put = { parse: 'json', body: documentedSchema(PUT.body, (value) => value) } as const;
const readQuery = queryReader(PartyQuery);

export function partyRoutes({ store, clock }: PartyRouteParts) {
  return new Elysia({ name: 'parties' })
    .use(withCaller)
    .get(
      LIST.path,
      async ({ caller, request }) => {
        const { role, cursor, limit = PAGE_DEFAULT } = readQuery(request.url) as Static<typeof PartyQuery>;
        const before = cursor === undefined ? undefined : readSequenceCursor('parties', cursor);
        const found = await store.list({
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
      hidden,
    )
    .get(
      elysiaPath(READ.path),
      async ({ caller, params }) =>
        partyView(required(await store.find(requireCaller(caller).lineageId, params.alternate_id))),
      hidden,
    )
    .put(
      elysiaPath(PUT.path),
      async ({ body, caller, params }) => {
        const { lineageId } = requireCaller(caller);
        const alternateId = readAlternateId(params.alternate_id);
        const kept = await store.put({ lineageId, alternateId, details: readPartyDetails(body), atMs: clock.now() });
        if (kept !== 'full') return partyView(kept);
        const message = `Your keys keep ${PARTIES_MAX} parties, which is the most. Delete one first.`;
        throw new PortsideError('conflict', { message });
      },
      put,
    )
    .delete(
      elysiaPath(DELETE.path),
      async ({ caller, params: { alternate_id } }) => {
        required((await store.remove(requireCaller(caller).lineageId, alternate_id)) || undefined);
        return { alternate_id, deleted: true };
      },
      { ...hidden, parse: 'none' },
    );
}

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
