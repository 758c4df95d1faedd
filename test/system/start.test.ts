/** What a server that listens early still does, and still refuses, at its start and a moment later. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DOCUMENT_SIGNER } from '../../src/domain/settings-store.ts';
import { lookup, run, serve } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

const keyOf = (stdout: string) => /svc_[0-9A-Za-z]{24}/.exec(stdout)![0];

/** A folder on which a server has run. */
async function usedFolder(): Promise<{ dir: string; key: string; file: string }> {
  const dir = tempDir();
  const server = await serve(dir);
  const key = keyOf(server.stdout());
  expect((await lookup(server.url, key, ['7326.90.8688'])).status).toBe(200);
  // The pair that signs is made by what begins a moment later.
  const file = join(dir, 'var/portside.db');
  await until('the signing pair is stored', () => storedSigner(file) !== undefined);
  expect(await server.stop()).toBe(0);
  return { dir, key, file };
}

function storedSigner(file: string): string | undefined {
  using database = new Database(file);
  const read = database.query<{ value: string }, [string]>('SELECT value FROM settings WHERE name = ?');
  return read.get(DOCUMENT_SIGNER)?.value;
}

test('a stored signing pair that is damaged stops the server with a message, as soon as it is read', async () => {
  const { dir, key, file } = await usedFolder();
  {
    using database = new Database(file);
    database.run('UPDATE settings SET value = ? WHERE name = ?', ['-----BEGIN NONSENSE-----', DOCUMENT_SIGNER]);
  }
  const server = await serve(dir);
  expect((await lookup(server.url, key, ['7326.90.8688'])).status).toBe(200);
  expect(await server.child.exited).toBe(1);
  expect(server.stderr()).toContain('signing');
  expect(server.stderr()).not.toMatch(/\n {4}at /);
});

test('what the operator configured is refused before the server listens', async () => {
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

test('an imported list that cannot be read is refused before the server listens', async () => {
  const { dir, file } = await usedFolder();
  {
    using database = new Database(file);
    const body = '{"list_id":"note-16c"}';
    database.run(
      `INSERT INTO tariff_imports (list_id, version, imported_at, sha256, body, summary) VALUES ('note-16c', 'x', 0, ?, ?, '{}')`,
      [createHash('sha256').update(body).digest('hex'), body],
    );
  }
  const { code, stderr } = await run(['serve', '--port', '0'], dir);
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

test('a server that is stopped before the rest begins stops as ever', async () => {
  const server = await serve(tempDir());
  expect(await server.stop()).toBe(0);
});

test('while the database is locked a first server waits with the rest, answers 503, and goes on afterwards', async () => {
  const dir = tempDir();
  const server = await serve(dir);
  const key = keyOf(server.stdout());
  const file = join(dir, 'var/portside.db');
  const scan = () =>
    fetch(`${server.url}/api/v1/pixel/scan`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
    });
  // The keys that sign are not made yet. The hash of the operator's password is written at about the same time.
  const holder = new Database(file);
  holder.run('PRAGMA busy_timeout = 5000');
  await until('the password is stored', () => {
    using database = new Database(file);
    return database.query('SELECT 1 FROM operators').get() !== null;
  });
  holder.run('BEGIN IMMEDIATE');
  const isMade = storedSigner(file) !== undefined;
  const locked = await scan();
  expect([locked.status, (await locked.json()).error]).toEqual([503, 'unavailable']);
  expect(locked.headers.get('retry-after')).toBe('1');
  expect(isMade || server.stderr().includes('other routes cannot be opened yet')).toBe(true);
  await until('it has tried to begin', () => isMade || server.stderr().includes('cannot begin yet'));
  holder.run('ROLLBACK');
  holder.close();
  await until('the signing pair is stored', () => storedSigner(file) !== undefined);
  expect((await scan()).status).toBe(422);
  expect(await server.stop()).toBe(0);
});

test('a later server begins although the database is locked', async () => {
  const { dir, file } = await usedFolder();
  const server = await serve(dir);
  using holder = new Database(file);
  holder.run('BEGIN IMMEDIATE');
  // Every page and route, and what begins by itself, without the lock.
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  expect(server.stderr()).not.toContain('cannot begin yet');
  holder.run('ROLLBACK');
  expect(await server.stop()).toBe(0);
});
