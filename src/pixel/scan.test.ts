import { describe, expect, test } from 'bun:test';
import { PortsideError } from '../domain/errors.ts';
import type { LocatedFinding, ScanReport } from '../domain/scan-report.ts';
import type { FetchQueueLimits } from './fetch/fetch-queue.ts';
import { StorefrontFetch } from './fetch/page-fetch.ts';
import { upstreamFailed } from './fetch/upstream.ts';
import type { ContainerReference, MatchedPage } from './matched-page.ts';
import { type Matching, Scanner, type ScannerOptions } from './scan.ts';

const found = (message: string, origin = 'page'): LocatedFinding => ({
  rule_id: 'r',
  severity: 'warn',
  message,
  origin,
  remedy: 'Remove it.',
});

/** Finds one thing, the text itself; `[GTM-…]` and `<url>` in it name containers. */
const matching: Matching = {
  createMatcher() {
    let text = '';
    return {
      push(part) {
        text += part;
      },
      finish: ({ url, truncated }): MatchedPage => {
        const gtm = [...text.matchAll(/\[(GTM-\w+)\]/g)].map(
          ([, id]): ContainerReference => ({ kind: 'gtm', id: id!, url: 'http://10.0.0.1/' }),
        );
        const own = [...text.matchAll(/<(\S+)>/g)].map(
          ([, to]): ContainerReference => ({ kind: 'first_party_loader', url: to! }),
        );
        return { findings: [found(`${text} at ${url}${truncated ? ' cut' : ''}`)], containers: [...gtm, ...own] };
      },
    };
  },
  matchTogether: (page, scripts) => [
    ...page.findings,
    ...scripts.map(({ text, container }) => found(text, container.url)),
  ],
  toReport: (findings): ScanReport => ({
    score: 90,
    findings: findings.map(({ rule_id, severity, message }) => ({ rule_id, severity, message })),
    severity_counts: { info: 0, warn: findings.length, error: 0 },
  }),
};

type Fetched = Awaited<ReturnType<StorefrontFetch['fetch']>>;

/** A fetch whose answers wait until they are let go: no network, no clock. */
class HeldFetch extends StorefrontFetch {
  readonly begun: string[] = [];
  readonly held: (() => void)[] = [];
  pages = new Map<string, string | PortsideError>();
  hold = false;

  constructor() {
    super({ resolve: async () => [], userAgent: 'test' });
  }

  override async fetch({ url }: { url: string }, take: (text: string) => void): Promise<Fetched> {
    this.begun.push(url);
    if (this.hold) await new Promise<void>((go) => this.held.push(go));
    const page = this.pages.get(url) ?? 'page';
    if (page instanceof PortsideError) throw page;
    take(page);
    return { url, status: 200, truncated: false };
  }

  release(): void {
    for (const go of this.held.splice(0)) go();
  }
}

function setUp(options: Partial<ScannerOptions> = {}, limits: Partial<FetchQueueLimits> = {}) {
  const fetch = new HeldFetch();
  const clock = { ms: 1_000_000, now: () => clock.ms };
  return { fetch, clock, scanner: new Scanner({ ...matching, fetch, clock, limits, ...options }) };
}

const URL_A = 'https://a.example/';
const turn = () => new Promise<void>((done) => setImmediate(done));

describe('repeated scans', () => {
  test('100 at once share one fetch, and one answer', async () => {
    const { fetch, scanner } = setUp();
    fetch.hold = true;
    const scans = Array.from({ length: 100 }, () => scanner.scan(URL_A));
    await turn();
    fetch.release();
    const answers = await Promise.all(scans);
    expect(fetch.begun).toEqual([URL_A]);
    expect(answers.map(({ cache }) => cache)).toEqual(['MISS', ...Array(99).fill('SHARED')]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  test('100 at once share one failure', async () => {
    const { fetch, scanner } = setUp();
    fetch.hold = true;
    fetch.pages.set(URL_A, upstreamFailed('no'));
    const scans = Array.from({ length: 100 }, () => scanner.scan(URL_A));
    await turn();
    fetch.release();
    const answers = await Promise.allSettled(scans);
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(fetch.begun).toHaveLength(1);
  });

  test('later ones are remembered, with their age, until it is too great', async () => {
    const { fetch, clock, scanner } = setUp();
    expect(scanner.scanCached(URL_A)).toBeUndefined();
    const first = await scanner.scan(URL_A);
    expect(first).toMatchObject({ cache: 'MISS', ageSeconds: 0, url: URL_A });
    expect(JSON.parse(first.body)).toEqual(first.report);
    clock.ms += 599_999;
    expect(await scanner.scan(URL_A)).toMatchObject({ cache: 'HIT', ageSeconds: 599 });
    expect(scanner.scanCached(URL_A)).toEqual({ body: first.body, ageSeconds: 599, cache: 'HIT' });
    clock.ms += 1;
    expect(scanner.scanCached(URL_A)).toBeUndefined();
    expect((await scanner.scan(URL_A)).cache).toBe('MISS');
    expect(fetch.begun).toHaveLength(2);
  });

  test('a clock set back makes remembered answers worthless, not eternal', async () => {
    const { clock, scanner } = setUp();
    await scanner.scan(URL_A);
    clock.ms -= 3_600_000;
    expect(scanner.scanCached(URL_A)).toBeUndefined();
  });

  test('spellings of one URL are one; queries and the deep scan are not', async () => {
    const { fetch, scanner } = setUp();
    for (const url of [URL_A, 'https://A.example', 'https://a.example:443/#top', 'https://a.example/x/..'])
      await scanner.scan(url);
    expect(fetch.begun).toHaveLength(1);
    await scanner.scan(`${URL_A}?b`);
    expect(fetch.begun).toHaveLength(2);
    expect(scanner.scanCached(URL_A, true)).toBeUndefined();
  });

  test('failures are remembered for seconds only, and never served as scans', async () => {
    const { fetch, clock, scanner } = setUp();
    fetch.pages.set(URL_A, upstreamFailed('no'));
    const attempt = () =>
      scanner.scan(URL_A).then(
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

  test('our own faults and full queues are not remembered', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, new PortsideError('unavailable'));
    for (let i = 0; i < 2; i++) await scanner.scan(URL_A).catch(() => {});
    expect(fetch.begun).toHaveLength(2);
  });

  test('no-cache fetches afresh, renews what is remembered, and joins a fetch under way', async () => {
    const { fetch, clock, scanner } = setUp();
    await scanner.scan(URL_A);
    clock.ms += 60_000;
    fetch.hold = true;
    const scans = [scanner.scan(URL_A, { fresh: true }), scanner.scan(URL_A, { fresh: true }), scanner.scan(URL_A)];
    expect(scanner.scanCached(URL_A)?.ageSeconds).toBe(60);
    await turn();
    fetch.release();
    expect((await Promise.all(scans)).map(({ cache }) => cache)).toEqual(['BYPASS', 'SHARED', 'SHARED']);
    expect(fetch.begun).toHaveLength(2);
    expect(scanner.scanCached(URL_A)?.ageSeconds).toBe(0);
  });

  test('nothing is remembered when told so', async () => {
    const { fetch, scanner } = setUp({ cacheSeconds: 0 });
    await scanner.scan(URL_A);
    await scanner.scan(URL_A);
    expect(fetch.begun).toHaveLength(2);
    expect(scanner.load().remembered).toBe(0);
  });

  test('memory is bounded in bytes', async () => {
    const { fetch, scanner } = setUp({ cacheBytesMax: 100_000 });
    for (let i = 0; i < 200; i++) {
      fetch.pages.set(`${URL_A}${i}`, 'x'.repeat(500));
      await scanner.scan(`${URL_A}${i}`);
    }
    expect(scanner.load().rememberedBytes).toBeLessThanOrEqual(100_000);
    expect(scanner.load().remembered).toBeGreaterThan(5);
  });

  test('an address that may not be scanned is refused by both ways in', async () => {
    const { scanner } = setUp();
    expect(scanner.scanCached('http://localhost/')).toBeUndefined();
    await expect(scanner.scan('http://localhost/')).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('scans at once', () => {
  const url = (host: number, page = 0) => `https://h${host}.example/${page}`;

  test('no more than 16 in all, and 2 a host', async () => {
    const { fetch, scanner } = setUp();
    fetch.hold = true;
    const scans = [0, 1, 2].map((page) => scanner.scan(url(0, page)));
    scans.push(...Array.from({ length: 30 }, (_, host) => scanner.scan(url(host + 1))));
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

  test('a full queue answers 503 with Retry-After, and recovers', async () => {
    const { fetch, scanner } = setUp({}, { running: 1, waiting: 2 });
    fetch.hold = true;
    const scans = [0, 1, 2].map((host) => scanner.scan(url(host)));
    const refused = await scanner.scan(url(3)).catch((error: PortsideError) => error);
    expect(refused).toMatchObject({ code: 'unavailable', retryAfterS: 5 });
    for (let i = 0; i < 3; i++) {
      await turn();
      fetch.release();
    }
    await Promise.all(scans);
    fetch.hold = false;
    expect((await scanner.scan(url(3))).cache).toBe('MISS');
  });

  test('one slow host does not fill the queue for the others', async () => {
    const { fetch, scanner } = setUp({}, { running: 4, waiting: 64, waitingPerHost: 3 });
    fetch.hold = true;
    const scans = [0, 1, 2, 3, 4].map((page) => scanner.scan(url(0, page)));
    await expect(scanner.scan(url(0, 5))).rejects.toMatchObject({ code: 'unavailable' });
    const other = scanner.scan(url(1));
    await turn();
    expect(fetch.begun.at(-1)).toBe(url(1));
    while (scanner.load().running > 0) {
      fetch.release();
      await turn();
    }
    await Promise.all([...scans, other]);
  });

  test('a wait too long ends in 503, and frees its place', async () => {
    const { fetch, scanner } = setUp({}, { running: 1, waitMs: 1 });
    fetch.hold = true;
    const first = scanner.scan(url(0));
    expect(await scanner.scan(url(1)).catch((error: PortsideError) => error.code)).toBe('unavailable');
    expect(scanner.load().waiting).toBe(0);
    fetch.release();
    await first;
  });
});

describe('a deep scan', () => {
  const gtm = (id: string) => `https://www.googletagmanager.com/gtm.js?id=${id}`;
  const deep = (scanner: Scanner) => scanner.scan(URL_A, { deep: true });

  test('reads containers from addresses made of their ids, once each, and says where findings come from', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, '[GTM-A][GTM-A] <https://sst.a.example/x.js> <https://evil.example/x.js>');
    fetch.pages.set(gtm('GTM-A'), 'inside A');
    fetch.pages.set('https://sst.a.example/x.js', 'inside x');
    const { findings, report } = await deep(scanner);
    expect(fetch.begun.sort()).toEqual([URL_A, 'https://sst.a.example/x.js', gtm('GTM-A')]);
    expect(findings.slice(1)).toEqual([
      found('inside A', gtm('GTM-A')),
      found('inside x', 'https://sst.a.example/x.js'),
    ]);
    expect(report.severity_counts.warn).toBe(3);
  });

  test('reads a container that the shop serves itself from there', async () => {
    const { fetch, scanner } = setUp({
      createMatcher: () => ({
        push: () => {},
        finish: () => ({ findings: [], containers: [{ kind: 'gtm', id: 'GTM-A', url: 'https://sst.a.example/x' }] }),
      }),
    });
    await deep(scanner);
    expect(fetch.begun).toEqual([URL_A, 'https://sst.a.example/x']);
  });

  test('one that fails is told, and the rest stands', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, '[GTM-A][GTM-B]');
    fetch.pages.set(gtm('GTM-A'), upstreamFailed('no'));
    fetch.pages.set(gtm('GTM-B'), 'inside B');
    const { findings } = await deep(scanner);
    expect(findings[1]).toEqual(found('inside B', gtm('GTM-B')));
    expect(findings[2]).toMatchObject({ rule_id: 'scan_truncated', severity: 'info', origin: 'GTM-A' });
  });

  test('no more than five are read, and the others are named', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, Array.from({ length: 9 }, (_, i) => `[GTM-${i}]`).join(''));
    const { findings } = await deep(scanner);
    expect(fetch.begun).toHaveLength(6);
    expect(findings.filter(({ rule_id }) => rule_id === 'scan_truncated')).toHaveLength(4);
  });

  test('shares the page with plain scans, remembered or under way, and has its age', async () => {
    const { fetch, clock, scanner } = setUp();
    fetch.hold = true;
    const scans = [scanner.scan(URL_A), deep(scanner), deep(scanner)];
    await turn();
    fetch.release();
    await Promise.all(scans);
    expect(fetch.begun).toEqual([URL_A]);
    clock.ms += 10_000;
    expect(scanner.scanCached(URL_A, true)?.ageSeconds).toBe(10);
  });

  test('a plain scan reads no container', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, '[GTM-A]');
    await scanner.scan(URL_A);
    expect(fetch.begun).toEqual([URL_A]);
  });
});

describe('the operator’s list', () => {
  test('holds the latest 100, newest first, without queries', async () => {
    const { fetch, clock, scanner } = setUp();
    for (let i = 0; i < 120; i++) await scanner.scan(`${URL_A}${i}?email=me@example.com`);
    scanner.scanCached(`${URL_A}119?email=me@example.com`);
    fetch.pages.set(`${URL_A}bad`, upstreamFailed('no'));
    await scanner.scan(`${URL_A}bad`).catch(() => {});
    const recent = scanner.recent();
    expect(recent).toHaveLength(100);
    expect(recent[0]).toEqual({ at: clock.ms, address: 'a.example/bad', cache: 'MISS', error: 'upstream_failed' });
    expect(recent[1]).toMatchObject({ address: 'a.example/119', cache: 'HIT', score: 90, severityCounts: { warn: 1 } });
    expect(JSON.stringify(recent)).not.toContain('email');
  });
});

test('a saved page is scanned by its bytes alone', () => {
  const { fetch, scanner } = setUp();
  const { findings } = scanner.scanDocument(Buffer.from('\ufeffé'), URL_A);
  expect(findings[0]?.message).toBe(`é at ${URL_A}`);
  expect(fetch.begun).toEqual([]);
});
