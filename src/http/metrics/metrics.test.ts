/** `/metrics`: its values are right, its labels come from closed sets, and only permitted addresses may read it. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from '../../../test/support/paths.ts';
import { fetchMetrics, METRICS_TOKEN, startServer } from '../../../test/support/server.ts';
import { Histogram } from '../../domain/histogram.ts';
import type { Metric } from '../../domain/metrics-registry.ts';
import { PrometheusRegistry } from './prometheus.ts';
import { RequestMetrics, routePattern } from './request-metrics.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';

/** Lines of the text format as `name{labels}` to value. */
function parse(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const match = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line);
      if (!match) throw new Error(`not a sample: ${line}`);
      return [match[1]!, Number(match[2])];
    }),
  );
}

const scrape = async (url: string) => parse(await (await fetchMetrics(url)).text());

test('requests are counted by route, status and product, including those that the API guard refuses', async () => {
  const server = await startServer();
  const key = await server.key();
  for (let i = 0; i < 3; i++) await server.post(LOOKUP, { codes: ['7326.90.8688'] }, key);
  await server.post(LOOKUP, { codes: [] }, key);
  await server.post(LOOKUP, { codes: ['7326'] });
  await fetch(server.app.url + LOOKUP);
  await fetch(`${server.app.url}/nowhere/at/all`);
  await fetch(`${server.app.url}/operator/sign-in`);
  const samples = await scrape(server.app.url);
  const of = (route: string, status: number, product = '') =>
    samples.get(`portside_requests_total{route="${route}",status="${status}",product="${product}"}`);
  expect([200, 422, 401, 405].map((status) => of(LOOKUP, status, 'tariff'))).toEqual([3, 1, 1, 1]);
  expect(of('(none)', 404)).toBe(1);
  expect(of('/operator/sign-in', 200)).toBe(1);
  const labels = `route="${LOOKUP}",product="tariff"`;
  expect(samples.get(`portside_request_duration_seconds_count{${labels}}`)).toBe(6);
  expect(samples.get(`portside_request_duration_seconds_bucket{${labels},le="+Inf"}`)).toBe(6);
  expect(samples.get(`portside_request_duration_seconds_sum{${labels}}`)).toBeGreaterThan(0);
});

test('the limiter, the caches, the outbound guard, the lists and the files have metrics', async () => {
  const server = await startServer({ scan_allow: [] });
  const key = await server.key();
  await Promise.all(Array.from({ length: 8 }, () => server.post(LOOKUP, { codes: ['7326'] }, key)));
  await server.post('/api/v1/pixel/scan', { url: 'http://127.0.0.1/' }, key);
  const samples = await scrape(server.app.url);
  expect(samples.get('portside_accounting_group_requests_sum')).toBe(9);
  expect(samples.get('portside_accounting_commit_seconds_count')).toBe(
    samples.get('portside_accounting_group_requests_count'),
  );
  expect(samples.get('portside_accounting_faults_total')).toBe(0);
  const [hits, misses] = ['hit', 'miss'].map(
    (result) => samples.get(`portside_cache_lookups_total{cache="keyring",result="${result}"}`)!,
  );
  // The announcement of the new key may arrive between two requests and clear the cache.
  expect([hits! + misses!, misses! >= 1, hits! >= 1]).toEqual([9, true, true]);
  expect(samples.get('portside_cache_lookups_total{cache="pixel",result="miss"}')).toBe(1);
  expect(samples.get('portside_outbound_decisions_total{class="deny_loopback"}')).toBe(1);
  expect(samples.get('portside_law_read_age_seconds')).toBe(43 * 86_400);
  expect(samples.get('portside_pending_requests')).toBe(1);
  expect(samples.get('portside_file_bytes{file="wal"}')).toBeGreaterThan(0);
  for (const name of ['portside_disk_free_bytes', 'process_resident_memory_bytes', 'process_start_time_seconds']) {
    expect([name, samples.get(name)! > 0]).toEqual([name, true]);
  }
  expect([...samples.keys()].filter((name) => name.startsWith('portside_build_info'))).toEqual([
    expect.stringMatching(/^portside_build_info\{version="[\d.]+",bun="[\d.]+"\}$/),
  ]);
});

test('no key, address or query of a request becomes a label, and two scrapes have the same series', async () => {
  const server = await startServer();
  const key = await server.key();
  const names = async () => [...(await scrape(server.app.url)).keys()].map((name) => name.replace(/\d+$/, ''));
  const noise = async (word: string) => {
    await server.post(`${LOOKUP}?as_of=2026-06-07&word=${word}`, { codes: ['7326'] }, key);
    await fetch(`${server.app.url}/${word}/${key}`);
    await fetch(`${server.app.url}/verify/${word}?signature=${word}`);
    await fetch(`${server.app.url}/api/v0/${word}`);
    await server.post('/api/v1/pixel/scan', { url: `https://${word}.invalid/?q=${word}` }, key);
  };
  await noise('firstword');
  await names();
  const before = await names();
  for (let i = 0; i < 20; i++) await noise(`secretword${i}`);
  const after = await names();
  expect(after).toEqual(before);
  const text = await (await fetchMetrics(server.app.url)).text();
  expect(text).not.toMatch(/secretword|firstword|svc_|signature/);
});

const bearer = { authorization: `Bearer ${METRICS_TOKEN}` };
test.each([
  ['from loopback without the token', {}, {}, 404],
  ['through a proxy on this machine that adds no header', {}, { host: 'portside.example' }, 404],
  ['with another token', {}, { authorization: `Bearer ${METRICS_TOKEN}x` }, 404],
  ['with an empty token', {}, { authorization: 'Bearer ' }, 404],
  ['with the token as a password', {}, { authorization: `Basic ${btoa(`x:${METRICS_TOKEN}`)}` }, 404],
  ['with an empty token where none is set', { metrics_token: '' }, { authorization: 'Bearer ' }, 404],
  ['with the token, from an address that is not allowed', { metrics_allow: '10.0.0.0/8' }, bearer, 404],
  ['with the token', {}, bearer, 200],
] as const)('a scrape %s', async (_, settings, headers, status) => {
  const server = await startServer(settings);
  const response = await fetch(`${server.app.url}/metrics`, { headers });
  expect(response.status).toBe(status);
  if (status === 404) expect((await response.json()).error).toBe('not_found');
  else expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test('every alert rule reads a metric that is there', async () => {
  const path = join(root, 'docs/alerts.yml');
  const text = await Bun.file(path).text();
  const { groups } = Bun.YAML.parse(text) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBe(15);
  const server = await startServer();
  const scraped = await (await fetchMetrics(server.app.url)).text();
  const known = new Set([...scraped.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  for (const { alert, expr } of rules) {
    for (const [name] of expr.matchAll(/\b(portside|process)_[a-z_]+\b/g)) {
      expect([alert, name, known.has(name.replace(/_bucket$/, ''))]).toEqual([alert, name, true]);
    }
  }
  const manual = await Bun.file(join(root, 'docs/operations.md')).text();
  for (const { alert } of rules) expect([alert, manual.includes(alert.replace('Portside', ''))]).toEqual([alert, true]);
});

test('each value is counted in one bucket, at or below its bound', () => {
  const histogram = new Histogram([1, 2, 4]);
  for (const value of [0, 1, 1.5, 2, 3, 4, 5, 100]) histogram.add(value);
  expect([...histogram.counts]).toEqual([2, 2, 2, 2]);
  expect(histogram.sum).toBe(116.5);
});

test('subsystems that declare the same metric each add their samples, and may not declare it in two ways', async () => {
  const registry = new PrometheusRegistry();
  const metric = (log: string, rows: number): Metric<number> => ({
    ...{ name: 'rows_total', help: 'Rows.', labels: ['log'] },
    read: () => [[{ log }, rows]],
  });
  registry.counter(metric('scans', 2));
  registry.counter(metric('requests', 3));
  expect(() => registry.gauge(metric('jobs', 1))).toThrow('rows_total');
  expect(() => registry.counter({ ...metric('jobs', 1), help: 'Lines.' })).toThrow('rows_total');
  expect(await registry.text(7)).toBe(
    [
      '# HELP rows_total Rows.',
      '# TYPE rows_total counter',
      'rows_total{log="scans",worker="7"} 2',
      'rows_total{log="requests",worker="7"} 3',
      '',
    ].join('\n'),
  );
});

test('a metric without labels that cannot be read now is left out, and not 0', async () => {
  const registry = new PrometheusRegistry();
  registry.gauge({ name: 'disk_bytes', help: 'Free.', read: () => undefined });
  registry.gauge({ name: 'lag_bytes', help: 'Lag.', read: () => 0 });
  expect(await registry.text(undefined)).toBe('# HELP lag_bytes Lag.\n# TYPE lag_bytes gauge\nlag_bytes 0\n');
});

test('a path gets the metrics of the route that Elysia would choose', () => {
  const requestMetrics = new RequestMetrics();
  requestMetrics.registerRoutes(['/a', '/a/:id', '/a/:id.pdf', '/b/*']);
  const names = new Map([...requestMetrics.routes].map(([name, route]) => [route, name]));
  const of = (path: string) => names.get(requestMetrics.routeOf(path));
  expect(['/a', '/a/1', '/a/1/2', '/b/x/y', '/b', '/'].map(of)).toEqual([
    '/a',
    '/a/:id',
    '(none)',
    '/b/*',
    '(none)',
    '(none)',
  ]);
  expect(routePattern('/a.b').test('/aXb')).toBe(false);
});
