/** The body of an event. It is made once, stored as text, and sent as the same bytes each time. */
import type { Clock } from '../domain/clock.ts';
import type { EventType, NewEvent, Watch } from '../domain/watch.ts';

export interface EventParts {
  clock: Pick<Clock, 'now' | 'random'>;
}

/** `wat_` or `evt_` and 24 characters. */
export function newId(prefix: 'wat' | 'evt', { clock }: EventParts): string {
  return `${prefix}_${Buffer.from(clock.random(18)).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y')}`;
}

/** After the Standard Webhooks specification: `type`, `timestamp` and `data`. */
export function makeEvent(
  parts: EventParts,
  watch: Pick<Watch, 'id' | 'name'>,
  type: EventType,
  data: object,
  once?: string,
): NewEvent {
  const atMs = parts.clock.now();
  const timestamp = new Date(atMs).toISOString();
  const body = JSON.stringify({ type, timestamp, data: { watch_id: watch.id, watch_name: watch.name, ...data } });
  return { id: newId('evt', parts), type, atMs, body, ...(once !== undefined && { once }) };
}
