import { expect, test } from 'bun:test';
import { sampleScan } from '../../../test/support/log-contract.ts';
import { until } from '../../../test/support/until.ts';
import { startOperator } from '../../../test/support/visitor.ts';

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

test('nothing failed on our side', () => expect(faults).toEqual([]));
