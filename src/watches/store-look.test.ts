import { describe, expect, test } from 'bun:test';
import { testClock } from '../../test/support/temp.ts';
import type { DetailedReport } from '../domain/scan-report.ts';
import type { Watch } from '../domain/watch.ts';
import type { WatchedScan } from '../domain/watched-stores.ts';
import { lookAtStore } from './store-look.ts';

const clock = testClock();
const store = 'https://shop.example/';
const watch = { id: 'wat_1', name: 'Shops' } as Watch;

const finding = (rule_id: string, cause: string, more: object = {}) => ({
  rule_id,
  cause,
  severity: 'error',
  message: 'm',
  ids: [],
  places: [],
  ...more,
});
function report(more: Partial<DetailedReport> = {}): WatchedScan & { report: DetailedReport } {
  return {
    report: {
      state: 'judged',
      page_kind: 'storefront',
      score: 70,
      findings: [finding('meta_twice', 'page 123'), finding('ua', 'page UA-1')],
      looked_at: [{ kind: 'container', id: 'GTM-A', version: '7' }],
      not_looked_at: [],
      graph: { senders: [], destinations: [{ vendor: 'meta', id: '123', aliases: [] }], sendings: [], doubles: [] },
      ...more,
    } as unknown as DetailedReport,
  };
}

/** Looks in order, each from what the one before left. The events of each. */
function looks(...scans: (WatchedScan & ({ report: DetailedReport } | { notJudged: string }))[]) {
  let seen: string | undefined;
  return scans.map((scan) => {
    const result = lookAtStore({ watch, part: store, ...(seen !== undefined && { seen }) }, scan, { clock });
    seen = result.seen;
    return result.events.map(({ type, body }) => ({ type, ...JSON.parse(body).data }));
  });
}

describe('only what changed in substance is told', () => {
  test('the first scan tells nothing, and the same again nothing', () => {
    expect(looks(report(), report(), report())).toEqual([[], [], []]);
  });

  test('wording, order, places, points and severities of other findings are no change', () => {
    const reworded = report({
      findings: report()
        .report.findings.toReversed()
        .map((one) => ({ ...one, message: 'other words', points: 3 })),
      score: 12,
      looked_at: [{ kind: 'page', id: '/x' }, ...report().report.looked_at],
    } as Partial<DetailedReport>);
    expect(looks(report(), reworded)).toEqual([[], []]);
  });

  test('findings, tags and container versions are told with what they were', () => {
    const [, told, after] = looks(
      report(),
      report({
        findings: [finding('ua', 'page UA-1'), finding('ua', 'page UA-2')] as never,
        looked_at: [{ kind: 'container', id: 'GTM-A', version: '8' }],
        graph: { senders: [], sendings: [], doubles: [], destinations: [{ vendor: 'ga4', id: 'G-1', aliases: [] }] },
      }),
      report(),
    );
    expect(told).toHaveLength(1);
    expect(told![0]).toMatchObject({
      type: 'pixel.changed',
      store,
      summary: `${store}: 1 new finding, 1 finding gone, 1 new tag, 1 tag gone, container GTM-A went from version 7 to 8.`,
      findings_added: [{ rule_id: 'ua', cause: 'page UA-2' }],
      findings_gone: [{ rule_id: 'meta_twice', cause: 'page 123' }],
      tags_added: ['ga4 G-1'],
      tags_gone: ['meta 123'],
      containers: [{ id: 'GTM-A', from: '7', to: '8' }],
    });
    expect(after).toHaveLength(1);
  });
});

describe('what is exchanged under one name is told', () => {
  test('the ids of a finding', () => {
    const tiktok = (...ids: string[]) =>
      report({ findings: [finding('other_vendor', 'vendor tiktok', { severity: 'info', ids })] as never });
    const [, told, same, added] = looks(tiktok('CAAA'), tiktok('CBBB'), tiktok('CBBB'), tiktok('CBBB', 'CCCC'));
    expect(told).toMatchObject([
      {
        summary: `${store}: 1 finding changed.`,
        findings_added: [],
        findings_gone: [],
        findings_changed: [{ rule_id: 'other_vendor', cause: 'vendor tiktok', severity: 'info', message: 'm' }],
      },
    ]);
    expect(same).toEqual([]);
    expect(added).toMatchObject([{ findings_changed: [{ rule_id: 'other_vendor' }] }]);
  });

  test('the label of a conversion', () => {
    const ads = (label: string) =>
      report({
        graph: {
          senders: [{ kind: 'theme', name: 'theme code', window: 'page', places: [] }],
          destinations: [{ vendor: 'google_ads', id: 'AW-1', aliases: [] }],
          sendings: [{ sender: 0, destination: 0, event: 'conversion', sent_as: 'conversion', label, grade: 'always' }],
          doubles: [],
        },
      });
    const [, told] = looks(ads('aaa'), ads('bbb'));
    expect(told).toMatchObject([{ tags_added: ['google_ads AW-1/bbb'], tags_gone: ['google_ads AW-1/aaa'] }]);
  });
});

describe('what an older version stored', () => {
  const stored = (more: object = {}): string =>
    JSON.stringify({
      substance: {
        state: 'judged',
        findings: [{ rule_id: 'vendor', cause: 'vendor tiktok', severity: 'info', message: 'm' }],
        tags: ['google_ads AW-1'],
        containers: [{ id: 'GTM-A', version: '7' }],
        unread: [],
        hidden: [],
        ...more,
      },
    });
  const now = (more: object = {}) =>
    report({
      findings: [finding('vendor', 'vendor tiktok', { ids: ['CAAA'] })] as never,
      looked_at: [
        { kind: 'page', id: '/' },
        { kind: 'container', id: 'GTM-A', version: '7' },
      ],
      graph: {
        senders: [{ kind: 'theme', name: 'theme code', window: 'page', places: [] }],
        destinations: [{ vendor: 'google_ads', id: 'AW-1', aliases: [] }],
        sendings: [
          { sender: 0, destination: 0, event: 'conversion', sent_as: 'conversion', label: 'aaa', grade: 'always' },
        ],
        doubles: [],
      },
      ...more,
    });
  const look = (seen: string, scan: WatchedScan & { report: DetailedReport }) => {
    const result = lookAtStore({ watch, part: store, seen }, scan, { clock });
    return { seen: result.seen!, events: result.events.map(({ body }) => JSON.parse(body).data) };
  };

  test('makes nothing new that it could not know, and is compared in full from then on', () => {
    const first = look(stored(), now());
    expect(first.events).toEqual([]);
    const second = look(first.seen, now({ findings: [finding('vendor', 'vendor tiktok', { ids: ['CBBB'] })] }));
    expect(second.events).toMatchObject([{ findings_changed: [{ cause: 'vendor tiktok' }] }]);
  });

  test('hides nothing behind a container that it never read', () => {
    const missing = { kind: 'container', id: 'GTM-NEW', reason: 'No.' };
    const stuck = stored({ unread: ['container GTM-NEW'], hidden: ['container GTM-NEW'] });
    const { events } = look(stuck, now({ findings: [], not_looked_at: [missing] }));
    expect(events).toMatchObject([{ findings_gone: [{ cause: 'vendor tiktok' }] }]);
    const own = { kind: 'container', id: 'GTM-A', reason: 'No.' };
    const hiding = look(stored(), now({ findings: [], looked_at: [], not_looked_at: [own] }));
    expect(hiding.events).toMatchObject([{ findings_gone: [], no_longer_read: ['container GTM-A'] }]);
  });
});

describe('nothing that was not looked at is said to be fixed', () => {
  const closed = { notJudged: 'The storefront is closed by its password page.' };

  test('a page that is not judged has its own event, once, and nothing is forgotten', () => {
    const empty = report({ state: 'not_judged', score: null, findings: [], looked_at: [], page_kind: 'blocked' });
    const [, told, again, , back, same] = looks(report(), closed, closed, empty, report(), report());
    expect(told).toMatchObject([{ type: 'pixel.not_judged', store, reason: closed.notJudged }]);
    expect(JSON.stringify(told)).not.toContain('gone');
    expect(again).toEqual([]);
    expect(back).toMatchObject([
      { type: 'pixel.changed', judged_again: true, findings_gone: [], findings_added: [], state_change: null },
    ]);
    expect(same).toEqual([]);
  });

  test('what changed while it was not judged is told when it is judged again', () => {
    const [, , back] = looks(report(), closed, report({ findings: [] }));
    expect(back).toMatchObject([{ judged_again: true, findings_gone: [{ rule_id: 'meta_twice' }, { rule_id: 'ua' }] }]);
  });

  test('a container that could not be read hides its findings, and does not fix them, however long', () => {
    const unread = report({
      state: 'partly_judged',
      findings: [],
      looked_at: [],
      graph: { senders: [], destinations: [], sendings: [], doubles: [] },
      not_looked_at: [{ kind: 'container', id: 'GTM-A', reason: 'It could not be fetched.' }],
    });
    const [, first, second, third, fixed] = looks(report(), unread, unread, report(), report({ findings: [] }));
    expect(first).toMatchObject([
      {
        findings_gone: [],
        tags_gone: [],
        containers: [],
        no_longer_read: ['container GTM-A'],
        state_change: { from: 'judged', to: 'partly_judged' },
      },
    ]);
    expect(second).toEqual([]);
    expect(third).toMatchObject([{ findings_added: [], tags_added: [], state_change: { to: 'judged' } }]);
    expect(fixed).toMatchObject([{ findings_gone: [{ rule_id: 'meta_twice' }, { rule_id: 'ua' }] }]);
  });

  const inPage = [{ kind: 'page', line: 1 }];
  const inContainer = (container: string) => [{ kind: 'container', container }];
  const unread = (id: string) => ({ kind: 'container', id, reason: 'It could not be fetched.' }) as const;
  const NO_GRAPH = { senders: [], destinations: [], sendings: [], doubles: [] };
  const ofSources = report({
    findings: [
      finding('meta_twice', 'page 123', { places: inPage }),
      finding('ua', 'GTM-A', { places: inContainer('GTM-A') }),
    ],
    looked_at: [
      { kind: 'page', id: '/' },
      { kind: 'container', id: 'GTM-A', version: '7' },
    ],
    graph: {
      ...NO_GRAPH,
      senders: [{ kind: 'theme', name: 'theme code', window: 'page', places: inPage }],
      destinations: [{ vendor: 'meta', id: '123', aliases: [] }],
      sendings: [{ sender: 0, destination: 0, event: 'page_viewed', sent_as: 'PageView', grade: 'always' }],
    },
  } as never);

  test('a container that is new and was never read hides nothing', () => {
    const gone = report({
      state: 'partly_judged',
      findings: [],
      looked_at: [{ kind: 'page', id: '/' }],
      not_looked_at: [unread('GTM-NEW')],
      graph: NO_GRAPH,
    } as never);
    const [, told, same] = looks(ofSources, gone, gone);
    expect(told).toMatchObject([
      {
        findings_gone: [{ rule_id: 'meta_twice' }, { rule_id: 'ua' }],
        tags_gone: ['meta 123'],
        containers: [{ id: 'GTM-A', from: '7', to: null }],
        no_longer_read: [],
      },
    ]);
    expect(same).toEqual([]);
  });

  test('a container that is not read any more hides what was in it, and not what went from the page', () => {
    const hiding = report({
      state: 'partly_judged',
      findings: [],
      looked_at: [{ kind: 'page', id: '/' }],
      not_looked_at: [unread('GTM-A')],
      graph: NO_GRAPH,
    } as never);
    const [, told, same, back] = looks(ofSources, hiding, hiding, report({ findings: [], graph: NO_GRAPH }));
    expect(told).toMatchObject([
      {
        findings_gone: [{ rule_id: 'meta_twice' }],
        tags_gone: ['meta 123'],
        containers: [],
        no_longer_read: ['container GTM-A'],
      },
    ]);
    expect(same).toEqual([]);
    expect(back).toMatchObject([{ findings_gone: [{ rule_id: 'ua' }], containers: [] }]);
  });

  test('a page that is cut hides everything, also if a part of it was not read before', () => {
    const noList = { kind: 'page', id: '/', reason: 'The page has no list of pixels.' } as const;
    const partly = report({ ...ofSources.report, state: 'partly_judged', not_looked_at: [noList] });
    const cut = report({
      state: 'partly_judged',
      findings: [finding('scan_truncated', 'the page was cut')],
      looked_at: [{ kind: 'page', id: '/' }],
      not_looked_at: [noList, { ...noList, reason: 'The page was read only in part.' }],
      graph: NO_GRAPH,
    } as never);
    const [, told, back] = looks(partly, cut, partly);
    expect(told).toMatchObject([
      { findings_gone: [], tags_gone: [], containers: [], no_longer_read: ['rest of the page'] },
    ]);
    expect(back).toMatchObject([
      { findings_added: [], tags_added: [], findings_gone: [{ rule_id: 'scan_truncated' }] },
    ]);
  });

  test('a page that is none of the shop any more is not judged', () => {
    const parked = report({
      page_kind: 'not_a_store',
      findings: [finding('not_shopify', 'not_shopify'), finding('no_trackers_found', 'no_trackers_found')] as never,
      looked_at: [{ kind: 'page', id: '/' }],
      graph: NO_GRAPH,
    });
    const [, told, same, back] = looks(report(), parked, parked, report());
    expect(told).toMatchObject([{ type: 'pixel.not_judged', reason: expect.stringContaining('no sign of the shop') }]);
    expect(same).toEqual([]);
    expect(back).toMatchObject([{ judged_again: true, findings_added: [], findings_gone: [], tags_gone: [] }]);
    // One that never was is compared as it is.
    const [, other] = looks(parked, { report: { ...parked.report, findings: [parked.report.findings[0]!] } });
    expect(other).toMatchObject([{ findings_gone: [{ rule_id: 'no_trackers_found' }] }]);
  });

  test('a first scan that is not judged is told, and the first judged one is what later ones are compared with', () => {
    const [first, second, third] = looks(closed, report(), report({ findings: [] }));
    expect(first).toMatchObject([{ type: 'pixel.not_judged' }]);
    expect(second).toMatchObject([{ type: 'pixel.changed', judged_again: true, findings_added: [] }]);
    expect(third).toMatchObject([{ findings_gone: [{}, {}] }]);
  });
});
