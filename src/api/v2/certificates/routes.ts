/** Certificates in v2: made, listed, read, linked again and revoked by the keys of one lineage. */
import { Elysia } from 'elysia';
import type { Static } from 'typebox';
import { readReason } from '../../../entry/issue/revocation-reason.ts';
import { requireCaller } from '../../../http/caller.ts';
import { documentedSchema, strictSchema } from '../../../http/standard-schema.ts';
import { withCaller } from '../../../http/with-caller.ts';
import { type EntryParts, pdfResponse, signedLink } from '../../certificate-links.ts';
import { issueCertificate } from '../../issue-certificate.ts';
import { elysiaPath } from '../../v0/operation.ts';
import { requireNothing } from '../empty-body.ts';
import { cursorAfter, readListQuery } from './list-query.ts';
import { CREATE, LINK, LIST, READ, READ_PDF, REVOKE } from './operations.ts';
import { requireOwned } from './owned.ts';
import { certificateSummary, certificateView, timeOf } from './representation.ts';
import { RevocationRequest } from './schema.ts';

// The issuer validates the body itself, so that one error lists type faults and content faults together.
const create = { parse: 'json', body: documentedSchema(CREATE.body, (value) => value) } as const;
const revoke = { parse: 'json', body: strictSchema(RevocationRequest) } as const;
const hidden = { detail: { hide: true } };

export function certificateRoutes(parts: EntryParts) {
  const { store, clock } = parts;
  return new Elysia({ name: 'certificates' })
    .use(withCaller)
    .post(
      CREATE.path,
      async ({ body, caller, request, set }) => {
        const record = await issueCertificate(parts, {
          request,
          body,
          caller: requireCaller(caller),
          requestId: String(set.headers['x-request-id']),
          form: 'v2',
        });
        set.status = 201;
        return { ...(await certificateView(record, parts)), ...linkOf(parts, request, record.gccId) };
      },
      create,
    )
    .get(
      LIST.path,
      async ({ caller, request }) => {
        const { lineageId } = requireCaller(caller);
        const search = readListQuery(request.url);
        // One more than a page holds tells whether there is a next page.
        const found = await store.search({ ...search, lineageId, limit: search.limit + 1 });
        const page = found.slice(0, search.limit);
        const newest = await parts.filings.latest(page.map(({ gccId }) => gccId));
        const filings = new Map(newest.map((filing) => [filing.gccId, filing]));
        return {
          certificates: page.map((record) => certificateSummary(record, filings.get(record.gccId))),
          next_cursor: found.length > page.length ? cursorAfter(page.at(-1)!) : null,
        };
      },
      hidden,
    )
    .get(
      elysiaPath(READ.path),
      async ({ caller, params }) =>
        certificateView(await requireOwned(parts, requireCaller(caller).lineageId, params.id), parts),
      hidden,
    )
    .get(
      elysiaPath(READ_PDF.path),
      async ({ caller, params, request }) => {
        const record = await requireOwned(parts, requireCaller(caller).lineageId, params.id);
        return pdfResponse(request, record, (await store.pdf(record.gccId))!, 'no-store');
      },
      hidden,
    )
    .post(
      elysiaPath(LINK.path),
      async ({ caller, params, request }) => {
        const { gccId } = await requireOwned(parts, requireCaller(caller).lineageId, params.id);
        await requireNothing(request);
        return linkOf(parts, request, gccId);
      },
      { ...hidden, parse: 'none' },
    )
    .post(
      elysiaPath(REVOKE.path),
      async ({ body, caller, params, set }) => {
        const { keyId, lineageId } = requireCaller(caller);
        const { reason, successor_id: successorId } = body as Static<typeof RevocationRequest>;
        const { gccId } = await requireOwned(parts, lineageId, params.id);
        const revocation = {
          gccId,
          atMs: clock.now(),
          reason: readReason(reason),
          ...(successorId && { successorId }),
        };
        const actor = {
          name: `key ${keyId}`,
          origin: `lineage ${lineageId}, request ${set.headers['x-request-id']}`,
        };
        return certificateView((await store.revoke(revocation, actor))!, parts);
      },
      revoke,
    );
}

function linkOf(parts: EntryParts, request: Request, gccId: string): Static<typeof LINK.text.answer.schema> {
  const { url, expiresAtMs } = signedLink(parts, request, gccId);
  return { gcc_pdf_url: url, gcc_pdf_url_expires_at: timeOf(expiresAtMs) };
}
