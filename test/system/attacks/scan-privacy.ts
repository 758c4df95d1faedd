/** A stranger's scan must not tell what a customer scanned, and when. */
import { afterAll, beforeAll } from 'bun:test';
import { issueKey, type RunningServer, serve } from '../../support/program.ts';
import { answer, type Storefront, storefront } from '../../support/scripted-storefront.ts';
import { attack } from '../../support/tally.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

let shop: Storefront;
let server: RunningServer;
let key: string;
/** Answers to paths that begin with `/held` wait for this. */
let release = Promise.withResolvers<void>();

const dir = tempDir();

beforeAll(async () => {
  shop = await storefront(async (socket, head) => {
    const path = head.split(' ')[1] ?? '';
    if (path.startsWith('/held')) await release.promise;
    const status = path.startsWith('/failing') ? '503 Service Unavailable' : '200 OK';
    answer(`<title>${path}</title>`, { status })(socket, head);
  });
  ({ key } = await issueKey(dir, '--per-minute', '1000000', '--per-day', '1000000'));
  server = await serve(dir, [], {
    PORTSIDE_SCAN_ALLOW: `127.0.0.1:${shop.port},localhost:${shop.port}`,
    PORTSIDE_TRUST_PROXY: '127.0.0.1',
  });
});
afterAll(async () => {
  await server.stop();
  await shop[Symbol.asyncDispose]();
});

let addresses = 0;
const shopUrl = (path: string) => `http://127.0.0.1:${shop.port}${path}`;

function scan(address: string, headers: Record<string, string>, url: string): Promise<Response> {
  const body = JSON.stringify({ url });
  return fetch(server.url + address, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
}
const customer = (url: string, query = '') =>
  scan(`/api/v1/pixel/scan${query}`, { authorization: `Bearer ${key}` }, url);
const stranger = (url: string, headers: Record<string, string> = {}) =>
  scan('/api/v0/pixel/scan', { 'x-forwarded-for': `198.51.100.${addresses++}`, ...headers }, url);

/** What a scan shows besides the report. */
const tells = ({ headers }: Response) => `X-Cache ${headers.get('x-cache')}, Age ${headers.get('age')}`;
const isFresh = ({ headers }: Response) =>
  !/HIT|SHARED/.test(headers.get('x-cache') ?? '') && (headers.get('age') ?? '0') === '0';

attack('a stranger’s scan shows nothing of what a customer scanned', async (tally) => {
  const port = `:${shop.port}`;
  const cases: [name: string, first: () => Promise<unknown>, then: () => Promise<Response>][] = [
    ['a scanned page', () => customer(shopUrl('/a')), () => stranger(shopUrl('/a'))],
    [
      'a page scanned twice',
      () => customer(shopUrl('/b')).then(() => customer(shopUrl('/b'))),
      () => stranger(shopUrl('/b')),
    ],
    ['a deep scan', () => customer(shopUrl('/c'), '?deep=true'), () => stranger(shopUrl('/c'))],
    ['a page that failed', () => customer(shopUrl('/failing')), () => stranger(shopUrl('/failing'))],
    ['with a fragment', () => customer(shopUrl('/d')), () => stranger(shopUrl('/d#x'))],
    ['with an encoded letter', () => customer(shopUrl('/e')), () => stranger(shopUrl('/%65'))],
    ['with dots in the path', () => customer(shopUrl('/f')), () => stranger(shopUrl('/x/../f'))],
    ['in capitals', () => customer(`http://localhost${port}/g`), () => stranger(`HTTP://LOCALHOST${port}/g`)],
    ['as a decimal address', () => customer(shopUrl('/h')), () => stranger(`http://2130706433${port}/h`)],
    [
      'only if cached',
      () => customer(shopUrl('/i')),
      () => stranger(shopUrl('/i'), { 'cache-control': 'only-if-cached' }),
    ],
    [
      'with the header of a key that is none',
      () => customer(shopUrl('/j')),
      () => stranger(shopUrl('/j'), { authorization: 'Bearer x' }),
    ],
  ];
  for (const [name, first, then] of cases) {
    await first();
    const hits = shop.hits;
    const response = await then();
    // Time tells too: a cached answer comes without a fetch.
    tally.holds(
      isFresh(response) && shop.hits > hits,
      name,
      `${response.status}, ${tells(response)}, ${shop.hits - hits} fetches`,
    );
  }
});

attack('a stranger’s scan does not join a customer’s that is under way', async (tally) => {
  for (const [name, query] of [
    ['a scan', ''],
    ['a deep scan', '?deep=true'],
  ] as const) {
    release = Promise.withResolvers();
    const path = `/held${query}`;
    const before = shop.heads.length;
    const first = customer(shopUrl(path), query);
    await until('the customer’s fetch has arrived', () => shop.heads.length > before);
    const second = stranger(shopUrl(path));
    let answered = false;
    void second.finally(() => {
      answered = true;
    });
    await until('a second fetch, or an answer', () => shop.heads.length > before + 1 || answered).catch(() => {});
    const fetches = shop.heads.length - before;
    release.resolve();
    const response = await second;
    await first;
    tally.holds(fetches === 2 && isFresh(response), name, `${fetches} fetches, ${tells(response)}`);
  }
});
