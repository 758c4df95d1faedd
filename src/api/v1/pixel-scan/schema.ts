/** The wire contract of `POST /api/v1/pixel/scan`, as TypeBox schemas, which are also JSON Schema. */
import Type, { type Static } from 'typebox';
import { DEMO_STORE_URL } from '../../../pixel/demo-store/address.ts';
import { URL_LENGTH_MAX } from '../../../pixel/fetch/target.ts';

export const ScanRequest = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: URL_LENGTH_MAX,
      description:
        'Address of the Shopify storefront page: http or https, port 80 or 443, on the public internet. Redirects are followed, at most 5.',
      examples: [DEMO_STORE_URL],
    }),
  },
  { description: 'Which page to scan. Unknown fields are ignored.' },
);
export type ScanRequest = Static<typeof ScanRequest>;

export const ScanQuery = Type.Object({
  deep: Type.Optional(
    Type.Enum(['true', 'false'], {
      type: 'string',
      default: 'false',
      description:
        'With `true` what the page names is read too: GTM containers, Google tags, loaders on the shop’s own domain, and custom ' +
        'pixels. Slower: up to 30 seconds.',
    }),
  ),
});
export type ScanQuery = Static<typeof ScanQuery>;

const count = (of: string) =>
  Type.Integer({ minimum: 0, description: `Findings of severity \`${of}\`.`, examples: [0] });

export const Finding = Type.Object(
  {
    rule_id: Type.String({
      pattern: '^[a-z0-9_]+$',
      description: 'Which rule fired; docs/pixel-rules.md describes each.',
      examples: ['legacy_meta_pixel_call'],
    }),
    severity: Type.Enum(['info', 'warn', 'error'], {
      type: 'string',
      description:
        '`error`: data is wrong or lost now. `warn`: legacy code to move. `info`: worth knowing, costs no score.',
      examples: ['warn'],
    }),
    message: Type.String({
      description: 'What was found, where, and what to do, for a person to read.',
      examples: ['Meta pixel 1234567890123456 is started by code in the theme (line 42).'],
    }),
  },
  { description: 'One rule that fired.' },
);

export const ScanResponse = Type.Object(
  {
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        '100: nothing was found and everything was read. Any finding of severity `error` keeps it at 79 or below. 0 with the ' +
        'finding `page_not_judged`: nothing can be said about the page.',
      examples: [92],
    }),
    findings: Type.Array(Finding, { description: 'Ordered by severity, worst first.' }),
    severity_counts: Type.Object(
      { info: count('info'), warn: count('warn'), error: count('error') },
      { description: 'How many findings there are of each severity.' },
    ),
  },
  { description: 'What a scan found.' },
);
export type ScanResponse = Static<typeof ScanResponse>;

/** The request headers that the handler reads. */
export const ScanHeaders = Type.Object({
  'Cache-Control': Type.Optional(
    Type.String({ description: 'With `no-cache` a remembered answer is set aside and the page fetched again.' }),
  ),
});
