/** Resources over several processes on one database: what they use together never exceeds a limit. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { mostOfScan } from '../../../src/pixel/scan-most.ts';
import { validBody } from '../../support/certificate-fixtures.ts';
import { issueKey, serve } from '../../support/program.ts';
import { STORED_IN_TABLES } from '../../support/stored-bytes.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

const WORKERS = 4;

function post(url: string, path: string, key: string, body: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Sets a limit below the least that a form accepts. */
function limit(dir: string, lineageId: number, column: string, to: number): void {
  const database = new Database(join(dir, 'var/portside.db'));
  // The servers write at the same time.
  database.run('PRAGMA busy_timeout = 10000');
  database.run(
    `INSERT INTO resources (lineage_id, ${column}) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET ${column} = ?2`,
    [lineageId, to],
  );
  database.close();
}

test(`${WORKERS} processes: of 20 scans at once, as many run as the processor time allows, and no more`, async () => {
  const dir = tempDir();
  const opened = Promise.withResolvers<void>();
  let reached = 0;
  const shop = Bun.serve({
    port: 0,
    hostname: '0.0.0.0',
    async fetch() {
      reached++;
      await opened.promise;
      return new Response('<p>shop', { headers: { 'content-type': 'text/html' } });
    },
  });
  const hosts = [1, 2, 3, 4, 5].map((last) => `127.0.0.${last}:${shop.port}`);
  const { id, key } = await issueKey(dir);
  const server = await serve(dir, ['--workers', String(WORKERS)], { PORTSIDE_SCAN_ALLOW: hosts.join(',') });
  limit(dir, id, 'cpu_ms_max', 3 * mostOfScan(false).cpuMs + 100);
  const statuses: number[] = [];
  const scan = async (i: number) => {
    const { status } = await post(server.url, '/api/v1/pixel/scan', key, { url: `http://${hosts[i % 5]}/${i}` });
    statuses.push(status);
  };
  const scans = Array.from({ length: 20 }, (_, i) => scan(i));
  await until('all but three are answered', () => statuses.length === 17);
  expect(statuses).toEqual(Array(17).fill(429));
  opened.resolve();
  await Promise.all(scans);
  expect(statuses.slice(17)).toEqual([200, 200, 200]);
  expect(reached).toBe(3);
  await scan(99);
  expect(statuses.at(-1)).toBe(200);
  expect(await server.stop()).toBe(0);
  shop.stop(true);
}, 60_000);

test(`${WORKERS} processes: of 40 certificates at once exactly those are stored that fit, and the ledger is their sum`, async () => {
  const dir = tempDir();
  const { id, key } = await issueKey(dir);
  const server = await serve(dir, ['--workers', String(WORKERS)]);
  const generate = async () => (await post(server.url, '/api/v1/entry/gcc/generate', key, validBody())).status;
  expect(await generate()).toBe(200);
  const database = new Database(join(dir, 'var/portside.db'));
  const stored = () => database.query<{ bytes: number }, []>(STORED_IN_TABLES).get()!.bytes;
  const one = stored();
  const most = Math.floor(one * 7.5);
  limit(dir, id, 'stored_bytes_max', most);
  const statuses = await Promise.all(Array.from({ length: 40 }, generate));
  // The queue of a renderer may be full: such a request was not refused for its bytes, and stores nothing either.
  expect(statuses.filter((status) => status === 200)).toHaveLength(6);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  const ledger = database.query<{ bytes: number }, []>('SELECT stored_bytes AS bytes FROM resources').get()!.bytes;
  expect(ledger).toBe(stored());
  expect(ledger).toBeLessThanOrEqual(most);
  database.close();
  expect(await server.stop()).toBe(0);
}, 120_000);
