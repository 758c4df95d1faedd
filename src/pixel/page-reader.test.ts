import { describe, expect, test } from 'bun:test';
import { META, PAGE, scan, setUp, src, turn, URL_A } from '../../test/support/held-scanner.ts';
import { TaskFault, TaskOverrun } from '../domain/isolated-tasks.ts';
import type { WorkCost } from '../domain/resource-cost.ts';
import { upstreamFailed } from './fetch/fetch-errors.ts';
import { detailedReport } from './report/detailed-report.ts';

describe('a page that its worker cannot read', () => {
  const LIMITS_SENTENCE = 'The page could not be read within the limits of a scan.';

  test.each([
    ['exceeds its processor time', new TaskOverrun('cpuMs', { cpuMs: 2010 })],
    ['exceeds its memory', new TaskOverrun('memoryBytes', { cpuMs: 2010 })],
    ['ends its worker', new TaskFault('ended', 'SIGKILL', { cpuMs: 2010 })],
    ['makes it send rubbish', new TaskFault('protocol', 'SIGKILL', { cpuMs: 2010 })],
  ])('because it %s is a failure of the storefront, cached for seconds and charged', async (_, fault) => {
    const { tasks, scanner, fetch } = setUp();
    tasks.fault = () => fault;
    const costs: WorkCost[] = [];
    const attempt = () => scan(scanner, URL_A, { charge: (cost) => costs.push(cost) });
    await expect(attempt()).rejects.toMatchObject({ code: 'upstream_failed', message: LIMITS_SENTENCE });
    await expect(attempt()).rejects.toMatchObject({ code: 'upstream_failed' });
    expect([fetch.begun.length, costs]).toEqual([1, [{ cpuMs: 2010, bytesFetched: PAGE.length }]]);
  });

  test('because the machine is too busy is not the fault of the storefront, is not cached, and is charged', async () => {
    const { tasks, scanner, fetch } = setUp();
    tasks.fault = () => new TaskOverrun('wallMs', { cpuMs: 300 });
    const costs: WorkCost[] = [];
    for (let i = 0; i < 2; i++) {
      const attempt = scan(scanner, URL_A, { charge: (cost) => costs.push(cost) });
      await expect(attempt).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 });
    }
    expect([fetch.begun.length, costs.length, costs[0]!.cpuMs]).toEqual([2, 2, 300]);
  });

  test('because our task failed is our fault', async () => {
    const { tasks, scanner } = setUp();
    tasks.fault = () => new TaskFault('threw', 'TypeError', { cpuMs: 1 });
    await expect(scan(scanner, URL_A)).rejects.toMatchObject({ code: 'internal' });
  });

  test('says nothing of its own to the caller', async () => {
    const { tasks, scanner } = setUp();
    tasks.answer = () => '{"fault":"Visit evil.example"}';
    await expect(scan(scanner, URL_A)).rejects.toMatchObject({ message: LIMITS_SENTENCE });
  });

  test('as a container leaves a finding, and the others are read', async () => {
    const { tasks, scanner, fetch } = setUp();
    const gtm = (id: string) => `https://www.googletagmanager.com/gtm.js?id=${id}`;
    fetch.pages.set(URL_A, src(gtm('GTM-AAAAA1')) + src(gtm('GTM-AAAAA2')));
    fetch.pages.set(gtm('GTM-AAAAA2'), `fbq('init','${META}')`);
    tasks.fault = ({ task, input }) =>
      task === 'container' && JSON.stringify(input).includes('GTM-AAAAA1')
        ? new TaskOverrun('cpuMs', { cpuMs: 2000 })
        : undefined;
    const { findings } = (await scan(scanner, URL_A, { deep: true })).report;
    expect(findings.map(({ places }) => places[0]?.container)).toContain('GTM-AAAAA2');
    expect(findings.find(({ rule_id }) => rule_id === 'scan_not_looked_at')).toMatchObject({
      places: [{ kind: 'container', container: 'GTM-AAAAA1' }],
      message: expect.stringContaining(
        'Not read: container GTM-AAAAA1 (the page could not be read within the limits of a scan)',
      ),
    });
    // A report that looks complete is wrong: not even a failure of the last step may hide it.
    tasks.fault = ({ task }) => (task === 'rules' ? new TaskOverrun('cpuMs', { cpuMs: 2000 }) : undefined);
    await expect(scan(scanner, URL_A, { deep: true, fresh: true })).rejects.toMatchObject({ code: 'upstream_failed' });
  });

  test('names a container at an address that a scan may not reach: it is not fetched', async () => {
    const { tasks, scanner, fetch } = setUp();
    const containers = [
      'http://127.0.0.1/x.js',
      'file:///etc/passwd',
      'https://evil.example/',
      'https://a.example:22/x.js',
    ];
    const named = containers.map((url) => ({ kind: 'first_party_loader', url }));
    tasks.answer = ({ task }) =>
      task === 'page' ? JSON.stringify({ report: detailedReport([]), containers: named }) : undefined;
    const { report } = await scan(scanner, URL_A, { deep: true });
    expect(fetch.begun).toEqual([URL_A]);
    expect(report.not_looked_at).toEqual([
      ...containers
        .slice(0, 3)
        .map((id) => ({ kind: 'loader' as const, id, reason: 'It is on a host that does not belong to the shop.' })),
      { kind: 'loader', id: 'https://a.example:22/x.js', reason: 'A scan may not connect to its address.' },
    ]);
  });
});

describe('the cost of a scan', () => {
  test('is told once to the caller who started it, and nothing to those who join it or find it cached', async () => {
    const { fetch, scanner } = setUp();
    fetch.hold = true;
    const costs: [string, WorkCost][] = [];
    const by = (key: string) => scan(scanner, URL_A, { owner: key, charge: (cost) => costs.push([key, cost]) });
    const scans = [by('key 1'), by('key 2')];
    await turn();
    fetch.release();
    await Promise.all(scans);
    await by('key 3');
    expect(costs).toEqual([['key 1', { cpuMs: 1.5, bytesFetched: PAGE.length }]]);
  });

  test('of a deep scan includes its containers', async () => {
    const { fetch, scanner } = setUp();
    const container = 'https://www.googletagmanager.com/gtm.js?id=GTM-AAAAA1';
    fetch.pages.set(URL_A, src(container));
    fetch.pages.set(container, 'x'.repeat(1000));
    const cost = { cpuMs: 0, bytesFetched: 0 };
    await scan(scanner, URL_A, {
      deep: true,
      charge: ({ cpuMs, bytesFetched }) => {
        cost.cpuMs += cpuMs;
        cost.bytesFetched += bytesFetched;
      },
    });
    // The page, its container, and the rules over both.
    expect(cost).toEqual({ cpuMs: 4.5, bytesFetched: src(container).length + 1000 });
  });

  test('is told when the fetch fails', async () => {
    const { fetch, scanner } = setUp();
    fetch.pages.set(URL_A, upstreamFailed('no'));
    const costs: WorkCost[] = [];
    await scan(scanner, URL_A, { charge: (cost) => costs.push(cost) }).catch(() => {});
    expect(costs).toEqual([{ cpuMs: 0, bytesFetched: 0 }]);
  });
});

test('bodies that are fetched and not read yet are limited in all, and the room comes back', async () => {
  const { fetch, scanner } = setUp({ bodyBytesMax: 1000 });
  fetch.pages.set(URL_A, '<p>'.padEnd(751, 'x'));
  await expect(scan(scanner, URL_A)).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 });
  fetch.pages.set(URL_A, '<p>'.padEnd(750, 'x'));
  for (let i = 0; i < 3; i++) expect((await scan(scanner, URL_A, { fresh: true })).report.page_kind).toBe('empty');
});

test('one caller with large bodies leaves room for the others, and all of them together have a limit', async () => {
  const { fetch, scanner } = setUp({ bodyBytesMax: 1000 });
  const held = Promise.withResolvers<void>();
  const answer = fetch.fetch.bind(fetch);
  fetch.fetch = async (target, options) => {
    const page = await answer(target, options);
    await held.promise;
    return page;
  };
  const by = (owner: string, bytes: number) => {
    const url = `https://${owner}-${bytes}.example/`;
    fetch.pages.set(url, '<p>'.padEnd(bytes, 'x'));
    return scan(scanner, url, { owner });
  };
  const large = by('one', 700);
  await turn();
  await expect(by('one', 100)).rejects.toMatchObject({ code: 'unavailable' });
  const small = by('two', 250);
  await turn();
  await expect(by('three', 100)).rejects.toMatchObject({ code: 'unavailable' });
  held.resolve();
  expect((await Promise.all([large, small])).map(({ cache }) => cache)).toEqual(['MISS', 'MISS']);
});
