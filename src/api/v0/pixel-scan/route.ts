/** `POST /api/v0/pixel/scan`: the scan of v1 without a key, with everything that the report has. */
import { operation } from '../../../http/operation.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { textBody } from '../../../http/text-body.ts';
import { SCAN_EXAMPLES } from '../../v1/pixel-scan/example.ts';
import { ScanRequest } from '../../v1/pixel-scan/schema.ts';
import { PublicPixelReport } from '../../v2/pixel-scans/schema.ts';
import { readJsonBody } from '../json-body.ts';
import type { V0Parts } from '../parts.ts';

const scanRequest = validatedSchema(ScanRequest)['~standard'];

export const PUBLIC_SCAN = operation({
  path: '/api/v0/pixel/scan',
  method: 'post',
  addressLimit: 'scan',
  // Elysia would read the body before the rate limit is checked. The handler reads it after.
  body: ScanRequest,
  text: {
    operationId: 'scanStorefrontOnce',
    tag: 'pixel',
    summary: 'Scan one storefront',
    description:
      'The scan of v1 without a key, a few times a minute, and with less time for a page. The answer has the fields of v1, and ' +
      'places, causes and evidence of each finding, the state of the report, who sends what, and what was not looked at.',
    answer: { description: 'The report.', schema: PublicPixelReport, headers: ['Age', 'X-Cache'] },
    errors: [
      'invalid_json',
      'method_not_allowed',
      'payload_too_large',
      'unsupported_media_type',
      'invalid_request',
      'rate_limited',
      'unavailable',
      'upstream_failed',
      'upstream_timeout',
      'internal',
    ],
    examples: { demo_store: { summary: SCAN_EXAMPLES.demo_store.summary, body: SCAN_EXAMPLES.demo_store.body } },
  },
  handler:
    ({ scanner, rateLimit }: V0Parts) =>
    async ({ request, set }) => {
      // Known only while the connection is open.
      const owner = `client ${rateLimit.networkOf(request)}`;
      const { url } = scanRequest.validate(await readJsonBody(request)).value;
      const scan = scanner.scanCached(url) ?? (await scanner.scan(url, { owner }));
      Object.assign(set.headers, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        age: String(scan.ageSeconds),
        'x-cache': scan.cache,
      });
      // Like v1: a page that was not judged has the score 0.
      return textBody(JSON.stringify({ ...scan.report, score: scan.report.score ?? 0 }));
    },
});
