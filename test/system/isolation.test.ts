/**
 * Worker processes of a whole server: what happens to them and to their server when either is killed, stopped or updated. The
 * tests freeze a worker (SIGSTOP) to hold it in the midst of its work.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { childrenOf, lookup, type RunningServer, run, serve } from '../support/program.ts';
import { fetchMetrics, METRICS_TOKEN } from '../support/server.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

const PAGE = `<script>fbq('init','123456789012345')</script>`;
let held: PromiseWithResolvers<void> | undefined;
const shop = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch({ url }) {
    if (url.includes('/held')) await held!.promise;
    return new Response(PAGE, { headers: { 'content-type': 'text/html' } });
  },
});
const dir = tempDir();
const settings = { PORTSIDE_SCAN_ALLOW: `127.0.0.1:${shop.port}`, PORTSIDE_METRICS_TOKEN: METRICS_TOKEN };
let server: RunningServer;
let key: string;

beforeAll(async () => {
  server = await serve(dir, [], settings);
  key = /svc_[0-9A-Za-z]{24}/.exec(server.stdout())![0];
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await shop.stop(true);
});

async function scan(path: string): Promise<{ status: number; body: { error?: string; score?: number } }> {
  const response = await fetch(`${server.url}/api/v1/pixel/scan`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${shop.port}${path}` }),
  });
  return { status: response.status, body: await response.json() };
}

/** The worker processes of the server that read pages. */
function pageWorkers(pid = server.child.pid): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('isolated-worker\0pixel'));
}

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** Workers of the pool of this server, by state, from its metrics. */
async function count(state: string): Promise<number> {
  const response = await fetchMetrics(server.url);
  expect(response.status).toBe(200);
  const text = await response.text();
  return Number(new RegExp(`portside_workers\\{pool="scans",state="${state}"\\} (\\d+)`).exec(text)?.[1]);
}

/** Starts a scan and freezes every worker before the page arrives, so that the page waits inside one. */
async function frozenScan(path: string): Promise<{ answer: ReturnType<typeof scan>; workers: number[] }> {
  held = Promise.withResolvers();
  const answer = scan(path);
  // Frozen before its server knows that it is ready, a worker would never get the page.
  await until('workers are ready', async () => {
    const ready = await count('spare');
    return ready > 1 && ready === pageWorkers().length;
  });
  const workers = pageWorkers();
  for (const pid of workers) process.kill(pid, 'SIGSTOP');
  held.resolve();
  await until('the page is in a worker', async () => (await count('running')) > 0);
  return { answer, workers };
}

describe.if(process.platform === 'linux')('worker processes', () => {
  test('a server has no worker process before there is work for one', async () => {
    const idle = await serve(tempDir());
    expect((await lookup(idle.url, /svc_[0-9A-Za-z]{24}/.exec(idle.stdout())![0])).status).toBe(200);
    expect(childrenOf(idle.child.pid)).toEqual([]);
    expect(await idle.stop()).toBe(0);
  });

  test('a server has none for pages before the first scan', () => {
    expect(pageWorkers()).toEqual([]);
  });

  test('one that is killed in the midst of a page: 502, lookups and the next scan go on', async () => {
    expect((await scan('/first')).status).toBe(200);
    const { answer, workers } = await frozenScan('/held-1');
    expect((await lookup(server.url, key)).status).toBe(200);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    expect(await answer).toMatchObject({ status: 502, body: { error: 'upstream_failed' } });
    // The spare process was killed too, and is gone a moment later than the other.
    await until('all are gone', () => workers.every((pid) => !existsSync(`/proc/${pid}`)));
    expect((await scan('/second')).status).toBe(200);
    expect(server.stderr()).not.toContain('"level":"error"');
  });

  test('have no variable of the server’s environment, none of its arguments, and none of its files and sockets', () => {
    for (const pid of pageWorkers()) {
      const open = readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`));
      expect(open.filter((target) => target.includes(dir))).toEqual([]);
      // Its two pipes to the server.
      expect(open.filter((target) => target.startsWith('socket:')).length).toBe(2);
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('');
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('--port');
    }
    expect(pageWorkers().length).toBeGreaterThan(0);
  });

  test('end with a server that stops, and with one that is killed, even in the midst of work', async () => {
    const before = pageWorkers();
    expect(await server.stop()).toBe(0);
    expect(before.filter(isAlive)).toEqual([]);

    server = await serve(dir, [], settings);
    expect((await scan('/third')).status).toBe(200);
    const { answer, workers } = await frozenScan('/held-2');
    answer.catch(() => {}); // Its server is gone.
    server.child.kill('SIGKILL');
    await server.child.exited;
    await until('no worker is left', () => !workers.some(isAlive));
  });

  test('a command leaves none behind', async () => {
    await Bun.write(`${dir}/page.html`, PAGE);
    const { code, stdout } = await run(['pixel', 'scan', 'page.html'], dir);
    expect([code, stdout]).toEqual([0, expect.stringContaining('123456789012345')]);
  });
});
