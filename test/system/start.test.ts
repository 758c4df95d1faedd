/** A server refuses wrong settings at its start, and waits for a locked database. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DOCUMENT_SIGNER, SIGNING_KEY } from '../../src/domain/settings-store.ts';
import { freePort } from '../support/free-port.ts';
import { lookup, run, serve, spawnServer } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

const keyOf = (stdout: string) => /svc_[0-9A-Za-z]{24}/.exec(stdout)![0];

/** A folder on which a server has run. */
async function usedFolder(): Promise<{ dir: string; file: string }> {
  const dir = tempDir();
  const server = await serve(dir);
  const key = keyOf(server.stdout());
  expect((await lookup(server.url, key, ['7326.90.8688'])).status).toBe(200);
  expect(await server.stop()).toBe(0);
  return { dir, file: join(dir, 'var/portside.db') };
}

test('a stored signing pair that is damaged stops the start with a message', async () => {
  const { dir, file } = await usedFolder();
  {
    using database = new Database(file);
    database.run('UPDATE settings SET value = ? WHERE name = ?', ['-----BEGIN NONSENSE-----', DOCUMENT_SIGNER]);
  }
  const { code, stderr } = await run(['serve', '--port', '0'], dir);
  expect(code).toBe(1);
  expect(stderr).toContain('signing');
  expect(stderr).not.toContain('Portside answers');
  expect(stderr).not.toMatch(/\n {4}at /);
});

test('what the operator configured stops the start', async () => {
  const dir = tempDir();
  await Bun.write(join(dir, 'key.pem'), 'no key');
  const wrong: Record<string, string>[] = [
    { PORTSIDE_SIGNER_KEY_FILE: join(dir, 'key.pem') },
    { PORTSIDE_SIGNER_KEY_FILE: join(dir, 'key.pem'), PORTSIDE_SIGNER_CERTIFICATE_FILE: join(dir, 'key.pem') },
    { PORTSIDE_METRICS_ALLOW: '999.1.1.1' },
    { PORTSIDE_TRUST_PROXY: 'nonsense' },
  ];
  for (const settings of wrong) {
    const { code, stdout, stderr } = await run(['serve', '--port', '0'], dir, settings);
    expect(code).toBeGreaterThan(0);
    expect(stdout).not.toContain('svc_');
    expect(stderr).not.toContain('Portside answers');
  }
});

function damageList(file: string): void {
  using database = new Database(file);
  const body = '{"list_id":"note-16c"}';
  database.run(
    `INSERT INTO tariff_imports (list_id, version, imported_at, sha256, body, summary) VALUES ('note-16c', 'x', 0, ?, ?, '{}')`,
    [createHash('sha256').update(body).digest('hex'), body],
  );
}

test('an imported list that cannot be read stops the start', async () => {
  const { dir, file } = await usedFolder();
  damageList(file);
  const { code, stderr } = await run(['serve', '--port', '0'], dir);
  expect(code).toBe(1);
  expect(stderr).not.toContain('Portside answers');
});

test('the same stops a server of several workers, which never says that it answers', async () => {
  const { dir, file } = await usedFolder();
  damageList(file);
  const { code, stderr } = await run(['serve', '--port', '0', '--workers', '2'], dir);
  expect(code).toBe(1);
  expect(stderr).not.toContain('Portside answers');
});

test('every route answers from the first moment on', async () => {
  const dir = tempDir();
  const server = await serve(dir);
  const key = keyOf(server.stdout());
  const headers = { authorization: `Bearer ${key}` };
  const paths = [
    '/',
    '/docs',
    '/operator',
    '/verify/GCC-1',
    '/api/v2/account',
    '/api/v0/tariff/hts/7326.90.8688',
    '/nowhere',
  ];
  const answers = await Promise.all(paths.map((path) => fetch(server.url + path, { headers, redirect: 'manual' })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 303, 404, 200, 200, 404]);
  expect((await lookup(server.url, key, ['7326.90.8688'])).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('a server that is stopped as soon as it answers stops as ever', async () => {
  const server = await serve(tempDir());
  expect(await server.stop()).toBe(0);
});

test('while the database is locked, a server that must make its keys answers health checks, and opens afterwards', async () => {
  const { dir, file } = await usedFolder();
  const holder = new Database(file);
  holder.run('DELETE FROM settings WHERE name = ?', [DOCUMENT_SIGNER]);
  holder.run('BEGIN IMMEDIATE');
  const port = freePort();
  const server = spawnServer(dir, ['--port', String(port)]);
  const url = `http://127.0.0.1:${port}`;
  await until('it has met the lock', () => server.stderr().includes('cannot be opened yet'));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, (await ready.json()).failing]).toEqual([
    503,
    expect.arrayContaining([{ check: 'starting', reason: 'the server is starting' }]),
  ]);
  const scan = await fetch(`${url}/api/v1/pixel/scan`, { method: 'POST', body: '{}' });
  expect([scan.status, scan.headers.get('retry-after'), (await scan.json()).error]).toEqual([503, '1', 'unavailable']);
  expect(scan.headers.get('x-request-id')).toStartWith('req_');
  expect(server.stderr()).not.toContain('Portside answers');
  holder.run('ROLLBACK');
  holder.close();
  await until('it answers', () => server.stderr().includes('Portside answers'));
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/api/v1/pixel/scan`, { method: 'POST', body: '{}' })).status).toBe(401);
  expect(await server.stop()).toBe(0);
});

test('several workers that wait for the database are not said to answer', async () => {
  const { dir, file } = await usedFolder();
  const holder = new Database(file);
  holder.run('DELETE FROM settings WHERE name = ?', [SIGNING_KEY]);
  holder.run('BEGIN IMMEDIATE');
  const port = freePort();
  const server = spawnServer(dir, ['--port', String(port), '--workers', '2']);
  const waits = () => server.stderr().split('cannot be opened yet').length > 4;
  await until('both workers have met the lock twice', waits);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect(server.stderr()).not.toContain('Portside answers');
  holder.run('ROLLBACK');
  holder.close();
  await until('they answer', () => server.stderr().includes('Portside answers'));
  expect(await server.stop()).toBe(0);
});

test('a later server opens although the database is locked', async () => {
  const { dir, file } = await usedFolder();
  using holder = new Database(file);
  holder.run('BEGIN IMMEDIATE');
  const server = await serve(dir);
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  expect(server.stderr()).not.toContain('cannot be opened yet');
  holder.run('ROLLBACK');
  expect(await server.stop()).toBe(0);
});
