/** What only real processes show: limits across workers and restarts, the port, the end of workers. */
import { expect, test } from 'bun:test';
import { childrenOf, isRunning, issueKey, lookup, program, run, serve, showKey } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

async function statuses(url: string, key: string, times: number): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const answers = await Promise.all(Array.from({ length: times }, () => lookup(url, key)));
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('two workers on one database serve 100 of 150 requests and refuse 50', async () => {
  const dir = tempDir();
  const { key, id } = await issueKey(dir);
  const server = await serve(dir, ['--workers', '2']);
  expect(await statuses(server.url, key, 150)).toEqual({ 200: 100, 429: 50 });
  expect((await showKey(dir, id)).usage).toEqual({ minute: 100, today: 100, total: 100 });
  expect(await server.stop()).toBe(0);
});

test('a restart within the minute keeps the counts', async () => {
  const dir = tempDir();
  const { key } = await issueKey(dir);
  const first = await serve(dir);
  expect(await statuses(first.url, key, 70)).toEqual({ 200: 70 });
  await first.stop();
  const second = await serve(dir);
  expect(await statuses(second.url, key, 80)).toEqual({ 200: 30, 429: 50 });
  await second.stop();
});

test('the first start prints a working key, a password and three curl lines; later starts print nothing', async () => {
  const dir = tempDir();
  const first = await serve(dir);
  const text = first.stdout();
  const key = /svc_[0-9A-Za-z]{24}/.exec(text)![0];
  expect(text).toMatch(/Operator name {6}owner\n {2}Operator password {2}\S+/);
  const answers = Array.from(text.matchAll(/^curl .*$/gm), ([line]) =>
    JSON.parse(Bun.spawnSync(['sh', '-c', line]).stdout.toString()),
  );
  expect(answers.map(Object.keys)).toEqual([
    ['results'],
    ['score', 'findings', 'severity_counts'],
    ['gcc_pdf_url', 'gcc_id'],
  ]);
  const verify = await fetch(`${first.url}/verify/${answers[2].gcc_id}`, { headers: { accept: 'application/json' } });
  expect(await verify.json()).toMatchObject({ state: 'stated' });
  expect((await lookup(first.url, key)).status).toBe(200);
  await first.stop();
  const second = await serve(dir);
  expect(second.stdout()).toBe('');
  expect((await lookup(second.url, key)).status).toBe(200);
  await second.stop();
});

test('a running server accepts a key issued by a command and soon refuses it when it is revoked', async () => {
  const dir = tempDir();
  const server = await serve(dir);
  const { key, id } = await issueKey(dir);
  expect((await lookup(server.url, key)).status).toBe(200);
  await run(['keys', 'revoke', String(id)], dir);
  let status = 200;
  await until('the key is refused', async () => {
    status = (await lookup(server.url, key)).status;
    return status !== 200;
  });
  expect(status).toBe(401);
  await server.stop();
});

test('workers end when their supervisor is killed, and the port is free again', async () => {
  const dir = tempDir();
  const server = await serve(dir, ['--workers', '2']);
  const workers = childrenOf(server.child.pid);
  expect(workers).toHaveLength(2);
  await server.stop('SIGKILL');
  await until('the workers have ended', () => !workers.some(isRunning));
  const again = await serve(dir, ['--port', new URL(server.url).port]);
  expect(again.url).toBe(server.url);
  expect(await again.stop()).toBe(0);
});

test('a supervisor whose workers all end before they answer ends too, and does not wait a minute for an answer', async () => {
  const dir = tempDir();
  const child = Bun.spawn([...program, 'serve', '--port', '0', '--workers', '2', '--data-dir', './var'], {
    cwd: dir,
    env: { PATH: process.env.PATH, HOME: dir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stderr = new Response(child.stderr).text();
  const killed = new Set<number>();
  await until('the supervisor has ended', () => {
    for (const pid of childrenOf(child.pid)) {
      killed.add(pid);
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    }
    return child.exitCode !== null;
  });
  expect([child.exitCode, killed.size]).toEqual([1, 2]);
  expect(await stderr).toContain('The workers did not start.');
});

test('a first start on a taken port leaves no key in the database', async () => {
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

test('several workers answer on IPv6 and stop on one signal', async () => {
  const dir = tempDir();
  const server = await serve(dir, ['--host', '::1', '--workers', '2']);
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(server.stdout()).toMatch(/svc_[0-9A-Za-z]{24}/);
  expect(await server.stop()).toBe(0);
});

test('output larger than the buffer of a pipe is complete', async () => {
  const dir = tempDir();
  const codes = Array.from({ length: 120 }, (_, i) => `7326.90.86${String(i % 100).padStart(2, '0')}`);
  const { stdout } = await run(['tariff', 'lookup', ...codes, '--json'], dir);
  expect(stdout.length).toBeGreaterThan(100_000);
  expect(JSON.parse(stdout).length).toBe(120);
});

test('a key with a list of networks is refused elsewhere by every worker, and one line of a command says so', async () => {
  const dir = tempDir();
  const server = await serve(dir, ['--workers', '2'], { PORTSIDE_TRUST_PROXY: '127.0.0.1' });
  const { key, id } = await issueKey(dir, '--allow-network', '203.0.113.9/24', '2001:db8::/32');
  const from = async (address: string) =>
    (await lookup(server.url, key, undefined, { 'x-forwarded-for': address, connection: 'close' })).status;
  for (let i = 0; i < 8; i++) {
    expect([await from('203.0.113.5'), await from('2001:db8::5'), await from('198.51.100.1')]).toEqual([200, 200, 401]);
  }
  await server.stop();
  const shown = JSON.parse((await run(['keys', 'show', String(id), '--json'], dir)).stdout);
  expect(shown).toMatchObject({
    networks: ['203.0.113.0/24', '2001:db8::/32'],
    usage: { total: 16 },
    foreign_uses: { requests: 8, last_address: '198.51.100.1', last_at: expect.any(String) },
  });
  const text = (await run(['keys', 'show', String(id)], dir)).stdout;
  expect(text).toMatch(/Networks +203\.0\.113\.0\/24 2001:db8::\/32/);
  expect(text).toMatch(/Refused elsewhere +8, last from 198\.51\.100\.1/);
});
