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

  test('a first scan that is not judged is told, and the first judged one is what later ones are compared with', () => {
    const [first, second, third] = looks(closed, report(), report({ findings: [] }));
    expect(first).toMatchObject([{ type: 'pixel.not_judged' }]);
    expect(second).toMatchObject([{ type: 'pixel.changed', judged_again: true, findings_added: [] }]);
    expect(third).toMatchObject([{ findings_gone: [{}, {}] }]);
  });
});
