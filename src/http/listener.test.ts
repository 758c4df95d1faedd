import { afterAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { Elysia } from 'elysia';
import { drain } from './drain.ts';
import { HostCheck } from './host-check.ts';
import { openListener } from './listener.ts';
import { RequestMetrics } from './metrics/request-metrics.ts';

const hosts = new HostCheck({ base_url: '', hosts: [], host: '127.0.0.1' });
const allRoutes = () =>
  new Elysia({ strictPath: true })
    .get('/first', () => 'first')
    .post('/first', () => 'posted')
    .get('/', () => 'root')
    .get('/docs', () => 'docs')
    .get('/docs/:section/:page', ({ params }) => `page ${JSON.stringify(params)}`)
    .post('/docs', async ({ request }) => `posted ${(await request.arrayBuffer()).byteLength}`)
    .get('/files/:name', ({ params }) => `file ${JSON.stringify(params)}`)
    .get('/deep/*', ({ params }) => `deep ${JSON.stringify(params)}`);
/** What is answered without the application. */
const direct = new Map([
  [
    '/first',
    async ({ method }: Request) => (method === 'GET' ? new Response('first') : new Response('no', { status: 405 })),
  ],
]);

/** A listener whose application is opened when a request waits for it. */
function partial(application: () => Promise<Elysia>) {
  const metrics = new RequestMetrics();
  const listener = openListener({
    address: { hostname: '127.0.0.1', port: 0 },
    ...{ reusePort: false, metrics, hosts, anyHost: new Set<string>(), waiting: new Set<string>(), direct },
    application: application as never,
  });
  afterAll(() => drain(listener));
  return { port: listener.port!, metrics };
}

/** Its application is open. */
const whole = partial(async () => allRoutes() as never);
await ask(whole.port, '/nowhere');

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

/** Each is asked of a listener that knows only its first routes. */
const TARGETS = [
  ...[
    '/',
    '/first',
    '/docs',
    '/docs/a/b',
    '/docs/%41/b',
    '/docs/a%2Fb/c',
    '/docs?x=/../y',
    '/files/a.pdf',
    '/files/%C3%A9',
  ],
  ...['/x/../docs', '/docs/..', '/./docs', '//docs', '/docs/', '/docs//', '/x/%2e%2e/docs', '/x/..%2Fdocs', '/docs#f'],
  ...[
    '/x/../first',
    '/first/',
    '/./first',
    '/first?a=1',
    '/files/a\\..\\b',
    '/files/a%5cb',
    '/files/a\\b',
    '/x\\..\\docs',
  ],
  ...['/files/%', '/files/%zz', '/files/%00', '/nowhere', '/a/b/c/d/e', '/deep/1/2/3', '/deep', '/docs/a'],
];

describe('a listener whose routes are opened later', () => {
  test.each(TARGETS)('answers %s as one that has them all, before, while and after they are opened', async (target) => {
    const expected = await ask(whole.port, target);
    let opened = 0;
    const { port } = partial(async () => {
      opened++;
      await Bun.sleep(5);
      return allRoutes() as never;
    });
    expect(await Promise.all([ask(port, target), ask(port, target)])).toEqual([expected, expected]);
    expect(await ask(port, target)).toBe(expected);
    expect(opened).toBe(/^\/first(\?|$)/.test(target) ? 0 : 1);
  });

  test('gives a request that waited its method and its body, and counts it for its route', async () => {
    const { port, metrics } = partial(async () => allRoutes() as never);
    expect(await ask(port, '/docs', 'POST', 'x'.repeat(1000))).toBe('200 posted 1000');
    expect(metrics.routes.get('/docs')!.statuses[200]).toBe(1);
    expect(await ask(port, '/first?a', 'POST')).toBe('200 posted');
    expect(metrics.routes.get('/first')!.statuses[200]).toBe(1);
  });

  test('opens them for a POST with a query to a path that needs none, and counts it once', async () => {
    let opened = 0;
    const { port, metrics } = partial(async () => {
      opened++;
      return allRoutes() as never;
    });
    expect(await ask(port, '/first', 'PUT')).toBe('405 no');
    expect(opened).toBe(0);
    expect(await ask(port, '/first?a', 'POST')).toBe('200 posted');
    expect(opened).toBe(1);
    expect(metrics.routes.get('/first')!.statuses[200]).toBe(1);
    expect(metrics.routes.get('/first')!.statuses[405]).toBe(1);
  });

  test('refuses a target with more segments than any route only until they are opened', async () => {
    const { port } = partial(async () => allRoutes() as never);
    const target = `/deep${'/x'.repeat(20)}`;
    expect(await ask(port, target)).toStartWith('400');
    expect(await ask(port, target)).toBe(await ask(whole.port, target));
  });

  test('refuses dots below a route for everything until they are opened', async () => {
    const { port } = partial(async () => allRoutes() as never);
    expect(await ask(port, '/deep/1/../2')).toStartWith('400');
    expect(await ask(port, '/deep/1/../2')).toBe(await ask(whole.port, '/deep/1/../2'));
  });

  test('answers 503 when they cannot be opened, and goes on with what needs none', async () => {
    let tries = 0;
    const { port, metrics } = partial(async () => {
      tries++;
      if (tries < 2) throw new Error('no');
      return allRoutes() as never;
    });
    expect(await ask(port, '/docs')).toStartWith('503');
    await Bun.sleep(50);
    expect(await ask(port, '/nowhere')).toStartWith('503');
    expect(await ask(port, '/first')).toBe('200 first');
    // Not by each request: a try may block the event loop.
    expect(tries).toBe(1);
    expect(metrics.routeOf('/nowhere').statuses[503]).toBe(2);
    while ((await ask(port, '/docs')).startsWith('503')) await Bun.sleep(50);
    expect(tries).toBe(2);
  });
});
