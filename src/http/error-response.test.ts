/** The closed set of errors: this test provokes every code, and each has its section in docs/errors.md. */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from '../../test/support/paths.ts';
import { sendWhileLocked, startServer } from '../../test/support/server.ts';
import { GCC_EXAMPLES } from '../api/v1/certificates/schema.ts';
import type { ErrorCode } from '../domain/errors.ts';
import { upstreamTimeout } from '../pixel/fetch/fetch-errors.ts';
import { ERROR_STATUS, toPortsideError } from './error-response.ts';

const LOOKUP = '/api/v1/tariff/hts/lookup';
const SCAN = '/api/v1/pixel/scan';
const GENERATE = '/api/v1/entry/gcc/generate';
const certificate = GCC_EXAMPLES.bicycle_helmet.body;
const codes = { codes: ['7601'] };

const shop = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('gone', { status: 410 }) });
afterAll(() => shop.stop(true));
const start = () =>
  startServer(
    { scan_allow: [`127.0.0.1:${shop.port}`] },
    {
      network: {
        resolve: async () => {
          throw upstreamTimeout('The host name was not looked up in time.');
        },
        ownAddresses: () => [],
      },
    },
  );
const server = await start();
const key = await server.key();

const signedUrl = async () => (await (await server.post(GENERATE, certificate, key)).json()).gcc_pdf_url as string;

const PROVOKE: Record<ErrorCode, () => Promise<Response>> = {
  unauthorized: () => server.post(LOOKUP, codes),
  scope: async () => server.post(LOOKUP, codes, await server.key('pixel')),
  beta: async () => server.post(LOOKUP, codes, await server.key('all', { notes: '' })),
  url_invalid: async () => fetch((await signedUrl()).replace(/signature=.+/, 'signature=AAAA')),
  url_expired: async () => {
    const url = await signedUrl();
    server.clock.ms += 86_400_000;
    return fetch(url);
  },
  not_found: () => fetch(`${server.app.url}/nothing`),
  method_not_allowed: () => fetch(server.app.url + LOOKUP),
  conflict: async () => {
    const headers = { 'idempotency-key': 'one' };
    await server.post(GENERATE, certificate, key, headers);
    return server.post(GENERATE, { ...certificate, cpsc_rules_cited: [] }, key, headers);
  },
  payload_too_large: () => server.post(LOOKUP, `"${'x'.repeat(300_000)}"`, key),
  unsupported_media_type: () => server.post(LOOKUP, 'codes=7601', key, { 'content-type': 'text/plain' }),
  invalid_json: () => server.post(LOOKUP, '{', key),
  invalid_request: () => server.post(LOOKUP, {}, key),
  rate_limited: async () => {
    const limited = await server.key('all', { perMinute: 1 });
    await server.post(LOOKUP, codes, limited);
    return server.post(LOOKUP, codes, limited);
  },
  upstream_failed: () => server.post(SCAN, { url: `http://127.0.0.1:${shop.port}/` }, key),
  upstream_timeout: () => server.post(SCAN, { url: 'https://shop.example.com/' }, key),
  unavailable: async () => {
    const { answer } = await sendWhileLocked(server, () => server.post(LOOKUP, codes, key));
    // The server stops waiting for the lock after two seconds of this clock.
    server.clock.pass(2_000);
    return answer.finally(() => server.storage.recordsFile.run('ROLLBACK'));
  },
  internal: async () => {
    const broken = await start();
    broken.storage.recordsFile.run('DROP TABLE certificate_files');
    return broken.post(GENERATE, certificate, await broken.key());
  },
};

test.each(Object.entries(PROVOKE))('%s is answered with its status and the error body', async (code, provoke) => {
  const response = await provoke();
  const body = await response.json();
  expect([response.status, body.error]).toEqual([ERROR_STATUS[code as ErrorCode], code]);
  expect(Object.keys(body).filter((name) => name !== 'details')).toEqual(['error', 'message', 'contact']);
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
});

test('a fault of the database is unavailable and may be tried again; any other is ours', () => {
  const [full, odd] = [new Error('the disk is full'), new Error('odd')];
  const shown = (error: Error) =>
    toPortsideError(
      'UNKNOWN',
      error,
      () => undefined,
      (each) => each === full,
    );
  expect([shown(full), shown(odd)]).toMatchObject([
    { code: 'unavailable', retryAfterS: 1, cause: full },
    { code: 'internal', cause: odd },
  ]);
});

test('what failed on our side is logged with its cause', async () => {
  const broken = await start();
  broken.storage.recordsFile.run('DROP TABLE certificate_files');
  await broken.post(GENERATE, certificate, await broken.key());
  expect(broken.faults.map(String)).toEqual([expect.stringContaining('certificate_files')]);
});

test('docs/errors.md has a section for each code, with its status, and no other', async () => {
  const text = await Bun.file(join(root, 'docs/errors.md')).text();
  const sections = [...text.matchAll(/^## `(\w+)` \((\d{3})\)$/gm)].map(([, code, status]) => [code, Number(status)]);
  const codes: [string, number][] = Object.entries(ERROR_STATUS);
  expect(sections.toSorted()).toEqual(codes.toSorted());
});
