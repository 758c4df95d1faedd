/** Metrics and traces of real processes, and what Prometheus says of them. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from '../support/paths.ts';
import { issueKey, lookup, serve } from '../support/program.ts';
import { fetchMetrics, METRICS_TOKEN, startServer } from '../support/server.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

const REQUESTS = 40;

test('with several workers, each serves its own metrics and says which worker it is', async () => {
  const dir = tempDir();
  const { key } = await issueKey(dir);
  const server = await serve(dir, ['--workers', '2'], { PORTSIDE_METRICS_TOKEN: METRICS_TOKEN });
  for (let i = 0; i < REQUESTS; i++) await lookup(server.url, key);
  const counted = new Map<string, number>();
  await until('both workers answered a scrape', async () => {
    // A connection stays with its worker, so every scrape opens a new one.
    const text = await (
      await fetchMetrics(server.url, { headers: { connection: 'close', authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text();
    const worker = /portside_build_info\{[^}]*worker="(\d)"\} 1/.exec(text)![1]!;
    const line = /^portside_requests_total\{[^}]*status="200",product="tariff"[^}]*\} (\d+)$/m.exec(text);
    counted.set(worker, Number(line?.[1] ?? 0));
    return counted.size === 2;
  });
  expect([...counted.keys()].sort()).toEqual(['1', '2']);
  expect([...counted.values()].reduce((sum, count) => sum + count)).toBe(REQUESTS);
  expect(await server.stop()).toBe(0);
});

test('a server sends its last spans when it is stopped', async () => {
  const dir = tempDir();
  const { key } = await issueKey(dir);
  const names: string[] = [];
  using collector = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { resourceSpans } = (await request.json()) as {
        resourceSpans: { scopeSpans: { spans: { name: string }[] }[] }[];
      };
      for (const { scopeSpans } of resourceSpans) {
        for (const { spans } of scopeSpans) names.push(...spans.map(({ name }) => name));
      }
      return Response.json({});
    },
  });
  const server = await serve(dir, ['--workers', '2'], {
    PORTSIDE_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
  });
  for (let i = 0; i < 5; i++) expect((await lookup(server.url, key)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(names).toEqual(Array(5).fill('POST /api/v1/tariff/hts/lookup'));
});

const promtool = Bun.which('promtool');
if (!promtool && process.env.CI === 'true') throw new Error('promtool is missing: install the package "prometheus"');

describe.skipIf(!promtool)('Prometheus accepts (skipped without promtool)', () => {
  test('the metrics', async () => {
    const server = await startServer();
    await server.post('/api/v1/tariff/hts/lookup', { codes: ['7326'] }, await server.key());
    const metrics = await (await fetchMetrics(server.app.url)).blob();
    const { exitCode, stdout, stderr } = Bun.spawnSync([promtool!, 'check', 'metrics'], { stdin: metrics });
    expect([exitCode, stdout.toString() + stderr.toString()]).toEqual([0, '']);
  });

  test('the alert rules', () => {
    const { exitCode, stderr } = Bun.spawnSync([promtool!, 'check', 'rules', join(root, 'docs/alerts.yml')]);
    expect([exitCode, stderr.toString()]).toEqual([0, '']);
  });
});
