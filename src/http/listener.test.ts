import { afterAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { Elysia } from 'elysia';
import { drain } from './drain.ts';
import type { Application } from './front-door.ts';
import { HostCheck } from './host-check.ts';
import { openListener } from './listener.ts';
import { RequestMetrics } from './metrics/request-metrics.ts';

const whole: Application = {
  app: new Elysia({ strictPath: true })
    .get('/first', () => 'first')
    .post('/first', () => 'posted')
    .get('/', () => 'root')
    .get('/docs', () => 'docs')
    .get('/docs/:section/:page', ({ params }) => `page ${JSON.stringify(params)}`)
    .post('/docs', async ({ request }) => `posted ${(await request.arrayBuffer()).byteLength}`)
    .get('/files/:name', ({ params }) => `file ${JSON.stringify(params)}`)
    .get('/deep/*', ({ params }) => `deep ${JSON.stringify(params)}`),
  waiting: new Set(),
};
const starting: Application = {
  app: new Elysia({ strictPath: true })
    .get('/first', () => 'early')
    .onError(() => new Response('starting', { status: 503 })),
  waiting: new Set(),
};

function open(application: Application) {
  const metrics = new RequestMetrics();
  const hosts = new HostCheck({ base_url: '', hosts: [], host: '127.0.0.1' });
  const listener = openListener(
    { address: { hostname: '127.0.0.1', port: 0 }, reusePort: false, metrics, hosts, anyHost: new Set() },
    application,
  );
  afterAll(() => drain(listener.server));
  return { listener, metrics, port: listener.server.port! };
}

/** The status and the body for a target that is sent as it is. */
function ask(port: number, target: string, method = 'GET', body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const head = `${method} ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(head + body));
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(`${text.slice(9, 12)} ${text.split('\r\n\r\n')[1]}`));
  });
}

/** Targets and their answers. What is refused has another path once it is parsed. */
const ANSWERS: [target: string, answer: string][] = [
  ['/', '200 root'],
  ['/first', '200 first'],
  ['/first?a=1', '200 first'],
  ['/docs', '200 docs'],
  ['/docs?x=/../y', '200 docs'],
  ['/docs/a/b', '200 page {"page":"b","section":"a"}'],
  ['/docs/%41/b', '200 page {"page":"b","section":"A"}'],
  ['/docs/a%2Fb/c', '200 page {"page":"c","section":"a/b"}'],
  ['/files/a.pdf', '200 file {"name":"a.pdf"}'],
  ['/files/%C3%A9', '200 file {"name":"é"}'],
  ['/files/a%5cb', '200 file {"name":"a\\\\b"}'],
  ['/files/%00', '200 file {"name":"\\u0000"}'],
  ['/deep/1/2/3', '200 deep {"*":"1/2/3"}'],
  [`/deep${'/x'.repeat(20)}`, `200 deep {"*":"${'x/'.repeat(19)}x"}`],
  ['/x/../first', '400 '],
  ['/./first', '400 '],
  ['/x/../docs', '400 '],
  ['/docs/..', '400 '],
  ['/./docs', '400 '],
  ['/x/%2e%2e/docs', '400 '],
  ['/x\\..\\docs', '400 '],
  ['/files/a\\..\\b', '400 '],
  ['/files/a\\b', '400 '],
  ['/files/%', '400 '],
  ['/files/%zz', '400 '],
  ['//docs', '404 NOT_FOUND'],
  ['/docs/', '404 NOT_FOUND'],
  ['/docs//', '404 NOT_FOUND'],
  ['/docs/a', '404 NOT_FOUND'],
  ['/docs#f', '404 NOT_FOUND'],
  ['/x/..%2Fdocs', '404 NOT_FOUND'],
  ['/first/', '404 NOT_FOUND'],
  ['/deep', '404 NOT_FOUND'],
  ['/nowhere', '404 NOT_FOUND'],
  ['/a/b/c/d/e', '404 NOT_FOUND'],
];

describe('a listener', () => {
  test('answers a target as it was sent, and refuses one that parses to another path', async () => {
    const { port } = open(whole);
    const answers = await Promise.all(ANSWERS.map(async ([target]) => [target, await ask(port, target)]));
    expect(answers as typeof ANSWERS).toEqual(ANSWERS);
  });

  test('gives a handler the method and the body, and counts the answer for the route', async () => {
    const { port, metrics } = open(whole);
    expect(await ask(port, '/docs', 'POST', 'x'.repeat(1000))).toBe('200 posted 1000');
    expect(await ask(port, '/first?a', 'POST')).toBe('200 posted');
    expect(metrics.routes.get('/docs')!.statuses[200]).toBe(1);
    expect(metrics.routes.get('/first')!.statuses[200]).toBe(1);
  });

  test('answers what the first application does not know as that one says, until it serves another', async () => {
    const { listener, port, metrics } = open(starting);
    const refused = ANSWERS.filter(([target]) => !target.includes('first'));
    const early = await Promise.all(refused.map(([target]) => ask(port, target)));
    expect(new Set(early)).toEqual(new Set(['503 starting']));
    expect([await ask(port, '/first'), await ask(port, '/x/../first')]).toEqual(['200 early', '400 ']);
    expect(metrics.routeOf('/nowhere').statuses[503]).toBe(refused.length);
    listener.serve(whole);
    const answers = await Promise.all(ANSWERS.map(async ([target]) => [target, await ask(port, target)]));
    expect(answers as typeof ANSWERS).toEqual(ANSWERS);
    expect(metrics.routes.get('/deep/*')!.statuses[200]).toBe(2);
  });
});
