/** What lookups feel of certificates: the same load with a steady stream of orders, and without. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pace, Table } from './bench.ts';
import { certificateOrder } from './certificate-orders.ts';
import { issueKeys } from './keys.ts';
import { CONNECTIONS, LOAD_METRICS, load } from './load.ts';
import { freePort, MeasuredServer } from './server.ts';

const ROOT = join(import.meta.dir, '..');
const KEYS = 1024;
/** Far more than a large importer makes, and a fraction of what the worker can draw. */
const ORDERS_PER_SECOND = 20;
/** Orders under way; when the server falls behind, the stream does too. */
const UNDER_WAY_MAX = 8;

export async function besideLookups(dataDir: string, { seconds, warmUpSeconds }: Pace) {
  mkdirSync(dataDir, { recursive: true });
  const keys = issueKeys(dataDir, KEYS);
  const port = freePort();
  const main = join(ROOT, 'src/main.ts');
  const command = [process.execPath, main, 'serve', '--port', String(port), '--data-dir', dataDir];
  const server = await MeasuredServer.start(command, `http://127.0.0.1:${port}`);
  const keysFile = `${dataDir}-keys.txt`;
  const bodiesFile = `${dataDir}-bodies.txt`;
  await Bun.write(keysFile, `${keys.join('\n')}\n`);
  const codes = ['7318.15.2095', '7326.90.8688', '0101.21.0010', '9403.20.0050', '8708'];
  await Bun.write(bodiesFile, `${JSON.stringify({ codes })}\n`);
  const lookups = { path: '/api/v1/tariff/hts/lookup', keysFile, bodiesFile };
  await load(server, lookups, warmUpSeconds);
  const whileOrdering = async () => {
    const stream = startOrders(new URL('/api/v1/entry/gcc/generate', server.url).href, keys[0]!);
    try {
      return await load(server, lookups, seconds);
    } finally {
      await server.awake(() => stream.stop());
    }
  };
  const table: Table = {
    name: 'lookups-beside-certificates',
    title: `Lookups of 5 codes, ${CONNECTIONS} connections: with ${ORDERS_PER_SECOND} certificates a second beside them, and without`,
    metrics: LOAD_METRICS,
    contenders: [
      { name: 'with certificates', measure: whileOrdering },
      { name: 'without', measure: () => load(server, lookups, seconds) },
    ],
    notes: ['The worker that draws shares the one core of the server here, so its work is taken from the lookups.'],
  };
  return { table, close: () => server.stop() };
}

/** Sends orders at a steady pace until stopped. @throws on `stop` when one was not answered with a certificate. */
function startOrders(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const underWay = new Set<Promise<void>>();
  let failure: Error | undefined;
  let made = 0;
  let n = 0;
  const order = async () => {
    const body = JSON.stringify(certificateOrder(++n, n % 2 === 0 ? 'latin' : 'chinese'));
    const response = await fetch(url, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`An order is answered ${response.status}: ${text}`);
    made++;
  };
  const timer = setInterval(() => {
    if (underWay.size >= UNDER_WAY_MAX) return;
    const sent: Promise<void> = order()
      .catch((error: Error) => {
        failure = error;
      })
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
  }, 1000 / ORDERS_PER_SECOND);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      if (failure) throw failure;
      if (made === 0) throw new Error('No certificate was made beside the lookups.');
    },
  };
}
