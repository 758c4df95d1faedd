/** Resources as a caller meets them: what is refused, with which words, and what still works. */
import { expect, test } from 'bun:test';
import { utcDay } from '../../../src/domain/clock.ts';
import { NOTHING_USED, type ResourceAmounts } from '../../../src/domain/resources.ts';
import { RENDERING_MOST } from '../../../src/entry/issue/certificate-issuer.ts';
import { readKeyUsage } from '../../../src/limits/key-usage.ts';
import { readResourceUse } from '../../../src/limits/resource-use.ts';
import { mostOfScan } from '../../../src/pixel/scan-most.ts';
import { validBody } from '../../support/certificate-fixtures.ts';
import { sampleCertificate } from '../../support/certificate-store-contract.ts';
import { actor, startServer, type TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';
const SCAN = '/api/v1/pixel/scan';
const GENERATE = '/api/v1/entry/gcc/generate';

async function issue(server: TestServer, resources = {}) {
  return server.keyIssuer.issue({ name: 'k', scope: 'all', notes: 'delegate:on', resources }, actor);
}

/** Uses up a resource of the lineage for today. */
async function spend(server: TestServer, lineageId: number, amounts: Partial<ResourceAmounts>) {
  const booking = { lineageId, day: utcDay(server.clock.ms), kind: 'settle', amounts: { ...NOTHING_USED, ...amounts } };
  await server.storage.resources.book([booking as never]);
}

async function refusal(answer: Response) {
  const { error, message } = (await answer.json()) as { error: string; message: string };
  const header = (name: string) => answer.headers.get(name);
  return { status: answer.status, error, message, retryAfter: header('retry-after'), retry: header('x-should-retry') };
}

/** As many different characters as a request may have: about 163 kB of JSON, and a PDF of several megabytes. */
function floodBody() {
  let next = 0x4e00;
  const text = (length: number) => Array.from({ length }, () => String.fromCodePoint(next++)).join('');
  const exclusions = Array.from({ length: 40 }, () => ({ citation: text(1), basis: text(499) }));
  return { ...validBody(), exclusions };
}

test('a certificate that would fill the disk is invalid_request, says why, and nothing is stored', async () => {
  const server = await startServer();
  const { key, row } = await issue(server);
  const answer = await server.post(GENERATE, floodBody(), key);
  const { status, error, message } = await refusal(answer);
  expect([status, error]).toEqual([422, 'invalid_request']);
  expect(message).toContain('larger than 2 MB');
  const { storedBytes } = await readResourceUse(server.storage, row, server.clock.ms);
  expect(storedBytes.used).toBe(0);
  expect(await server.storage.certificates.list({ sinceMs: 0, limit: 1 })).toEqual([]);
  expect((await server.post(GENERATE, validBody(), key)).status).toBe(200);
}, 60_000);

test('a key that stores as much as it may gets 429 for new certificates, and still its earlier ones and all the rest', async () => {
  const server = await startServer();
  const { key, row } = await issue(server, { storedBytes: 10_000_000 });
  const once = { 'idempotency-key': 'once' };
  const first = await server.post(GENERATE, validBody(), key, once);
  const { gcc_id: gccId } = (await first.json()) as { gcc_id: string };
  const used = async () => (await readResourceUse(server.storage, row, server.clock.ms)).storedBytes.used;
  const before = await used();
  const large = sampleCertificate(1, { keyId: String(row.id), pdfBytes: 9_990_000 - before });
  await server.storage.certificates.insert(large, Uint8Array.of(1));
  const full = await used();
  expect(full).toBeLessThanOrEqual(10_000_000);
  expect(await refusal(await server.post(GENERATE, validBody(), key))).toEqual({
    status: 429,
    error: 'rate_limited',
    message: expect.stringContaining('bytes that this API key may store'),
    retryAfter: null,
    retry: 'false',
  });
  const replayed = await server.post(GENERATE, validBody(), key, once);
  expect([replayed.status, ((await replayed.json()) as { gcc_id: string }).gcc_id]).toEqual([200, gccId]);
  expect((await server.post(LOOKUP, { codes: ['7326.90.8688'] }, key)).status).toBe(200);
  expect(await used()).toBe(full);
  await server.keyIssuer.edit(row.id, { resources: { storedBytes: 20_000_000 } }, actor);
  expect((await server.post(GENERATE, validBody(), key)).status).toBe(200);
});

test.each([
  ['cpuMs', { cpuMs: 3_600_000 }, 'processor time', [429, 429]],
  ['bytesFetched', { bytesFetched: 20_000_000_000 }, 'may fetch', [429, 200]],
] as const)(
  'spent %s refuses what uses it until the UTC day ends, and nothing else',
  async (_, amounts, words, statuses) => {
    const shop = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => new Response('<p>shop', { headers: { 'content-type': 'text/html' } }),
    });
    const server = await startServer({ scan_allow: [`127.0.0.1:${shop.port}`] });
    const { key, row } = await issue(server);
    const page = (path: string) => ({ url: `http://127.0.0.1:${shop.port}/${path}` });
    expect((await server.post(SCAN, page('known'), key)).status).toBe(200);
    await spend(server, row.lineageId, amounts);
    const refused = await server.post(SCAN, page('new'), key);
    expect(await refusal(refused)).toEqual({
      status: 429,
      error: 'rate_limited',
      message: expect.stringContaining(words),
      retryAfter: String(12 * 3600),
      retry: 'false',
    });
    expect((await server.post(SCAN, page('new?'), key)).status).toBe(statuses[0]);
    expect((await server.post(GENERATE, validBody(), key)).status).toBe(statuses[1]);
    const cached = await server.post(SCAN, page('known'), key);
    expect([cached.status, cached.headers.get('x-cache')]).toEqual([200, 'HIT']);
    expect((await server.post(LOOKUP, { codes: ['7326.90.8688'] }, key)).status).toBe(200);
    const other = await issue(server);
    expect((await server.post(SCAN, page('new'), other.key)).status).toBe(200);
    server.clock.ms += 12 * 3_600_000;
    expect((await server.post(SCAN, page('tomorrow'), key)).status).toBe(200);
    shop.stop(true);
  },
);

test('the request that starts a scan pays for it, also when it fails; one that joins it or is answered from the cache does not', async () => {
  const opened = Promise.withResolvers<void>();
  const page = `<script>fbq('init', '123456789012345');</script>${'<p>some text</p>'.repeat(5000)}`;
  const shop = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/slow') await opened.promise;
      const type = pathname === '/failing' ? 'application/pdf' : 'text/html';
      return new Response(page, { headers: { 'content-type': type } });
    },
  });
  const origin = `http://127.0.0.1:${shop.port}`;
  const server = await startServer({ scan_allow: [`127.0.0.1:${shop.port}`] });
  const callers = await Promise.all(Array.from({ length: 3 }, () => issue(server)));
  const used = async () =>
    Promise.all(
      callers.map(async ({ row }) => {
        const { cpuMs, bytesFetched } = await readResourceUse(server.storage, row, server.clock.ms);
        return { cpuMs: cpuMs.used, bytesFetched: bytesFetched.used };
      }),
    );
  const none = { cpuMs: 0, bytesFetched: 0 };
  const first = server.post(SCAN, { url: `${origin}/slow` }, callers[0]!.key);
  await until('the scan is under way', async () => (await used())[0]!.cpuMs === mostOfScan(false).cpuMs);
  const joined = server.post(SCAN, { url: `${origin}/slow` }, callers[1]!.key);
  await until('the other has joined', async () => (await used())[1]!.cpuMs === mostOfScan(false).cpuMs);
  opened.resolve();
  expect([(await first).headers.get('x-cache'), (await joined).headers.get('x-cache')]).toEqual(['MISS', 'SHARED']);
  const cached = await server.post(SCAN, { url: `${origin}/slow` }, callers[2]!.key);
  expect(cached.headers.get('x-cache')).toBe('HIT');
  const [paid, ...others] = await used();
  expect(others).toEqual([none, none]);
  expect(paid!.bytesFetched).toBe(page.length);
  expect(paid!.cpuMs).toBeGreaterThan(0);
  expect(paid!.cpuMs).toBeLessThan(mostOfScan(false).cpuMs);

  await server.post(SCAN, { url: `${origin}/other` }, callers[1]!.key);
  expect((await used())[1]!.bytesFetched).toBe(page.length);
  await server.post(`${SCAN}?deep=true`, { url: `${origin}/deep` }, callers[2]!.key);
  expect((await used())[2]!.bytesFetched).toBe(page.length);
  const before = (await used())[2]!.cpuMs;
  expect((await server.post(SCAN, { url: `${origin}/failing` }, callers[2]!.key)).status).toBe(502);
  expect((await used())[2]!.cpuMs).toBeGreaterThanOrEqual(before);
  expect((await used())[2]!.cpuMs).toBeLessThan(before + mostOfScan(false).cpuMs);
  shop.stop(true);
});

test('a caller that goes away pays for the scan that it started, and only for that', async () => {
  const opened = Promise.withResolvers<void>();
  const shop = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch() {
      await opened.promise;
      return new Response('<p>shop', { headers: { 'content-type': 'text/html' } });
    },
  });
  const server = await startServer({ scan_allow: [`127.0.0.1:${shop.port}`] });
  const { key, row } = await issue(server);
  const used = () => readResourceUse(server.storage, row, server.clock.ms);
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: `http://127.0.0.1:${shop.port}/` });
  const gone = fetch(server.app.url + SCAN, { method: 'POST', headers, body, signal: leaving.signal }).catch(
    () => 'gone',
  );
  await until('the scan is under way', async () => (await used()).cpuMs.used === mostOfScan(false).cpuMs);
  leaving.abort();
  expect(await gone).toBe('gone');
  opened.resolve();
  await until('the scan is settled', async () => (await used()).cpuMs.used < mostOfScan(false).cpuMs);
  expect((await used()).bytesFetched.used).toBe('<p>shop'.length);
  expect((await used()).cpuMs.used).toBeGreaterThan(0);
  shop.stop(true);
});

test('drawing a certificate is paid once, also when the PDF is too large', async () => {
  const server = await startServer();
  const { key, row } = await issue(server);
  const cpuMs = async () => (await readResourceUse(server.storage, row, server.clock.ms)).cpuMs.used;
  const once = { 'idempotency-key': 'once' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => server.post(GENERATE, validBody(), key, once)));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  const one = await cpuMs();
  expect(one).toBeGreaterThan(0);
  expect(one).toBeLessThanOrEqual(RENDERING_MOST.cpuMs);
  expect((await server.post(GENERATE, validBody(), key, once)).status).toBe(200);
  expect(await cpuMs()).toBe(one);
  expect((await server.post(GENERATE, floodBody(), key)).status).toBe(422);
  expect(await cpuMs()).toBeGreaterThan(one);
}, 60_000);

test('requests refused for a resource are counted, because their key was read and their limit was not reached', async () => {
  const server = await startServer();
  const { key, row } = await issue(server);
  await spend(server, row.lineageId, { cpuMs: 3_600_000 });
  for (let i = 0; i < 3; i++) expect((await server.post(GENERATE, validBody(), key)).status).toBe(429);
  expect((await readKeyUsage(server.storage, row, server.clock.ms)).total).toBe(3);
});

test('an error of the request comes before a spent resource', async () => {
  const server = await startServer();
  const { key, row } = await issue(server);
  await spend(server, row.lineageId, { cpuMs: 3_600_000 });
  expect((await server.post(GENERATE, {}, key)).status).toBe(422);
  expect((await server.post(SCAN, { url: 7 }, key)).status).toBe(422);
  expect((await server.post(SCAN, '{', key)).status).toBe(400);
});

/** Their rows are bounded by days, bytes and number: `log-contract.ts`, `request-table.test.ts`. */
const BOUNDED_LOGS = /^(?:request|scan)_log/;

test('besides certificates, a key writes no more rows however often it asks', async () => {
  const server = await startServer();
  const { key, row } = await issue(server);
  const tables = server.storage.recordsFile
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  const counts = () =>
    new Map(
      tables.map(({ name }) => [
        name,
        server.storage.recordsFile.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name}"`).get()!.n,
      ]),
    );
  const askEverything = async (round: number) => {
    for (const [path, body] of [
      [LOOKUP, { codes: ['7326.90.8688'] }],
      [LOOKUP, {}],
      [LOOKUP, '{'],
      [SCAN, { url: `http://10.0.0.${round}/${round}` }],
      [GENERATE, { round }],
      [GENERATE, validBody()],
    ] as const) {
      await (await server.post(path, body, key, { 'idempotency-key': `round ${round}` })).text();
    }
  };
  const settled = async () => {
    const { journal } = server.storage;
    while (journal.rollUp(Number.MAX_SAFE_INTEGER));
    await until('the errors are written', () => errorsOf() > 0 && errorsOf() % 4 === 0);
  };
  const errorsOf = () =>
    server.storage.recordsFile
      .query<{ n: number }, [number]>('SELECT coalesce(sum(requests), 0) AS n FROM usage_errors WHERE key_id = ?')
      .get(row.id)!.n;
  await askEverything(0);
  await settled();
  const before = counts();
  for (let round = 1; round <= 12; round++) await askEverything(round);
  await until('all errors are written', () => errorsOf() === 13 * 4);
  await settled();
  const grown = [...counts()]
    .filter(([name, rows]) => rows > before.get(name)! && !BOUNDED_LOGS.test(name))
    .map(([name]) => name);
  // Certificates are counted, with one idempotency record and one row of the index of their texts each.
  const index = ['', '_data', '_docsize', '_idx'].map((part) => `certificate_texts${part}`);
  expect(grown.sort()).toEqual(['certificate_files', ...index, 'certificates', 'idempotency']);
  const [certificates, records] = [counts().get('certificates')!, counts().get('idempotency')!];
  expect([certificates, records]).toEqual([13, 13]);
});
