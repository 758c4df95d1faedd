/** Backup and restore: everything acknowledged before a backup is there after a restore, and a damaged backup is refused. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { appendTrailer } from '../../src/adapters/sqlite/backup-file.ts';
import { openBackupSigner } from '../../src/adapters/sqlite/backup-key.ts';
import { command } from '../support/command.ts';
import { certificateRequests } from '../support/paths.ts';
import {
  childrenOf,
  isRunning,
  issueKey,
  lookup,
  program,
  type RunningServer,
  run,
  serve,
  showKey,
} from '../support/program.ts';
import { copyEmptyDatabase, tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

const request = await Bun.file(join(certificateRequests, '01-minimal-model-only.json')).text();
const sha256 = (bytes: ArrayBuffer | Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
const database = (dir: string) => join(dir, 'var/portside.db');
const keyNames = async (dir: string): Promise<string[]> =>
  JSON.parse((await run(['keys', 'list', '--json'], dir)).stdout).map(({ name }: { name: string }) => name);

async function certificate(server: RunningServer, key: string): Promise<{ id: string; sha256: string; path: string }> {
  const response = await fetch(`${server.url}/api/v1/entry/gcc/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: request,
  });
  const { gcc_id, gcc_pdf_url } = (await response.json()) as { gcc_id: string; gcc_pdf_url: string };
  const pdf = await fetch(gcc_pdf_url);
  const { pathname, search } = new URL(gcc_pdf_url);
  return { id: gcc_id, sha256: sha256(await pdf.arrayBuffer()), path: pathname + search };
}

test('a backup made under load, restored after the folder is lost, has all acknowledged keys, counts, certificates and links', async () => {
  const dir = tempDir();
  const busy = await issueKey(dir, '--per-minute', '1000000', '--per-day', '1000000');
  const limited = await issueKey(dir);
  const server = await serve(dir);
  const made = [await certificate(server, busy.key), await certificate(server, busy.key)];
  for (let i = 0; i < 60; i++) expect((await lookup(server.url, limited.key)).status).toBe(200);
  let answered = made.length;
  let loading = true;
  const load = Array.from({ length: 8 }, async () => {
    while (loading) if ((await lookup(server.url, busy.key)).status === 200) answered++;
  });
  await until('200 requests are answered', () => answered >= 200);
  const acknowledged = answered;
  const backup = await run(['backup', 'kept.backup', '--json'], dir);
  loading = false;
  await Promise.all(load);
  const kept = JSON.parse(backup.stdout);
  // Only the first backup says where its key is.
  expect([backup.code, backup.stderr]).toEqual([0, expect.stringContaining(kept.key)]);
  const keyFile = join(dir, 'var/backup.key');
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const secret = readFileSync(keyFile, 'utf8').split('\n')[1]!;
  expect(backup.stdout + backup.stderr + readFileSync(join(dir, 'kept.backup'), 'latin1')).not.toContain(secret);
  expect((await run(['backup', 'second.backup', '--json'], dir)).stderr).toBe('');
  expect(kept).toMatchObject({ keys: 3, certificates: 2 });
  expect(kept.requests).toBeGreaterThanOrEqual(acknowledged + 60);
  expect(kept.requests).toBeLessThanOrEqual(answered + 60);
  expect(kept.sha256).toBe(sha256(readFileSync(join(dir, 'kept.backup'))));
  expect(statSync(join(dir, 'kept.backup')).mode & 0o777).toBe(0o600);
  // Made after the backup, so it must be missing after the restore.
  const later = await certificate(server, busy.key);
  await server.stop('SIGKILL');

  rmSync(join(dir, 'var'), { recursive: true });
  // The machine is new: it knows no key, and gets the public one that the operator kept.
  const unknown = await run(['restore', 'kept.backup', '--json'], dir);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('--key FILE')]);
  writeFileSync(join(dir, 'public-key'), kept.key);
  const restored = await run(['restore', 'kept.backup', '--key', 'public-key', '--json'], dir);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(JSON.parse(restored.stdout)).toEqual({
    made: kept.made,
    signed: true,
    keys: kept.keys,
    certificates: kept.certificates,
    requests: kept.requests,
    damaged: [],
  });
  expect((await showKey(dir, busy.id)).usage.total).toBe(kept.requests - 60);
  const again = await serve(dir);
  expect(again.stdout()).toBe('');
  for (const { id, sha256: expected, path } of made) {
    const pdf = await fetch(again.url + path);
    expect([pdf.status, sha256(await pdf.arrayBuffer())]).toEqual([200, expected]);
    expect((await fetch(`${again.url}/verify/${id}`)).status).toBe(200);
  }
  expect((await fetch(`${again.url}/verify/${later.id}`)).status).toBe(404);
  // The restored requests of the last minute still count against the limit of 100 a minute.
  const spent = (await showKey(dir, limited.id)).usage;
  expect(spent.total).toBe(60);
  const statuses: number[] = [];
  for (let i = 0; i < 110 - spent.minute; i++) statuses.push((await lookup(again.url, limited.key)).status);
  const { minute } = (await showKey(dir, limited.id)).usage;
  expect(minute).toBeLessThanOrEqual(100);
  expect(statuses).toContain(429);
  expect(await again.stop()).toBe(0);
});

test('a backup overwrites no file, leaves no partial file, and says what is missing', async () => {
  const dir = tempDir();
  const none = await command(['backup', 'a'], dir);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no database')]);
  expect(existsSync(join(dir, 'var'))).toBe(false);
  await issueKey(dir);
  writeFileSync(join(dir, 'a'), 'mine');
  const there = await command(['backup', 'a'], dir);
  expect([there.code, there.stderr]).toEqual([1, 'a exists; a backup overwrites nothing.\n']);
  expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('mine');
  expect((await command(['backup', 'no/such/a'], dir)).stderr).toContain('There is no folder no/such');
  expect(readdirSync(dir).filter((name) => name.includes('partial'))).toEqual([]);
});

test('restore refuses a file that is altered, truncated, foreign or of a newer version, and changes nothing', async () => {
  const dir = tempDir();
  await issueKey(dir);
  expect((await command(['backup', 'good'], dir)).code).toBe(0);
  const good = readFileSync(join(dir, 'good'));
  const sumAt = good.lastIndexOf('sha256=') + 'sha256='.length;
  const cases: [string, (path: string) => void, string][] = [
    ['one bit of a page', (path) => writeFileSync(path, good.with(50_000, good[50_000]! ^ 1)), 'was altered'],
    [
      'one digit of the sum',
      (path) => writeFileSync(path, good.with(sumAt, good[sumAt] === 0x31 ? 0x32 : 0x31)),
      'signature',
    ],
    ['truncated', (path) => truncateSync(path, good.length - 5000), 'is not a backup'],
    ['longer', (path) => appendFileSync(path, 'x'), 'is not a backup'],
    ['empty', (path) => writeFileSync(path, ''), 'is not a backup'],
    ['text', (path) => writeFileSync(path, 'hello '.repeat(1000)), 'is not a backup'],
  ];
  const before = sha256(readFileSync(database(dir)));
  for (const [name, spoil, sentence] of cases) {
    const path = join(dir, 'bad');
    writeFileSync(path, good);
    spoil(path);
    const { code, stderr } = await command(['restore', 'bad'], dir);
    expect([name, code, stderr]).toEqual([name, 1, expect.stringContaining(sentence)]);
  }
  expect((await command(['restore', 'missing'], dir)).stderr).toContain('cannot be read');

  for (const [name, spoil, sentence] of [
    ['newer', (db: Database) => db.run("INSERT INTO migrations VALUES ('9999_future', 'x', 0)"), 'newer version'],
    ['foreign', (db: Database) => db.run('DROP TABLE migrations'), 'not a database of Portside'],
  ] as const) {
    const other = join(dir, name);
    copyEmptyDatabase(other);
    const db = new Database(join(other, 'portside.db'));
    spoil(db);
    db.close();
    const made = await command(['backup', `${name}.backup`, '--data-dir', other], dir);
    // This version refuses to back up such a database, so the test seals the file itself.
    expect([made.code, made.stderr]).toEqual([1, expect.stringContaining(sentence)]);
    const copy = new Database(join(other, 'portside.db'));
    copy.run('VACUUM INTO ?', [join(dir, `${name}.backup`)]);
    copy.close();
    appendTrailer(join(dir, `${name}.backup`), '2026-11-21T00:00:00.000Z', openBackupSigner(database(dir)));
    const { code, stderr } = await command(['restore', `${name}.backup`], dir);
    expect([name, code, stderr]).toEqual([name, 1, expect.stringContaining(sentence)]);
  }
  expect(sha256(readFileSync(database(dir)))).toBe(before);
  expect(
    readdirSync(join(dir, 'var')).filter(
      (name) => !/^(portside\.db(-wal|-shm)?|backup\.key|last-backup\.json)$/.test(name),
    ),
  ).toEqual([]);
});

test('a backup with a planted trigger is refused with the right signature and without one, and doctor reports it in place', async () => {
  const dir = tempDir();
  await issueKey(dir);
  const doctor = async (...args: string[]) => {
    const { code, stdout } = await command(['doctor', '--fast', '--port', '0', '--json', ...args], dir);
    const checks = JSON.parse(stdout).checks as { check: string; status: string; text: string }[];
    return { code, schema: checks.find(({ check }) => check === 'schema') };
  };
  expect((await doctor()).schema).toMatchObject({ status: 'ok' });
  const planted = new Database(database(dir));
  planted.run(
    "CREATE TRIGGER planted AFTER INSERT ON keys BEGIN INSERT INTO settings VALUES ('operator_password', 'x'); END",
  );
  planted.run('VACUUM INTO ?', [join(dir, 'bad')]);
  planted.close();
  const sentence = 'the trigger "planted" is not part of Portside';
  const { code, schema } = await doctor();
  expect({ code, schema }).toMatchObject({
    code: 1,
    schema: { status: 'failed', text: expect.stringContaining(sentence) },
  });
  expect((await command(['backup', 'none'], dir)).stderr).toContain(sentence);
  appendTrailer(join(dir, 'bad'), '2026-11-21T00:00:00.000Z', openBackupSigner(database(dir)));
  const before = sha256(readFileSync(database(dir)));
  for (const args of [[], ['--unsigned'], ['--force']]) {
    const refused = await command(['restore', 'bad', ...args], dir);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(sentence)]);
  }
  expect(sha256(readFileSync(database(dir)))).toBe(before);
});

test('a backup that is not signed by a known key is restored only with --unsigned, which says what is in it', async () => {
  const dir = tempDir();
  await issueKey(dir, '--data-dir', 'other');
  expect((await command(['backup', 'foreign', '--data-dir', 'other'], dir)).code).toBe(0);
  const refused = await command(['restore', 'foreign'], dir);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('signed with an unknown key')]);
  // Its message must not offer the key to copy: the file may be the one of an attacker.
  expect(refused.stderr).not.toMatch(/[0-9a-f]{64}/);
  expect(readdirSync(join(dir, 'var'))).toEqual([]);
  const done = await command(['restore', 'foreign', '--unsigned', '--json'], dir);
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('WARNING')]);
  expect(done.stderr).toContain('working API keys: 1');
  expect(JSON.parse(done.stdout)).toMatchObject({ signed: false, keys: 1 });
});

test('restore refuses while a server has the database open, and keeps the replaced database', async () => {
  const dir = tempDir();
  await issueKey(dir, '--name', 'first');
  await run(['backup', 'kept'], dir);
  const server = await serve(dir, ['--workers', '2']);
  const refused = await run(['restore', 'kept'], dir);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Stop it first')]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await run(['keys', 'issue', '--scope', 'all', '--name', 'later'], dir);
  const workers = childrenOf(server.child.pid);
  await server.stop('SIGKILL');
  // They end by themselves, a moment after their supervisor.
  await until('the workers have closed the database', () => !workers.some(isRunning));
  const done = await run(['restore', 'kept', '--json'], dir);
  expect([done.code, done.stderr]).toEqual([0, '']);
  expect(await keyNames(dir)).not.toContain('later');
  // The replaced database includes what the killed server had only in its write-ahead log.
  const { replaced } = JSON.parse(done.stdout);
  const old = new Database(join(dir, replaced), { readonly: true });
  expect(old.query("SELECT count(*) AS n FROM keys WHERE name = 'later'").get()).toEqual({ n: 1 });
  old.close();
});

test('a database that cannot be opened is replaced only with --force, and kept', async () => {
  const dir = tempDir();
  await issueKey(dir, '--name', 'first');
  await run(['backup', 'kept'], dir);
  writeFileSync(database(dir), 'not a database at all '.repeat(1000));
  const refused = await run(['restore', 'kept'], dir);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--force')]);
  const forced = await run(['restore', 'kept', '--force', '--json'], dir);
  expect(forced.code).toBe(0);
  expect(readFileSync(join(dir, JSON.parse(forced.stdout).replaced), 'utf8')).toStartWith('not a database');
  expect(await keyNames(dir)).toContain('first');
});

test.skipIf(process.platform !== 'linux')(
  'a process that opened the database just before it was replaced cannot write to the old one',
  async () => {
    const dir = tempDir();
    await issueKey(dir, '--name', 'old');
    await run(['migrate', 'up', '--data-dir', 'other'], dir);
    const held = new Database(database(dir));
    held.run('PRAGMA locking_mode = EXCLUSIVE');
    held.run('PRAGMA journal_mode = DELETE');
    held.run('BEGIN EXCLUSIVE');
    const child = Bun.spawn([...program, 'keys', 'list', '--json'], {
      cwd: dir,
      env: { PATH: process.env.PATH, HOME: dir },
      stderr: 'pipe',
    });
    const files = `/proc/${child.pid}/fd`;
    const hasOpened = () => {
      try {
        return readdirSync(files).some((name) => readlinkSync(join(files, name)).endsWith('/var/portside.db'));
      } catch {
        return false;
      }
    };
    await until('the command has opened the database', hasOpened);
    renameSync(join(dir, 'other/portside.db'), database(dir));
    held.close();
    const stderr = await new Response(child.stderr).text();
    // SQLite refuses it with SQLITE_READONLY_DBMOVED. A restore relies on that.
    expect([await child.exited, stderr]).toEqual([1, expect.stringContaining('readonly database')]);
  },
);

test('with the data in PostgreSQL both commands name pg_dump instead', async () => {
  const dir = tempDir();
  for (const word of ['backup', 'restore']) {
    const { code, stderr } = await command([word, 'x'], dir, { PORTSIDE_DATABASE_URL: 'postgres://user:secret@db/x' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('pg_dump')]);
    expect(stderr).not.toContain('secret');
  }
});
