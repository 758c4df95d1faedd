/**
 * The restore drill with the real Litestream and `deploy/litestream.yml`: Litestream replicates a running server, both are
 * killed, the folder is deleted, and a server continues from the replica.
 *   LITESTREAM_BIN=litestream bun test ./test/system/deploy/litestream.ts
 */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { entriesOf } from '../../../src/adapters/sqlite/journal-text.ts';
import { certificateRequests, root } from '../../support/paths.ts';
import { issueKey, lookup, serve, showKey } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

const litestream = process.env.LITESTREAM_BIN ?? 'litestream';
const config = resolve(root, 'deploy/litestream.yml');
const REQUESTS = 60;

const home = tempDir();
const first = join(home, 'first');
const second = join(home, 'second');
for (const folder of [first, second]) mkdirSync(folder);
const source = join(first, 'var');
const env = { PATH: process.env.PATH, PORTSIDE_DATA_DIR: source, PORTSIDE_REPLICA_DIR: join(home, 'replica') };

function restore(to: string): boolean {
  rmSync(to, { force: true });
  const args = ['restore', '-config', config, '-o', to, join(source, 'portside.db')];
  return Bun.spawnSync([litestream, ...args], { env, stderr: 'pipe', stdout: 'pipe' }).exitCode === 0 && existsSync(to);
}

/** Requests counted in a copy: in the usage table, and in journal rows that are not yet in it. */
function counted(path: string): number {
  using copy = new Database(path);
  const folded = copy.query<{ n: number }, []>('SELECT coalesce(sum(requests), 0) AS n FROM usage').get()!.n;
  const [position] = copy
    .query<{ value: string }, []>("SELECT value FROM settings WHERE name = 'journal_folded_seq'")
    .all();
  const rows = copy.query<{ seq: number; entries: string }, []>('SELECT seq, entries FROM journal').all();
  return rows
    .filter(({ seq }) => seq > Number(position?.value ?? 0))
    .flatMap(({ entries }) => entriesOf(entries))
    .reduce((sum, [, , , requests]) => sum + requests, folded);
}

/** A request is counted before its certificate is stored: the copy may hold only the first. */
function hasCertificate(path: string, id: string): boolean {
  using copy = new Database(path);
  return copy.query('SELECT gcc_id FROM certificates WHERE gcc_id = ?').get(id) !== null;
}

test('a server restored from its replica has every request counted, the key valid and the certificate unchanged', async () => {
  const server = await serve(first);
  const replica = Bun.spawn([litestream, 'replicate', '-config', config], { env, stdout: 'ignore', stderr: 'ignore' });
  const { id, key } = await issueKey(first);
  for (let i = 0; i < REQUESTS; i++) expect((await lookup(server.url, key)).status).toBe(200);
  const order = await fetch(`${server.url}/api/v1/entry/gcc/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: await Bun.file(resolve(certificateRequests, '04-complete-every-optional-field.json')).text(),
  });
  const { gcc_pdf_url, gcc_id } = (await order.json()) as { gcc_pdf_url: string; gcc_id: string };
  const pdf = Buffer.from(await (await fetch(gcc_pdf_url)).arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

  // The replica is about a second behind. It must catch up while the server runs.
  const restored = join(home, 'look.db');
  await until(
    'the replica has caught up',
    () => restore(restored) && counted(restored) === REQUESTS + 1 && hasCertificate(restored, gcc_id),
  );

  await server.stop('SIGKILL');
  replica.kill('SIGKILL');
  await replica.exited;
  rmSync(source, { recursive: true });

  mkdirSync(join(second, 'var'), { mode: 0o700 });
  const database = join(second, 'var', 'portside.db');
  expect(restore(database)).toBe(true);
  using copy = new Database(database);
  expect(copy.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  copy.close();

  const again = await serve(second);
  expect(again.stdout()).not.toContain('svc_');
  expect((await showKey(second, id)).usage.total).toBe(REQUESTS + 1);
  expect((await lookup(again.url, key)).status).toBe(200);
  const url = gcc_pdf_url.replace(server.url, again.url);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(pdf)).toBe(true);
  expect((await fetch(`${again.url}/verify/${gcc_id}`)).status).toBe(200);
  expect(await again.stop()).toBe(0);
});
