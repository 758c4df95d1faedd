/**
 * Whether Portside stays what it was after years of use: 10 million rows of usage, a million certificates and 100,000 keys
 * beside a database with hardly anything in it, with the same load.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../src/adapters/sqlite/open.ts';
import { systemClock } from '../src/adapters/system/clock.ts';
import { setPassword } from '../src/operator/password/password.ts';
import type { Bench, Contender, Metric, Pace, Rig, Sample, Table } from './bench.ts';
import { certificateOrder } from './certificate-orders.ts';
import { certificateId, type Filling, fillDatabase } from './fill-database.ts';
import { seededRandom } from './in-process.ts';
import { issueKeys } from './keys.ts';
import { CONNECTIONS, FIVE_CODES, LOAD_METRICS, LOOKUP_PATH, load, type Requests, writeRequests } from './load.ts';
import { PASSWORD, pageMs, signIn } from './operator-session.ts';
import { MeasuredServer } from './server.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/big-database');
const GENERATE_PATH = '/api/v1/entry/gcc/generate';
const FULL_SIZE: Filling = { keys: 100_000, usageRows: 10_000_000, certificates: 1_000_000 };
/** The keys that ask, the same number on both; on the full database they are spread over all that are there. */
const ASKING = 512;
/** What the pages of the nearly empty database are about. */
const FEW = 512;
/** Orders under way: drawing is slow beside everything else, and one worker draws. */
const ORDERING = 4;
const PAGE_REQUESTS = 10;

/** Metric to path of an operator page. */
const PAGES: Record<string, string> = {
  newest_ms: '/operator/certificates',
  search_ms: '/operator/certificates?q=MRD-77',
  usage_ms: '/operator/usage',
};

interface Side {
  name: string;
  server: MeasuredServer;
  lookups: Requests;
  orders: Requests;
  verify: Requests;
  cookie: string;
}

export const bigDatabase: Bench = {
  name: 'big-database',
  needs: ['taskset', 'wrk'],
  async prepare(pace, say): Promise<Rig> {
    rmSync(FOLDER, { recursive: true, force: true });
    const size = scaled(pace.shareOfLong);
    const sides: Side[] = [];
    const close = async () => {
      for (const { server } of sides) await server.stop();
      // Gigabytes that nothing will read again.
      rmSync(FOLDER, { recursive: true, force: true });
    };
    try {
      sides.push(await startSide('full database', size, say));
      const { size: bytes } = statSync(join(FOLDER, 'full database/portside.db'));
      sides.push(await startSide('hardly anything', { keys: ASKING, usageRows: 0, certificates: FEW }, say));
      for (const side of sides) {
        say(`big-database: warming up, ${side.name}`);
        for (const requests of [side.lookups, side.orders, side.verify]) {
          await load(side.server, requests, pace.warmUpSeconds);
        }
      }
      return { tables: tablesOf(sides, pace, size, bytes), skipped: [], close };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

function scaled(share: number): Filling {
  const { keys, usageRows, certificates } = FULL_SIZE;
  return { keys: keys * share, usageRows: usageRows * share, certificates: certificates * share };
}

async function startSide(name: string, size: Filling, say: (text: string) => void): Promise<Side> {
  const dataDir = join(FOLDER, name);
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'portside.db');
  say(`big-database: issuing ${size.keys} keys`);
  const all = await issueKeys(dataDir, size.keys);
  const storage = openSqlite(path, { lockWaitMs: 1000 });
  await setPassword(storage, systemClock, PASSWORD);
  await storage.close();
  say(`big-database: writing ${size.usageRows} rows of usage and ${size.certificates} certificates`);
  fillDatabase(path, size);
  const keys = Array.from({ length: ASKING }, (_, i) => all[Math.floor((i * all.length) / ASKING)]!);
  const random = seededRandom(1);
  const paths = Array.from({ length: 4096 }, () => `/verify/${certificateId(1 + random(size.certificates))}`);
  const orders = Array.from({ length: 256 }, (_, i) => JSON.stringify(certificateOrder(i, 'latin')));
  const server = await MeasuredServer.startPortside(dataDir);
  return {
    name,
    server,
    lookups: await writeRequests(dataDir, LOOKUP_PATH, keys, [FIVE_CODES]),
    orders: { ...(await writeRequests(dataDir, GENERATE_PATH, keys, orders)), connections: ORDERING },
    // As many keys as paths: the load goes through both side by side. The page asks for none.
    verify: await writeRequests(
      dataDir,
      '/verify',
      paths.map(() => keys[0]!),
      paths,
    ),
    cookie: await server.awake(() => signIn(server.url)),
  };
}

function tablesOf(sides: Side[], { seconds }: Pace, size: Filling, bytes: number): Table[] {
  const text = (count: number) => count.toLocaleString('en');
  const notes = [
    `Full: ${text(size.usageRows)} rows of usage, ${text(size.certificates)} certificates, ${text(size.keys)} keys, ${(bytes / 1e9).toFixed(2)} GB. ` +
      `The other: ${ASKING} keys, ${FEW} certificates. On both ${ASKING} keys ask. The certificates’ bytes are made up and small.`,
  ];
  const table = (name: string, title: string, metrics: Metric[], measure: (side: Side) => Promise<Sample>): Table => ({
    name,
    title: `${title}: full database beside hardly anything`,
    metrics,
    contenders: sides.map((side): Contender => ({ name: side.name, measure: () => measure(side) })),
    notes,
  });
  const loaded = (requests: (side: Side) => Requests) => (side: Side) => load(side.server, requests(side), seconds);
  return [
    table(
      'big-lookups',
      `Lookups of 5 codes, ${CONNECTIONS} connections`,
      LOAD_METRICS,
      loaded(({ lookups }) => lookups),
    ),
    table(
      'big-certificates',
      `Certificates over HTTP, ${ORDERING} at a time`,
      LOAD_METRICS,
      loaded(({ orders }) => orders),
    ),
    table(
      'big-verify',
      `Verify pages of any certificate, ${CONNECTIONS} connections`,
      LOAD_METRICS,
      loaded(({ verify }) => verify),
    ),
    table(
      'big-pages',
      `Operator pages, one at a time, median of ${PAGE_REQUESTS}`,
      Object.entries(PAGES).map(([name, path]) => ({ name, title: `${path}, ms`, ratio: true })),
      ({ server, cookie }) => server.awake(() => pages(server.url, cookie)),
    ),
  ];
}

async function pages(origin: string, cookie: string): Promise<Sample> {
  const sample: Sample = {};
  for (const [metric, path] of Object.entries(PAGES)) {
    const times: number[] = [];
    for (let i = 0; i < PAGE_REQUESTS; i++) times.push(await pageMs(origin + path, cookie));
    sample[metric] = times.sort((a, b) => a - b)[PAGE_REQUESTS >> 1]!;
  }
  return sample;
}
