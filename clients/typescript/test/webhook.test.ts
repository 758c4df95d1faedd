/** Webhooks: what the specification accepts is accepted, and everything else is a WebhookError. */
import { describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { OptionError, Webhook, WebhookError } from '../src/index.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD_SECRET = 'whsec_b2xkIHNlY3JldCBvZiBhIHRlc3Q=';
const BODY =
  '{"type":"tariff.revised","timestamp":"2026-11-23T08:00:00.000Z","data":{"watch_id":"wat_1","summary":"14 of 200."}}';
const NOW_S = 1_700_000_000;

function signed(secret: string, id: string, timestamp: string, body: string): string {
  const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
  return `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

function headers(timestamp: string, signature: string, id = 'evt_1'): Record<string, string> {
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

const webhook = new Webhook(SECRET, () => NOW_S * 1000);
const at = (age: number) => String(NOW_S - age);
const good = signed(SECRET, 'evt_1', at(0), BODY);
const old = signed(OLD_SECRET, 'evt_1', at(0), BODY);

test('the example of the Standard Webhooks specification', () => {
  const signature = signed(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}');
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test.each([
  ['one signature', headers(at(0), good)],
  ['two signatures', headers(at(0), `${old} ${good}`)],
  ['others of versions to come', headers(at(0), `v1a,xyz v2,${good.slice(3)} ${good}`)],
  ['five minutes old', headers(at(300), signed(SECRET, 'evt_1', at(300), BODY))],
  ['a clock that is ahead', headers(at(-300), signed(SECRET, 'evt_1', at(-300), BODY))],
])('accepted: %s', async (_, given) => {
  for (const form of [given, new Headers(given)]) {
    for (const body of [BODY, new TextEncoder().encode(BODY)]) {
      expect(await webhook.verify(form, body)).toMatchObject({
        id: 'evt_1',
        type: 'tariff.revised',
        data: { summary: '14 of 200.' },
      });
    }
  }
});

describe('refused', () => {
  test.each([
    ['no headers', {}, BODY],
    ['another secret', headers(at(0), old), BODY],
    ['another body', headers(at(0), good), BODY.replace('14', '15')],
    ['another id', headers(at(0), good, 'evt_2'), BODY],
    ['another time', headers(at(1), good), BODY],
    ['too old', headers(at(301), signed(SECRET, 'evt_1', at(301), BODY)), BODY],
    ['too early', headers(at(-301), signed(SECRET, 'evt_1', at(-301), BODY)), BODY],
    ['a time that is none', headers('NaN', signed(SECRET, 'evt_1', 'NaN', BODY)), BODY],
    ['a signature cut short', headers(at(0), good.slice(0, -4)), BODY],
    ['a signature without its version', headers(at(0), good.slice(3)), BODY],
    ['no JSON', headers(at(0), signed(SECRET, 'evt_1', at(0), 'ok')), 'ok'],
    ['thousands of signatures, the right one last', headers(at(0), `${`${old} `.repeat(5_000)}${good}`), BODY],
  ])('%s', async (_, given, body) => {
    expect(webhook.verify(given, body)).rejects.toThrow(WebhookError);
  });

  test.each(['', 'whsec_', 'whsec_%%%'])('the secret %p', (secret) => {
    expect(() => new Webhook(secret)).toThrow(OptionError);
  });
});
