/** `/api/openapi.json`: v0 as OpenAPI 3.1. Its schemas are JSON Schema, so TypeBox schemas are used unchanged. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { describeOperation } from '../../http/openapi/json-schema-operation.ts';
import { referenceNamedSchemas } from '../../http/openapi/named-schemas.ts';
import { commonComponents, type HeaderName } from '../../http/openapi/operation.ts';
import { LICENCE } from '../licence.ts';
import { ScanRequest } from '../v1/pixel-scan/schema.ts';
import { publicReportSchemas } from '../v2/pixel-scans/schema.ts';
import { dutySchemas } from '../v2/tariff-duties/schema.ts';
import { CITATIONS } from './citations/route.ts';
import { Citation } from './citations/schema.ts';
import type { V0Operation } from './operation.ts';
import { RULES } from './pixel-rules/route.ts';
import { PixelRule } from './pixel-rules/schema.ts';
import { PUBLIC_SCAN } from './pixel-scan/route.ts';
import { CHANGES } from './tariff-changes/route.ts';
import { Change, ChangedListing } from './tariff-changes/schema.ts';
import { DUTY } from './tariff-duties/route.ts';
import { EXPLAIN } from './tariff-explain/route.ts';
import { Explanation, ListingView, UpcomingChange } from './tariff-explain/schema.ts';
import { HISTORY } from './tariff-history/route.ts';
import { AnnouncedChange, Law, OtherMeasure } from './tariff-law-schemas.ts';
import { LIST_CSV, LIST_JSON, LISTS } from './tariff-lists/route.ts';
import { ListSummary } from './tariff-lists/schema.ts';
import { CHAPTERS, SCHEDULE } from './tariff-schedule/route.ts';
import { SEARCH } from './tariff-search/route.ts';
import { VERIFY, Verification } from './verify.ts';

/** In the order of the document. */
export const V0_OPERATIONS: readonly V0Operation[] = [
  EXPLAIN,
  DUTY,
  HISTORY,
  LISTS,
  LIST_JSON,
  LIST_CSV,
  CHANGES,
  SEARCH,
  CHAPTERS,
  SCHEDULE,
  RULES,
  PUBLIC_SCAN,
  CITATIONS,
  VERIFY,
];

/** v0 may change with notice (docs/versioning.md). Programs should use v1. */
const V0_VERSION = '0.1.0';
const RATE_LIMIT_HEADERS: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit'];

export function describeV0(contact: string): OpenAPIV3_1.Document {
  const paths: Record<string, object> = {};
  for (const operation of V0_OPERATIONS) paths[operation.path] = { [operation.method]: describe(operation) };
  const components = commonComponents(
    V0_OPERATIONS.map(({ text }) => text),
    contact,
    RATE_LIMIT_HEADERS,
    ['Cache-Control', 'ETag'],
  );
  return referenceNamedSchemas(
    {
      openapi: '3.1.0',
      info: {
        title: 'Portside v0',
        version: V0_VERSION,
        description:
          'The public interface: no key, open to browsers, limited for each address (an IPv6 address counts with its /64). ' +
          'For work that others depend on use v1, described at `/openapi.yaml`.',
        contact: { name: 'Support', email: contact },
        license: LICENCE,
      },
      servers: [{ url: '/', description: 'This server.' }],
      tags: [
        { name: 'tariff', description: 'Section 232 lists.' },
        { name: 'pixel', description: 'Storefront scans.' },
        { name: 'entry', description: 'Certificates of conformity.' },
      ],
      security: [],
      paths,
      components,
    } as unknown as OpenAPIV3_1.Document,
    {
      Explanation,
      ListingView,
      UpcomingChange,
      AnnouncedChange,
      OtherMeasure,
      Law,
      ListSummary,
      Change,
      ChangedListing,
      PixelRule,
      Citation,
      Verification,
      ...dutyAnswerSchemas,
      ScanRequest,
      ...publicReportSchemas,
    },
  );
}

/** The schemas of the answer. The request of v0 is a query and has none. */
const { DutiesRequest: _request, DutyItem: _item, DutiesResponse: _response, ...dutyAnswerSchemas } = dutySchemas;

function describe(operation: V0Operation): object {
  const { cached, unlimited } = operation;
  const described = describeOperation(operation, [
    'Cache-Control',
    ...(cached ? ['ETag' as const] : []),
    ...(unlimited ? [] : RATE_LIMIT_HEADERS),
  ]);
  const unchanged = { 304: { description: 'Not changed since the ETag that `If-None-Match` holds.' } };
  return { ...described, responses: { ...described.responses, ...(cached && unchanged) } };
}
