/** `POST /api/v1/pixel/scan`. */
import { requireCaller } from '../../../http/caller.ts';
import { KEYED_BODY_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { nameIgnoredFields } from '../../../http/pointer-list.ts';
import { documentedSchema, validatedSchema } from '../../../http/standard-schema.ts';
import { textBody } from '../../../http/text-body.ts';
import { type KeyedScans, scanStorefront } from '../../scan-storefront.ts';
import { PIXEL_SCAN_PATH } from '../paths.ts';
import { SCAN_EXAMPLES } from './example.ts';
import { ScanHeaders, ScanQuery, ScanRequest, ScanResponse } from './schema.ts';

export const SCAN = operation({
  path: PIXEL_SCAN_PATH,
  method: 'post',
  product: 'pixel',
  query: validatedSchema(ScanQuery),
  headers: documentedSchema(ScanHeaders, (value) => value),
  body: validatedSchema(ScanRequest),
  text: {
    operationId: 'scanStorefront',
    tag: 'pixel',
    summary: 'Scan a storefront for legacy Meta Pixel, GA4 and GTM code',
    description:
      'Fetches one public page and reports what tracking code it still carries, with a score. Answers are remembered for ten ' +
      'minutes. Nothing of the page is run. An address that leads to a private host, or that cannot be scanned for another ' +
      'reason of its own, is a 422.',
    answer: {
      description: 'Score and findings.',
      schema: ScanResponse,
      headers: ['Age', 'X-Cache', 'X-Ignored-Fields'],
    },
    errors: [...KEYED_BODY_ERRORS, 'upstream_failed', 'upstream_timeout'],
    examples: SCAN_EXAMPLES,
  },
  handler:
    (scans: KeyedScans) =>
    async ({ body, caller, query, request, set }) => {
      const wanted = { caller: requireCaller(caller), request, url: body.url, deep: query.deep === 'true' };
      const scan = await scanStorefront(scans, wanted, set.headers);
      nameIgnoredFields(set.headers, ScanRequest, body);
      return textBody(scan.body);
    },
});
