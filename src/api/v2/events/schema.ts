/** The wire shapes of events in v2. */
import { type TSchema, Type } from 'typebox';
import { EVENT_TYPES } from '../../../domain/watch.ts';
import { PageQuery } from '../watches/schema.ts';

const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const choice = (values: readonly string[], description: string) =>
  Type.Enum([...values], { type: 'string', description });

const DELIVERY_STATES = ['none', 'pending', 'delivered', 'dead'] as const;

export const EventParams = Type.Object({
  id: Type.String({
    description: 'Id of an event of a watch that this key made, or a key it was rotated from or to.',
    examples: ['evt_8RtYp2WqLz6NcVb4XsKd9FhJ'],
  }),
});

export const EventQuery = Type.Object(
  {
    ...PageQuery.properties,
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: '`next_cursor` of an earlier page: the events after it, also those that came since.',
      }),
    ),
    delivery: Type.Optional(
      choice(DELIVERY_STATES, 'Only events that are delivered so far: `dead` ones can be sent again.'),
    ),
  },
  { additionalProperties: false },
);

const Attempt = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'When it ended.' }),
    status: orNull(Type.Integer(), 'The HTTP status of the answer; null without one.'),
    error: orNull(Type.String(), 'What went wrong where nothing was answered.'),
  },
  { description: 'An attempt to deliver an event.' },
);

export const WatchEventShape = Type.Object(
  {
    id: Type.String({ description: 'Id of the event, also its `webhook-id`. It never changes: deduplicate by it.' }),
    type: choice(EVENT_TYPES, 'What happened.'),
    watch_id: Type.String({ description: 'The watch that tells it. It may be deleted.' }),
    created_at: Type.String({ format: 'date-time', description: 'When it was stored.' }),
    body: Type.Object(
      {
        type: Type.String({ description: 'As above.' }),
        timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
        data: Type.Object(
          {
            watch_id: Type.String({ description: 'As above.' }),
            watch_name: Type.String({ description: 'The name of the watch at that time.' }),
            summary: Type.String({ description: 'What happened, in a sentence for people.' }),
          },
          { description: 'What happened, by type. docs/guides/watches.md shows each.' },
        ),
      },
      { description: 'What a webhook is sent, parsed. It never changes.' },
    ),
    delivery: Type.Object(
      {
        state: choice(
          DELIVERY_STATES,
          '`none`: there was no webhook. `dead`: given up; send it again when the receiver works.',
        ),
        attempts: Type.Integer({ minimum: 0, description: 'Attempts of this schedule.' }),
        next_attempt_at: orNull(Type.String({ format: 'date-time' }), 'The next attempt.'),
        log: Type.Array(Attempt, { description: 'The latest ten attempts, oldest first.' }),
      },
      { description: 'How its delivery stands.' },
    ),
  },
  { description: 'Something that a watch tells.' },
);

export const EventList = Type.Object(
  {
    events: Type.Array(WatchEventShape, { description: 'Oldest first.' }),
    next_cursor: Type.String({
      description: 'Keep it, and send it as `cursor` next time: no event is given twice or passed over.',
    }),
    has_more: Type.Boolean({ description: 'Whether there are more events now.' }),
  },
  { description: 'A page of events.' },
);

/** Named schemas of the document. */
export const eventSchemas = { WatchEvent: WatchEventShape, EventList, DeliveryAttempt: Attempt };
