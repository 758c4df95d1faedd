import { describe, expect, test } from 'bun:test';
import { actor } from '../../test/support/server.ts';
import { startOperator } from '../../test/support/visitor.ts';

const { app, clock, storage, keyIssuer, key, operator, post, faults } = await startOperator({ contact: 'a@b.example' });
const NASTY = '<script>alert(1)</script>"\'&\u202e';
const { row } = await keyIssuer.issue({ name: NASTY, scope: 'all', notes: NASTY }, actor);

const certificate = (name: string, manufacturer: string) => ({
  product_info: {
    name,
    model: 'M-1',
    date_of_manufacture: '2026-08-14',
    place_of_manufacture: 'Taichung, Taiwan',
  },
  manufacturer: { name: manufacturer, address: '12 Gongye Rd, Taichung', contact_email: 'q@h.example' },
  testing_lab: { name: 'Island Impact Laboratory', test_date: '2026-09-02' },
  cpsc_rules_cited: ['16 CFR part 1203'],
});

const PAGES = [
  'keys',
  'keys/new',
  `keys/${row.id}`,
  'usage',
  'lists',
  'certificates',
  'scans',
  'audit',
  'password',
  'sessions',
  'operators',
];

describe('every page', () => {
  test.each(PAGES)(
    '/operator/%s is a complete, escaped document with a strict policy, and has nothing inline or from other sites',
    async (path) => {
      const { status, html, response } = await operator.get(`/operator/${path}`);
      expect(status).toBe(200);
      expect(html).toStartWith('<!doctype html><html lang="en">');
      expect(response.headers.get('content-security-policy')).toStartWith("default-src 'none'; script-src 'self';");
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(html).not.toContain('<script>');
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
      for (const [, address] of html.matchAll(/(?:src|href|action)="([^"]*)"/g)) expect(address).toMatch(/^[/#]/);
      for (const [, id] of html.matchAll(/<form method="post"(.*?)<\/form>/gs)) expect(id).toContain('name="csrf"');
    },
  );

  test('every file that a page loads is served, and may be cached for good', async () => {
    const { html } = await operator.get('/operator/usage');
    const assets = [...html.matchAll(/(?:src|href)="(\/operator\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(assets).toHaveLength(3);
    for (const path of assets) {
      const answer = await fetch(app.url + path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect((await answer.text()).length).toBeGreaterThan(100);
    }
    expect((await operator.get('/operator/assets/page-0000.css')).status).toBe(404);
  });

  test.each(['x@y', 'a/bc', '[::1', 'a b', '%'])('a request with Host %j does not fail', async (host) => {
    const answer = await fetch(`${app.url}/operator/keys`, { redirect: 'manual', headers: { host } });
    expect(answer.status).toBeLessThan(500);
    expect(await answer.text()).not.toContain('<table');
  });

  test('no query makes a page fail', async () => {
    const queries = [
      'page=-1',
      'page=999999',
      'page=x',
      'sort=zzz&dir=up',
      'scope=x&status=y',
      'q=%00%ff',
      'before=1e9',
      `q=${'x'.repeat(5000)}`,
    ];
    for (const query of queries) {
      for (const path of ['keys', 'audit', 'certificates']) {
        expect([path, query, (await operator.get(`/operator/${path}?${query}`)).status]).toEqual([path, query, 200]);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('certificates', () => {
  test('are found by number, product and manufacturer, opened, and revoked, which the verify page then says', async () => {
    const made = await post(
      '/api/v1/entry/gcc/generate',
      certificate('Bicycle helmet', 'Harbor Helmet <Co.>'),
      await key(),
    );
    const { gcc_id: id } = (await made.json()) as { gcc_id: string };
    for (const text of ['helmet', 'harbor helmet', 'M-1', id.slice(0, 9)]) {
      expect((await operator.get(`/operator/certificates?q=${encodeURIComponent(text)}`)).html).toContain(id);
    }
    expect((await operator.get('/operator/certificates?q=elsewhere')).html).not.toContain(id);
    const pdf = await operator.get(`/operator/certificates/${id}.pdf`);
    expect(pdf.response.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.html).toStartWith('%PDF-');
    expect((await operator.get('/operator/certificates')).html).toContain('Harbor Helmet &lt;Co.>');
    expect((await operator.post(`/operator/certificates/${id}/revoke`)).status).toBe(303);
    expect(await (await fetch(`${app.url}/verify/${id}`)).text()).toContain('This certificate was revoked');
    const revoked = await operator.get(`/operator/certificates/${id}.pdf`);
    expect(revoked.response.headers.get('x-certificate-status')).toBe('revoked');
    expect((await operator.get('/operator/audit?action=certificate.')).html).toContain(`certificate ${id}`);
  });
});

test('the page of lists shows what is in force and the next change', async () => {
  const { html } = await operator.get('/operator/lists');
  for (const text of ['note-16c', 'in force', 'Next change', 'today is 2026-11-21']) expect(html).toContain(text);
});

test('the page of lists shows imports with what they changed', async () => {
  const { html } = await operator.get('/operator/lists');
  expect(html).toContain('Nothing was imported');
  const summary = JSON.stringify({
    added: 1234,
    removed: 5,
    rate_changed: 6,
    terms_changed: 2,
    totals: { before: 7, after: 8901 },
  });
  storage.recordsFile.run(
    "INSERT INTO tariff_imports (list_id, version, imported_at, sha256, body, summary) VALUES ('note-16c', 'v9', 0, '', '', ?)",
    [summary],
  );
  const shown = (await operator.get('/operator/lists')).html;
  expect(shown).toContain('1970-01-01 00:00');
  const numbers = [...shown.matchAll(/<td class="number">([\d,]+)<\/td>/g)].map(([, number]) => number);
  expect(numbers).toEqual(['1,234', '5', '6', '2', '0', '8,901']);
});

test('the audit is paged: no row is missing or shown twice', async () => {
  const insert = storage.recordsFile.prepare(
    "INSERT INTO audit (at_ms, actor, origin, action, subject) VALUES (?, 'cli', 'command line', 'tariff.import', ?)",
  );
  storage.recordsFile.transaction(() => {
    for (let i = 0; i < 250; i++) insert.run(clock.now() + i, `paged ${i}.`);
  })();
  const seen: number[] = [];
  let path: string | undefined = '/operator/audit?action=tariff.&q=paged';
  for (let pages = 0; path && pages < 10; pages++) {
    const { html }: { html: string } = await operator.get(path);
    for (const [, i] of html.matchAll(/paged (\d+)\./g)) seen.push(Number(i));
    path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(seen).toEqual(Array.from({ length: 250 }, (_, i) => 249 - i));
});
