/** `POST /api/v1/pixel/scan`. */
import { Elysia } from 'elysia';
import { requireCaller, withCaller } from '../../../http/caller.ts';
import { V1_ERRORS } from '../../../http/openapi/operation.ts';
import type { V1Operation } from '../../../http/openapi/v1-document.ts';
import { nameIgnoredFields } from '../../../http/pointer-list.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { textBody } from '../../../http/text-body.ts';
import type { ResourceMeter } from '../../../limits/resource-meter.ts';
import type { Scanner } from '../../../pixel/scan.ts';
import { mostOfScan } from '../../../pixel/scan-most.ts';
import { SCAN_EXAMPLES } from './example.ts';
import { ScanHeaders, ScanQuery, ScanRequest, ScanResponse } from './schema.ts';

export const PIXEL_SCAN_PATH = '/api/v1/pixel/scan';

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

export function pixelRoutes(scanner: Scanner, meter: Pick<ResourceMeter, 'run'>) {
  return new Elysia({ name: 'pixel' }).use(withCaller).post(
    PIXEL_SCAN_PATH,
    async ({ body, caller, query, request, set }) => {
      const { lineageId } = requireCaller(caller);
      const deep = query.deep === 'true';
      const fresh = /\bno-cache\b/i.test(request.headers.get('cache-control') ?? '');
      // A cached report costs nothing. A scan that joins one in progress reserves too, and is settled as free.
      const scan =
        (!fresh && scanner.scanCached(body.url, deep)) ||
        (await meter.run(lineageId, mostOfScan(deep), (charge) =>
          scanner.scan(body.url, { owner: `key ${lineageId}`, deep, fresh, charge }),
        ));
      set.headers['content-type'] = 'application/json';
      set.headers.age = String(scan.ageSeconds);
      set.headers['x-cache'] = scan.cache;
      nameIgnoredFields(set.headers, ScanRequest, body);
      return textBody(scan.body);
    },
    hook,
  );
}
