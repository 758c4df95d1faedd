/** The wire shapes of watches in v2. */
import { type TSchema, Type } from 'typebox';
import { CODES_MAX, PACES, STORES_MAX, WATCH_KINDS } from '../../../domain/watch.ts';
import { idempotencyHeaders } from '../idempotency-key.ts';

const PAGE_MAX = 100;
export const PAGE_DEFAULT = 50;
const NAME_MAX = 200;
const URL_MAX = 2048;
/** A number with dots, and white space around it. */
const CODE_MAX = 20;

const strict = { additionalProperties: false } as const;
const text = (description: string) => Type.String({ description });
const time = (description: string) => Type.String({ format: 'date-time', description });
const choice = (values: readonly string[], description: string) =>
  Type.Enum([...values], { type: 'string', description });
const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const name = Type.String({ maxLength: NAME_MAX, description: 'A name of your own. Events repeat it.' });
const webhook = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: URL_MAX,
      description: 'A public https address on port 443. Redirects are not followed.',
      examples: ['https://hooks.example.com/portside'],
    }),
  },
  { ...strict, description: 'Where events are sent besides the list of events.' },
);

export const WatchRequest = Type.Object(
  {
    name: Type.Optional(name),
    codes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: CODE_MAX }), {
        minItems: 1,
        maxItems: CODES_MAX,
        description: `Tariff numbers of 4, 6, 8 or 10 digits, up to ${CODES_MAX}. One that is repeated counts once.`,
        examples: [['9401.61.4011', '7318.15.20']],
      }),
    ),
    audit_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: `Instead of \`codes\`: the numbers of a finished tariff audit, up to ${CODES_MAX} distinct ones.`,
      }),
    ),
    stores: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: URL_MAX }), {
        minItems: 1,
        maxItems: STORES_MAX,
        description: `Instead of \`codes\`: addresses of storefronts, up to ${STORES_MAX}.`,
        examples: [['https://shop.example.com/']],
      }),
    ),
    every: Type.Optional(choice(PACES, 'How often stores are scanned; `day` if absent.')),
    webhook: Type.Optional(webhook),
  },
  { ...strict, description: 'What to watch: exactly one of `codes`, `audit_id` and `stores`.' },
);

export const WatchEdit = Type.Object(
  {
    name: Type.Optional(name),
    paused: Type.Optional(
      Type.Boolean({
        description: 'While paused nothing is looked at. What changed meanwhile is told when it goes on.',
      }),
    ),
    webhook: Type.Optional(
      Type.Union([webhook, Type.Null()], {
        description:
          'A new address keeps the secret, and switches a webhook on again that was switched off. Null takes it away.',
      }),
    ),
  },
  { ...strict, minProperties: 1, description: 'What to change. What is absent stays.' },
);

export const WatchParams = Type.Object({
  id: Type.String({
    description: 'Id of a watch that this key made, or a key it was rotated from or to.',
    examples: ['wat_4QmZk7XbN2sVt9RfLc3HwPyD'],
  }),
});

export const PageQuery = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: '`next_cursor` of the page before.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PAGE_MAX, description: `Rows of a page; ${PAGE_DEFAULT} if absent.` }),
    ),
  },
  strict,
);

export const WatchHeaders = idempotencyHeaders(
  'The same key and request give the same answer for a day, so that a retry makes nothing twice.',
);

const WebhookView = Type.Object(
  {
    url: text('Where events are sent.'),
    state: choice(['on', 'off'], '`off`: nothing is sent until it is set again by PATCH.'),
    note: orNull(Type.String(), 'Why it is off.'),
    old_secret_until: orNull(
      Type.String({ format: 'date-time' }),
      'Until when the secret before a rotation signs too.',
    ),
  },
  { description: 'The webhook of a watch.' },
);

const summary = {
  id: text('Id of the watch, for good.'),
  kind: choice(WATCH_KINDS, 'What is watched: tariff numbers, or the pixels of stores.'),
  name: text('Your name of it; empty if it has none.'),
  status: choice(['active', 'paused'], 'Whether it is looked at.'),
  created_at: time('When it was made.'),
  numbers: orNull(Type.Integer({ minimum: 1 }), 'How many tariff numbers it watches.'),
  stores: orNull(Type.Integer({ minimum: 1 }), 'How many stores it watches.'),
  every: orNull(choice(PACES, 'How often.'), 'How often stores are scanned.'),
  audit_id: orNull(Type.String(), 'The audit that the numbers are from.'),
  webhook: orNull(WebhookView, 'Null: events are only in the list.'),
};

const WatchSummary = Type.Object(summary, { description: 'A watch in a list.' });

const Look = Type.Object(
  {
    store: orNull(Type.String(), 'The store; null for the numbers of a tariff watch.'),
    looked_at: orNull(Type.String({ format: 'date-time' }), 'The latest look; null before the first.'),
    outcome: orNull(
      choice(['told', 'unchanged', 'not_judged', 'skipped', 'busy', 'no_key', 'newer_data'], 'What came of it.'),
      '`told`: there was something to tell, or it was the first look at a store. `unchanged`. `not_judged`: the store could not ' +
        'be judged. `skipped`: the day of the key was spent. `busy`, `newer_data`: put off by the service. `no_key`: no key of ' +
        'yours is valid for it.',
    ),
    due_at: orNull(Type.String({ format: 'date-time' }), 'The next look; null while paused.'),
  },
  { description: 'How the latest look went.' },
);

const whole = {
  ...summary,
  subject: Type.Object(
    {
      codes: orNull(Type.Array(Type.String()), 'The tariff numbers, each once, as they were written.'),
      stores: orNull(Type.Array(Type.String()), 'The addresses of the stores.'),
    },
    { description: 'What is watched.' },
  ),
  looks: Type.Array(Look, { description: 'One of each store, or one of the numbers.' }),
};

export const Watch = Type.Object(whole, { description: 'A watch.' });

const secret = orNull(
  Type.String({ pattern: '^whsec_' }),
  'The secret that signs events, shown only here. Null where none was made.',
);

export const MadeWatch = Type.Object(
  { ...whole, webhook_secret: secret },
  { description: 'A watch that was made or changed, with the secret of a new webhook.' },
);

export const WatchSecret = Type.Object(
  {
    webhook_secret: Type.String({ pattern: '^whsec_', description: 'The new secret, shown only here.' }),
    old_secret_until: time('Until then the old secret signs too: an event carries both signatures.'),
  },
  { description: 'The secret after a rotation.' },
);

export const WatchList = Type.Object(
  {
    watches: Type.Array(WatchSummary, { description: 'Newest first.' }),
    next_cursor: orNull(Type.String(), 'Send it as `cursor` for the next page; null on the last.'),
  },
  { description: 'A page of watches.' },
);

export const DeletedWatch = Type.Object(
  { id: text('Id of the watch.'), deleted: Type.Literal(true, { description: 'It is gone; its events stay.' }) },
  { description: 'What was deleted.' },
);

/** Named schemas of the document. */
export const watchSchemas = {
  WatchRequest,
  WatchEdit,
  Watch,
  MadeWatch,
  WatchSummary,
  WatchList,
  WatchSecret,
  DeletedWatch,
  WatchLook: Look,
  WatchWebhook: WebhookView,
};
