/** What a page asks is asked as the key of the session, is counted if it does work, and streams. */
import { describe, expect, test } from 'bun:test';
import { startPages } from '../../../../test/support/workbench-visitor.ts';
import type { JobPage } from '../../../api/v2/jobs/answers.ts';
import { readKeyUsage } from '../../../limits/key-usage.ts';
import type { PageHandler, PageRoute } from '../page-route.ts';
import { ApiFailure } from './api-failure.ts';
import { uploadTypeOf } from './upload-type.ts';

const route = (name: string, method: 'get' | 'post', handler: PageHandler, more = {}): PageRoute => ({
  path: `/work/${name}`,
  [method]: handler,
  ...more,
});

const { visitor, apiKey, keyIssuer, storage, clock, post, app, faults } = await startPages([
  route('list', 'get', async ({ ask }) => Response.json(await ask.json<JobPage>('GET', '/api/v2/tariff/audits'))),
  route('explain', 'get', async ({ ask }) => ask.response('GET', '/api/v0/tariff/hts/7326.90.8688')),
  route('missing', 'get', async ({ ask }) => ask.response('GET', '/api/v2/tariff/audits/job_000000000000000000000000')),
  route('v1', 'get', async ({ ask }) => ask.response('GET', '/api/v2/../v1/tariff/hts/lookup')),
  route('duties', 'post', async ({ ask, form }) =>
    Response.json(
      await ask.json('POST', '/api/v2/tariff/duties', { json: { items: [{ code: form.get('code') ?? '' }] } }),
    ),
  ),
  route(
    'upload',
    'post',
    async ({ ask, file, form }) => {
      if (!file) return new Response('no file');
      const type = uploadTypeOf(file.name);
      if (!type) return new Response('no table');
      const headers = { 'idempotency-key': form.get('once')! };
      return ask.response('POST', '/api/v2/tariff/audits', { file: { body: file.body, type }, headers });
    },
    { fileBytesMax: 32 * 1024 * 1024 },
  ),
  route('refused', 'post', async ({ ask }) => {
    try {
      return await ask.response('POST', '/api/v2/tariff/duties', { json: { items: 'none' } });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const { status, code, details, requestId } = error;
      return Response.json({ status, code, details, requestId });
    }
  }),
]);
const keyRow = (await keyIssuer.list(1))[0]!;
const counted = async () => (await readKeyUsage(storage, keyRow, clock.now())).today;

describe('a page', () => {
  test('reads as the key of the session, and reading is not counted', async () => {
    const before = await counted();
    const { status, html } = await visitor.get('/work/list');
    expect([status, JSON.parse(html)]).toEqual([200, { jobs: [], next_cursor: null }]);
    const explained = await visitor.get('/work/explain');
    expect([explained.status, JSON.parse(explained.html).code]).toEqual([200, '7326.90.8688']);
    expect(await counted()).toBe(before);
  });

  test('reads v0 more often than an address may, because its reads are not counted', async () => {
    for (let i = 0; i < 130; i++) expect((await visitor.get('/work/explain')).status).toBe(200);
  });

  test('does work that is counted as over HTTP', async () => {
    const before = await counted();
    const { status, html } = await visitor.post('/work/duties', { code: '7326.90.8688' });
    expect([status, JSON.parse(html).results.length]).toEqual([200, 1]);
    expect(await counted()).toBe(before + 1);
    await post('/api/v2/tariff/duties', { items: [{ code: '7326.90.8688' }] }, apiKey);
    expect(await counted()).toBe(before + 2);
  });

  test('shows a refusal of the API as a page, with its message and the id of the request', async () => {
    const { status, html, response } = await visitor.get('/work/missing');
    expect([status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(html).toContain('This API key has no job with this id here.');
    const { html: part, response: answer } = await visitor.part('/work/missing');
    expect(part).not.toContain('<html');
    expect(answer.headers.get('hx-retarget')).toBe('#problem');
  });

  test('learns which field is wrong', async () => {
    const { html } = await visitor.post('/work/refused');
    expect(JSON.parse(html)).toMatchObject({ status: 422, code: 'invalid_request', details: [{ path: '/items' }] });
  });

  test('cannot ask v1', async () => {
    expect((await visitor.get('/work/v1')).status).toBe(500);
    expect(String(faults.pop())).toContain('Pages ask only v0 and v2.');
  });
});

describe('a file', () => {
  const lines = (count: number) => `hts\n${'7326.90.8688\n'.repeat(count)}`;

  test('becomes the job that the API would make of it', async () => {
    const { status, html } = await visitor.upload('/work/upload', new File([lines(3)], 'parts.csv'), { once: 'one' });
    expect([status, JSON.parse(html).lines_total]).toEqual([202, 3]);
    const again = await visitor.upload('/work/upload', new File([lines(3)], 'parts.csv'), { once: 'one' });
    expect(JSON.parse(again.html).id).toBe(JSON.parse(html).id);
  });

  test('of 20 MB arrives whole', async () => {
    const padded = `hts,note\n${`7326.90.8688,${'x'.repeat(2000)}\n`.repeat(9000)}`;
    expect(padded.length).toBeGreaterThan(18_000_000);
    const { status, html } = await visitor.upload('/work/upload', new File([padded], 'parts.csv'), { once: 'large' });
    expect([status, JSON.parse(html).lines_total]).toEqual([202, 9000]);
  });

  test('that is missing, empty, of another kind or too large is refused', async () => {
    const send = (file: File) => visitor.upload('/work/upload', file, { once: 'x' });
    expect((await send(new File([], ''))).html).toBe('no file');
    expect((await send(new File(['x'], 'parts.pdf'))).html).toBe('no table');
    expect((await send(new File([''], 'parts.csv'))).status).toBe(422);
    expect((await send(new File([new Uint8Array(34 * 1024 * 1024)], 'parts.csv'))).status).toBe(413);
  });

  test('of a client that goes away becomes no job', async () => {
    const before = JSON.parse((await visitor.get('/work/list')).html).jobs.length;
    const head = `--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${visitor.csrf}\r\n--x\r\nContent-Disposition: form-data; name="once"\r\n\r\ngone\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${lines(5)}`;
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      cookie: visitor.cookie,
      origin: visitor.url,
      'sec-fetch-site': 'same-origin',
    };
    const controller = new AbortController();
    let pulls = 0;
    const body = new ReadableStream({
      pull(stream) {
        // At the second time, what came first is on its way.
        if (pulls++ === 0) stream.enqueue(new TextEncoder().encode(head));
        else controller.abort();
      },
    });
    const { signal } = controller;
    await expect(fetch(`${visitor.url}/work/upload`, { method: 'POST', body, signal, headers })).rejects.toThrow();
    // A form that ends without its last boundary is no whole file either.
    const broken = await fetch(`${visitor.url}/work/upload`, { method: 'POST', body: head, headers });
    expect(broken.status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse((await visitor.get('/work/list')).html).jobs).toHaveLength(before);
  });
});

describe('nobody outside is delegated', () => {
  const tries: [string, RequestInit][] = [
    ['the cookie of a session alone', { headers: { cookie: visitor.cookie } }],
    [
      'the cookie with every header that this server might trust',
      {
        headers: {
          cookie: visitor.cookie,
          delegation: '1',
          'x-delegation': JSON.stringify({ caller: { keyId: 1 } }),
          'x-portside-caller': '1',
          'hx-request': 'true',
          'x-forwarded-for': '127.0.0.1',
          'x-internal': '1',
          origin: app.url,
          'sec-fetch-site': 'same-origin',
        },
      },
    ],
    ['the token of the cookie as a key', { headers: { authorization: `Bearer ${visitor.cookie.split('=')[1]}` } }],
    ['the cookie with an empty Authorization', { headers: { cookie: visitor.cookie, authorization: '' } }],
    ['the form token', { headers: { cookie: visitor.cookie, 'x-csrf-token': visitor.csrf } }],
  ];
  test.each(tries)('%s', async (_, init) => {
    for (const path of ['/api/v2/tariff/audits', '/api/v2/watches', '/api/v2/entry/certificates']) {
      expect([path, (await fetch(app.url + path, init)).status]).toEqual([path, 401]);
    }
  });

  test('a request that names the property of another', async () => {
    const request = new Request(`${app.url}/api/v2/watches`);
    Object.assign(request, { delegation: { caller: { keyId: 1 } }, [Symbol('delegation')]: { caller: { keyId: 1 } } });
    expect((await app.handle(request)).status).toBe(401);
  });
});
