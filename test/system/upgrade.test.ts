/**
 * A database of version 0.1.0 is upgraded in place, and everything in it is kept. The fixtures were made by the last commit before
 * the changes of "Unreleased" (d7fa7c7): `portside backup` of a data folder, and `pg_dump --inserts`. Each has five keys (one
 * rotated, one revoked), 15 counted requests, a certificate, and the password of the first start.
 */
import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/paths.ts';
import { lookup, makeDatabase, run, serve, showKey } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';
import { Visitor } from '../support/visitor.ts';
import { freshDatabase, POSTGRES, POSTGRES_URL, statement } from './postgres/database.ts';

interface Old {
  password: string;
  /** The key of the first start, one of the scope `tariff`, and the successor of the rotated one. */
  usable: string[];
  revoked: string;
  certificate: { id: string; sha256: string };
}

const SQLITE: Old = {
  password: 'pmvwm-2pfr9-xncnx-muusk',
  usable: ['svc_h1EYjn0oQh1gONmEqQ2ri9aL', 'svc_EHuUrHauqsF0PpyiOI1kC5s7', 'svc_us0ldzMC4sRE5X4DYP4226AD'],
  revoked: 'svc_3eqp6aH4zsQrH4bzsA3mA13B',
  certificate: {
    id: 'ce44c09a-af6e-4ce3-adfe-c6742413303b',
    sha256: 'e07c99811791105db7b70ddb0bad04b2d71db8e48692fbb008a876cfb71c8138',
  },
};

const POSTGRESQL: Old = {
  password: 'e5ddd-nz7sk-wn95h-5gpwt',
  usable: ['svc_s0nWPKYH0yIUiez9kC3tTzZY', 'svc_YNzBXydz49al0BJSkc1EflJZ', 'svc_kMgrLh0v8vs2Ih6v2z2TcQoA'],
  revoked: 'svc_oRQgIDRqMhEqTMxxkS1qMron',
  certificate: {
    id: 'a4c97eb2-8d58-41b1-8479-1df3ce290093',
    sha256: '539e00a3d00d36c74952ce01178f265602409c9d71852dd0ae0c40ed32030a08',
  },
};

/** Requests that each key, 1 to 5, has made in all. */
const TOTALS = [6, 5, 2, 1, 1];
/** Trailer of a backup of version 0.1. */
const TRAILER_BYTES = 192;

async function fixture(name: string): Promise<Uint8Array> {
  return Bun.gunzipSync(await Bun.file(join(root, 'test/fixtures/upgrade', name)).bytes());
}

/** A folder with `old.backup`, and in `var` the database that the backup was made of. */
async function oldFolder(): Promise<string> {
  const dir = tempDir();
  const backup = await fixture('sqlite.backup.gz');
  mkdirSync(join(dir, 'var'), { mode: 0o700 });
  await Bun.write(join(dir, 'old.backup'), backup);
  await Bun.write(join(dir, 'var/portside.db'), backup.subarray(0, -TRAILER_BYTES));
  return dir;
}

/** Starts this version on the old database and looks for everything in it. */
async function expectKept(old: Old, dir: string, env: Record<string, string> = {}): Promise<void> {
  const server = await serve(dir, [], env);
  try {
    expect(server.stdout()).toBe('');
    for (const [i, total] of TOTALS.entries()) {
      expect([i + 1, (await showKey(dir, i + 1, env)).usage.total]).toEqual([i + 1, total]);
    }
    for (const key of old.usable) expect((await lookup(server.url, key)).status).toBe(200);
    expect((await lookup(server.url, old.revoked)).status).toBe(401);
    expect((await showKey(dir, 1, env)).usage.total).toBe(TOTALS[0]! + 1);
    expect((await showKey(dir, 1, env)).resources.stored_bytes.used).toBeGreaterThan(30_000);
    const verify = `${server.url}/verify/${old.certificate.id}`;
    expect((await fetch(verify)).status).toBe(200);
    // Its request left out elements.
    const verified = await (await fetch(verify, { headers: { accept: 'application/json' } })).json();
    expect(verified).toMatchObject({ state: 'incomplete' });

    const operator = new Visitor(server.url);
    // Without a name, as the form of the old version was filled in.
    expect((await operator.signIn(old.password)).status).toBe(303);
    const pdf = await fetch(`${server.url}/operator/certificates/${old.certificate.id}.pdf`, {
      headers: { cookie: operator.cookie },
    });
    expect(new Bun.CryptoHasher('sha256').update(await pdf.bytes()).digest('hex')).toBe(old.certificate.sha256);
    const audit = (await operator.get('/operator/audit/export.jsonl')).html.trim().split('\n');
    const rows = audit.map((line) => JSON.parse(line) as { action: string; subject: string });
    expect(rows.filter(({ action }) => action === 'key.issue')).toHaveLength(4);
    expect(rows.find(({ action }) => action === 'key.revoke')?.subject).toBe('key 4 (Gone)');
  } finally {
    await server.stop();
  }
  const { stdout } = await run(['operators', 'list', '--json'], dir, env);
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'owner', role: 'owner' }]);
}

/** The migrations that are not applied. */
async function missingMigrations(dir: string): Promise<string[]> {
  const { stdout } = await run(['migrate', 'status'], dir);
  return [...stdout.matchAll(/^(\S+) +no$/gm)].map(([, name]) => name!);
}

const NEW_MIGRATIONS = ['0004_resources', '0005_key_networks', '0006_operators'];

test('SQLite: a data folder of version 0.1.0 is upgraded, and everything in it is kept', async () => {
  const dir = await oldFolder();
  expect(await missingMigrations(dir)).toEqual(expect.arrayContaining(NEW_MIGRATIONS));
  await expectKept(SQLITE, dir);
  expect(await missingMigrations(dir)).toEqual([]);
});

test('SQLite: a backup made before the upgrade brings back the old database, as the old version needs it', async () => {
  const dir = await oldFolder();
  await (await serve(dir)).stop();
  expect(await missingMigrations(dir)).toEqual([]);
  const unasked = await run(['restore', 'old.backup'], dir);
  expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('repeat with --unsigned')]);
  const restored = await run(['restore', 'old.backup', '--unsigned', '--json'], dir);
  expect(JSON.parse(restored.stdout)).toMatchObject({ keys: 5, certificates: 1, requests: 15 });
  expect(await missingMigrations(dir)).toEqual(expect.arrayContaining(NEW_MIGRATIONS));
  await expectKept(SQLITE, dir);
});

test('SQLite: a backup that this version makes of the old database does not upgrade it, and is restored', async () => {
  const dir = await oldFolder();
  expect((await run(['backup', 'before.backup'], dir)).code).toBe(0);
  expect(await missingMigrations(dir)).toEqual(expect.arrayContaining(NEW_MIGRATIONS));
  await makeDatabase(dir);
  expect((await run(['restore', 'before.backup'], dir)).code).toBe(0);
  expect(await missingMigrations(dir)).toEqual(expect.arrayContaining(NEW_MIGRATIONS));
  await expectKept(SQLITE, dir);
});

test.skipIf(!POSTGRES_URL)(
  `${POSTGRES}: a database of version 0.1.0 is upgraded, and everything in it is kept`,
  async () => {
    const url = await freshDatabase();
    await statement(url, new TextDecoder().decode(await fixture('postgres.sql.gz')));
    await expectKept(POSTGRESQL, tempDir(), { PORTSIDE_DATABASE_URL: url });
  },
);
