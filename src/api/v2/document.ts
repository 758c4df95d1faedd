/** `/api/v2/openapi.json`: v2 as OpenAPI 3.1, a preview. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { describeOperation } from '../../http/openapi/json-schema-operation.ts';
import { referenceNamedSchemas } from '../../http/openapi/named-schemas.ts';
import { commonComponents, LIMIT_HEADERS } from '../../http/openapi/operation.ts';
import { LICENCE } from '../licence.ts';
import { accountSchemas } from './account/schema.ts';
import { filingSchemas } from './certificates/filings.ts';
import { certificateSchemas } from './certificates/schema.ts';
import { eventSchemas } from './events/schema.ts';
import { familySchemas } from './jobs/families.ts';
import { jobSchemas } from './jobs/schema.ts';
import { V2_OPERATIONS } from './operations.ts';
import { partySchemas } from './parties/schema.ts';
import { pixelReportSchemas } from './pixel-scans/schema.ts';
import { dutySchemas } from './tariff-duties/schema.ts';
import { watchSchemas } from './watches/schema.ts';

/** The number rises with every change until v2 is stable (docs/versioning.md). */
const V2_VERSION = '2.0.0-preview.8';

export function describeV2(contact: string): OpenAPIV3_1.Document {
  const paths: Record<string, object> = {};
  for (const operation of V2_OPERATIONS) {
    const described = describeOperation(operation, ['Cache-Control', ...LIMIT_HEADERS]);
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described };
  }
  const texts = V2_OPERATIONS.map(({ text }) => text);
  const { headers, responses, schemas } = commonComponents(texts, contact, LIMIT_HEADERS, ['Cache-Control'], {
    409: {
      description:
        'What is on record contradicts the request: the idempotency key was used with another body, the certificate was revoked, ' +
        'the job has no result, there are too many watches or parties, or the key cannot rotate itself. `Retry-After` is there when it may have one later.',
      headers: ['Retry-After'],
    },
    413: { description: 'The body is over 256 kB, or the file of a job over 32 MB.' },
    415: { description: 'The body is sent in another format than the operation takes; the message names those.' },
  });
  return referenceNamedSchemas(
    {
      openapi: '3.1.0',
      info: {
        title: 'Portside v2 (preview)',
        version: V2_VERSION,
        description:
          'Whole jobs, with the keys, limits and errors of v1. A preview: it may change until its version is 2.0.0, and the ' +
          'changelog names every change. A field that is not described is refused.',
        contact: { name: 'Support', email: contact },
        license: LICENCE,
      },
      servers: [{ url: '/', description: 'This server.' }],
      tags: [
        { name: 'tariff', description: 'Section 232 duties.' },
        { name: 'pixel', description: 'Storefront scans.' },
        { name: 'entry', description: 'Certificates of conformity, from issue to revocation.' },
        { name: 'watches', description: 'Be told when a duty or a store changes.' },
        { name: 'account', description: 'What a key may use and has used, and its rotation.' },
      ],
      security: [{ bearer: [] }],
      paths,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key: `svc_` and 24 characters.' },
        },
        responses,
        headers,
        schemas,
      },
    } as unknown as OpenAPIV3_1.Document,
    {
      ...dutySchemas,
      ...pixelReportSchemas,
      ...certificateSchemas,
      ...filingSchemas,
      ...partySchemas,
      ...watchSchemas,
      ...eventSchemas,
      ...jobSchemas,
      ...familySchemas(),
      ...accountSchemas,
    },
  );
}
