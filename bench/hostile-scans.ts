/** What hostile shops do to everyone else: lookups while sixteen of the worst pages are scanned at once, and without them. */
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { fuzzedPages } from '../test/support/hostile-pages.ts';
import { answer, type Storefront, storefront } from '../test/support/scripted-storefront.ts';
import type { Bench, PreparedBench, Sample } from './bench.ts';
import { issueKeys } from './keys.ts';
import { FIVE_CODES, LOAD_METRICS, LOOKUP_PATH, load, writeRequests } from './load.ts';
import { probeEnv, readProbe } from './read-probe.ts';
import { freePort, MeasuredServer } from './server.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/hostile-scans');
const PROBE_FILE = join(FOLDER, 'probe');
const MAIN = join(import.meta.dir, '../src/main.ts');
const PAGES = 16;
const QUICK_PAGES = 2;
const KEYS = 1024;
/** Few, because the question is how long a lookup waits, not how many there can be. */
const CONNECTIONS = 4;
/** Seconds of a timed run. A page is cut off after two seconds of processor time. */
const SECONDS_EACH = 5;
/** A round is five times as long as elsewhere. */
const ROUNDS_MAX = 2;
/** Of that time, for the lookups alone: nothing rare happens in it. */
const SHARE_WITHOUT = 2 / 5;

export const hostileScans: Bench = {
  name: 'hostile-scans',
  needs: ['wrk', 'taskset'],
  async prepare({ seconds, rounds, isQuick }, say): Promise<PreparedBench> {
    rmSync(FOLDER, { recursive: true, force: true });
    const dataDir = join(FOLDER, 'data');
    mkdirSync(dataDir, { recursive: true });
    const keys = await issueKeys(dataDir, KEYS);
    say('hostile-scans: starting the shops and the server');
    const shops = await openShops(isQuick ? QUICK_PAGES : PAGES);
    const port = freePort();
    const server = await MeasuredServer.start(
      [process.execPath, MAIN, 'serve', '--port', String(port), '--data-dir', dataDir],
      `http://127.0.0.1:${port}`,
      {
        cores: `0-${os.availableParallelism() - 1}`,
        env: {
          ...probeEnv(PROBE_FILE),
          PORTSIDE_SCAN_ALLOW: shops.map(({ host, shop }) => `${host}:${shop.port}`).join(','),
        },
      },
    );
    const lookups = await writeRequests(FOLDER, LOOKUP_PATH, keys.slice(PAGES), [FIVE_CODES]);
    const read = () => readProbe(PROBE_FILE, () => server.signalAlone('SIGUSR2'));
    const runSeconds = seconds * (rounds > 2 ? SECONDS_EACH : 2);
    const measure = async (isAttacked: boolean, seconds: number): Promise<Sample> => {
      const scans = isAttacked ? startScans(server.url, keys, shops) : undefined;
      await server.awake(read);
      // Throws when a lookup is lost.
      const sample = await load(server, { ...lookups, connections: CONNECTIONS }, seconds);
      const { work_ms } = await server.awake(read);
      const scanned = (await server.awake(async () => scans?.stop())) ?? 0;
      return { ...sample, work_ms, scanned };
    };
    const table = {
      name: 'hostile-scans',
      title: `Lookups of 5 codes, ${CONNECTIONS} connections: while ${shops.length} worst-case pages are scanned at once, and without`,
      metrics: [
        ...LOAD_METRICS,
        { name: 'work_ms', title: 'longest stretch of work, ms' },
        { name: 'scanned', title: 'pages answered' },
      ],
      rounds: Math.min(rounds, ROUNDS_MAX),
      contenders: [
        { name: 'with hostile pages', measure: () => measure(true, runSeconds) },
        { name: 'without', measure: () => measure(false, Math.ceil(runSeconds * SHARE_WITHOUT)) },
      ],
      notes: [
        'The server and its workers have all cores, as in production, and the load generator shares one of them. No lookup was lost.',
        'Work is processor time of the serving thread between two turns of a 1 ms timer.',
      ],
    };
    const close = async () => {
      await server.stop();
      for (const { shop } of shops) await shop[Symbol.asyncDispose]();
    };
    try {
      await measure(true, runSeconds);
    } catch (error) {
      await close();
      throw error;
    }
    return { tables: [table], skipped: [], close };
  },
};

interface Shop {
  host: string;
  shop: Storefront;
}

/** A shop for each page, on an address of its own: scans of one host wait for each other. */
function openShops(pages: number): Promise<Shop[]> {
  return Promise.all(
    fuzzedPages(pages).map(async ({ page: { headers, body } }, i) => {
      const host = `127.0.0.${i + 2}`;
      return { host, shop: await storefront(answer(body, { headers }), { host }) };
    }),
  );
}

/** Scans every shop again and again, each with a key of its own, until stopped. `stop` returns how many scans were answered. */
function startScans(origin: string, keys: string[], shops: Shop[]) {
  let scanning = true;
  let answered = 0;
  const loops = shops.map(async ({ host, shop }, i) => {
    while (scanning) {
      const response = await fetch(`${origin}/api/v1/pixel/scan`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys[i]}`,
          'content-type': 'application/json',
          'cache-control': 'no-cache',
        },
        body: JSON.stringify({ url: `http://${host}:${shop.port}/` }),
      });
      await response.text();
      if (![200, 422, 502, 503, 504].includes(response.status)) throw new Error(`a scan: ${response.status}`);
      answered++;
    }
  });
  const ended = Promise.all(loops);
  // Reported by `stop`.
  ended.catch(() => {});
  return {
    async stop() {
      scanning = false;
      await ended;
      return answered;
    },
  };
}
