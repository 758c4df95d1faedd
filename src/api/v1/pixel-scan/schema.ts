/** The wire contract of `POST /api/v1/pixel/scan`, as TypeBox schemas, which are also JSON Schema. */
import Type, { type Static } from 'typebox';
import { URL_LENGTH_MAX } from '../../../pixel/fetch/target.ts';

export const ScanRequest = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: URL_LENGTH_MAX,
      description:
        'Address of the Shopify storefront page: http or https, port 80 or 443, on the public internet. Redirects are followed, at most 5.',
      examples: ['https://shop.example.com/'],
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
        'With `true` the public script of each GTM container and of each loader on the shop’s own domain is read too, at most 5. Slower: one more fetch each.',
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
      description: '100: nothing legacy found. Any finding of severity `error` keeps it at 79 or below.',
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

/** The page of the example. A test serves it at the address of the example. */
export const EXAMPLE_PAGE = `<!doctype html><script>
fbq('init', '123456789012345');
fbq('track', 'PageView');
</script>`;

/** A test serves the page above, sends this request and compares the response with this one. */
export const SCAN_EXAMPLES = {
  meta_pixel_in_theme: {
    summary: 'A Meta pixel in page code',
    body: { url: 'https://shop.example.com/' },
    answer: {
      score: 81,
      findings: [
        {
          rule_id: 'legacy_meta_pixel_call',
          severity: 'warn',
          message:
            'Meta pixel 123456789012345 is started by page code (line 2, column 1). Connect the Facebook & Instagram app and delete the snippet.',
        },
        {
          rule_id: 'legacy_pixel_without_consent_gate',
          severity: 'warn',
          message:
            'A tag runs as page code and no consent gate was found in the page (line 2, column 1). Use Shopify’s pixels, which wait for consent, or gate the tag.',
        },
        {
          rule_id: 'not_shopify',
          severity: 'info',
          message: 'No sign of Shopify was found in this page. Check the address.',
        },
      ],
      severity_counts: { info: 1, warn: 2, error: 0 },
    },
  },
};
