/** `/openapi.yaml`: the v1 contract. */
import type { OpenAPIV3 } from 'openapi-types';
import { GccRequestSchema } from '../../entry/issue/request-schema.ts';
import { v1Document } from '../../http/openapi/v1-document.ts';
import { LICENCE } from '../licence.ts';
import { GENERATE } from './certificates/routes.ts';
import { GccResponseSchema } from './certificates/schema.ts';
import { SCAN } from './pixel-scan/route.ts';
import { Finding, ScanRequest, ScanResponse } from './pixel-scan/schema.ts';
import { LOOKUP } from './tariff-lookup/route.ts';
import { AdjacentHitSchema, LookupRequest, LookupResponse, LookupResult } from './tariff-lookup/schema.ts';

/** The version of the contract, which is independent of the program's (docs/versioning.md). */
const V1_VERSION = '1.0.0-beta';

export function describeV1(contact: string): Promise<OpenAPIV3.Document> {
  return v1Document({
    operations: [LOOKUP, SCAN, GENERATE],
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
    info: {
      title: 'Portside v1',
      version: V1_VERSION,
      description:
        'Section 232 tariff lookups, storefront pixel scans and General Certificates of Conformity. Every request carries an ' +
        'API key; in the closed beta the key must be enrolled. 100 requests a minute and 10,000 a day for each key, unless ' +
        'the operator has set others.',
      contact: { name: 'Support', email: contact },
      license: LICENCE,
    },
    tags: [
      { name: 'tariff', description: 'Section 232 lists.' },
      { name: 'pixel', description: 'Storefront scans.' },
      { name: 'entry', description: 'Certificates of conformity.' },
    ],
    contact,
  });
}
