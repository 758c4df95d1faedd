/**
 * The life of a job over HTTP, and what other keys see of it. The work itself is faked: its products test it. In over 400 lines, because
 * every operation is attacked on one server with its jobs.
 */
import { describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { Value } from 'typebox/value';
import { startJobServer } from '../../../../test/support/job-server.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { UPLOAD_BYTES_MAX } from './read-upload.ts';
import { JobList, jobSchema } from './schema.ts';

const server = await startJobServer();
const UNLIMITED = { perMinute: 100_000, perDay: 1_000_000 };
const key = await server.key('tariff', UNLIMITED);
const stranger = await server.key('all', UNLIMITED);
const PATH = '/api/v2/tariff/audits';

// biome-ignore lint/suspicious/noExplicitAny: the tests compare it with schemas
type Answer = { status: number; headers: Headers; body: any };

async function send(
  method: string,
  path: string,
  body?: BodyInit,
  more: Record<string, string> = {},
  as = key,
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body !== undefined && { 'content-type': 'text/csv' }), ...more },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const isJson = !response.headers.has('content-disposition') && text !== '';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const begin = async (lines = 'a\nb\nc') => (await send('POST', PATH, lines)).body.id as string;
const finished = async (lines?: string) => {
  const id = await begin(lines);
  server.jobs.finish(id);
  return id;
};
const faultsOf = ({ body }: Answer): string[] => body.details.map(({ path }: { path: string }) => path);

describe('a life', () => {
  test('begun, read, downloaded in each format, removed', async () => {
    const begun = await send('POST', `${PATH}?code_column=hts`, 'a\nb\nc');
    expect(begun.status).toBe(202);
    const { id } = begun.body;
    expect(begun.headers.get('location')).toBe(`${PATH}/${id}`);
    expect([...Value.Errors(jobSchema(), begun.body)]).toEqual([]);
    expect(begun.body).toMatchObject({
      id: expect.stringMatching(/^job_[0-9A-Za-z]{24}$/),
      status: 'queued',
      lines_total: 3,
      lines_done: 0,
      progress: 0,
      units_charged: 3,
      units_returned: 0,
      charged_day: '2026-11-21',
      result_url: null,
      expires_at: null,
      law_read_to: '2026-10-09',
    });
    expect(server.jobs.jobs.get(id)!.options).toEqual({ code_column: 'hts' });
    expect((await send('GET', `${PATH}/${id}`)).body).toEqual(begun.body);

    const early = await send('GET', `${PATH}/${id}/result`);
    expect([early.status, early.body.error, early.headers.get('retry-after')]).toEqual([409, 'conflict', '5']);
    server.jobs.finish(id);
    const { body: done } = await send('GET', `${PATH}/${id}`);
    expect([...Value.Errors(jobSchema(), done)]).toEqual([]);
    expect(done).toMatchObject({
      status: 'finished',
      progress: 1,
      counts: { done: 3 },
      result_url: `${PATH}/${id}/result`,
    });
    expect(Date.parse(done.expires_at) - Date.parse(done.ended_at)).toBe(7 * 86_400_000);
    for (const [format, mediaType] of Object.entries(MEDIA_TYPES)) {
      const result = await fetch(`${server.url}${done.result_url}?format=${format}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect([result.status, await result.text()]).toEqual([200, `${format}:abc`]);
      expect(result.headers.get('content-type')).toStartWith(mediaType);
      expect(result.headers.get('content-disposition')).toBe(`attachment; filename="tariff-audit-${id}.${format}"`);
      expect(result.headers.get('cache-control')).toBe('no-store');
      expect(result.headers.get('x-content-type-options')).toBe('nosniff');
      expect(result.headers.get('ratelimit')).not.toBeNull();
    }

    const removed = await send('DELETE', `${PATH}/${id}`);
    expect([removed.status, removed.body]).toEqual([204, '']);
    for (const path of [`${PATH}/${id}`, `${PATH}/${id}/result`]) expect((await send('GET', path)).status).toBe(404);
    expect((await send('DELETE', `${PATH}/${id}`)).status).toBe(404);
  });

  test('a job that is cancelled or failed has no result, and no time to ask again', async () => {
    for (const [status, failure, words] of [
      ['cancelled', undefined, 'cancelled'],
      ['failed', 'A list is broken.', 'A list is broken.'],
    ] as const) {
      const id = await begin();
      server.jobs.jobs.set(id, { ...server.jobs.jobs.get(id)!, status, ...(failure && { failure }) });
      const answer = await send('GET', `${PATH}/${id}/result`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, null]);
      expect(answer.body.message).toContain(words);
    }
  });

  test('after seven days there is nothing, also before the row is pruned', async () => {
    const id = await finished();
    const job = server.jobs.jobs.get(id)!;
    server.jobs.jobs.set(id, { ...job, expiresAtMs: server.clock.ms });
    for (const path of ['', '/result']) expect((await send('GET', `${PATH}/${id}${path}`)).status).toBe(404);
    server.jobs.jobs.set(id, { ...job, expiresAtMs: server.clock.ms + 1 });
    expect((await send('GET', `${PATH}/${id}/result`)).status).toBe(200);
  });

  test('HEAD has the headers of the result and reads nothing of it', async () => {
    const id = await finished();
    const chunks = server.jobs.inputs.get(id)!;
    server.jobs.inputs.delete(id);
    const head = await fetch(`${server.url}${PATH}/${id}/result?format=xlsx`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, MEDIA_TYPES.xlsx, '']);
    server.jobs.inputs.set(id, chunks);
    expect(
      (await fetch(server.url + PATH, { method: 'HEAD', headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(200);
    expect(server.faults).toEqual([]);
  });

  test('the list is paged, filtered by status, and of one family', async () => {
    const own = await server.key('all', UNLIMITED);
    const post = (path: string) => send('POST', path, 'a', {}, own);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.unshift((await post(PATH)).body.id);
    const { body: other } = await post('/api/v2/pixel/audits');
    server.jobs.finish(ids[1]!);
    const list = (query: string) => send('GET', `${PATH}?${query}`, undefined, {}, own);
    const seen = [];
    for (let cursor = ''; ; ) {
      const { body } = await list(`limit=2${cursor && `&cursor=${cursor}`}`);
      expect([...Value.Errors(JobList, body)]).toEqual([]);
      seen.push(...body.jobs.map(({ id }: { id: string }) => id));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(ids);
    expect((await list('status=finished')).body.jobs.map(({ id }: { id: string }) => id)).toEqual([ids[1]]);
    // A job of another family is not here, by list or by id.
    expect((await send('GET', `${PATH}/${other.id}`, undefined, {}, own)).status).toBe(404);
    expect((await send('GET', `/api/v2/pixel/audits/${other.id}`, undefined, {}, own)).status).toBe(200);
  });

  test('another lineage sees, downloads and removes nothing; a rotated key everything', async () => {
    const id = await finished();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/result'],
      ['DELETE', ''],
    ] as const) {
      const theirs = await send(method, `${PATH}/${id}${path}`, undefined, {}, stranger);
      const nobodys = await send(method, `${PATH}/job_${'0'.repeat(24)}${path}`, undefined, {}, stranger);
      expect([theirs.status, theirs.body]).toEqual([404, nobodys.body]);
    }
    const first = (await server.issuer.list(100)).at(-1)!;
    expect((await send('GET', PATH, undefined, {}, stranger)).body.jobs).toEqual([]);
    const { key: successor } = await server.issuer.rotate(first.id, 60_000, { name: 'test', origin: 'test' });
    expect((await send('GET', `${PATH}/${id}`, undefined, {}, successor)).status).toBe(200);
  });
});

describe('an idempotency key', () => {
  const withKey = (idempotencyKey: string) => ({ 'idempotency-key': idempotencyKey });

  test('makes one job of parallel and repeated requests, and a conflict of another request', async () => {
    const headers = withKey('order 1');
    const answers = await Promise.all([0, 1].map(() => send('POST', PATH, 'a\nb', headers)));
    answers.push(await send('POST', PATH, 'a\nb', headers));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    for (const [path, body, more] of [
      [PATH, 'a\nc', {}],
      [`${PATH}?code_column=x`, 'a\nb', {}],
      [PATH, '{"rows":[]}', { 'content-type': MEDIA_TYPES.json }],
    ] as const) {
      const other = await send('POST', path, body, { ...headers, ...more });
      expect([other.status, other.body.error]).toEqual([409, 'conflict']);
    }
    expect((await send('POST', PATH, 'a\nc', headers, stranger)).status).toBe(202);
  });

  test('is the same request with its options in another order', async () => {
    const headers = withKey('order 2');
    const [first, second] = [
      await send('POST', `${PATH}?code_column=x&journey=true`, 'a', headers),
      await send('POST', `${PATH}?journey=true&code_column=x`, 'a', headers),
    ];
    expect(second.body.id).toBe(first.body.id);
  });

  test.each(['', 'x'.repeat(256), 'ä'])('%j is refused', async (text) => {
    const answer = await send('POST', PATH, 'a', withKey(text));
    expect([answer.status, answer.body.error]).toEqual([422, 'invalid_request']);
  });
});

describe('what cannot be accepted', () => {
  test.each([
    [{ outcome: 'day_spent', dayLeft: 2 }, 429, 'rate_limited', 'costs 3 requests, and 2 are left', 'false', '43200'],
    [{ outcome: 'too_many' }, 429, 'rate_limited', 'Too many jobs', null, '60'],
    [{ outcome: 'storage_spent' }, 429, 'rate_limited', 'may store', 'false', null],
    [{ outcome: 'conflict' }, 409, 'conflict', 'idempotency', null, null],
  ] as const)('%j', async (refusal, status, error, words, shouldRetry, retryAfter) => {
    server.jobs.refusal = { dayResetS: 43_200, ...refusal } as never;
    const answer = await send('POST', PATH, 'a\nb\nc');
    server.jobs.refusal = undefined;
    expect([answer.status, answer.body.error, answer.headers.get('x-should-retry')]).toEqual([
      status,
      error,
      shouldRetry,
    ]);
    expect(answer.body.message).toContain(words);
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
  });

  test.each([
    ['limit=0', '/limit'],
    ['limit=101', '/limit'],
    ['limit=1e1', '/limit'],
    ['limit=', '/limit'],
    ['limit=1&limit=2', '/limit'],
    ['status=done', '/status'],
    ['status=', '/status'],
    ['kind=pixel_audit', '/kind'],
    ['__proto__=1', '/__proto__'],
    ['constructor=1', '/constructor'],
    ['toString=1', '/toString'],
    ['cursor=', '/cursor'],
    ['cursor=%00', '/cursor'],
    [`cursor=${Buffer.from('\u0000').toString('base64url')}`, '/cursor'],
    [`cursor=${btoa('job_1')}=`, '/cursor'],
    [`cursor=${'a'.repeat(201)}`, '/cursor'],
  ])('the list with %s', async (query, path) => {
    const answer = await send('GET', `${PATH}?${query}`);
    expect([answer.status, faultsOf(answer)]).toEqual([422, [path]]);
  });

  test.each([
    ['code_colum=x', '/code_colum'],
    ['code_column=', '/code_column'],
    ['code_column=a&code_column=b', '/code_column'],
    ['journey=1', '/journey'],
    ['journey=TRUE', '/journey'],
    ['__proto__=1', '/__proto__'],
    ['hasOwnProperty=true', '/hasOwnProperty'],
    ['constructor=x', '/constructor'],
  ])('an upload with %s, before its body is read', async (query, path) => {
    const answer = await send('POST', `${PATH}?${query}`, 'bad');
    expect([answer.status, faultsOf(answer)]).toEqual([422, [path]]);
  });

  test.each(['format=pdf', 'format=', 'format=csv&format=csv', 'format=toString', 'formt=csv', '__proto__=csv'])(
    'a result with %s',
    async (query) => {
      expect((await send('GET', `${PATH}/${await finished()}/result?${query}`)).status).toBe(422);
    },
  );

  test.each([
    ['*/*', 'csv'],
    ['', 'csv'],
    ['text/html, */*;q=0.1', 'csv'],
    ['application/*', 'xlsx'],
    ['application/json', 'json'],
    ['APPLICATION/JSON ; charset=utf-8', 'json'],
    ['text/csv;q=0.2, application/json;q=0.9', 'json'],
    ['text/csv;q=0, */*', 'xlsx'],
    [MEDIA_TYPES.xlsx, 'xlsx'],
    ['application/pdf', undefined],
    ['text/csv;q=0', undefined],
    ['text/csv;q=x', undefined],
    ['text/csv;q=9', undefined],
    [',,;', undefined],
  ])('a result with Accept: %s is %s', async (accept, format) => {
    const answer = await send('GET', `${PATH}/${await finished()}/result`, undefined, { accept });
    expect(answer.status).toBe(format === undefined ? 422 : 200);
    if (format !== undefined) expect(answer.headers.get('content-disposition')).toEndWith(`.${format}"`);
    const asked = await send('GET', `${PATH}/${await finished()}/result?format=json`, undefined, { accept });
    expect(asked.headers.get('content-disposition')).toEndWith('.json"');
  });

  test.each(['job_', 'job_..', `job_${'a'.repeat(25)}`, `JOB_${'a'.repeat(24)}`, '__proto__', '%00', 'job_%2e%2e'])(
    'the id %s',
    async (id) => {
      for (const method of ['GET', 'DELETE']) expect((await send(method, `${PATH}/${id}`)).status).toBe(404);
    },
  );

  test('other methods, with those that are answered', async () => {
    for (const [path, allow] of [
      [PATH, 'GET, HEAD, POST'],
      [`${PATH}/job_x`, 'DELETE, GET, HEAD'],
      [`${PATH}/job_x/result`, 'GET, HEAD'],
    ] as const) {
      const answer = await send('PUT', path, 'a');
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    }
  });
});

describe('a body', () => {
  test('over 32 MB is refused by its declared length, before the key, and one of exactly 32 MB is read', async () => {
    const over = await send('POST', PATH, new Uint8Array(UPLOAD_BYTES_MAX + 1), {}, 'svc_none');
    expect([over.status, over.body.error]).toEqual([413, 'payload_too_large']);
    const most = await send('POST', PATH, new Uint8Array(UPLOAD_BYTES_MAX).fill(97));
    expect([most.status, most.body.lines_total]).toEqual([202, 1]);
  });

  test('that only says it is large is refused at its headers', async () => {
    const head = `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/csv\r\nContent-Length: ${UPLOAD_BYTES_MAX + 1}\r\n\r\n`;
    const answer = Promise.withResolvers<string>();
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: server.port,
      socket: { open: (open) => void open.write(head), data: (_, data) => answer.resolve(data.toString()) },
    });
    const text = await answer.promise;
    socket.end();
    expect(text).toStartWith('HTTP/1.1 413');
    expect(text).toContain('payload_too_large');
  });

  test('without end is refused as soon as it is over 32 MB', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1 << 20;
        controller.enqueue(new Uint8Array(1 << 20));
      },
    });
    const answer = await send('POST', PATH, endless as never);
    expect([answer.status, answer.body.error]).toEqual([413, 'payload_too_large']);
    expect(sent).toBeLessThan(4 * UPLOAD_BYTES_MAX);
  });

  test('of another operation keeps its smaller bound', async () => {
    const id = await begin();
    const answer = await fetch(`${server.url}${PATH}/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
      body: new Uint8Array(300_000),
    });
    expect(answer.status).toBe(413);
  });

  test.each([
    ['text/plain'],
    ['multipart/form-data; boundary=x'],
    ['application/vnd.ms-excel'],
    ['application/x-www-form-urlencoded'],
    ['text/csvx'],
    [''],
    ['text/csv, application/json'],
    ['__proto__'],
  ])('of type %s is refused, and told which are read', async (type) => {
    const answer = await send('POST', PATH, 'a', { 'content-type': type });
    expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_media_type']);
    for (const mediaType of Object.values(MEDIA_TYPES)) expect(answer.body.message).toContain(mediaType);
  });

  test('whose type is spelt otherwise is read', async () => {
    for (const type of ['TEXT/CSV', 'text/csv ; charset=utf-8', 'application/json;charset=UTF-8']) {
      expect((await send('POST', PATH, '{"rows":["a"]}', { 'content-type': type })).status).toBe(202);
    }
  });

  test('in JSON has its options beside the rows', async () => {
    const json = (body: string, query = '') => send('POST', PATH + query, body, { 'content-type': MEDIA_TYPES.json });
    const begun = await json('{"code_column":"hts","rows":["a"],"journey":false}');
    expect(begun.status).toBe(202);
    expect(server.jobs.jobs.get(begun.body.id)!.options).toEqual({ code_column: 'hts', journey: false });
    expect(server.jobs.inputs.get(begun.body.id)!.map(({ chunk }) => Buffer.from(chunk.input).toString())).toEqual([
      '["a"]',
    ]);
    const mixed = await json('{"rows":["a"],"journey":false}', '?code_column=x');
    expect(server.jobs.jobs.get(mixed.body.id)!.options).toEqual({ code_column: 'x', journey: false });
    for (const [body, status, paths] of [
      ['{"rows":[],"code_colum":"x"}', 422, ['/code_colum']],
      ['{"rows":[],"code_column":1,"journey":"true","__proto__":1}', 422, ['/code_column', '/journey', '/__proto__']],
      ['{"rows":[],"code_column":"y"}', 422, ['/code_column']],
      ['{"row":[]}', 422, ['/rows']],
      ['["a"]', 422, ['']],
      ['{"rows":["a"]', 400, undefined],
      ['PK\u0003\u0004', 400, undefined],
      ['', 400, undefined],
    ] as const) {
      const answer = await json(body, '?code_column=x');
      expect([body, answer.status]).toEqual([body, status]);
      expect(answer.body.details?.map(({ path }: { path: string }) => path)).toEqual(paths);
    }
  });

  test('that was compressed is refused, whatever it would unpack to', async () => {
    for (const coding of ['gzip', 'br', 'identity', 'x']) {
      const answer = await send('POST', PATH, gzipSync('a'), { 'content-encoding': coding });
      expect([answer.status, answer.body.message]).toEqual([415, expect.stringContaining('Content-Encoding')]);
    }
  });
});
