/** When a delivery is tried again: the first seven attempts of the Standard Webhooks specification, 17.6 hours. Pure. */
import type { DeliveryResult } from '../domain/watch-store.ts';
import type { WebhookAnswer } from '../domain/webhook.ts';

/** Pauses after each attempt but the last, in seconds. */
const PAUSES_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600];

/** Each pause is up to this much longer, so that receivers that failed together are not asked together. */
const JITTER = 0.1;
/** A receiver that says that it is overloaded gets at least this pause. */
const OVERLOADED_S = 60;
const OVERLOADED: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Their `Retry-After` counts. */
const ASKS_TO_WAIT: ReadonlySet<number> = new Set([429, 503]);

/**
 * What an answer means.
 * @param attempts that were made, this one among them
 * @param random from 0 to 1
 */
export function afterAttempt(answer: WebhookAnswer, attempts: number, nowMs: number, random: number): DeliveryResult {
  const attempt = { atMs: nowMs, ...('status' in answer ? { status: answer.status } : { error: answer.error }) };
  if ('status' in answer) {
    const { status } = answer;
    if (status >= 200 && status < 300) return { state: 'delivered', attempt };
    if (status === 410) return { state: 'dead', attempt, off: 'The receiver answered 410 Gone.' };
  }
  const pauseS = PAUSES_S[attempts - 1];
  if (pauseS === undefined) return { state: 'dead', attempt };
  let pauseMs = pauseS * 1000;
  if ('status' in answer && OVERLOADED.has(answer.status)) pauseMs = Math.max(pauseMs, OVERLOADED_S * 1000);
  pauseMs *= 1 + JITTER * random;
  if ('status' in answer && ASKS_TO_WAIT.has(answer.status)) pauseMs = Math.max(pauseMs, answer.retryAfterMs ?? 0);
  return { state: 'pending', attempt, dueAtMs: nowMs + Math.round(pauseMs) };
}
