/** What `--workers` shares: the limits of v0 hold over all workers, and each has an admin listener of its own. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { childrenOf, issueKey, lookup, run, serve } from '../support/program.ts';
import { startServer } from '../support/server.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

/** Each request opens a connection, so that the system spreads them over the workers. */
const ask = (url: string, path = '/api/v0/pixel/rules') =>
  fetch(url + path, { headers: { connection: 'close' } }).then(async (response) => {
    await response.arrayBuffer();
    return response;
  });

test('one address gets from four workers what the header says, also after one of them was killed', async () => {
  const dir = tempDir();
  const server = await serve(dir, ['--workers', '4']);
  const first = await Promise.all(Array.from({ length: 100 }, () => ask(server.url)));
  expect(first.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(first[0]!.headers.get('ratelimit-policy')).toBe('"address";q=120;w=60');
  const remaining = first.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]));
  expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: 100 }, (_, i) => 119 - i));
  const before = childrenOf(server.child.pid);
  process.kill(before[0]!, 'SIGKILL');
  await until('it is restarted', () => {
    const now = childrenOf(server.child.pid);
    return now.length === 4 && !now.includes(before[0]!);
  });
  const statuses: number[] = [];
  for (let i = 0; i < 100; i++) {
    // While the worker starts, the system may still give it a connection.
    const response = await ask(server.url).catch(() => undefined);
    if (response) statuses.push(response.status);
  }
  expect(statuses.filter((status) => status === 200).length).toBe(20);
  expect(await server.stop()).toBe(0);
});

test('each worker can be scraped on an admin listener of its own', async () => {
  const dir = tempDir();
  const { key } = await issueKey(dir);
  const server = await serve(dir, ['--workers', '2'], { PORTSIDE_ADMIN_LISTEN: `unix:${join(dir, 'admin')}` });
  for (let i = 0; i < 20; i++) await lookup(server.url, key);
  const counts: number[] = [];
  for (const [worker, socket] of [join(dir, 'admin'), join(dir, 'admin.2')].entries()) {
    let text = '';
    await until('the worker answers', async () => {
      text = await fetch('http://localhost/metrics', { unix: socket }).then(
        (response) => response.text(),
        () => '',
      );
      return text !== '';
    });
    expect(text).toContain(`worker="${worker + 1}"`);
    const line = /^portside_requests_total\{[^}]*status="200",product="tariff"[^}]*\} (\d+)$/m.exec(text);
    counts.push(Number(line?.[1] ?? 0));
  }
  expect(counts[0]! + counts[1]!).toBe(20);
  expect(await server.stop()).toBe(0);
});

/** A port that is free, as the one before it is. */
async function secondOfTwoFreePorts(): Promise<number> {
  const listen = (port: number) => Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() });
  for (;;) {
    await using second = listen(0);
    const port = second.port!;
    try {
      await using first = listen(port - 1);
      expect(first.port).toBe(port - 1);
      return port;
    } catch (error) {
      expect((error as { code?: string }).code).toBe('EADDRINUSE');
    }
  }
}

test('a public port that is also the one of an admin listener is refused: it would lead to the operator page', async () => {
  const port = await secondOfTwoFreePorts();
  const { code, stderr } = await run(['serve', '--port', String(port), '--workers', '2'], tempDir(), {
    PORTSIDE_ADMIN_LISTEN: String(port - 1),
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Port ${port} on 127.0.0.1 is taken.`)]);
});

test('no other server can share the port of an admin listener', async () => {
  const server = await startServer({ admin_listen: '127.0.0.1:0' }, { worker: 1 });
  const { hostname, port } = new URL(server.app.adminUrl!);
  const share = () => Bun.serve({ hostname, port: Number(port), reusePort: true, fetch: () => new Response() }).stop();
  expect(share).toThrow(`port ${port} in use`);
});
