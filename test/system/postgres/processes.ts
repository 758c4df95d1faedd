/**
 * Four processes behind HAProxy on a real PostgreSQL, like a deployment on several machines: limits stay exact, every answered
 * request is counted even if a process dies, and every process sees the changes of the others. Run by `with-postgres.sh`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { GCC_EXAMPLES } from '../../../src/api/v1/certificates/schema.ts';
import { root } from '../../support/paths.ts';
import { issueKey, lookup, run, showKey } from '../../support/program.ts';
import { STORED_IN_TABLES } from '../../support/stored-bytes.ts';
import { tempDir } from '../../support/temp.ts';
import { Visitor } from '../../support/visitor.ts';
import { POSTGRES_URL, statement } from './database.ts';
import { type Fleet, startFleet, until } from './fleet.ts';

const CONTROL = (process.env.PORTSIDE_TEST_POSTGRES_CTL ?? '').split(' ');
const ROUNDS = Number(process.env.PORTSIDE_CRASH_ROUNDS ?? 20);
const OFFERED_PER_SECOND = 1000;
const OFFERED_SECONDS = 66;
const missing = [!POSTGRES_URL && 'PORTSIDE_TEST_POSTGRES_URL', !Bun.which('haproxy') && 'haproxy'].filter(Boolean);
if (missing.length > 0 && process.env.CI) throw new Error(`Missing: ${missing}`);

/** An admitted request. It was decided between these two moments. */
interface Served {
  sentMs: number;
  receivedMs: number;
}

/** The most requests admitted in any minute, counting only those certainly within it. */
function mostInAMinute(served: Served[]): number {
  return Math.max(
    0,
    ...served.map(({ sentMs }) => served.filter((s) => s.sentMs >= sentMs && s.receivedMs < sentMs + 60_000).length),
  );
}

const dir = tempDir();
const processOf = (answer: Response) => answer.headers.get('x-request-id')!.split('_')[1]!;

describe.skipIf(missing.length > 0)(
  `four processes on one PostgreSQL${missing.length ? ` (missing ${missing})` : ''}`,
  () => {
    let fleet: Fleet;
    beforeAll(async () => {
      fleet = await startFleet(dir, 4);
    }, 60_000);
    afterAll(() => fleet?.stop(), 60_000);

    test(`one key offered ${OFFERED_PER_SECOND} requests a second: 100 are served in a minute, by all four, and 100 in the next`, async () => {
      const { key, id } = await issueKey(fleet.dir);
      const served: Served[] = [];
      const statuses: Record<number, number> = {};
      const processes = new Set<string>();
      const underWay = new Set<Promise<void>>();
      const beganMs = performance.now();
      const ask = async () => {
        const sentMs = performance.now();
        const answer = await lookup(fleet.url, key);
        await answer.arrayBuffer();
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        processes.add(processOf(answer));
        if (answer.status === 200) served.push({ sentMs, receivedMs: performance.now() });
      };
      let asked = 0;
      while (asked < OFFERED_PER_SECOND * OFFERED_SECONDS) {
        const due = Math.floor(((performance.now() - beganMs) * OFFERED_PER_SECOND) / 1000);
        for (; asked < due; asked++) {
          const request = ask().finally(() => underWay.delete(request));
          underWay.add(request);
        }
        await Bun.sleep(5);
      }
      await Promise.all(underWay);
      expect(statuses).toEqual({ 200: 200, 429: asked - 200 });
      expect(mostInAMinute(served)).toBe(100);
      expect(processes.size).toBe(4);
      expect((await showKey(fleet.dir, id)).usage.total).toBe(200);
    }, 120_000);

    test('a key revoked by a command is soon refused by every process, even after connections were lost', async () => {
      for (const lost of [false, true]) {
        const { key, id } = await issueKey(fleet.dir);
        for (const { url } of fleet.servers) expect((await lookup(url, key)).status).toBe(200);
        if (lost) {
          const others = "application_name = 'portside' AND pid <> pg_backend_pid()";
          await statement(fleet.database, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
        }
        expect((await run(['keys', 'revoke', String(id)], fleet.dir)).code).toBe(0);
        for (const { url } of fleet.servers) await until(async () => (await lookup(url, key)).status === 401);
      }
    }, 60_000);

    test('every process answers from a list that a command imports, and each answer names its version', async () => {
      const { key } = await issueKey(fleet.dir, '--per-minute', '10000');
      const list = await Bun.file(`${root}/data/tariff/note-16c.json`).text();
      const version = /"version": "([^"]+)"/.exec(list)![1]!;
      await Bun.write(`${dir}/list.json`, list.replace(version, `${version}test`));
      const versions = async () => {
        const answers = await Promise.all(fleet.servers.map(({ url }) => lookup(url, key)));
        return answers.map((answer) => answer.headers.get('x-tariff-list-version'));
      };
      expect(new Set(await versions())).toEqual(new Set([version]));
      expect((await run(['tariff', 'import', 'list.json'], fleet.dir)).code).toBe(0);
      await until(async () => (await versions()).every((each) => each === `${version}test`));
    }, 60_000);

    test('one idempotency key makes one certificate over all processes, and every process serves it', async () => {
      const { key } = await issueKey(fleet.dir);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'once' };
      const body = JSON.stringify(GCC_EXAMPLES.bicycle_helmet.body);
      const answers = await Promise.all(
        fleet.servers.map(async ({ url }) => {
          const answer = await fetch(`${url}/api/v1/entry/gcc/generate`, { method: 'POST', headers, body });
          return (await answer.json()) as { gcc_id: string; gcc_pdf_url: string };
        }),
      );
      expect(new Set(answers.map((answer) => answer.gcc_id)).size).toBe(1);
      const documents = await Promise.all(
        fleet.servers.map(async ({ url }) => {
          const { pathname, search } = new URL(answers[0]!.gcc_pdf_url);
          return Bun.SHA256.hash(await (await fetch(url + pathname + search)).arrayBuffer(), 'hex');
        }),
      );
      expect(new Set(documents).size).toBe(1);
      const [kept] = await statement(fleet.database, 'SELECT sha256 FROM certificates');
      expect(documents[0]).toBe(kept!.sha256 as string);
    }, 60_000);

    test('stored bytes: of 40 certificates sent to all processes at once exactly those are stored that fit', async () => {
      const { key, id } = await issueKey(fleet.dir);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = JSON.stringify(GCC_EXAMPLES.bicycle_helmet.body);
      const generate = async (url: string) =>
        (await fetch(`${url}/api/v1/entry/gcc/generate`, { method: 'POST', headers, body })).status;
      const storedBytes = async () => (await showKey(fleet.dir, id)).resources.stored_bytes.used;
      expect(await generate(fleet.url)).toBe(200);
      const most = Math.floor((await storedBytes()) * 7.5);
      await statement(fleet.database, `UPDATE resources SET stored_bytes_max = ${most} WHERE lineage_id = ${id}`);
      const statuses = await Promise.all(Array.from({ length: 40 }, (_, i) => generate(fleet.servers[i % 4]!.url)));
      expect(statuses.filter((status) => status === 200)).toHaveLength(6);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      const [kept] = await statement(fleet.database, `${STORED_IN_TABLES} WHERE c.key_id = '${id}'`);
      expect(await storedBytes()).toBe(Number(kept!.bytes));
      expect(await storedBytes()).toBeLessThanOrEqual(most);
    }, 120_000);

    test('a sign-in and a sign-out at one process hold at all processes', async () => {
      const password = (await run(['operator', 'password'], fleet.dir, {}, '')).stdout.trim();
      const operator = new Visitor(fleet.servers[0]!.url);
      expect((await operator.signIn(password)).status).toBe(303);
      const statuses = () =>
        Promise.all(
          fleet.servers.map(async ({ url }) => {
            const headers = { cookie: operator.cookie };
            return (await fetch(`${url}/operator/usage`, { headers, redirect: 'manual' })).status;
          }),
        );
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      expect((await operator.post('/operator/sign-out')).status).toBe(303);
      expect(await statuses()).toEqual([303, 303, 303, 303]);
    }, 60_000);

    test('without the database the answer is 503 with Retry-After; afterwards all processes recover without a restart', async () => {
      const { key, id } = await issueKey(fleet.dir);
      for (const { url } of fleet.servers) expect((await lookup(url, key)).status).toBe(200);
      for (const { url } of fleet.servers)
        expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
      const doctor = () => run(['doctor', '--fast', '--port', '0', '--json'], fleet.dir);
      expect(await doctor()).toMatchObject({ code: 0, stdout: expect.stringMatching(/"text": "PostgreSQL \d+/) });
      Bun.spawnSync([...CONTROL, 'stop', '-m', 'immediate']);
      expect(await doctor()).toMatchObject({ code: 1, stdout: expect.stringContaining('cannot be reached') });
      for (const { url } of fleet.servers) {
        const answer = await lookup(url, key);
        expect([answer.status, answer.headers.get('retry-after'), (await answer.json()).error]).toEqual([
          503,
          '1',
          'unavailable',
        ]);
        expect((await fetch(`${url}/healthz`)).status).toBe(200);
        // Readiness is cached for a second.
        await until(async () => !(await fetch(`${url}/readyz`)).ok);
        const { failing } = (await (await fetch(`${url}/readyz`)).json()) as { failing: { check: string }[] };
        expect(failing[0]!.check).toBe('database');
      }
      Bun.spawnSync([...CONTROL, 'start']);
      for (const { url } of fleet.servers) {
        await until(async () => (await lookup(url, key)).status === 200);
        await until(async () => (await fetch(`${url}/readyz`)).ok);
      }
      expect((await showKey(fleet.dir, id)).usage.total).toBe(8);
    }, 60_000);

    test(`kill -9 and restarts of the database during load, ${ROUNDS} rounds: every 200 is counted, and no limit is exceeded`, async () => {
      const busy = await issueKey(fleet.dir, '--per-minute', '1000000', '--per-day', '10000000');
      const limited = await issueKey(fleet.dir);
      const answered = { busy: 0, sent: 0 };
      const served: Served[] = [];
      let running = true;
      const load = Array.from({ length: 16 }, async (_, i) => {
        while (running) {
          const sentMs = performance.now();
          if (i > 0) answered.sent++;
          try {
            const answer = await lookup(fleet.url, i > 0 ? busy.key : limited.key);
            await answer.arrayBuffer();
            if (answer.status === 200 && i > 0) answered.busy++;
            else if (answer.status === 200) served.push({ sentMs, receivedMs: performance.now() });
            else await Bun.sleep(5);
          } catch {
            // The process died during the request, which may have been counted.
            await Bun.sleep(5);
          }
        }
      });
      const answers = async () => {
        const before = answered.busy;
        await until(async () => answered.busy > before + 20);
      };
      for (let round = 0; round < ROUNDS; round++) {
        await answers();
        if (round % 2) await fleet.replace(round % 4);
        else Bun.spawnSync([...CONTROL, 'restart', '-m', 'immediate']);
      }
      await answers();
      running = false;
      await Promise.all(load);
      const counted = (await showKey(fleet.dir, busy.id)).usage.total;
      expect(counted).toBeGreaterThanOrEqual(answered.busy);
      // Requests that are counted but were not answered 200 were in flight when a process or the database died.
      expect(counted).toBeLessThanOrEqual(answered.sent);
      expect(mostInAMinute(served)).toBeLessThanOrEqual(100);
      expect((await showKey(fleet.dir, limited.id)).usage.total).toBeGreaterThanOrEqual(served.length);
    }, 240_000);
  },
);
