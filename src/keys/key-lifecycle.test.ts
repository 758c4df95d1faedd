/** Compares keys with a model that holds only times: a key must work exactly when the model says so. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { tempStorage, testClock } from '../../test/support/temp.ts';
import { KeyCache } from './key-cache.ts';
import { KeyIssuer } from './key-issuer.ts';

const actor = { name: 'test', origin: 'test' };

interface ModelKey {
  id: number;
  key: string;
  endsAt: number;
  rotated: boolean;
  revoked: boolean;
}

interface Model {
  keys: ModelKey[];
}

interface Real {
  clock: ReturnType<typeof testClock>;
  keyIssuer: KeyIssuer;
  keyCache: KeyCache;
}

type Command = fc.AsyncCommand<Model, Real>;

const usable = (key: ModelKey, nowMs: number) => !key.revoked && key.endsAt > nowMs;
const OVERLAPS = [0, 1, 60_000, 86_400_000];

const command = (name: string, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  async run(model, real) {
    await run(model, real);
    for (const key of model.keys) {
      const caller = await real.keyCache.verify(key.key);
      expect(caller?.keyId).toBe(usable(key, real.clock.ms) ? key.id : (undefined as never));
    }
  },
  toString: () => name,
});

const commands = [
  fc.option(fc.integer({ min: 1, max: 200_000 })).map((lifeMs) =>
    command(`issue(${lifeMs})`, async ({ keys }, { clock, keyIssuer }) => {
      const expiresAt = lifeMs === null ? undefined : clock.ms + lifeMs;
      const { row, key } = await keyIssuer.issue({ name: 'k', scope: 'all', expiresAt }, actor);
      keys.push({ id: row.id, key, endsAt: expiresAt ?? Number.POSITIVE_INFINITY, rotated: false, revoked: false });
    }),
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...OVERLAPS)).map(([which, overlapMs]) =>
    command(`rotate(${which}, ${overlapMs})`, async ({ keys }, { clock, keyIssuer, keyCache }) => {
      const old = keys[which % keys.length];
      if (!old) return;
      const rotating = async () => keyIssuer.rotate(old.id, overlapMs, actor);
      if (!usable(old, clock.ms) || old.rotated) return void (await expect(rotating()).rejects.toThrow());
      const { row, key } = await rotating();
      keyCache.clear();
      keys.push({ id: row.id, key, endsAt: old.endsAt, rotated: false, revoked: false });
      old.endsAt = Math.min(old.endsAt, clock.ms + overlapMs);
      old.rotated = true;
    }),
  ),
  fc.nat().map((which) =>
    command(`revoke(${which})`, async ({ keys }, { keyIssuer, keyCache }) => {
      const key = keys[which % keys.length];
      if (!key) return;
      const revoking = async () => keyIssuer.revoke(key.id, actor);
      if (key.revoked) return void (await expect(revoking()).rejects.toThrow());
      await revoking();
      keyCache.clear();
      key.revoked = true;
    }),
  ),
  fc.oneof(fc.integer({ min: -100_000, max: 200_000 }), fc.constantFrom(1, 59_999, 60_000, 86_400_000)).map((ms) =>
    command(`clock(${ms})`, async (_, { clock }) => {
      clock.ms += ms;
    }),
  ),
];

test('after any order of issue, rotate, revoke and clock changes, exactly the valid keys work', async () => {
  const storage = tempStorage();
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30 }), async (all) => {
      const clock = testClock();
      const keyIssuer = new KeyIssuer(storage, clock);
      const keyCache = new KeyCache((hash) => keyIssuer.findByHash(hash), clock);
      await fc.asyncModelRun(() => ({ model: { keys: [] }, real: { clock, keyIssuer, keyCache } }), all);
    }),
    { numRuns: 100 },
  );
});
