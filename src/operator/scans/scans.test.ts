import { expect, test } from 'bun:test';
import { sampleScan } from '../../../test/support/log-contract.ts';
import { until } from '../../../test/support/until.ts';
import { startOperator } from '../../../test/support/visitor.ts';
import { findingsToKeep, loggedScan, stateOf } from '../../domain/scan-log.ts';

const { operator, storage, key, post, faults } = await startOperator();

test('a scan is kept with its findings, by host and path, and not again from the cache', async () => {
  const demo = { url: 'https://demo-store.portside.invalid/?email=secret@example.com' };
  const report = await (await post('/api/v1/pixel/scan', demo, await key())).json();
  await (await post('/api/v1/pixel/scan', demo, await key())).text();
  const failing = `https://shop.invalid/svc_${'a'.repeat(24)}/me@example.com/cart?secret=1`;
  await (await post('/api/v1/pixel/scan', { url: failing }, await key())).text();
  await until('they are kept', async () => (await storage.scanLog.search({ text: '', limit: 5 })).length === 2);
  const [failed, scan] = await storage.scanLog.search({ text: '', limit: 5 });
  expect(failed).toMatchObject({
    address: 'shop.invalid/svc_…/…/cart',
    score: null,
    code: 'upstream_failed',
    findings: [],
  });
  const {
    score,
    severity_counts: severityCounts,
    findings,
  } = report as { score: number; severity_counts: object; findings: object[] };
  expect(scan).toMatchObject({
    address: 'demo-store.portside.invalid/',
    score,
    severityCounts,
    withKey: true,
    deep: false,
    code: '',
  });
  expect(scan!.findings).toEqual(expect.arrayContaining(findings as never));
  expect(scan!.findings).toHaveLength(findings.length);
  const list = (await operator.get('/operator/scans')).html;
  const page = (await operator.get(`/operator/scans/${scan!.id}`)).html;
  for (const finding of scan!.findings) expect(page).toContain(finding.rule_id);
  expect((await operator.get(`/operator/scans/${failed!.id}`)).html).toContain('nothing is known about the page');
  for (const text of ['secret', 'example.com', 'aaaa'])
    expect([text, (list + page).includes(text)]).toEqual([text, false]);
});

test('the list is filtered, paged and exported; a formula in an address does not run in a spreadsheet', async () => {
  await storage.scanLog.add(
    Array.from({ length: 120 }, (_, i) => sampleScan(i, { address: `=cmd|${i}.example/` })),
    0,
    0,
  );
  const { html } = await operator.get('/operator/scans?q=cmd');
  expect([...html.matchAll(/cmd\|\d+\.example/g)]).toHaveLength(100);
  const next = /rel="next" href="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
  expect([...(await operator.get(next)).html.matchAll(/cmd\|\d+\.example/g)]).toHaveLength(20);
  expect((await operator.get('/operator/scans?outcome=failed')).html).not.toContain('cmd|');
  expect((await operator.get('/operator/scans?from=2030-01-01')).html).toContain('No scan matches');
  const csv = (await operator.get('/operator/scans/export.csv?q=cmd&outcome=clean')).html.trim().split('\r\n');
  expect(csv).toHaveLength(121);
  expect(csv[1]).toContain("'=cmd|119.example/");
  expect((await operator.get('/operator/scans/99999')).status).toBe(404);
});

test('a page that was not judged has no score and is not among the clean ones', async () => {
  const report = (rule_id: string, score: number) => ({
    score,
    findings: [{ rule_id, severity: 'info' as const, message: 'A sentence.' }],
    severity_counts: { info: 1, warn: 0, error: 0 },
  });
  const scans = [
    ['blocked.example/', report('page_not_judged', 0)],
    ['partly.example/', report('scan_not_looked_at', 89)],
  ] as const;
  await storage.scanLog.add(
    scans.map(([address, report]) => loggedScan({ atMs: 1, address, deep: true, report, code: '' }, true)),
    0,
    0,
  );
  const list = async (query: string) => (await operator.get(`/operator/scans?${query}`)).html;
  expect(await list('q=blocked')).toContain('not judged</span>');
  expect(await list('q=partly')).toContain('mild">89, in part');
  expect(await list('outcome=clean')).not.toContain('blocked.example');
  expect(await list('outcome=not_judged')).toContain('blocked.example');
  const [blocked] = await storage.scanLog.search({ text: 'blocked', limit: 1 });
  expect(blocked!.score).toBeNull();
  const { html } = await operator.get(`/operator/scans/${blocked!.id}`);
  expect(html).toContain('nothing is known about its tags');
  expect(html).not.toContain('No rule found anything');
  const csv = (await operator.get('/operator/scans/export.csv?q=.example/&outcome=not_judged')).html.trim();
  expect(csv.split('\r\n')).toEqual([
    'at,page,score,errors,warnings,infos,error,with_key,deep,rules,state',
    '1970-01-01T00:00:00.001Z,blocked.example/,,0,0,1,,yes,yes,page_not_judged,not_judged',
  ]);
});

test('the finding that says what was judged is kept, however many others there are', () => {
  const others = Array.from({ length: 200 }, () => ({
    rule_id: 'a_rule',
    severity: 'error' as const,
    message: 'x'.repeat(200),
  }));
  const last = { rule_id: 'scan_not_looked_at', severity: 'info' as const, message: 'A pixel was not read.' };
  const kept = findingsToKeep([...others, last]);
  expect(kept.length).toBeLessThan(others.length);
  expect(stateOf({ code: '', findings: kept })).toBe('partly_judged');
  const cut = { rule_id: 'scan_truncated', severity: 'info' as const, message: 'm' };
  expect(stateOf({ code: '', findings: [cut] })).toBe('partly_judged');
});

test('nothing failed on our side', () => expect(faults).toEqual([]));
