/**
 * Events on their way to receivers that are slow, refuse, die before or after they took an event, and from servers that are killed in
 * the middle of an attempt: each event arrives at least once, always with the same words, or is kept as a dead letter that can be sent.
 */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { openSqlite } from '../../src/adapters/sqlite/open.ts';
import type { WebhookAnswer, WebhookRequest } from '../../src/domain/webhook.ts';
import { seededRandom } from '../support/seed.ts';
import { tempDir, testClock } from '../support/temp.ts';
import { allEvents, type Stage, stageWatches } from '../support/watch-stand-ins.ts';

const WATCHES = 6;
const EVENTS_EACH = 25;
const MINUTE_MS = 60_000;
const NEVER = new Promise<never>(() => {});

/** What a receiver may do with an attempt: whether it took the event, and what the sender sees. A killed sender sees nothing. */
const MISHAPS: [taken: boolean, answer: WebhookAnswer | 'the sender is killed'][] = [
  [false, { error: 'The connection was refused.' }],
  [false, { status: 500 }],
  [false, { status: 503, retryAfterMs: 2 * MINUTE_MS }],
  [true, { error: 'The receiver did not answer in time.' }],
  [true, { error: 'The connection was closed.' }],
  [true, { status: 502 }],
  [false, 'the sender is killed'],
  [true, 'the sender is killed'],
];

test.each([
  ['mostly well', 0.3],
  ['badly', 0.9],
])(
  'receivers and senders that fare %s get every event, unchanged',
  async (_, mishaps) => {
    const random = seededRandom(`watches delivery ${mishaps}`);
    const folder = tempDir();
    const open = () => openSqlite(join(folder, 'portside.db'), { lockWaitMs: 2000 });
    const clock = testClock(Date.now());
    let storage = open();
    let stage = await stageWatches(storage, clock);
    const { owner } = stage;
    const taken = new Map<string, WebhookRequest[]>();
    let killed = 0;
    const receive = (request: WebhookRequest): WebhookAnswer | Promise<never> => {
      const [isTaken, answer] =
        random() < mishaps ? MISHAPS[Math.floor(random() * MISHAPS.length)]! : [true, { status: 204 }];
      const id = request.headers['webhook-id']!;
      if (isTaken) taken.set(id, [...(taken.get(id) ?? []), request]);
      if (answer !== 'the sender is killed') return answer as WebhookAnswer;
      killed++;
      return NEVER;
    };
    stage.answer = receive;
    const secrets = new Map<string, string>();
    const codes = ['7326.90.8688', '7318.15.2065'];
    for (let n = 0; n < WATCHES; n++) {
      const webhook = { url: `https://hooks.example.com/${n}` };
      const { id, webhook: made } = await stage.watches.make(owner, { codes, webhook }, undefined);
      for (let event = 0; event < EVENTS_EACH; event++) {
        secrets.set((await stage.watches.test(owner.lineageId, id, undefined)).id, made!.secret);
      }
    }

    // Several servers, until a day and a half has passed. A killed one leaves its attempt to the others.
    for (let passed = 0; passed < 36 * 60; passed += 10) {
      for (const server of [stage.process(), stage.process(), stage.process()]) await deliverUntilKilled(server);
      if (random() < 0.1) {
        await storage.close();
        storage = open();
        stage = Object.assign(await stageWatches(storage, clock), { owner, answer: receive });
      }
      clock.pass(10 * MINUTE_MS);
    }

    const events = await allEvents(stage);
    expect(events.map(({ id }) => id).sort()).toEqual([...secrets.keys()].sort());
    // About 15 are expected where most fare well. None would mean that no sender was ever killed.
    expect(killed).toBeGreaterThan(0);
    let dead = 0;
    for (const { id, delivery } of events) {
      expect(['delivered', 'dead']).toContain(delivery!.state);
      if (delivery!.state === 'dead') dead++;
      else expect([id, taken.has(id)]).toEqual([id, true]);
    }
    // Seven attempts in a row fail where nearly all do.
    if (mishaps > 0.5) expect(dead).toBeGreaterThan(0);

    // The owner sees the dead letters, and sends them again to a receiver that is well.
    const arrive = (request: WebhookRequest): WebhookAnswer => {
      const id = request.headers['webhook-id']!;
      taken.set(id, [...(taken.get(id) ?? []), request]);
      return { status: 204 };
    };
    stage.answer = arrive;
    for (const { id, delivery } of events) {
      if (delivery!.state === 'dead') await stage.watches.redeliver(owner.lineageId, id);
    }
    await stage.settle();
    for (const { id, body, delivery } of await allEvents(stage)) {
      expect([id, delivery!.state]).toEqual([id, 'delivered']);
      for (const request of taken.get(id)!) {
        expect(request.body).toBe(body);
        // At the time of the attempt: the library compares it with the clock of the machine.
        const { 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
        expect(new Webhook(secrets.get(id)!).sign(id, new Date(Number(at) * 1000), body)).toBe(signature!);
      }
    }

    /** A server that is killed never comes back from its attempt. */
    async function deliverUntilKilled(server: ReturnType<Stage['process']>): Promise<void> {
      for (;;) {
        const before = killed;
        const attempt = server.deliver();
        const went = await Promise.race([attempt, untilKilled(() => killed > before)]);
        if (went !== true) return;
      }
    }
  },
  120_000,
);

async function untilKilled(isKilled: () => boolean): Promise<'killed'> {
  while (!isKilled()) await new Promise<void>((resolve) => setImmediate(resolve));
  return 'killed';
}
