/** `portside doctor`: one broken thing fails exactly one check, and no secret is shown. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite, openSqliteSchema } from '../../../src/adapters/sqlite/open.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { checkClock, checkDisk } from '../../../src/cli/doctor/data.ts';
import { checkLists, checkOutboundGuard } from '../../../src/cli/doctor/products.ts';
import { loadConfig } from '../../../src/config.ts';
import { command } from '../../support/command.ts';
import { issueKey, serve } from '../../support/program.ts';
import { tempDir, tempStorage, testClock } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

interface Report {
  status: string;
  checks: { check: string; status: string; text: string; advice?: string }[];
  settings: { name: string; value: string; origin: string }[];
}

const CHECKS = [
  'configuration',
  'data folder',
  'disk',
  'backup key',
  'database',
  'schema',
  'clock',
  'lists',
  'certificates',
  'jobs',
  'watches',
  'backup',
  'signing key',
  'signer',
  'operator',
  'alerts',
  'fonts',
  'guard',
  'server',
];
const SETTLED = {
  PORTSIDE_BASE_URL: 'https://portside.example',
  PORTSIDE_CONTACT: 'desk@portside.example',
  PORTSIDE_DISK_FLOOR_MB: '1',
  // The programs under test use the clock of this machine, and the law inside them grows old.
  PORTSIDE_LIST_DAYS_MAX: '0',
};

/** The check warns as soon as the day of an announced change has come. */
const lists = (await checkLists(loadConfig({ env: SETTLED, file: 'none.toml' }), undefined, systemClock)).status;

/** Switches the alert of the age of the law off, because its state depends on the day of the test. */
async function ignoreLawAge(dir: string): Promise<void> {
  const storage = openSqlite(join(dir, 'var/portside.db'), { lockWaitMs: 1000 });
  const audit = { atMs: 0, actor: 'test', origin: 'test', action: 'alert.set', subject: 'alert law_age', detail: '' };
  await storage.alerts.set(() => [{ name: 'law_age', setting: { enabled: false, threshold: 1 }, activity: audit }]);
  await storage.close();
}

async function doctor(dir: string, args: string[] = [], env: Record<string, string> = {}) {
  const { code, stdout } = await command(['doctor', '--port', '0', ...args, '--json'], dir, { ...SETTLED, ...env });
  const report = JSON.parse(stdout) as Report;
  const expected = (check: string) => ['ok', 'skipped', ...(check === 'lists' ? [lists] : [])];
  const wrong = report.checks.filter(({ check, status }) => !expected(check).includes(status));
  return { code, report, wrong };
}

test('before the first start it warns, exits 0 and creates nothing', async () => {
  const dir = tempDir();
  const { code, wrong } = await doctor(dir, ['--fast']);
  expect([code, wrong.map(({ check, status }) => `${check} ${status}`)]).toEqual([
    0,
    ['data folder warning', 'database warning', 'signing key warning', 'signer warning', 'operator warning'],
  ]);
  expect(existsSync(join(dir, 'var'))).toBe(false);
});

test('next to a running server every check passes; --ready checks only the server', async () => {
  const dir = tempDir();
  // At a first start the server answers before it has stored the hash of the password and made its keys.
  const first = await serve(dir);
  await until('the keys are made', async () => {
    const { wrong } = await doctor(dir, ['--fast']);
    return !wrong.some(({ check }) => check === 'signing key' || check === 'signer');
  });
  await first.stop();
  await ignoreLawAge(dir);
  const server = await serve(dir, [], SETTLED);
  const { port } = new URL(server.url);
  const { stdout, code } = await command(['doctor', '--port', port, '--json'], dir, SETTLED);
  const { checks } = JSON.parse(stdout) as Report;
  expect(checks.map(({ check, status }) => [check, status])).toEqual(
    CHECKS.map((check) => [check, check === 'lists' ? lists : 'ok']),
  );
  expect(code).toBe(0);
  const text = await command(['doctor', '--fast', '--port', port], dir, SETTLED);
  expect(text.stdout).toContain(lists === 'ok' ? 'All checks passed.' : 'No check failed, 1 warning.');
  expect(text.stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
  const ready = await command(['doctor', '--ready', '--port', port], dir);
  expect([ready.code, ready.stdout]).toEqual([0, expect.stringContaining('answers and is ready')]);
  await server.stop();
  const gone = await command(['doctor', '--ready', '--port', port], dir);
  expect([gone.code, gone.stdout]).toEqual([1, expect.stringContaining('nothing answers')]);
});

test('--ready fails for a server that is not ready, and names the failing check', async () => {
  const dir = tempDir();
  const server = await serve(dir, [], { PORTSIDE_LIST_DAYS_MAX: '1' });
  const { port } = new URL(server.url);
  const { code, stdout } = await command(['doctor', '--ready', '--port', port], dir);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/not ready: lists: the law was read/)]);
  await server.stop();
});

test('--ready fails if another program answers on the port', async () => {
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') });
  const { code, stdout } = await command(['doctor', '--ready', '--port', String(other.port)], tempDir());
  await other.stop(true);
  expect([code, stdout]).toEqual([1, expect.stringContaining('does not answer as Portside does')]);
});

test.each([
  ['schema', (db: Database) => db.run("INSERT INTO migrations VALUES ('9999_future', 'x', 0)")],
  [
    'clock',
    (db: Database) =>
      db.run('INSERT INTO audit (at_ms, actor, origin, action, subject) VALUES (?, ?, ?, ?, ?)', [
        Date.now() + 3_600_000,
        'test',
        'test',
        'test',
        'test',
      ]),
  ],
] as const)('a database with a wrong %s fails that check alone', async (check, spoil) => {
  const dir = tempDir();
  await issueKey(dir);
  await ignoreLawAge(dir);
  const db = new Database(join(dir, 'var/portside.db'));
  spoil(db);
  db.close();
  const { code, wrong } = await doctor(dir, ['--fast']);
  expect([code, wrong.filter(({ status }) => status === 'failed').map((result) => result.check)]).toEqual([1, [check]]);
});

test('a damaged database fails the integrity check, which --fast skips', async () => {
  const dir = tempDir();
  await issueKey(dir);
  await ignoreLawAge(dir);
  const path = join(dir, 'var/portside.db');
  const db = new Database(path);
  const { rootpage } = db.query("SELECT rootpage FROM sqlite_master WHERE name = 'usage_key'").get() as {
    rootpage: number;
  };
  db.close();
  const bytes = readFileSync(path);
  bytes.fill(0, (rootpage - 1) * 4096, rootpage * 4096);
  writeFileSync(path, bytes);
  expect((await doctor(dir, ['--fast'])).code).toBe(0);
  const whole = await doctor(dir);
  expect(whole.code).toBe(1);
  expect(whole.wrong.find(({ check }) => check === 'database')?.text).toStartWith('integrity check: ');
});

test('a folder that other users can read is a warning; too little free disk space fails', async () => {
  const dir = tempDir();
  await issueKey(dir);
  chmodSync(join(dir, 'var'), 0o755);
  const { wrong } = await doctor(dir, ['--fast']);
  expect(wrong[0]).toMatchObject({ check: 'data folder', status: 'warning' });
  const config = loadConfig({ env: {}, file: 'none.toml' });
  expect(checkDisk({ ...config, data_dir: dir, disk_floor_mb: 1e12 }).status).toBe('failed');
});

test('an invalid configuration fails its check, and the exit code is 1', async () => {
  const { code, wrong } = await doctor(tempDir(), [], { PORTSIDE_WORKERS: 'many' });
  expect([code, wrong.map(({ check }) => check)]).toEqual([1, ['configuration']]);
});

test('settings are shown with their origin, and of a secret only that it is set', async () => {
  const dir = tempDir();
  await Bun.write(join(dir, 'portside.toml'), 'workers = 3\n');
  await Bun.write(join(dir, 'password'), 'a-password-from-a-file\n');
  const env = {
    PORTSIDE_SIGNING_KEY: 'signing-key-of-more-than-32-letters-x',
    PORTSIDE_OPERATOR_PASSWORD_FILE: join(dir, 'password'),
  };
  const { report } = await doctor(dir, ['--fast'], env);
  const of = (wanted: string) => report.settings.find(({ name }) => name === wanted);
  expect(of('port')).toEqual({ name: 'port', value: '0', origin: 'flag' });
  expect(of('contact')?.origin).toBe('environment');
  expect(of('workers')).toEqual({ name: 'workers', value: '3', origin: 'file' });
  expect(of('signing_key')).toEqual({ name: 'signing_key', value: '(set)', origin: 'environment' });
  expect(of('operator_password')).toEqual({ name: 'operator_password', value: '(set)', origin: 'secret file' });
  expect(of('host')?.origin).toBe('default');
  const text = JSON.stringify(report) + (await command(['doctor', '--fast', '--port', '0'], dir, env)).stdout;
  expect(text).not.toMatch(/signing-key-of|password-from/);
});

test('the check of the lists warns from half the maximum age of the law read and fails above it, or if it is in the future', async () => {
  const config = loadConfig({ env: {}, file: 'none.toml' });
  const clock = testClock();
  const status = async (days: number) => {
    clock.ms = Date.UTC(2026, 9, 9, 12) + days * 86_400_000;
    return (await checkLists(config, undefined, clock)).status;
  };
  const statuses = [];
  for (const days of [10, 200, 400, -3]) statuses.push(await status(days));
  expect(statuses).toEqual(['ok', 'warning', 'failed', 'failed']);
});

test('the check of the lists warns from the day of an announced change that was not read, and names it', async () => {
  const config = loadConfig({ env: {}, file: 'none.toml' });
  const at = (date: string) =>
    checkLists(config, undefined, { ...testClock(), now: () => Date.parse(`${date}T17:00:00Z`) });
  expect(await at('2026-12-03')).toEqual({
    status: 'ok',
    text: '3 lists; the law was read to 2026-10-09, 55 days ago',
  });
  expect(await at('2026-12-04')).toMatchObject({
    status: 'warning',
    text: expect.stringContaining('not read: polysilicon on 2026-12-04'),
  });
});

test('a clock fails that is behind the database, before 2026, or going backwards', async () => {
  const dir = tempDir();
  const storage = tempStorage(dir);
  const schema = openSqliteSchema(`${dir}/portside.db`, { lockWaitMs: 1000 });
  const clock = testClock();
  storage.counters.run("INSERT INTO journal (at_ms, entries) VALUES (?, '[]')", [clock.ms]);
  expect((await checkClock(clock, schema)).status).toBe('ok');
  clock.ms -= 5000;
  expect(await checkClock(clock, schema)).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('5 s behind'),
  });
  clock.ms = 0;
  expect((await checkClock(clock, undefined)).status).toBe('failed');
  const backwards = { ...clock, monotonic: () => -performance.now() };
  expect((await checkClock(backwards, undefined)).status).toBe('failed');
  await schema.close();
});

test('the outbound guard must deny this machine’s own addresses too', async () => {
  expect((await checkOutboundGuard({ ownAddresses: () => ['198.51.101.7'] })).text).toContain('1 of this machine');
});
