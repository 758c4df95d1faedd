import { describe, expect, spyOn, test } from 'bun:test';
import { META, PAGE, scan, script, setUp, src, turn, URL_A } from '../../test/support/held-scanner.ts';
import { PortsideError } from '../domain/errors.ts';
import { upstreamFailed } from './fetch/fetch-errors.ts';
import { v1Report } from './report/v1-report.ts';
import type { FreshScan, Scan, Scanner } from './scan.ts';

describe('repeated scans', () => {
  test('100 simultaneous scans share one fetch and one report', async () => {
    const { fetch, scanner } = setUp();
    fetch.hold = true;
    const scans = Array.from({ length: 100 }, () => scan(scanner, URL_A));
    await turn();
    fetch.release();
    const answers = await Promise.all(scans);
    expect(fetch.begun).toEqual([URL_A]);
    expect(answers.map(({ cache }) => cache)).toEqual(['MISS', ...Array(99).fill('SHARED')]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  test('100 simultaneous scans share one failure', async () => {
    const { fetch, scanner } = setUp();
    fetch.hold = true;
    fetch.pages.set(URL_A, upstreamFailed('no'));
    const scans = Array.from({ length: 100 }, () => scan(scanner, URL_A));
    await turn();
    fetch.release();
    const answers = await Promise.allSettled(scans);
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(fetch.begun).toHaveLength(1);
  });

  test('later scans get the cached report with its age, until it expires', async () => {
    const { fetch, clock, scanner } = setUp();
    expect(scanner.scanCached(URL_A)).toBeUndefined();
    const first = await scan(scanner, URL_A);
    expect(first).toMatchObject({ cache: 'MISS', ageSeconds: 0, url: URL_A });
    expect(JSON.parse(first.body)).toEqual(v1Report(first.report));
    clock.ms += 599_999;
    expect(await scan(scanner, URL_A)).toMatchObject({ cache: 'HIT', ageSeconds: 599 });
    expect(scanner.scanCached(URL_A)).toEqual({
      body: first.body,
      report: first.report,
      ageSeconds: 599,
      cache: 'HIT',
    });
    clock.ms += 1;
    expect(scanner.scanCached(URL_A)).toBeUndefined();
    expect((await scan(scanner, URL_A)).cache).toBe('MISS');
    expect(fetch.begun).toHaveLength(2);
  });

  test('if the clock is set back, cached reports expire', async () => {
    const { clock, scanner } = setUp();
    await scan(scanner, URL_A);
    clock.ms -= 3_600_000;
    expect(scanner.scanCached(URL_A)).toBeUndefined();
  });

  test('spellings of one URL share a report; other queries and deep scans do not', async () => {
    const { fetch, scanner } = setUp();
    for (const url of [URL_A, 'https://A.example', 'https://a.example:443/#top', 'https://a.example/x/..'])
      await scan(scanner, url);
    expect(fetch.begun).toHaveLength(1);
    await scan(scanner, `${URL_A}?b`);
    expect(fetch.begun).toHaveLength(2);
    expect(scanner.scanCached(URL_A, true)).toBeUndefined();
  });

  test('failures are cached only for seconds, and never returned as reports', async () => {
    const { fetch, clock, scanner } = setUp();
    fetch.pages.set(URL_A, upstreamFailed('no'));
    const attempt = () =>
      scan(scanner, URL_A).then(
        () => 'ok',
        (error: PortsideError) => error.code,
      );
    expect([await attempt(), await attempt()]).toEqual(['upstream_failed', 'upstream_failed']);
    expect(fetch.begun).toHaveLength(1);
    expect(scanner.scanCached(URL_A)).toBeUndefined();
    fetch.pages.clear();
    clock.ms += 4_999;
    expect(await attempt()).toBe('upstream_failed');
    clock.ms += 1;
    expect(await attempt()).toBe('ok');
  });

  test('a scan that fails is charged for what it took', async () => {
    const { fetch, scanner } = setUp();
    spyOn(fetch, 'fetch').mockImplementation(async (_, { onBytes } = {}) => {
      onBytes?.(7000);
      throw upstreamFailed('broke off');
    });
    const costs: object[] = [];
    await expect(scan(scanner, URL_A, { charge: (cost) => costs.push(cost) })).rejects.toThrow('broke off');
    expect(costs).toMatchObject([{ bytesFetched: 7000 }]);
  });

  test('a full queue is not cached', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, new PortsideError('unavailable'));
    for (let i = 0; i < 2; i++) await scan(scanner, URL_A).catch(() => {});
    expect(fetch.begun).toHaveLength(2);
  });

  test('no-cache fetches again, replaces the cached report, and joins a running fetch', async () => {
    const { fetch, clock, scanner } = setUp();
    await scan(scanner, URL_A);
    clock.ms += 60_000;
    fetch.hold = true;
    const scans = [scan(scanner, URL_A, { fresh: true }), scan(scanner, URL_A, { fresh: true }), scan(scanner, URL_A)];
    expect(scanner.scanCached(URL_A)?.ageSeconds).toBe(60);
    await turn();
    fetch.release();
    expect((await Promise.all(scans)).map(({ cache }) => cache)).toEqual(['BYPASS', 'SHARED', 'SHARED']);
    expect(fetch.begun).toHaveLength(2);
    expect(scanner.scanCached(URL_A)?.ageSeconds).toBe(0);
  });

  test('nothing is cached if cacheSeconds is 0', async () => {
    const { fetch, scanner } = setUp({ cacheSeconds: 0 });
    await scan(scanner, URL_A);
    await scan(scanner, URL_A);
    expect(fetch.begun).toHaveLength(2);
    expect(scanner.load().remembered).toBe(0);
  });

  test('the cache is limited in bytes', async () => {
    const { fetch, scanner } = setUp({ cacheBytesMax: 100_000 });
    for (let i = 0; i < 200; i++) {
      fetch.pages.set(`${URL_A}${i}`, `<p>${'x'.repeat(500)}`);
      await scan(scanner, `${URL_A}${i}`);
    }
    expect(scanner.load().rememberedBytes).toBeLessThanOrEqual(100_000);
    expect(scanner.load().remembered).toBeGreaterThan(5);
  });

  test('scan and scanCached both refuse an address that may not be scanned', async () => {
    const { scanner } = setUp();
    expect(scanner.scanCached('http://localhost/')).toBeUndefined();
    await expect(scan(scanner, 'http://localhost/')).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('simultaneous scans', () => {
  const url = (host: number, page = 0) => `https://h${host}.example/${page}`;

  test('at most 16 run in total, and 2 for each host', async () => {
    const { fetch, scanner } = setUp();
    fetch.hold = true;
    const scans = [0, 1, 2].map((page) => scan(scanner, url(0, page)));
    scans.push(...Array.from({ length: 30 }, (_, host) => scan(scanner, url(host + 1), { owner: `key ${host % 3}` })));
    await turn();
    expect(fetch.begun).toHaveLength(16);
    expect(fetch.begun.filter((begun) => begun.startsWith('https://h0.'))).toHaveLength(2);
    expect(scanner.load()).toMatchObject({ running: 16, waiting: 17 });
    while (scanner.load().running > 0) {
      expect(scanner.load().running).toBeLessThanOrEqual(16);
      fetch.release();
      await turn();
    }
    await Promise.all(scans);
    expect(fetch.begun).toHaveLength(33);
  });

  test('a full queue gives 503 with Retry-After, and recovers', async () => {
    const { fetch, scanner } = setUp({}, { running: 1, waiting: 2 });
    fetch.hold = true;
    const scans = [0, 1, 2].map((host) => scan(scanner, url(host)));
    const refused = await scan(scanner, url(3)).catch((error: PortsideError) => error);
    expect(refused).toMatchObject({ code: 'unavailable', retryAfterS: 5 });
    for (let i = 0; i < 3; i++) {
      await turn();
      fetch.release();
    }
    await Promise.all(scans);
    fetch.hold = false;
    expect((await scan(scanner, url(3))).cache).toBe('MISS');
  });

  test('one slow host does not fill the queue for the others', async () => {
    const { fetch, scanner } = setUp({}, { running: 4, waiting: 64, waitingPerHost: 3 });
    fetch.hold = true;
    const scans = [0, 1, 2, 3, 4].map((page) => scan(scanner, url(0, page)));
    await expect(scan(scanner, url(0, 5))).rejects.toMatchObject({ code: 'unavailable' });
    const other = scan(scanner, url(1));
    await turn();
    expect(fetch.begun.at(-1)).toBe(url(1));
    while (scanner.load().running > 0) {
      fetch.release();
      await turn();
    }
    await Promise.all([...scans, other]);
  });

  test('one key with many slow storefronts leaves room for the others, and does not fill the queue', async () => {
    const { fetch, scanner } = setUp({}, { running: 4, runningPerOwner: 3, waiting: 64, waitingPerOwner: 5 });
    fetch.hold = true;
    const scans = Array.from({ length: 8 }, (_, host) => scan(scanner, url(host), { owner: 'key 1' }));
    await expect(scan(scanner, url(8), { owner: 'key 1' })).rejects.toMatchObject({ code: 'unavailable' });
    const other = scan(scanner, url(9), { owner: 'key 2' });
    await turn();
    expect(fetch.begun).toEqual([url(0), url(1), url(2), url(9)]);
    while (scanner.load().running > 0) {
      fetch.release();
      await turn();
    }
    await Promise.all([...scans, other]);
  });

  test('a scan that waits too long gets 503 and leaves the queue', async () => {
    const { fetch, scanner } = setUp({}, { running: 1, waitMs: 1 });
    fetch.hold = true;
    const first = scan(scanner, url(0));
    expect(await scan(scanner, url(1)).catch((error: PortsideError) => error.code)).toBe('unavailable');
    expect(scanner.load().waiting).toBe(0);
    fetch.release();
    await first;
  });
});

describe('a deep scan', () => {
  const gtm = (id: string) => `https://www.googletagmanager.com/gtm.js?id=${id}`;
  const deep = (scanner: Scanner) => scan(scanner, URL_A, { deep: true });

  const origins = ({ report }: Scan) => report.findings.map(({ places }) => places[0]?.container ?? 'page');

  /** The containers that the report names as not read, in a finding and in its list. */
  const unreadIn = ({ report }: Scan) => {
    const found = report.findings.find(({ rule_id }) => rule_id === 'scan_not_looked_at');
    const named = (found?.places ?? []).map(({ container }) => container!);
    for (const id of named) expect(found!.message).toContain(id);
    const unread = report.not_looked_at.filter(({ kind }) => kind !== 'page');
    expect(unread.map(({ id }) => id).sort()).toEqual(named.toSorted());
    return named;
  };

  test('reads each container once, from the shop’s own domain or from Google, and its findings name it', async () => {
    const { fetch, scanner } = setUp();
    const own = 'https://sst.a.example/x.js?id=G-ABCDE12345';
    const foreign = ['https://evil.example/gtm.js?id=GTM-AAAAA2', 'https://evil.example/x.js?id=G-ABCDE54321'];
    fetch.pages.set(URL_A, [gtm('GTM-AAAAA1'), gtm('GTM-AAAAA1'), own, ...foreign].map(src).join(''));
    fetch.pages.set(gtm('GTM-AAAAA1'), `fbq('init','${META}')`);
    fetch.pages.set(gtm('GTM-AAAAA2'), ';');
    fetch.pages.set(own, "fbq('init','987654321098765')");
    const tag = 'https://www.googletagmanager.com/gtag/js?id=G-ABCDE54321';
    fetch.pages.set(tag, "fbq('init','987654321098764')");
    const plain = await scan(scanner, URL_A);
    const found = await deep(scanner);
    expect(fetch.begun.sort()).toEqual([URL_A, own, gtm('GTM-AAAAA1'), gtm('GTM-AAAAA2'), tag].sort());
    expect(new Set(origins(plain))).toEqual(new Set(['page']));
    expect(new Set(origins(found))).toEqual(new Set(['page', 'GTM-AAAAA1', 'G-ABCDE12345', 'G-ABCDE54321']));
    expect(found.report.severity_counts.warn).toBeGreaterThan(plain.report.severity_counts.warn);
  });

  test('finds a tag that is in the page and in a container', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, PAGE + src(gtm('GTM-AAAAA1')));
    fetch.pages.set(gtm('GTM-AAAAA1'), `fbq('init','${META}')`);
    const twice = ({ report }: Scan) =>
      report.findings.some(({ rule_id }) => rule_id === 'meta_pixel_initialized_twice');
    expect([twice(await scan(scanner, URL_A)), twice(await deep(scanner))]).toEqual([false, true]);
  });

  test('reads a container that the shop serves itself from the shop', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, src('https://sst.a.example/x?id=GTM-AAAAA1'));
    await deep(scanner);
    expect(fetch.begun).toEqual([URL_A, 'https://sst.a.example/x?id=GTM-AAAAA1']);
  });

  test('reports a container that fails, and still reads the others', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, src(gtm('GTM-AAAAA1')) + src(gtm('GTM-AAAAA2')));
    fetch.pages.set(gtm('GTM-AAAAA1'), upstreamFailed('no'));
    fetch.pages.set(gtm('GTM-AAAAA2'), `fbq('init','${META}')`);
    const found = await deep(scanner);
    expect(origins(found)).toContain('GTM-AAAAA2');
    expect(unreadIn(found)).toEqual(['GTM-AAAAA1']);
  });

  test.each(['unavailable', 'upstream_timeout'] as const)(
    'that lacks a container because of %s is not reused for minutes, as its finding says to scan again',
    async (code) => {
      const { fetch, clock, scanner } = setUp();
      fetch.pages.set(URL_A, src(gtm('GTM-AAAAA1')));
      fetch.pages.set(gtm('GTM-AAAAA1'), new PortsideError(code));
      expect(unreadIn(await deep(scanner))).toEqual(['GTM-AAAAA1']);
      fetch.pages.set(gtm('GTM-AAAAA1'), `fbq('init','${META}')`);
      clock.ms += 5_000;
      const again = await deep(scanner);
      expect(again.cache).toBe('MISS');
      expect(origins(again)).toContain('GTM-AAAAA1');
      expect(unreadIn(again)).toEqual([]);
      clock.ms += 60_000;
      expect((await deep(scanner)).cache).toBe('HIT');
    },
  );

  test('reads at most five containers and reports the others', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, Array.from({ length: 9 }, (_, i) => src(gtm(`GTM-AAAAA${i}`))).join(''));
    const found = await deep(scanner);
    expect(fetch.begun).toHaveLength(6);
    expect(unreadIn(found)).toHaveLength(4);
  });

  test('shares the page with plain scans, cached or running, and has its age', async () => {
    const { fetch, clock, scanner } = setUp();
    fetch.hold = true;
    const scans = [scan(scanner, URL_A), deep(scanner), deep(scanner)];
    await turn();
    fetch.release();
    await Promise.all(scans);
    expect(fetch.begun).toEqual([URL_A]);
    clock.ms += 10_000;
    expect(scanner.scanCached(URL_A, true)?.ageSeconds).toBe(10);
  });

  test('a plain scan reads no container', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, src(gtm('GTM-AAAAA1')));
    await scan(scanner, URL_A);
    expect(fetch.begun).toEqual([URL_A]);
  });
});

test('the operator is told of each scan that fetched its page, without its query, and of none from the cache', async () => {
  const told: FreshScan[] = [];
  const { fetch, clock, scanner } = setUp({ onScan: (scan) => told.push(scan) });
  const address = `${URL_A}1?email=me@example.com`;
  const report = v1Report((await scan(scanner, address)).report);
  scanner.scanCached(address);
  await scan(scanner, address);
  await Promise.all([scan(scanner, `${URL_A}2`), scan(scanner, `${URL_A}2`)]);
  fetch.pages.set(`${URL_A}bad`, upstreamFailed('no'));
  for (let i = 0; i < 2; i++) await scan(scanner, `${URL_A}bad`).catch(() => {});
  expect(told).toEqual([
    { atMs: clock.ms, address: 'a.example/1', deep: false, report, code: '' },
    { atMs: clock.ms, address: 'a.example/2', deep: false, report, code: '' },
    { atMs: clock.ms, address: 'a.example/bad', deep: false, code: 'upstream_failed' },
  ]);
});

test('a saved page is decoded and scanned without a fetch', async () => {
  const { fetch, scanner } = setUp();
  const page = script('x={webPixelsConfigList:[{"id":"1","type":"CUSTOM","name":"Café"}]}');
  const { report, url } = await scanner.scanDocument(Buffer.from(`\ufeff${page}`), URL_A, 'file');
  expect(url).toBe(URL_A);
  expect(report.findings.map(({ message }) => message).join()).toContain('custom pixel Café');
  expect(fetch.begun).toEqual([]);
});

test.each([
  ['text', 'Not found. 1 < 2', 'without HTML'],
  ['nothing', '', 'an empty page'],
])('a page of %s is a failure, not a page without faults', async (_, page, message) => {
  const { fetch, scanner } = setUp();
  fetch.pages.set(URL_A, page);
  await expect(scan(scanner, URL_A)).rejects.toMatchObject({
    code: 'upstream_failed',
    message: expect.stringContaining(message),
  });
  await expect(scanner.scanDocument(Buffer.from(page), URL_A, 'file')).rejects.toMatchObject({
    code: 'upstream_failed',
  });
});
