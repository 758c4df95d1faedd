/** What certificate generation has on the wire besides the request body, whose schema is `entry/issue/request-schema.ts`. */

import Type from 'typebox';
import { BICYCLE_HELMET } from './example.ts';

export const GccResponseSchema = Type.Object(
  {
    gcc_pdf_url: Type.String({
      format: 'uri',
      description:
        'Signed URL of the PDF. `GET` it without a key, within a day unless the operator has set another time: the answer is ' +
        '`application/pdf`, and its `ETag` the SHA-256 of the file. Afterwards it is a 403 `url_expired`; the same ' +
        '`Idempotency-Key` gives a fresh URL.',
    }),
    gcc_id: Type.String({ format: 'uuid', description: 'Identifier of the certificate, for good.' }),
  },
  { description: 'Where the certificate is.' },
);

/** The request headers that the handler reads. */
export const GccHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      pattern: '^[ -~]{1,255}$',
      description:
        'Any text of your own, 1 to 255 printable ASCII characters. The same key and body within 24 hours give the same ' +
        'certificate with a fresh URL; another body under the same key is a 409.',
    }),
  ),
});

/** A real exchange, except that the id and the signature differ each time. The certificate states every element of 16 CFR 1110.11(a). */
export const GCC_EXAMPLES = {
  bicycle_helmet: {
    summary: 'An adult bicycle helmet',
    body: BICYCLE_HELMET,
    answer: {
      gcc_pdf_url:
        'https://portside.example/api/v1/entry/gcc/7c9e6679-7425-40de-944b-e07fc1f90ae7.pdf' +
        '?expires=1767225600&key=k1&signature=Yk3v0r2dXh7mJZb1m9Q5uYcS8o0y4TtqkqW6x2b7n1A',
      gcc_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    },
  },
};
