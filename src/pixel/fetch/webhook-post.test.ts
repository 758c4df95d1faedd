import { afterAll, describe, expect, test } from 'bun:test';
import { testClock } from '../../../test/support/temp.ts';
import { GuardedWebhookPost, retryAfterOf, type WebhookPostOptions } from './webhook-post.ts';

/** What the receiver got, and what it answers. */
let received: { method: string; path: string; headers: Headers; body: string }[] = [];
let answer: () => Response | Promise<Response> = () => new Response(null, { status: 204 });
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname: path } = new URL(request.url);
    received.push({ method: request.method, path, headers: request.headers, body: await request.text() });
    return answer();
  },
});
afterAll(() => receiver.stop(true));

const url = `http://127.0.0.1:${receiver.port}/hook?a=1`;
function post(more: Partial<WebhookPostOptions> = {}) {
  received = [];
  answer = () => new Response(null, { status: 204 });
  return new GuardedWebhookPost({
    resolve: async () => ['127.0.0.1'],
    userAgent: 'Portside/test',
    allow: new Set([`127.0.0.1:${receiver.port}`]),
    ownAddresses: new Set(),
    clock: testClock(),
    ...more,
  });
}
const request = { url, headers: { 'webhook-id': 'evt_1', 'Content-Type': 'application/json' }, body: '{"a":"é"}' };
const reasonOf = (check: Promise<void>) =>
  check.then(
    () => 'accepted',
    (error) => `${error.code} ${error.details[0].path} ${error.details[0].message}`,
  );

describe('an attempt', () => {
  test('sends the bytes, and gives the status', async () => {
    expect(await post().send(request)).toEqual({ status: 204 });
    expect(received).toMatchObject([{ method: 'POST', path: '/hook', body: request.body }]);
    expect(received[0]!.headers.get('webhook-id')).toBe('evt_1');
    expect(received[0]!.headers.get('content-length')).toBe(String(Buffer.byteLength(request.body)));
  });

  test.each([301, 302, 303, 307, 308])('does not follow a %d', async (status) => {
    const sender = post();
    answer = () => new Response(null, { status, headers: { location: `${url}&again=1` } });
    expect(await sender.send(request)).toEqual({ status });
    expect(received).toHaveLength(1);
  });

  test('does not wait for a body that never ends', async () => {
    const sender = post();
    answer = () =>
      new Response(
        new ReadableStream({ pull: () => new Promise(() => {}), start: (body) => body.enqueue(new Uint8Array(9)) }),
      );
    expect(await sender.send(request)).toEqual({ status: 200 });
  });

  test('gives up on a receiver that does not answer in time', async () => {
    const sender = post({ totalMs: 50 });
    answer = () => new Promise(() => {});
    expect(await sender.send(request)).toEqual({ error: 'The webhook did not answer within 1 seconds.' });
  });

  test('gives up on a name that is never resolved', async () => {
    const sender = post({ totalMs: 50, resolve: () => new Promise(() => {}) });
    expect(await sender.send({ ...request, url: 'https://slow.example.com/' })).toHaveProperty('error');
  });

  test('a connection that is refused is a failure without details', async () => {
    const sender = post({ allow: new Set(['127.0.0.1:1']) });
    expect(await sender.send({ ...request, url: 'http://127.0.0.1:1/' })).toEqual({
      error: 'The connection to the webhook failed.',
    });
  });
});

describe('addresses', () => {
  test.each([
    ['http://hooks.example.com/', 'must use port 443'],
    ['http://hooks.example.com:443/', 'must be an https address'],
    ['https://hooks.example.com:8443/', 'must use port 443'],
    ['https://user@hooks.example.com/', 'must not contain a user name or password'],
    ['https://localhost/', 'must contain a full host name, such as shop.example.com'],
    ['https://hooks.internal/', 'must contain a public host name'],
    ['ftp://hooks.example.com/', 'must be an absolute http or https address'],
    ['https://127.0.0.1/', 'must not lead to a host that is a loopback address'],
    ['https://127.1/', 'must not lead to a host that is a loopback address'],
    ['https://0x7f000001/', 'must not lead to a host that is a loopback address'],
    ['https://2130706433/', 'must not lead to a host that is a loopback address'],
    ['https://[::ffff:127.0.0.1]/', 'must not lead to a host that is an IPv4 address mapped into IPv6'],
    ['https://169.254.169.254/', 'must not lead to a host that is a link-local address'],
    ['https://10.0.0.1/', 'must not lead to a host that is in a private network'],
    ['https://[fd00::1]/', 'must not lead to a host that is a unique local address'],
    ['https://hooks.example.com/', 'must not lead to a host that is a loopback address'],
  ])('%s is refused at creation, and when it is sent', async (address, reason) => {
    const sender = post({ allow: new Set() });
    expect(await reasonOf(sender.check(address))).toBe(`invalid_request /webhook/url ${reason}`);
    expect(await sender.send({ ...request, url: address })).toEqual({ error: `The address ${reason}.` });
    expect(received).toEqual([]);
  });

  test('a name that leads inside after it was accepted is not sent to', async () => {
    let addresses = ['203.0.114.7'];
    const sender = post({ allow: new Set(), resolve: async () => addresses });
    expect(await reasonOf(sender.check('https://hooks.example.com/'))).toBe('accepted');
    for (addresses of [['127.0.0.1'], ['203.0.114.7', '10.0.0.1'], ['::1']]) {
      expect(await sender.send({ ...request, url: 'https://hooks.example.com/' })).toHaveProperty('error');
    }
    expect(received).toEqual([]);
  });

  test('an address of this service is refused, and a name that does not resolve', async () => {
    const own = post({
      allow: new Set(),
      resolve: async () => ['203.0.114.9'],
      ownAddresses: new Set(['203.0.114.9']),
    });
    expect(await reasonOf(own.check('https://me.example.com/'))).toContain('an address of this service');
    const unknown = post({ resolve: async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })) });
    expect(await reasonOf(unknown.check('https://no.example.com/'))).toContain('must have a host name that resolves');
  });
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['999999999', 86_400_000],
  ['Sat, 21 Nov 2026 12:02:00 GMT', 120_000],
  ['Sat, 21 Nov 2020 12:02:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  [undefined, undefined],
])('Retry-After %p is %p ms', (header, ms) => {
  expect(retryAfterOf(header, testClock().now())).toBe(ms as never);
});
