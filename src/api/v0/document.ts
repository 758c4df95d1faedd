/** `/api/openapi.json`: v0 as OpenAPI 3.1. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { jsonSchemaDocument } from '../../http/openapi/document.ts';
import { ScanRequest } from '../v1/pixel-scan/schema.ts';
import { publicReportSchemas } from '../v2/pixel-scans/schema.ts';
import { dutySchemas } from '../v2/tariff-duties/schema.ts';
import { Citation } from './citations/schema.ts';
import { PixelRule } from './pixel-rules/schema.ts';
import { V0_OPERATIONS } from './routes.ts';
import { Change, ChangedListing } from './tariff-changes/schema.ts';
import { Explanation, ListingView, UpcomingChange } from './tariff-explain/schema.ts';
import { AnnouncedChange, Law, OtherMeasure } from './tariff-law-schemas.ts';
import { ListSummary } from './tariff-lists/schema.ts';
import { Verification } from './verify.ts';

/** v0 may change with notice (docs/versioning.md). Programs should use v1. */
const V0_VERSION = '0.1.0';

/** The schemas of the answer. The request of v0 is a query and has none. */
const { DutiesRequest: _request, DutyItem: _item, DutiesResponse: _response, ...dutyAnswerSchemas } = dutySchemas;

export function describeV0(contact: string): OpenAPIV3_1.Document {
  return jsonSchemaDocument({
    operations: V0_OPERATIONS,
    title: 'Portside v0',
    version: V0_VERSION,
    description:
      'The public interface: no key, open to browsers, limited for each address (an IPv6 address counts with its /64). ' +
      'For work that others depend on use v1, described at `/openapi.yaml`.',
    contact,
    tags: {
      tariff: 'Section 232 lists.',
      pixel: 'Storefront scans.',
      entry: 'Certificates of conformity.',
    },
    schemas: {
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
  });
}
