/** What a test of watches puts in place of the scanner, the network and the keys. */
import type { LimitDecision } from '../../src/domain/limits.ts';
import type { Storage } from '../../src/domain/storage.ts';
import type { WatchedTariff } from '../../src/domain/tariff-outlook.ts';
import type { WatchedScan } from '../../src/domain/watched-stores.ts';
import type { WebhookAnswer, WebhookRequest } from '../../src/domain/webhook.ts';
import { KeyIssuer } from '../../src/keys/key-issuer.ts';
import { embeddedTariff } from '../../src/tariff/embedded.ts';
import { Tariff } from '../../src/tariff/tariff.ts';
import { watchedTariff } from '../../src/tariff/watched-tariff.ts';
import { WatchRunner } from '../../src/watches/watch-runner.ts';
import { Watches } from '../../src/watches/watches.ts';
import type { TestClock } from './temp.ts';

const ADMITTED: LimitDecision = { admitted: true, minuteLeft: 1, minuteResetS: 1, dayLeft: 1, dayResetS: 3600 };

export interface Stage {
  storage: Pick<Storage, 'watches' | 'keys'>;
  clock: TestClock;
  tariff: Tariff;
  watched: WatchedTariff;
  watches: Watches;
  /** A process: several share the database. */
  process(): WatchRunner;
  /** What was sent, in order, and what the receiver answers. */
  sent: WebhookRequest[];
  answer: (request: WebhookRequest) => WebhookAnswer | Promise<WebhookAnswer>;
  /** What a scan finds. */
  scan: (url: string) => WatchedScan;
  admit: () => LimitDecision;
  owner: { keyId: number; lineageId: number };
  /** Does all that is due now. */
  settle(work?: WatchRunner): Promise<void>;
}

export async function stageWatches(storage: Storage, clock: TestClock, data = embeddedTariff()): Promise<Stage> {
  const actor = { name: 'test', origin: 'test' };
  const { row } = await new KeyIssuer(storage, clock).issue({ name: 'watcher', scope: 'all', notes: '' }, actor);
  const tariff = new Tariff(data, clock);
  const watched = watchedTariff(tariff);
  const post = {
    check: async () => {},
    send: async (request: WebhookRequest) => {
      stage.sent.push(request);
      return stage.answer(request);
    },
  };
  const stores = {
    address: (url: string) => new URL(url).href,
    scan: async (_: number, url: string) => stage.scan(url),
  };
  const parts = { store: storage.watches, tariff: watched, stores, post, clock };
  const stage: Stage = {
    storage,
    clock,
    tariff,
    watched,
    watches: new Watches(parts),
    process: () => new WatchRunner({ ...parts, keys: storage.keys, admit: async () => stage.admit(), beta: false }),
    sent: [],
    answer: () => ({ status: 204 }),
    scan: () => ({ notJudged: 'The storefront refused the connection.' }),
    admit: () => ADMITTED,
    owner: { keyId: row.id, lineageId: row.lineageId },
    async settle(work = stage.process()) {
      await work.wake();
      while (await work.look('tariff'));
      while (await work.look('pixel'));
      while (await work.deliver());
    },
  };
  return stage;
}

/** Every event of a lineage, oldest first, by pages of ten. */
export async function allEvents({ storage, owner }: Stage) {
  const found = [];
  for (let after = 0; ; ) {
    const page = await storage.watches.events({ lineageId: owner.lineageId, after, limit: 10 });
    if (page.length === 0) return found;
    found.push(...page);
    after = page.at(-1)!.seq;
  }
}
