/** What only shows with real processes: limits across workers and restarts, the port, the signals. */
import { expect, test } from 'bun:test';
import { issueKey, lookup, run, serve, showKey } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';

async function statuses(url: string, key: string, times: number): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const answers = await Promise.all(Array.from({ length: times }, () => lookup(url, key)));
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('with two workers on one database 150 requests are 100 served and 50 refused, not one over', async () => {
  const dir = tempDir();
  const { key, id } = await issueKey(dir);
  const server = await serve(dir, ['--workers', '2']);
  expect(await statuses(server.url, key, 150)).toEqual({ 200: 100, 429: 50 });
  expect((await showKey(dir, id)).usage).toEqual({ minute: 100, today: 100, total: 100 });
  expect(await server.stop()).toBe(0);
});

test('a restart in the middle of the minute forgets nothing', async () => {
  const dir = tempDir();
  const { key } = await issueKey(dir);
  const first = await serve(dir);
  expect(await statuses(first.url, key, 70)).toEqual({ 200: 70 });
  await first.stop();
  const second = await serve(dir);
  expect(await statuses(second.url, key, 80)).toEqual({ 200: 30, 429: 50 });
  await second.stop();
});

test('the first start prints a key, a password and three curl lines; the key works; later starts print neither', async () => {
  const dir = tempDir();
  const first = await serve(dir);
  const text = first.stdout();
  const key = /svc_[0-9A-Za-z]{24}/.exec(text)![0];
  expect(text).toMatch(/Operator password {2}\S+/);
  expect(text.match(/^curl /gm)?.length).toBe(3);
  expect((await lookup(first.url, key)).status).toBe(200);
  await first.stop();
  const second = await serve(dir);
  expect(second.stdout()).toBe('');
  expect((await lookup(second.url, key)).status).toBe(200);
  await second.stop();
});

test('a running server honours a key issued and revoked by command within a second', async () => {
  const dir = tempDir();
  const server = await serve(dir);
  const { key, id } = await issueKey(dir);
  expect((await lookup(server.url, key)).status).toBe(200);
  await run(['keys', 'revoke', String(id)], dir);
  let status = 200;
  for (let look = 0; look < 40 && status !== 401; look++) {
    await Bun.sleep(20);
    status = (await lookup(server.url, key)).status;
  }
  expect(status).toBe(401);
  await server.stop();
});

test('SIGTERM lets the server finish and exits 0; a second copy on the port is refused', async () => {
  const dir = tempDir();
  const server = await serve(dir);
  const port = new URL(server.url).port;
  for (const more of [[], ['--workers', '2']]) {
    const second = await run(['serve', '--port', port, '--data-dir', './other', ...more], dir);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain('is taken');
  }
  expect(await server.stop()).toBe(0);
});

test('workers end when their supervisor was killed: the port is free again', async () => {
  const dir = tempDir();
  const server = await serve(dir, ['--workers', '2']);
  await server.stop('SIGKILL');
  let answers = true;
  for (let i = 0; i < 200 && answers; i++) {
    await Bun.sleep(50);
    answers = await fetch(`${server.url}/healthz`).then(
      () => true,
      () => false,
    );
  }
  expect(answers).toBe(false);
});

test('a first start on a port that is taken leaves no key behind that nobody was shown', async () => {
  const dir = tempDir();
  const server = await serve(dir);
  const port = new URL(server.url).port;
  for (const more of [[], ['--workers', '2']]) {
    const refused = await run(['serve', '--port', port, '--data-dir', './fresh', ...more], dir);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(JSON.parse((await run(['keys', 'list', '--data-dir', './fresh', '--json'], dir)).stdout)).toEqual([]);
  }
  await server.stop();
});

test('several workers answer on IPv6, and a signal while they start ends them all', async () => {
  const dir = tempDir();
  const server = await serve(dir, ['--host', '::1', '--workers', '2']);
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(server.stdout()).toMatch(/svc_[0-9A-Za-z]{24}/);
  expect(await server.stop()).toBe(0);
});

test('output into a slow pipe is whole', async () => {
  const dir = tempDir();
  const codes = Array.from({ length: 120 }, (_, i) => `7326.90.86${String(i % 100).padStart(2, '0')}`);
  const { stdout } = await run(['tariff', 'lookup', ...codes, '--json'], dir);
  expect(stdout.length).toBeGreaterThan(100_000);
  expect(JSON.parse(stdout).length).toBe(120);
});
