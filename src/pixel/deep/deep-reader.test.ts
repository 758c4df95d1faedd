/** A deep scan of a shop on this machine: which files it asks for, where, and what it says about the others. */
import { expect, test } from 'bun:test';
import { type MadeUpStore, openStore, SHOP_HOST } from '../../../test/support/made-up-store.ts';
import { answer } from '../../../test/support/scripted-storefront.ts';
import type { ContainerReference } from '../containers/reference.ts';

const snippet = (id: string) => `<script src="https://www.googletagmanager.com/gtm.js?id=${id}"></script>`;
const config = (id: string) => `<script>gtag('config','${id}')</script>`;
const script = answer(';', { headers: { 'Content-Type': 'text/javascript' } });
const google = (id: string) =>
  `https://www.googletagmanager.com/${id.startsWith('GTM-') ? 'gtm.js' : 'gtag/js'}?id=${id}`;

/** @param children what each container names, as its worker says */
async function deepScan(changes: Partial<MadeUpStore>, children: Record<string, string[]> = {}) {
  await using store = await openStore(changes);
  store.tasks.answer = ({ task, input }) => {
    const { id = '' } = (input as { reference?: ContainerReference }).reference ?? {};
    if (task !== 'container' || children[id] === undefined) return undefined;
    return JSON.stringify({
      containers: children[id].map((child) => ({ kind: 'gtm', id: child, url: google(child) })),
    });
  };
  const { report } = await store.scanner().scan(store.url, { owner: 'test', deep: true });
  const unread = Object.fromEntries(report.not_looked_at.map(({ id, reason }) => [id, reason]));
  return { report, unread, paths: store.paths(), google: store.google, requests: store.requests, tasks: store.tasks };
}

test('containers and the payloads of tags, those with aliases first', async () => {
  const theme = snippet('GTM-MADEUP1') + config('G-MADEUP0001') + config('AW-123456789') + config('GT-MADEUP2');
  const { google: asked, paths, unread } = await deepScan({ theme });
  expect(asked.sort()).toEqual(['GTM-MADEUP1', 'GT-MADEUP2', 'G-MADEUP0001', 'AW-123456789'].map(google).sort());
  // Nothing of the shop is needed, so it is not asked for its robots.txt either.
  expect(paths).toEqual(['/']);
  expect(unread).toEqual({});
});

test('children are read, what they load is said', async () => {
  const { google: asked, unread } = await deepScan(
    { theme: snippet('GTM-MADEUP1') },
    { 'GTM-MADEUP1': ['GTM-CHILD1', 'GTM-MADEUP1'], 'GTM-CHILD1': ['GTM-GRAND1', 'GTM-MADEUP1'] },
  );
  expect(asked).toEqual([google('GTM-MADEUP1'), google('GTM-CHILD1')]);
  expect(unread['GTM-GRAND1']).toBe('Only another container that was read loads it.');
  expect(unread['GTM-CHILD1']).toBeUndefined();
});

test('the report does not depend on which script answers first', async () => {
  const theme = ['GTM-MADEUP1', 'GTM-MADEUP2', 'GTM-MADEUP3'].map(snippet).join('') + config('G-MADEUP0001');
  const reports: string[] = [];
  for (const slow of ['GTM-MADEUP1', 'GTM-MADEUP3', 'G-MADEUP0001']) {
    await using store = await openStore({ theme });
    const run = store.tasks.run.bind(store.tasks);
    store.tasks.run = async (order) => {
      const { id = '' } = (order.input as { reference?: ContainerReference }).reference ?? {};
      for (let turns = id === slow ? 200 : 0; turns > 0; turns--) await new Promise<void>((go) => setImmediate(go));
      return run(order);
    };
    const { report } = await store.scanner().scan(store.url, { owner: 'test', deep: true });
    reports.push(JSON.stringify(report).replaceAll(store.url, ''));
  }
  expect(new Set(reports).size).toBe(1);
});

test('a zone of a real container leads to its child', async () => {
  const resource = {
    version: '2',
    macros: [{ function: '__e' }],
    tags: [
      {
        function: '__zone',
        once_per_load: true,
        vtp_childContainers: ['list', ['map', 'publicId', 'GTM-CHILD2', 'nickname', 'Child']],
        vtp_boundaries: ['list'],
        tag_id: 4,
      },
    ],
    predicates: [{ function: '_eq', arg0: ['macro', 0], arg1: 'gtm.js' }],
    rules: [
      [
        ['if', 0],
        ['add', 0],
      ],
    ],
  };
  const { google: asked } = await deepScan({ theme: snippet('GTM-ZONE1'), containers: { 'GTM-ZONE1': { resource } } });
  expect(asked).toEqual([google('GTM-ZONE1'), google('GTM-CHILD2')]);
});

test('children that name each other end', async () => {
  const ring = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`GTM-RING${i}`, [`GTM-RING${(i + 1) % 30}`, `GTM-RING${(i + 7) % 30}`]]),
  );
  const { google: asked } = await deepScan({ theme: snippet('GTM-RING0') }, ring);
  expect(asked.length).toBeLessThanOrEqual(1 + 5);
});

test('limits of each kind are said', async () => {
  const theme = [
    ...Array.from({ length: 7 }, (_, i) => snippet(`GTM-MANY${i}`)),
    ...Array.from({ length: 10 }, (_, i) => config(`G-MANY0000${i}`)),
  ].join('');
  const { google: asked, unread } = await deepScan({ theme });
  expect(asked).toHaveLength(5 + 8);
  const reasons = Object.values(unread);
  expect(reasons.filter((reason) => reason === 'A scan reads at most 5 containers.')).toHaveLength(2);
  expect(reasons.filter((reason) => reason === 'A scan reads at most 8 Google tags.')).toHaveLength(2);
});

test('a loader on the very host of the shop is a request to the shop: after robots.txt, a second apart', async () => {
  const loaders = ['/a/gtm.js?id=GTM-OWN1', '/load/gtm.js?id=GTM-OWN2', '/private/gtm.js?id=GTM-OWN3'];
  const { paths, unread, requests } = await deepScan({
    theme: loaders.map((url) => `<script src="${url}"></script>`).join(''),
    robots: 'User-agent: *\nDisallow: /private',
    answers: { [loaders[1]!]: script },
  });
  expect(paths).toEqual(['/', '/robots.txt', loaders[1]!]);
  expect(requests.map(({ atMs }) => atMs - requests[0]!.atMs)).toEqual([0, 1000, 2000]);
  expect(unread).toMatchObject({
    'GTM-OWN1': 'A scan never asks for such a page.',
    'GTM-OWN3': 'The robots.txt of the shop does not allow it.',
  });
});

test('a loader on a host below the shop is read, one on another host is not', async () => {
  const {
    google: asked,
    unread,
    tasks,
  } = await deepScan({
    theme:
      '<script src="https://evil.example/x/gtm.js?id=GTM-ELSE1"></script><script src="https://evil.example/ns/gtag/js"></script>',
  });
  // Where the id is known, Google serves the same container.
  expect(asked).toEqual([google('GTM-ELSE1')]);
  expect(tasks.orders.filter(({ task }) => task === 'container')).toHaveLength(1);
  for (const reason of Object.values(unread)) expect(reason).toBe('It is on a host that does not belong to the shop.');
});

test('containers get the addresses of the shop, for their conditions', async () => {
  const { tasks } = await deepScan({ theme: snippet('GTM-MADEUP1') });
  const order = tasks.orders.find(({ task }) => task === 'container')!;
  const { shop } = order.input as { shop: { host: string; pages: Record<string, string> } };
  expect(shop.host).toBe(SHOP_HOST);
  expect(shop.pages.home).toStartWith(`http://${SHOP_HOST}:`);
});

test('a custom pixel is read after its page, and the answer of a plain scan is reused', async () => {
  await using store = await openStore({ pixels: [{ id: '7', code: "fbq('init','123456789012345')" }] });
  const scanner = store.scanner();
  await scanner.scan(store.url, { owner: 'test' });
  store.clock.ms += 60_000;
  const before = store.clock.ms;
  const { report } = await scanner.scan(store.url, { owner: 'test', deep: true });
  expect(store.paths().slice(0, 2)).toEqual(['/', '/robots.txt']);
  expect(store.requests).toHaveLength(3);
  // The page is a minute old, so only the second request had to wait.
  expect(store.clock.ms - before).toBe(1000);
  expect(report.not_looked_at).toEqual([]);
});

test('a deep scan ends within 30 seconds', async () => {
  const pixels = Array.from({ length: 10 }, (_, i) => ({ id: `${i + 1}`, code: '' }));
  const { requests, unread } = await deepScan({ pixels, robots: 'User-agent: *\nCrawl-delay: 9' });
  expect(requests.at(-1)!.atMs - requests[0]!.atMs).toBeLessThanOrEqual(30_000);
  expect(Object.values(unread)).toContain('A scan takes at most 30 seconds.');
});
