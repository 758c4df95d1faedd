/** `/api/v2/openapi.json`: v2 as OpenAPI 3.1, a preview. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { jsonSchemaDocument } from '../../http/openapi/document.ts';
import { accountSchemas } from './account/schema.ts';
import { filingSchemas } from './certificates/filings.ts';
import { certificateSchemas } from './certificates/schema.ts';
import { eventSchemas } from './events/schema.ts';
import { familySchemas } from './jobs/families.ts';
import { jobSchemas } from './jobs/schema.ts';
import { partySchemas } from './parties/schema.ts';
import { pixelReportSchemas } from './pixel-scans/schema.ts';
import { V2_OPERATIONS } from './routes.ts';
import { dutySchemas } from './tariff-duties/schema.ts';
import { watchSchemas } from './watches/schema.ts';

/** The number rises with every change until v2 is stable (docs/versioning.md). */
const V2_VERSION = '2.0.0-preview.9';

export function describeV2(contact: string): OpenAPIV3_1.Document {
  return jsonSchemaDocument({
    operations: V2_OPERATIONS,
    title: 'Portside v2 (preview)',
    version: V2_VERSION,
    description:
      'Whole jobs, with the keys, limits and errors of v1. A preview: it may change until its version is 2.0.0, and the ' +
      'changelog names every change. A field that is not described is refused.',
    contact,
    tags: {
      tariff: 'Section 232 duties.',
      pixel: 'Storefront scans.',
      entry: 'Certificates of conformity, from issue to revocation.',
      watches: 'Be told when a duty or a store changes.',
      account: 'What a key may use and has used, and its rotation.',
    },
    schemas: {
      ...dutySchemas,
      ...pixelReportSchemas,
      ...certificateSchemas,
      ...filingSchemas,
      ...partySchemas,
      ...watchSchemas,
      ...eventSchemas,
      ...jobSchemas,
      ...familySchemas,
      ...accountSchemas,
    },
    statuses: {
      409: {
        description:
          'What is on record contradicts the request: the idempotency key was used with another body, the certificate was revoked, ' +
          'the job has no result, there are too many watches or parties, or the key cannot rotate itself. `Retry-After` is there when it may have one later.',
        headers: ['Retry-After'],
      },
      413: { description: 'The body is over 256 kB, or the file of a job over 32 MB.' },
      415: { description: 'The body is sent in another format than the operation takes; the message names those.' },
    },
  });
}
