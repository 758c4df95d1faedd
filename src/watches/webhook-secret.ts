/** Secrets of webhooks and what they sign, after the Standard Webhooks specification. */
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { Clock } from '../domain/clock.ts';
import type { Webhook } from '../domain/watch.ts';

const SECRET_BYTES = 32;

export function newSecret(clock: Pick<Clock, 'random'>): string {
  return `whsec_${Buffer.from(clock.random(SECRET_BYTES)).toString('base64')}`;
}

/** The headers of one attempt. While a rotation overlaps, both secrets sign. */
export function signedHeaders(webhook: Webhook, id: string, body: string, nowMs: number): Record<string, string> {
  const timestamp = new Date(nowMs);
  const { secret, oldSecret, oldSecretUntilMs = 0 } = webhook;
  const secrets = oldSecret && oldSecretUntilMs > nowMs ? [secret, oldSecret] : [secret];
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': secrets.map((each) => new StandardWebhook(each).sign(id, timestamp, body)).join(' '),
  };
}
