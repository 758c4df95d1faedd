/**
 * Delivery of events while the receiver fails, is slow and dies at random, and the processes that send are killed: each event arrives
 * at least once, always with the same id and bytes, and signed.
 */
import { expect, setSystemTime } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import type { Storage } from '../../src/domain/storage.ts';
import type { WebhookRequest } from '../../src/domain/webhook.ts';
import type { WatchRunner } from '../../src/watches/watch-runner.ts';

import { seededRandom } from './seed.ts';
import { testClock } from './temp.ts';
import { allEvents, stageWatches } from './watch-stand-ins.ts';

const random = seededRandom('deliveries');
const EVENTS = 24;
const MINUTE_MS = 60_000;

/** @param storages the database as several processes open it */
export async function deliverThroughFailures(storages: readonly Storage[]): Promise<void> {
  const clock = testClock();
  const stages = await Promise.all(storages.map((storage) => stageWatches(storage, clock)));
  const [stage] = stages as [(typeof stages)[0]];
  const { owner, watches } = stage;
  const hook = { url: 'https://hooks.example.com/' };
  const watch = await watches.make(owner, { codes: ['7318.15.20'], webhook: hook }, undefined);
  const secret = watch.webhook!.secret;
  for (let n = 0; n < EVENTS; n++) await watches.test(owner.lineageId, watch.id, undefined);
  const before = await allEvents(stage);

  /** What arrived, also what was not acknowledged. */
  const arrived: WebhookRequest[] = [];
  let calm = false;
  const receive = async (request: WebhookRequest) => {
    const fate = calm ? 1 : random();
    // Killed before it read the request.
    if (fate < 0.2) return { error: 'The connection to the webhook failed.' };
    arrived.push(request);
    // The library checks the time against the clock of the machine.
    setSystemTime(clock.ms);
    new Webhook(secret).verify(request.body, request.headers);
    setSystemTime();
    // Killed after it did the work, or too slow; then overloaded, redirecting, broken.
    if (fate < 0.35) return { error: 'The webhook did not answer within 20 seconds.' };
    if (fate < 0.45) return { status: 503, retryAfterMs: 120_000 };
    if (fate < 0.5) return { status: 302 };
    if (fate < 0.6) return { status: 500 };
    return { status: 200 };
  };
  /** A process that is killed in the middle of an attempt never stores what came of it. */
  const killed = (work: WatchRunner) => void work.deliver();
  for (let round = 0; round < 60; round++) {
    for (const each of stages) {
      each.answer = async (request) => {
        const answer = await receive(request);
        return !calm && random() < 0.1 ? new Promise(() => {}) : answer;
      };
      const process = each.process();
      killed(process);
      killed(each.process());
      await new Promise((resolve) => setImmediate(resolve));
    }
    clock.pass(4 * MINUTE_MS);
    calm = round > 40;
  }
  while ((await stage.storage.watches.waiting(clock.ms)).deliveriesPending > 0) {
    clock.pass(60 * MINUTE_MS);
    for (const each of stages) while (await each.process().deliver());
  }

  const after = await allEvents(stage);
  const fixed = ({ id, body, type, atMs, seq }: (typeof before)[0]) => ({ id, body, type, atMs, seq });
  expect(after.map(fixed)).toEqual(before.map(fixed));
  const dead = after.filter(({ delivery }) => delivery.state === 'dead');
  for (const { id } of dead) await watches.redeliver(owner.lineageId, id);
  while (await stage.process().deliver());
  expect((await allEvents(stage)).every(({ delivery }) => delivery.state === 'delivered')).toBeTrue();
  // At least once, and never changed: one body for each id, byte for byte.
  const bodies = new Map(before.map(({ id, body }) => [id, body]));
  expect(new Set(arrived.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(bodies.keys()) as never);
  for (const { headers, body } of arrived) expect(body).toBe(bodies.get(headers['webhook-id']!)!);
  expect(arrived.length).toBeGreaterThan(EVENTS);
}
