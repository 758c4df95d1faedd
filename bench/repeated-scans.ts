/**
 * Scans of pages that are in the cache, over HTTP, beside lookups on the same server in the same run: a cached answer should
 * cost about as much as a lookup. It also checks that a hundred scans of one page at once fetch it once.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Pace, PreparedBench } from './bench.ts';
import { issueKeys } from './keys.ts';
import { CONNECTIONS, FIVE_CODES, LOAD_METRICS, LOOKUP_PATH, load, writeRequests } from './load.ts';
import { postExpecting200 } from './post.ts';
import { MeasuredServer } from './server.ts';
import { storefront } from './storefront.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/repeated-scans');
const SCAN_PATH = '/api/v1/pixel/scan';
const KEYS = 1024;
/** Distinct pages. The scans go through them again and again. */
const PAGES = 64;
const PAGE_BYTES = 50_000;
const AT_ONCE = 100;
/** Long enough for all simultaneous requests to arrive. */
const SHOP_ANSWERS_AFTER_MS = 300;

export const repeatedScans: Bench = { name: 'repeated-scans', needs: ['wrk', 'taskset'], prepare };

async function prepare({ seconds, warmUpSeconds }: Pace, say: (text: string) => void): Promise<PreparedBench> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  say('repeated-scans: starting the server');
  const shop = new Shop();
  const keys = await issueKeys(join(FOLDER, 'data'), KEYS);
  const server = await startServer(join(FOLDER, 'data'), shop.host).catch((error) => {
    shop.close();
    throw error;
  });
  const close = async () => {
    shop.close();
    await server.stop();
  };
  try {
    const fetches = await fetchesForOneMoment(server, shop, keys);
    const scans = Array.from({ length: PAGES }, (_, i) => JSON.stringify({ url: `http://${shop.host}/page-${i}` }));
    for (const [i, body] of scans.entries()) await scanPage(server, keys[i % KEYS]!, body);
    const contender = async (name: string, path: string, bodies: string[]) => {
      const requests = await writeRequests(FOLDER, path, keys, bodies);
      await load(server, requests, warmUpSeconds);
      return { name, measure: () => load(server, requests, seconds) };
    };
    const cached = await contender('Portside, remembered scan', SCAN_PATH, scans);
    const contenders = [
      { ...cached, measure: async () => ({ ...(await cached.measure()), fetches }) },
      await contender('Portside, lookup of 5 codes', LOOKUP_PATH, [FIVE_CODES]),
    ];
    const fetchesAtStart = shop.fetches;
    const table = {
      name: 'repeated-scans',
      title: `Scan of a page already scanned: ${CONNECTIONS} keep-alive connections, ${PAGES} pages, one core`,
      metrics: [...LOAD_METRICS, { name: 'fetches', title: `fetches for ${AT_ONCE} scans at once` }],
      contenders,
      notes: [`The ${AT_ONCE} scans at once were of one new page, before the rounds. The rounds fetched nothing.`],
    };
    return {
      tables: [table],
      skipped: [],
      async close() {
        await close();
        if (shop.fetches !== fetchesAtStart) throw new Error('A repeated scan fetched its page again.');
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A slow shop that counts how often its pages are fetched. */
class Shop {
  fetches = 0;
  readonly host: string;
  readonly #server: Bun.Server<undefined>;

  constructor() {
    const { html } = storefront(1, PAGE_BYTES);
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    this.#server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        this.fetches++;
        if (new URL(request.url).pathname === '/slow') await Bun.sleep(SHOP_ANSWERS_AFTER_MS);
        return new Response(html, { headers });
      },
    });
    this.host = this.#server.url.host;
  }

  close(): void {
    void this.#server.stop(true);
  }
}

function startServer(dataDir: string, shop: string): Promise<MeasuredServer> {
  const env = { PORTSIDE_SCAN_ALLOW: shop, PORTSIDE_SCAN_CACHE_SECONDS: '86400' };
  return MeasuredServer.startPortside(dataDir, [], { env });
}

/** @throws when a hundred scans of one page, sent at once, fetch it more than once. */
async function fetchesForOneMoment(server: MeasuredServer, shop: Shop, keys: string[]): Promise<number> {
  const body = JSON.stringify({ url: `http://${shop.host}/slow` });
  await server.awake(() =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, i) => postScan(server, keys[i % KEYS]!, body))),
  );
  if (shop.fetches !== 1) throw new Error(`${AT_ONCE} scans of one page at once made ${shop.fetches} fetches.`);
  return shop.fetches;
}

async function scanPage(server: MeasuredServer, key: string, body: string): Promise<void> {
  await server.awake(() => postScan(server, key, body));
}

async function postScan(server: MeasuredServer, key: string, body: string): Promise<void> {
  const { findings } = JSON.parse(await postExpecting200(server.url, SCAN_PATH, key, body)) as { findings: unknown[] };
  if (findings.length === 0) throw new Error('A scan of a page with tags finds nothing.');
}
