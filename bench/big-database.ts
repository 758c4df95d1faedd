/**
 * Whether Portside is as fast after years of use: a database with 2 million rows of usage, 200,000 certificates and 20,000 keys
 * beside a nearly empty one, under the same load. With `--long` it is five times as big.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../src/adapters/sqlite/open.ts';
import { systemClock } from '../src/adapters/system/clock.ts';
import { setPassword } from '../src/operator/accounts.ts';
import type { Bench, Contender, Metric, Pace, PreparedBench, Sample, Table } from './bench.ts';
import { certificateRequest } from './certificate-requests.ts';
import { certificateId, type DatabaseSize, fillDatabase } from './fill-database.ts';
import { seededRandom } from './in-process.ts';
import { issueKeys } from './keys.ts';
import { CONNECTIONS, FIVE_CODES, LOAD_METRICS, LOOKUP_PATH, load, type Requests, writeRequests } from './load.ts';
import { PASSWORD, pageMs, signIn } from './operator-session.ts';
import { postExpecting200 } from './post.ts';
import { MeasuredServer } from './server.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/big-database');
const GENERATE_PATH = '/api/v1/entry/gcc/generate';
const FULL_SIZE: DatabaseSize = { keys: 100_000, usageRows: 10_000_000, certificates: 1_000_000 };
/** Keys that send requests, the same number on both sides. On the full database they are spread over all keys. */
const ACTIVE_KEYS = 512;
/** Certificates in the nearly empty database, so that its pages show something. */
const FEW_CERTIFICATES = 512;
/** Requests for certificates in progress. Drawing is slow beside everything else, and one worker draws. */
const GENERATING = 4;
const PAGE_REQUESTS = 10;

/** Name of the metric to the path of an operator page. */
const PAGES: Record<string, string> = {
  newest_ms: '/operator/certificates',
  search_ms: '/operator/certificates?q=MRD-77',
  usage_ms: '/operator/usage',
};

interface DatabaseSide {
  name: string;
  server: MeasuredServer;
  lookups: Requests;
  generations: Requests;
  verify: Requests;
  cookie: string;
  /** One more request for a certificate, and its key. */
  generation: string;
  key: string;
}

export const bigDatabase: Bench = {
  name: 'big-database',
  needs: ['taskset', 'wrk'],
  async prepare(pace, say): Promise<PreparedBench> {
    rmSync(FOLDER, { recursive: true, force: true });
    const size = scaled(pace.shareOfBig);
    const sides: DatabaseSide[] = [];
    const close = async () => {
      for (const { server } of sides) await server.stop();
      // Gigabytes that are not needed again.
      rmSync(FOLDER, { recursive: true, force: true });
    };
    try {
      sides.push(await startSide('full database', size, say));
      const { size: bytes } = statSync(join(FOLDER, 'full database/portside.db'));
      sides.push(
        await startSide('hardly anything', { keys: ACTIVE_KEYS, usageRows: 0, certificates: FEW_CERTIFICATES }, say),
      );
      for (const side of sides) {
        say(`big-database: warming up, ${side.name}`);
        for (const requests of [side.lookups, side.generations, side.verify]) {
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

function scaled(share: number): DatabaseSize {
  const { keys, usageRows, certificates } = FULL_SIZE;
  return { keys: keys * share, usageRows: usageRows * share, certificates: certificates * share };
}

async function startSide(name: string, size: DatabaseSize, say: (text: string) => void): Promise<DatabaseSide> {
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
  const keys = Array.from({ length: ACTIVE_KEYS }, (_, i) => all[Math.floor((i * all.length) / ACTIVE_KEYS)]!);
  const random = seededRandom(1);
  const paths = Array.from({ length: 4096 }, () => `/verify/${certificateId(1 + random(size.certificates))}`);
  const generations = Array.from({ length: 256 }, (_, i) => JSON.stringify(certificateRequest(i, 'latin')));
  const server = await MeasuredServer.startPortside(dataDir);
  return {
    name,
    server,
    lookups: await writeRequests(dataDir, LOOKUP_PATH, keys, [FIVE_CODES]),
    generations: { ...(await writeRequests(dataDir, GENERATE_PATH, keys, generations)), connections: GENERATING },
    // The load goes through both lists in step, so there are as many keys as paths. The page itself needs no key.
    verify: await writeRequests(
      dataDir,
      '/verify',
      paths.map(() => keys[0]!),
      paths,
    ),
    generation: generations[0]!,
    key: keys[0]!,
    cookie: await server.awake(async () => {
      // The first certificate waits for the renderer's fonts. No run may be over before it is drawn.
      await postExpecting200(server.url, GENERATE_PATH, keys[0]!, generations[0]!);
      return signIn(server.url);
    }),
  };
}

function tablesOf(sides: DatabaseSide[], { seconds }: Pace, size: DatabaseSize, bytes: number): Table[] {
  const text = (count: number) => count.toLocaleString('en');
  const notes = [
    `Full: ${text(size.usageRows)} rows of usage, ${text(size.certificates)} certificates, ${text(size.keys)} keys, ${(bytes / 1e9).toFixed(2)} GB. ` +
      `The other: ${ACTIVE_KEYS} keys, ${FEW_CERTIFICATES} certificates. On both sides ${ACTIVE_KEYS} keys send requests. The bytes of the certificates are synthetic and few.`,
  ];
  const table = (
    name: string,
    title: string,
    metrics: Metric[],
    measure: (side: DatabaseSide) => Promise<Sample>,
  ): Table => ({
    name,
    title: `${title}: full database beside a nearly empty one`,
    metrics,
    contenders: sides.map((side): Contender => ({ name: side.name, measure: () => measure(side) })),
    notes,
  });
  const loaded = (requests: (side: DatabaseSide) => Requests) => (side: DatabaseSide) =>
    load(side.server, requests(side), seconds);
  return [
    table(
      'big-lookups',
      `Lookups of 5 codes, ${CONNECTIONS} connections`,
      LOAD_METRICS,
      loaded(({ lookups }) => lookups),
    ),
    table('big-certificates', `Certificates over HTTP, ${GENERATING} at a time`, LOAD_METRICS, async (side) => {
      // A short run on a busy machine must not be over before a worker has read its fonts.
      await side.server.awake(() => postExpecting200(side.server.url, GENERATE_PATH, side.key, side.generation));
      return load(side.server, side.generations, seconds);
    }),
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
