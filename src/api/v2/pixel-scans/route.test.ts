/** The v2 scan from request to response, against a storefront on loopback that the configuration allows. */
import { afterAll, describe, expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { BLOCKED_REPORT, CLEAN_REPORT, SAMPLE_REPORT } from '../../../../test/support/detailed-report.ts';
import { actor, fetchMetrics, startServer } from '../../../../test/support/server.ts';
import { utcDay } from '../../../domain/clock.ts';
import { DEMO_STORE_URL } from '../../../pixel/demo-store/address.ts';
import { PIXEL_SCAN } from './route.ts';
import { PixelReport, PublicPixelReport } from './schema.ts';

const PAGE = `<!doctype html><script>
!function(f,b,e,v,n,t,s){n=f.fbq=function(){}}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');
fbq('init', '123456789012345'); fbq('track', 'PageView');
</script>`;
let fetches = 0;
const shop = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch({ url }) {
    fetches++;
    if (new URL(url).pathname === '/gone') return new Response('gone', { status: 404 });
    return new Response(PAGE, { headers: { 'content-type': 'text/html' } });
  },
});
afterAll(() => shop.stop(true));
const origin = `http://127.0.0.1:${shop.port}`;
const server = await startServer({ scan_allow: [`127.0.0.1:${shop.port}`] });
const key = await server.key('pixel');
const scan = (body: unknown, headers = {}) => server.post(PIXEL_SCAN.path, body, key, headers);

/** The names of the fields that the schema does not describe. */
function undescribed(schema: TSchema, value: unknown, path = ''): string[] {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (Array.isArray(value)) return items ? value.flatMap((item, at) => undescribed(items, item, `${path}/${at}`)) : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    properties?.[name] ? undescribed(properties[name], part, `${path}/${name}`) : [`${path}/${name}`],
  );
}

function faultsOf(schema: TSchema, value: unknown): unknown[] {
  return [...Value.Errors(schema, value), ...undescribed(schema, value)];
}

describe('the schema', () => {
  test.each([
    ['every part', SAMPLE_REPORT],
    ['a clean page', CLEAN_REPORT],
    ['a page that was not judged', BLOCKED_REPORT],
  ])('describes the report of %s, without a field left over', (_, report) => {
    expect(faultsOf(PixelReport, report)).toEqual([]);
    expect(faultsOf(PublicPixelReport, { ...report, score: report.score ?? 0 })).toEqual([]);
  });

  test('notices a field that it does not describe, a missing one and a wrong value', () => {
    expect(faultsOf(PixelReport, { ...CLEAN_REPORT, more: 1 })).toEqual(['/more']);
    expect(faultsOf(PixelReport, { ...CLEAN_REPORT, graph: undefined }).length).toBeGreaterThan(0);
    expect(faultsOf(PixelReport, { ...CLEAN_REPORT, state: 'clean' }).length).toBeGreaterThan(0);
    expect(faultsOf(PublicPixelReport, BLOCKED_REPORT).length).toBeGreaterThan(0);
  });

  test('says of every field what it is', () => {
    const check = (schema: TSchema, path: string): string[] => {
      const {
        properties = {},
        items,
        description,
      } = schema as {
        properties?: Record<string, TSchema>;
        items?: TSchema;
        description?: string;
      };
      return [
        ...(description === undefined ? [path] : []),
        ...Object.entries(properties).flatMap(([name, part]) => check(part, `${path}/${name}`)),
        // The items of a list of texts are described by the list.
        ...(items && 'properties' in items ? check(items, `${path}/*`) : []),
      ];
    };
    expect(check(PixelReport, '')).toEqual([]);
  });
});

test('a scan answers the detailed report, which is then remembered', async () => {
  const first = await scan({ url: `${origin}/` });
  expect([first.status, first.headers.get('x-cache'), first.headers.get('age')]).toEqual([200, 'MISS', '0']);
  expect([first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
    'application/json',
    'no-store',
  ]);
  const report = await first.json();
  expect(faultsOf(PixelReport, report)).toEqual([]);
  expect(report.findings.map(({ rule_id }: { rule_id: string }) => rule_id)).toContain('legacy_meta_pixel_call');
  const { places } = report.findings.find(({ rule_id }: { rule_id: string }) => rule_id === 'legacy_meta_pixel_call');
  expect(places[0]).toMatchObject({ kind: 'page', line: 3 });

  server.clock.ms += 7000;
  const second = await scan({ url: `${origin}/`, deep: true });
  expect([second.headers.get('x-cache'), second.headers.get('age'), fetches]).toEqual(['HIT', '7', 1]);
  expect(await second.json()).toEqual(report);
  const fresh = await scan({ url: `${origin}/` }, { 'cache-control': 'no-cache' });
  expect([fresh.headers.get('x-cache'), fetches]).toEqual(['BYPASS', 2]);
});

test('a journey is one report of several pages, remembered apart from a scan of one', async () => {
  const one = await scan({ url: DEMO_STORE_URL });
  const journey = await scan({ url: DEMO_STORE_URL, journey: true });
  expect([one.headers.get('x-cache'), journey.headers.get('x-cache')]).toEqual(['MISS', 'MISS']);
  const report = await journey.json();
  expect(faultsOf(PixelReport, report)).toEqual([]);
  const kinds = (pages: { journey: string }[]) => pages.map((page) => page.journey);
  expect(kinds(report.pages)).toEqual(expect.arrayContaining(['home', 'collection', 'cart']));
  expect(kinds((await one.json()).pages)).toEqual(['home']);
  // Every page names the same pixels.
  const parts = [...report.looked_at, ...report.not_looked_at].map((part) => JSON.stringify(part));
  expect(parts.filter((part, at) => parts.indexOf(part) !== at)).toEqual([]);
  expect((await scan({ url: DEMO_STORE_URL, journey: true })).headers.get('x-cache')).toBe('HIT');
});

test('v1 shows the same scan in its three fields', async () => {
  const url = `${origin}/both`;
  const { score, findings, severity_counts } = await (await scan({ url, deep: false })).json();
  const v1 = await server.post('/api/v1/pixel/scan', { url }, key);
  expect(v1.headers.get('x-cache')).toBe('HIT');
  const fields = (one: { rule_id: string; severity: string; message: string }) => ({
    rule_id: one.rule_id,
    severity: one.severity,
    message: one.message,
  });
  expect(await v1.text()).toBe(JSON.stringify({ score, findings: findings.map(fields), severity_counts }));
});

test.each([
  [{}, ['/url']],
  [[], ['']],
  [{ url: 7 }, ['/url']],
  [{ url: 'not a url' }, ['/url']],
  [{ url: 'http://169.254.169.254/' }, ['/url']],
  [{ url: 'ftp://shop.example/' }, ['/url']],
  [{ url: `https://shop.example/${'x'.repeat(9000)}` }, ['/url']],
  [{ url: `${origin}/`, deep: 'false' }, ['/deep']],
  [{ url: `${origin}/`, deep: 0 }, ['/deep']],
  [{ url: `${origin}/`, deep: null }, ['/deep']],
  [{ url: `${origin}/`, journey: 1 }, ['/journey']],
  [{ url: `${origin}/`, depp: false }, ['/depp']],
  [{ url: `${origin}/`, constructor: {} }, ['/constructor']],
] as [object, string[]][])('%j is refused at the place of the fault', async (body, paths) => {
  const answer = await scan(body);
  const { error, details } = await answer.json();
  expect([answer.status, error]).toEqual([422, 'invalid_request']);
  expect(details.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(paths));
});

test('a page that is not there is 502, and a key of another product is refused', async () => {
  const gone = await scan({ url: `${origin}/gone` });
  expect([gone.status, (await gone.json()).error]).toEqual([502, 'upstream_failed']);
  const other = await server.post(PIXEL_SCAN.path, { url: `${origin}/` }, await server.key('tariff'));
  expect([other.status, (await other.json()).error]).toEqual([403, 'scope']);
});

test('a scan costs one request, processor time and bytes; a remembered one only the request', async () => {
  const { key: own, row } = await server.keyIssuer.issue(
    { name: 'cost', scope: 'pixel', notes: 'delegate:on', perMinute: 3 },
    actor,
  );
  const used = async () => {
    const account = await server.storage.resources.account(row.lineageId, utcDay(server.clock.now()));
    return account.used;
  };
  const ask = () => server.post(PIXEL_SCAN.path, { url: `${origin}/cost` }, own);
  const first = await ask();
  expect(first.headers.get('ratelimit')).toContain('"minute";r=2');
  const { cpuMs, bytesFetched } = await used();
  expect([cpuMs > 0, bytesFetched]).toEqual([true, PAGE.length]);
  expect((await ask()).headers.get('x-cache')).toBe('HIT');
  expect(await used()).toMatchObject({ cpuMs, bytesFetched });
});

test('metrics name the route and its product', async () => {
  await scan({ url: `${origin}/` });
  const text = await (await fetchMetrics(server.app.url)).text();
  expect(text).toMatch(/portside_requests_total\{route="\/api\/v2\/pixel\/scans",status="200",product="pixel"\} \d+/);
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
