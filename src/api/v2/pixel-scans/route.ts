/** `POST /api/v2/pixel/scans`. */
import { requireCaller } from '../../../http/caller.ts';
import { KEYED_BODY_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { strictSchema } from '../../../http/standard-schema.ts';
import { textBody } from '../../../http/text-body.ts';
import { DEMO_STORE_URL } from '../../../pixel/demo-store/address.ts';
import { type KeyedScans, scanStorefront } from '../../scan-storefront.ts';
import { ScanHeaders } from '../../v1/pixel-scan/schema.ts';
import { type ScanStreamParts, STEPS_TYPE, streamScan, wantsSteps } from './scan-stream.ts';
import { PixelReport, PixelScanRequest } from './schema.ts';

/** A journey takes 120 seconds at most, and waits for its turn before. */
const JOURNEY_ANSWER_S = 180;

export const PIXEL_SCAN = operation({
  path: '/api/v2/pixel/scans',
  method: 'post',
  product: 'pixel',
  headers: ScanHeaders,
  body: strictSchema(PixelScanRequest),
  text: {
    operationId: 'scanPixels',
    tag: 'pixel',
    summary: 'Scan a storefront: places, causes, who sends what, and what was not looked at',
    description:
      'Fetches a public page and what it names, and reports who sends which event to whom, what is counted twice, and what to ' +
      'do about it. A score speaks only for what was read: `state` and `not_looked_at` say what was not. Costs one request, also for a journey of several pages, ' +
      'the processor time of the readers and the bytes that were fetched. Answers are remembered for ten minutes, and a ' +
      'remembered one costs only the request. Nothing of the page is run. An address that leads to a private host, or that ' +
      'cannot be scanned for another reason of its own, is a 422. With `Accept: application/x-ndjson` the answer is a line of ' +
      'JSON for each step while it happens (`{"type":"step","page","path","state","reason"}`), and last the report ' +
      '(`{"type":"report","report"}`) or why there is none (`{"type":"error","status","error","message"}`). Empty lines say nothing.',
    answer: { description: 'The report.', schema: PixelReport, headers: ['Age', 'X-Cache'], files: [STEPS_TYPE] },
    errors: [...KEYED_BODY_ERRORS, 'upstream_failed', 'upstream_timeout'],
    examples: {
      demo_store: {
        summary: 'The demo store, a storefront with known faults inside the program',
        body: { url: DEMO_STORE_URL },
      },
      page_alone: {
        summary: 'Its cart alone, without what the page names',
        body: { url: `${DEMO_STORE_URL}cart`, deep: false },
      },
    },
  },
  handler:
    (parts: KeyedScans & ScanStreamParts) =>
    async ({ body: { url, deep = true, journey = false }, caller, request, server, set }) => {
      // Longer than the listener lets a connection be idle.
      if (journey) server?.timeout(request, JOURNEY_ANSWER_S);
      const wanted = { caller: requireCaller(caller), request, url, deep, journey };
      if (wantsSteps(request)) {
        return streamScan(parts, set.headers, (onStep) => scanStorefront(parts, { ...wanted, onStep }, set.headers));
      }
      const scan = await scanStorefront(parts, wanted, set.headers);
      return textBody(JSON.stringify(scan.report));
    },
});
