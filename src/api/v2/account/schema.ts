/** The wire shapes of the account in v2. */
import { type TSchema, Type } from 'typebox';
import { SCOPES } from '../../../domain/key.ts';
import { idempotencyHeaders } from '../idempotency-key.ts';

export const OVERLAP_HOURS_DEFAULT = 24;
const OVERLAP_HOURS_MAX = 90 * 24;

const count = (description: string) => Type.Integer({ minimum: 0, description });
const text = (description: string) => Type.String({ description });
const time = (description: string) => Type.String({ format: 'date-time', description });
const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const choice = (values: readonly string[], description: string) =>
  Type.Enum([...values], { type: 'string', description });

const key = {
  name: text('Its name.'),
  prefix: Type.String({ description: 'What is shown of it in lists.', examples: ['svc_ab12…wxyz'] }),
  scope: choice(SCOPES, 'What it may be used for.'),
  owner: text('Who answers for it; empty if nobody is named.'),
  created_at: time('When it was issued.'),
  expires_at: orNull(Type.String({ format: 'date-time' }), 'From when on it is refused; null for never.'),
};

const byProduct = Type.Object(
  { tariff: count('Of tariff.'), pixel: count('Of pixel.'), entry: count('Of entry.') },
  { description: 'Requests by product.' },
);

const resource = (description: string) =>
  Type.Object(
    { used: count('Used. Work under way is included with the most that it may use.'), limit: count('The limit.') },
    { description },
  );

export const Account = Type.Object(
  {
    key: Type.Object(
      {
        ...key,
        status: choice(['active', 'rotating'], '`rotating`: it has a successor, and works until `expires_at`.'),
        successor_prefix: orNull(Type.String(), 'What is shown of its successor; null if it was not rotated.'),
        may_rotate: Type.Boolean({ description: 'Whether it may rotate itself now.' }),
      },
      { description: 'The key of this request.' },
    ),
    limits: Type.Object(
      { per_minute: count('Requests in a sliding minute.'), per_day: count('Requests on a UTC day.') },
      { description: 'Limits that this key shares with the keys that it was rotated from or to.' },
    ),
    use: Type.Object(
      {
        minute: count('Requests of the last minute, this one included.'),
        today: count('Requests of this UTC day, this one included, with those that jobs took.'),
        days: Type.Array(
          Type.Object(
            {
              date: Type.String({ format: 'date', description: 'The UTC day.' }),
              requests: count('Requests of the day.'),
              by_product: byProduct,
            },
            { description: 'One UTC day.' },
          ),
          { description: 'The last 90 UTC days, oldest first, also those without a request.' },
        ),
      },
      { description: 'Requests of this key and of those that it was rotated from or to.' },
    ),
    resources: Type.Object(
      {
        stored_bytes: resource('Bytes stored, in total.'),
        cpu_ms: resource('Milliseconds of processor time on this UTC day.'),
        bytes_fetched: resource('Bytes fetched from storefronts on this UTC day.'),
      },
      { description: 'What it may use besides requests.' },
    ),
    open_jobs: Type.Object(
      {
        tariff_audits: count('Tariff audits.'),
        pixel_audits: count('Pixel audits.'),
        entry_batches: count('Batches of certificates.'),
        limit: count('How many may be open together.'),
      },
      { description: 'Jobs that are queued or running.' },
    ),
  },
  { description: 'What a key is, what it may use, and what it has used.' },
);

export const RotationRequest = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_HOURS_MAX,
        description: `Hours for which the old key still works; ${OVERLAP_HOURS_DEFAULT} if absent. With 0 it stops at once, and a lost answer cannot be asked for again.`,
      }),
    ),
  },
  { additionalProperties: false, description: 'How to rotate the key that asks.' },
);

export const RotationHeaders = idempotencyHeaders(
  'The same key and request are shown the new key again for a day, while the old key works. Choose a text that nobody can guess.',
);

export const RotatedKey = Type.Object(
  {
    key: Type.String({ pattern: '^svc_[0-9A-Za-z]{24}$', description: 'The new key. Keep it: it is not stored.' }),
    ...key,
    old_key_until: time('From when on the old key is refused.'),
  },
  { description: 'The successor of the key that asked.' },
);

/** Named schemas of the document. */
export const accountSchemas = { Account, RotationRequest, RotatedKey };
