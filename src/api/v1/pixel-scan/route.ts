/** `POST /api/v1/pixel/scan`. */

import { Elysia } from 'elysia';
import { requireCaller } from '../../../http/caller.ts';
import { V1_ERRORS } from '../../../http/openapi/operation.ts';
import type { V1Operation } from '../../../http/openapi/v1-document.ts';
import { nameIgnoredFields } from '../../../http/pointer-list.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { textBody } from '../../../http/text-body.ts';
import { withCaller } from '../../../http/with-caller.ts';
import { type KeyedScans, scanStorefront } from '../../scan-storefront.ts';
import { PIXEL_SCAN_PATH } from '../paths.ts';
import { SCAN_EXAMPLES } from './example.ts';
import { ScanHeaders, ScanQuery, ScanRequest, ScanResponse } from './schema.ts';

const hook = { parse: 'json', body: validatedSchema(ScanRequest), query: validatedSchema(ScanQuery) } as const;

export const SCAN: V1Operation = {
  path: PIXEL_SCAN_PATH,
  hook,
  headers: ScanHeaders,
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
    errors: [...V1_ERRORS, 'upstream_failed', 'upstream_timeout'],
    examples: SCAN_EXAMPLES,
  },
};

export function pixelRoutes(scans: KeyedScans) {
  return new Elysia({ name: 'pixel' }).use(withCaller).post(
    PIXEL_SCAN_PATH,
    async ({ body, caller, query, request, set }) => {
      const scan = await scanStorefront(
        scans,
        { caller: requireCaller(caller), request, url: body.url, deep: query.deep === 'true' },
        set.headers,
      );
      nameIgnoredFields(set.headers, ScanRequest, body);
      return textBody(scan.body);
    },
    hook,
  );
}
