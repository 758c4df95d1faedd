/** `portside doctor`: one thing broken at a time is the one thing it names; secrets are not among what it shows. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteSchema } from '../../../src/adapters/sqlite/open.ts';
import { checkClock, checkDisk } from '../../../src/cli/doctor/data.ts';
import { checkGuard, checkLists } from '../../../src/cli/doctor/products.ts';
import { loadConfig } from '../../../src/config.ts';
import { issueKey, run, serve } from '../../support/program.ts';
import { tempDir, tempStorage, testClock } from '../../support/temp.ts';

interface Report {
  status: string;
  checks: { check: string; status: string; text: string; advice?: string }[];
  settings: { name: string; value: string; origin: string }[];
}

const CHECKS = [
  'configuration',
  'data folder',
  'disk',
  'database',
  'schema',
  'clock',
  'lists',
  'signing key',
  'operator',
  'fonts',
  'guard',
  'server',
];
const SETTLED = {
  PORTSIDE_BASE_URL: 'https://portside.example',
  PORTSIDE_CONTACT: 'desk@portside.example',
  PORTSIDE_DISK_FLOOR_MB: '1',
};

async function doctor(dir: string, args: string[] = [], env: Record<string, string> = {}) {
  const { code, stdout } = await run(['doctor', '--port', '0', ...args, '--json'], dir, { ...SETTLED, ...env });
  const report = JSON.parse(stdout) as Report;
  return { code, report, wrong: report.checks.filter(({ status }) => !['ok', 'skipped'].includes(status)) };
}

test('in a folder without a database it warns, passes and creates nothing', async () => {
  const dir = tempDir();
  const { code, wrong } = await doctor(dir, ['--fast']);
  expect([code, wrong.map(({ check, status }) => `${check} ${status}`)]).toEqual([
    0,
    ['data folder warning', 'database warning', 'signing key warning', 'operator warning'],
  ]);
  expect(existsSync(join(dir, 'var'))).toBe(false);
});

test('with a running server every check passes; --ready asks only the server', async () => {
  const dir = tempDir();
  // After its first start a server answers before the hash of the password is stored.
  await (await serve(dir)).stop();
  const server = await serve(dir, [], SETTLED);
  const { port } = new URL(server.url);
  const { stdout, code } = await run(['doctor', '--port', port, '--json'], dir, SETTLED);
  const { checks } = JSON.parse(stdout) as Report;
  expect(checks.map(({ check, status }) => [check, status])).toEqual(CHECKS.map((check) => [check, 'ok']));
  expect(code).toBe(0);
  const person = await run(['doctor', '--fast', '--port', port], dir, SETTLED);
  expect(person.stdout).toContain('All is well.');
  expect(person.stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
  const ready = await run(['doctor', '--ready', '--port', port], dir);
  expect([ready.code, ready.stdout]).toEqual([0, expect.stringContaining('answers and is ready')]);
  await server.stop();
  const gone = await run(['doctor', '--ready', '--port', port], dir);
  expect([gone.code, gone.stdout]).toEqual([1, expect.stringContaining('nothing answers')]);
});

test('a server that is not ready fails the health check, which names the failing check', async () => {
  const dir = tempDir();
  const server = await serve(dir, [], { PORTSIDE_LIST_DAYS_MAX: '1' });
  const { port } = new URL(server.url);
  const { code, stdout } = await run(['doctor', '--ready', '--port', port], dir);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/not ready: lists: note-16c stands for/)]);
  await server.stop();
});

test('another server on the port fails the check', async () => {
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') });
  const { code, stdout } = await run(['doctor', '--ready', '--port', String(other.port)], tempDir());
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
] as const)('a database with a wrong %s', async (check, spoil) => {
  const dir = tempDir();
  await issueKey(dir);
  const db = new Database(join(dir, 'var/portside.db'));
  spoil(db);
  db.close();
  const { code, wrong } = await doctor(dir, ['--fast']);
  expect([code, wrong.filter(({ status }) => status === 'failed').map((finding) => finding.check)]).toEqual([
    1,
    [check],
  ]);
});

test('a damaged database fails the integrity check, which --fast leaves out', async () => {
  const dir = tempDir();
  await issueKey(dir);
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

test('a folder open to others is a warning, a disk below the floor fails', async () => {
  const dir = tempDir();
  await issueKey(dir);
  chmodSync(join(dir, 'var'), 0o755);
  const { wrong } = await doctor(dir, ['--fast']);
  expect(wrong[0]).toMatchObject({ check: 'data folder', status: 'warning' });
  const config = loadConfig({ env: {}, file: 'none.toml' });
  expect(checkDisk({ ...config, data_dir: dir, disk_floor_mb: 1e12 }).status).toBe('failed');
});

test('a configuration that cannot be read is a finding, exit 1', async () => {
  const { code, wrong } = await doctor(tempDir(), [], { PORTSIDE_WORKERS: 'many' });
  expect([code, wrong.map(({ check }) => check)]).toEqual([1, ['configuration']]);
});

test('settings are shown with their origin, and secrets only as (set)', async () => {
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
  const text = JSON.stringify(report) + (await run(['doctor', '--fast', '--port', '0'], dir, env)).stdout;
  expect(text).not.toMatch(/signing-key-of|password-from/);
});

test('lists warn after half of their maximum age and fail after it; a list of the future fails too', async () => {
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

test('a clock behind its database, or years in the past, fails', async () => {
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

test('the guard is checked with the addresses of this machine too', async () => {
  expect((await checkGuard({ ownAddresses: () => ['198.51.101.7'] })).text).toContain('1 of this machine');
});
