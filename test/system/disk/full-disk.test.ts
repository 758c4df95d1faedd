/** A disk that is really full: what is refused, what the operator can still do, and that nothing is lost when space returns. */
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import { systemClock as clock } from '../../../src/adapters/system/clock.ts';
import { RESERVE_BYTES } from '../../../src/adapters/system/reserve-file.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import { certificateRequests } from '../../support/paths.ts';
import { type RunningServer, run, serve } from '../../support/program.ts';
import { actor } from '../../support/server.ts';
import { fill, mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { until } from '../../support/until.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

const ROUNDS = Number(process.env.PORTSIDE_DISK_ROUNDS ?? 100);
/** Certificates stop below 8 MB and counted requests below 2 MB. */
const FLOORS = { PORTSIDE_DISK_FLOOR_MB: '8' };
const certificateRequest = await Bun.file(join(certificateRequests, '01-minimal-model-only.json')).text();

const mayMount = (() => {
  try {
    const dir = mkdtempSync(join(tmpdir(), 'portside-mount-'));
    mountSmallDisk(dir, '1m')[Symbol.dispose]();
    rmSync(dir, { recursive: true });
    return true;
  } catch {
    return false;
  }
})();

let dir: string;
let disk: SmallDisk;
let keys: { id: number; name: string; key: string }[];
let server: RunningServer | undefined;
const folder = () => join(dir, 'var');
const database = () => join(folder(), 'portside.db');
const reserve = () => `${database()}-reserve`;
const reserveBytes = () => statSync(reserve(), { throwIfNoEntry: false })?.size ?? 0;
const filler = () => join(folder(), 'filler');

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'portside-disk-'));
  disk = mountSmallDisk(folder(), '64m');
  // Keys and a cheap hash of the password, so that 100 sign-ins do not take a minute.
  const storage = openSqlite(database(), { lockWaitMs: 2000 });
  const issuer = new KeyIssuer(storage, clock);
  keys = [];
  for (let i = 0; i < ROUNDS + 20; i++) {
    const name = `key ${i}`;
    const limits = { perMinute: 1_000_000, perDay: 1_000_000 };
    const { row, key } = await issuer.issue({ name, scope: 'all', notes: 'delegate:on', ...limits }, actor);
    keys.push({ id: row.id, name, key });
  }
  const hash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });
  const set = { atMs: clock.now(), actor: 'test', origin: 'test', action: 'password.set', subject: 'operator' };
  await storage.operator.setPassword(hash, { ...set, detail: '' } as never);
  await storage.close();
});

afterEach(async () => {
  await server?.stop('SIGKILL');
  server = undefined;
  disk[Symbol.dispose]();
  rmSync(dir, { recursive: true, force: true });
});

const start = async (...args: string[]) => {
  server = await serve(dir, args, FLOORS);
  return server;
};
const reserved = () => until('the reserve is made', () => reserveBytes() === RESERVE_BYTES);
const post = (path: string, key: string, body: string) =>
  fetch(server!.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
const lookup = (key: string) => post('/api/v1/tariff/hts/lookup', key, '{"codes":["7326.90.8688"]}');
const generate = (key: string) => post('/api/v1/entry/gcc/generate', key, certificateRequest);

/** What the database holds, read by another program while nothing else has it open. */
function inspect() {
  const file = new Database(database());
  const one = (sql: string) => Object.values(file.query(sql).get() as object)[0] as number | string;
  const found = {
    integrity: one('PRAGMA integrity_check'),
    counted: one(`SELECT (SELECT coalesce(sum(requests), 0) FROM usage) +
      (SELECT coalesce(sum(json_extract(entry.value, '$[3]')), 0) FROM journal, json_each(journal.entries) AS entry)`),
    revoked: one('SELECT count(*) FROM keys WHERE revoked_at IS NOT NULL'),
    revocations: one("SELECT count(*) FROM audit WHERE action = 'key.revoke'"),
    signIns: one("SELECT count(*) FROM audit WHERE action = 'operator.sign-in'"),
    leftOver: one("SELECT count(*) FROM settings WHERE name = 'free_pages'"),
  };
  file.close();
  return found;
}

/** Signs in and revokes a key, as the operator does in a browser. */
async function signInAndRevoke({ id, name }: { id: number; name: string }): Promise<[number, number]> {
  const operator = new Visitor(server!.url);
  const signIn = await operator.signIn();
  await operator.get(`/operator/keys/${id}`);
  const revoke = await operator.post(`/operator/keys/${id}/revoke`, { name });
  return [signIn.status, revoke.status];
}

/** Lookups and certificates as fast as they are answered. Stops with `stop`. */
function traffic(key: string) {
  const told = { sent: 0, served: 0, refused: 0, other: [] as string[] };
  let going = true;
  const ask = async (send: (key: string) => Promise<Response>) => {
    while (going) {
      told.sent++;
      const response = await send(key);
      const body = (await response.json()) as { error?: string };
      if (response.status === 200) told.served++;
      else if (response.status === 503 && body.error === 'unavailable') told.refused++;
      else told.other.push(`${response.status} ${JSON.stringify(body)}`);
    }
  };
  const load = [...Array.from({ length: 12 }, () => ask(lookup)), ask(generate), ask(generate)];
  return {
    told,
    async stop() {
      going = false;
      await Promise.all(load);
    },
  };
}

describe.skipIf(!mayMount && process.env.CI !== 'true')('a full disk (skipped without the right to mount)', () => {
  test(`${ROUNDS} times revoke, sign in and audit succeed at zero bytes free under full traffic of four workers; nothing is lost when space returns`, async () => {
    const { url } = await start('--workers', '4');
    await reserved();
    const [busy, ...others] = keys;
    const load = traffic(busy!.key);
    await until('requests are answered', () => load.told.served > 200);
    fill(filler());
    for (const [round, key] of others.slice(0, ROUNDS).entries()) {
      // Whatever was given back is taken at once by the other program.
      fill(filler());
      expect([round, await signInAndRevoke(key), disk.freeBytes()]).toEqual([round, [303, 303], 0]);
    }
    for (const key of others.slice(ROUNDS, ROUNDS + 5)) {
      fill(filler());
      const { code, stderr } = await run(['keys', 'revoke', String(key.id)], dir);
      expect([code, stderr]).toEqual([0, `Key ${key.id} (${key.name}) is revoked.\n`]);
    }
    expect((await lookup(others[0]!.key)).status).toBe(401);
    await until('requests are refused', () => load.told.refused > 0);
    const { served } = load.told;
    expect((await fetch(`${url}/readyz`)).status).toBe(503);

    rmSync(filler());
    await until('requests are answered again', () => load.told.served > served + 200);
    await load.stop();
    expect(load.told.other).toEqual([]);
    let again = 0;
    await until('certificates are issued again', async () => {
      again++;
      return (await generate(busy!.key)).status === 200;
    });
    await reserved();
    expect(await server!.stop()).toBe(0);
    const { counted, ...found } = inspect();
    const revoked = ROUNDS + 5;
    expect(found).toEqual({ integrity: 'ok', revoked, revocations: revoked, signIns: ROUNDS, leftOver: 0 });
    expect(counted).toBeGreaterThanOrEqual(load.told.served + 1);
    expect(counted).toBeLessThanOrEqual(load.told.sent + again);
  });
});
