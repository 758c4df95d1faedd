/** `/openapi.yaml`: the v1 contract. */
import type { OpenAPIV3 } from 'openapi-types';
import { GccRequestSchema } from '../../entry/issue/request-schema.ts';
import { swaggerDocument } from '../../http/openapi/swagger-document.ts';
import { GccResponseSchema } from './certificates/schema.ts';
import { Finding, ScanRequest, ScanResponse } from './pixel-scan/schema.ts';
import { contractRoutes, V1_OPERATIONS } from './routes.ts';
import { AdjacentHitSchema, LookupRequest, LookupResponse, LookupResult } from './tariff-lookup/schema.ts';

/** The version of the contract, which is independent of the program's (docs/versioning.md). */
const V1_VERSION = '1.0.0-beta';

export function describeV1(contact: string): Promise<OpenAPIV3.Document> {
  const document = {
    operations: V1_OPERATIONS,
    title: 'Portside v1',
    version: V1_VERSION,
    description:
      'Section 232 tariff lookups, storefront pixel scans and General Certificates of Conformity. Every request carries an ' +
      'API key; in the closed beta the key must be enrolled. 100 requests a minute and 10,000 a day for each key, unless ' +
      'the operator has set others.',
    contact,
    tags: {
      tariff: 'Section 232 lists.',
      pixel: 'Storefront scans.',
      entry: 'Certificates of conformity.',
    },
    schemas: {
      LookupRequest,
      LookupResponse,
      HtsLookupResult: LookupResult,
      AdjacentHit: AdjacentHitSchema,
      ScanRequest,
      ScanReport: ScanResponse,
      Finding,
      CertificateRequest: GccRequestSchema,
      CertificateResponse: GccResponseSchema,
    },
  };
  return swaggerDocument(document, contractRoutes());
}
