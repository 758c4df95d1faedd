/** Requests every route, so that a new route cannot miss the headers of all answers. */
import { describe, expect, test } from 'bun:test';
import { PAGE_ROUTES } from '../../src/operator/routes.ts';
import { startOperator } from '../support/visitor.ts';
import { WorkbenchVisitor } from '../support/workbench-visitor.ts';

const { app, key, post, operator, faults } = await startOperator();
const apiKey = await key('all', { perMinute: 100_000 });
const certificate = await post(
  '/api/v1/entry/gcc/generate',
  {
    product_info: { name: 'Lamp', model: 'L', date_of_manufacture: '2026-08-14', place_of_manufacture: 'Taichung' },
    manufacturer: { name: 'Maker', address: 'Taichung', contact_email: 'q@h.example' },
    testing_lab: { name: 'Laboratory', test_date: '2026-09-02' },
    cpsc_rules_cited: ['16 CFR part 1203'],
  },
  apiKey,
);
const { gcc_id, gcc_pdf_url } = await certificate.json();
const { id: watch_id } = await (await post('/api/v2/watches', { codes: ['7601'] }, apiKey)).json();
const { id: job_id } = await (await post('/api/v2/tariff/audits', { rows: [{ hts: '7326.90.8688' }] }, apiKey)).json();
await fetch(`${app.url}/api/v2/entry/parties/LAB-1`, {
  method: 'PUT',
  body: JSON.stringify({ roles: ['testing_lab'], name: 'Laboratory' }),
  headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
});
const asset = /href="(\/operator\/assets\/[^"]+\.css)"/.exec((await operator.get('/operator/keys')).html)![1]!;

const customer = new WorkbenchVisitor(app.url);
await customer.signIn(apiKey);
const workAsset = /href="(\/work\/assets\/[^"]+\.css)"/.exec((await customer.get('/work')).html)![1]!;

/** For each route with a parameter: a path that works, and one with nonsense. */
const FILLED: Record<string, string[]> = {
  '/verify/:id': [`/verify/${gcc_id}`, '/verify/nonsense'],
  '/verify/:id/certificate.pdf': [`/verify/${gcc_id}/certificate.pdf`, '/verify/nonsense/certificate.pdf'],
  '/api/v1/entry/gcc/:file': [gcc_pdf_url.replace(app.url, ''), '/api/v1/entry/gcc/nonsense.pdf'],
  '/api/v2/entry/certificates/:id': [
    `/api/v2/entry/certificates/${gcc_id}`,
    '/api/v2/entry/certificates/nonsense',
    '/api/v2/entry/certificates/..%2fopenapi.json',
  ],
  '/api/v2/entry/certificates/:id/pdf': [
    `/api/v2/entry/certificates/${gcc_id}/pdf`,
    '/api/v2/entry/certificates/x/pdf',
  ],
  '/api/v2/entry/certificates/:id/links': [`/api/v2/entry/certificates/${gcc_id}/links`],
  '/api/v2/entry/certificates/:id/public-pdf': [`/api/v2/entry/certificates/${gcc_id}/public-pdf`],
  '/api/v2/entry/certificates/:id/revocation': [`/api/v2/entry/certificates/${gcc_id}/revocation`],
  '/api/v2/entry/certificates/:id/registry': [`/api/v2/entry/certificates/${gcc_id}/registry`],
  '/api/v2/entry/certificates/:id/filings': [`/api/v2/entry/certificates/${gcc_id}/filings`],
  '/api/v2/tariff/audits/:id': [`/api/v2/tariff/audits/${job_id}`, '/api/v2/tariff/audits/nonsense'],
  '/api/v2/tariff/audits/:id/result': [`/api/v2/tariff/audits/${job_id}/result`],
  '/api/v2/tariff/audits/:id/lines': [`/api/v2/tariff/audits/${job_id}/lines`],
  '/api/v2/tariff/audits/:id/headings': [`/api/v2/tariff/audits/${job_id}/headings`],
  '/api/v2/pixel/audits/:id/lines': ['/api/v2/pixel/audits/nonsense/lines'],
  '/api/v2/entry/batches/:id/lines': ['/api/v2/entry/batches/nonsense/lines'],
  '/api/v2/pixel/audits/:id': ['/api/v2/pixel/audits/nonsense'],
  '/api/v2/pixel/audits/:id/result': ['/api/v2/pixel/audits/nonsense/result'],
  '/api/v2/entry/batches/:id': ['/api/v2/entry/batches/nonsense'],
  '/api/v2/entry/batches/:id/result': ['/api/v2/entry/batches/nonsense/result'],
  '/api/v2/entry/parties/:alternate_id': ['/api/v2/entry/parties/LAB-1', '/api/v2/entry/parties/nobody'],
  '/api/v2/watches/:id': [`/api/v2/watches/${watch_id}`, '/api/v2/watches/nonsense'],
  '/api/v2/watches/:id/events': [`/api/v2/watches/${watch_id}/events`],
  '/api/v2/watches/:id/tests': [`/api/v2/watches/${watch_id}/tests`],
  '/api/v2/watches/:id/secrets': [`/api/v2/watches/${watch_id}/secrets`],
  '/api/v2/events/:id/redelivery': ['/api/v2/events/nonsense/redelivery'],
  '/api/v0/tariff/hts/:code': ['/api/v0/tariff/hts/7326.90.8688', '/api/v0/tariff/hts/7601?as_of=never'],
  '/api/v0/tariff/schedule/:code': ['/api/v0/tariff/schedule/7326', '/api/v0/tariff/schedule/nonsense'],
  '/api/v0/tariff/hts/:code/duties': [
    '/api/v0/tariff/hts/7326.90.8688/duties?origin=CN',
    '/api/v0/tariff/hts/7601/duties?nonsense=1',
  ],
  '/api/v0/tariff/hts/:code/history': ['/api/v0/tariff/hts/7326/history', '/api/v0/tariff/hts/nonsense/history'],
  '/api/v0/tariff/lists/:file': [
    '/api/v0/tariff/lists/note-16c.json',
    '/api/v0/tariff/lists/note-16c.csv',
    '/api/v0/tariff/lists/no',
  ],
  '/docs/:section': ['/docs/v1', '/docs/errors', '/docs/nowhere'],
  '/docs/:section/:page': ['/docs/v1/lookup-hts-codes', '/docs/guides/questions', '/docs/guides/nowhere'],
  '/operator/assets/:file': [asset, '/operator/assets/nonsense.css'],
  '/operator/usage/:file': ['/operator/usage/days.csv', '/operator/usage/nonsense.csv'],
  '/operator/requests/:id': ['/operator/requests/1', '/operator/requests/nonsense'],
  '/operator/scans/:id': ['/operator/scans/1', '/operator/scans/nonsense'],
  '/operator/certificates/:id': [`/operator/certificates/${gcc_id}.pdf`, '/operator/certificates/nonsense.pdf'],
  '/operator/certificates/:id/revoke': [`/operator/certificates/${gcc_id}/revoke`],
  '/operator/*': ['/operator/nowhere'],
  '/work/assets/:file': [workAsset, '/work/assets/nonsense.css'],
  '/work/tariff/audits/:id': [`/work/tariff/audits/${job_id}`, '/work/tariff/audits/nonsense'],
  '/work/tariff/audits/:id/result': [`/work/tariff/audits/${job_id}/result?format=csv`],
  '/work/tariff/audits/:id/watches': ['/work/tariff/audits/nonsense/watches'],
  '/work/tariff/audits/:id/removal': ['/work/tariff/audits/nonsense/removal'],
  '/work/tariff/audits/:id/lines/:line': [`/work/tariff/audits/${job_id}/lines/1`, '/work/tariff/audits/x/lines/y'],
  '/work/pixel/audits/:id': ['/work/pixel/audits/nonsense'],
  '/work/pixel/audits/:id/result': ['/work/pixel/audits/nonsense/result'],
  '/work/pixel/audits/:id/watches': ['/work/pixel/audits/nonsense/watches'],
  '/work/pixel/audits/:id/removal': ['/work/pixel/audits/nonsense/removal'],
  '/work/certificates/batches/:id': ['/work/certificates/batches/nonsense'],
  '/work/certificates/batches/:id/result': ['/work/certificates/batches/nonsense/result'],
  '/work/certificates/batches/:id/removal': ['/work/certificates/batches/nonsense/removal'],
  '/work/certificates/:id': [`/work/certificates/${gcc_id}`, '/work/certificates/nonsense'],
  '/work/certificates/:id/pdf': [`/work/certificates/${gcc_id}/pdf`],
  '/work/certificates/:id/registry': [`/work/certificates/${gcc_id}/registry`],
  '/work/certificates/:id/links': [`/work/certificates/${gcc_id}/links`],
  '/work/certificates/:id/public-pdf': [`/work/certificates/${gcc_id}/public-pdf`],
  '/work/certificates/:id/revocation': ['/work/certificates/nonsense/revocation'],
  '/work/certificates/:id/filings': ['/work/certificates/nonsense/filings'],
  '/work/schedule/:code': ['/work/schedule/7326', '/work/schedule/nonsense'],
  '/work/changes/:date': ['/work/changes/2026-06-08', '/work/changes/never'],
  '/work/watches/:id': [`/work/watches/${watch_id}`, '/work/watches/nonsense'],
  '/work/watches/:id/pause': [`/work/watches/${watch_id}/pause`],
  '/work/watches/:id/test': [`/work/watches/${watch_id}/test`],
  '/work/watches/:id/secret': [`/work/watches/${watch_id}/secret`],
  '/work/watches/:id/removal': [`/work/watches/${watch_id}/removal`],
  '/work/events/:id/redelivery': ['/work/events/nonsense/redelivery'],
  '/work/*': ['/work/nowhere'],
};
const paths = (path: string): string[] =>
  FILLED[path] ?? [path.replace(/(?<=^\/operator\/keys\/):id/, '1').replace(':name', 'owner')];
const operatorPaths = PAGE_ROUTES.flatMap(({ path }) => paths(path));

const pair = (method: string, path: string): [method: string, path: string] => [method, path];
const routes = await app.routes();
const asked: [method: string, path: string][] = [
  ...routes.flatMap(({ method, path }) => paths(path).map((filled) => pair(method === 'ALL' ? 'GET' : method, filled))),
  ...routes.flatMap(({ path }) => paths(path).map((filled) => pair('HEAD', filled))),
  ...operatorPaths.flatMap((path) => ['GET', 'POST', 'DELETE'].map((method) => pair(method, path))),
  ['GET', '/'],
  ['GET', '/?code=7601'],
  ['GET', '/?store=ftp://shop.example/'],
  ['GET', '/nowhere'],
  ['PUT', '/docs'],
  ['GET', '/api/v1/nowhere'],
];
// A path is in several routes, one for each method.
const requests = [...new Map(asked.map((request) => [request.join(' '), request])).values()];

/** Without credentials, as the operator, in the workbench, and with an API key. */
const CALLERS: [string, RequestInit][] = [
  ['nobody', {}],
  ['the operator', { headers: { cookie: operator.cookie } }],
  ['a customer in the workbench', { headers: { cookie: customer.cookie } }],
  ['a key', { headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' } }],
];

const POLICY_PARTS = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", 'form-action '];

const is = (expected: string | null) => (value: string | null) => value === expected;
const matches = (pattern: RegExp) => (value: string | null) => value !== null && pattern.test(value);

async function ask(method: string, path: string, init: RequestInit): Promise<Response> {
  const accepted = path.startsWith('/api/v2/') ? '{"items":[{"code":"7601"}]}' : '{"codes":["7601"]}';
  const body = method === 'POST' ? accepted : undefined;
  return fetch(app.url + path, { method, redirect: 'manual', body, ...init });
}

test('every route with a parameter is requested with a real path', () => {
  const patterns = routes.map(({ path }) => path).filter((path) => /[:*]/.test(path));
  expect(patterns.flatMap(paths).filter((path) => /[:*]/.test(path))).toEqual([]);
  expect(requests.length).toBeGreaterThan(80);
});

describe.each<(typeof CALLERS)[number]>([...CALLERS, ['nobody, without a nonce', {}]])(
  'requested by %s',
  (caller, init) => {
    test('every page has a strict policy, every answer has nosniff, no server name and the nonce of its request', async () => {
      const pages = new Set<string>();
      const wrong: unknown[] = [];
      for (const [at, [method, path]] of requests.entries()) {
        const nonce = caller.endsWith('without a nonce') ? null : `nonce_${at}`;
        const response = await ask(method, path, {
          ...init,
          headers: { ...init.headers, ...(nonce && { 'x-client-nonce': nonce }) },
        });
        const { headers, status } = response;
        await response.arrayBuffer();
        const unlessAll = (...rules: [name: string, isRight: (value: string | null) => boolean][]) => {
          for (const [name, isRight] of rules) {
            const value = headers.get(name);
            if (!isRight(value)) wrong.push([method, path, status, name, value]);
          }
        };
        if (status >= 500) wrong.push([method, path, status]);
        const isServed = /^\/api\/v[12]\//.test(path) && method === 'POST' && status === 200;
        unlessAll(
          ['x-client-nonce', is(nonce)],
          ['x-request-id', matches(/^req_/)],
          ['x-content-type-options', is(isServed ? null : 'nosniff')],
          ['server', is(null)],
          ['x-powered-by', is(null)],
          ['content-type', (type) => !type?.includes(',')],
        );
        // A cache keeps no answer for another nonce.
        if (path.startsWith('/api/v0/') && headers.get('cache-control')?.includes('public'))
          unlessAll(['vary', matches(/x-client-nonce/i)]);
        // Any site may read the keyless API, the OpenAPI documents, and the lookup and the scan of the landing page.
        const isOpen = /^\/(api\/v0\/|(api\/(v2\/)?)?openapi\.|\?(code|store)=)/.test(path);
        if (!isOpen) unlessAll(['access-control-allow-origin', is(null)]);
        if (/^\/(operator|work)/.test(path) && path !== asset && path !== workAsset)
          unlessAll(['cache-control', is('no-store')]);
        if (!headers.get('content-type')?.startsWith('text/html')) continue;
        pages.add(path);
        unlessAll(
          ['content-security-policy', (policy) => POLICY_PARTS.every((part) => policy?.includes(part))],
          ['content-security-policy', (policy) => !/unsafe|https?:|\*|blob:/.test(policy ?? '')],
          ['referrer-policy', matches(/^(no-referrer|same-origin)$/)],
          ['permissions-policy', is('camera=(), geolocation=(), microphone=()')],
          ['cross-origin-opener-policy', is('same-origin')],
          ['cross-origin-resource-policy', is('same-origin')],
        );
      }
      expect(wrong).toEqual([]);
      for (const path of ['/', '/docs', '/docs/v1/lookup-hts-codes', `/verify/${gcc_id}`, '/operator/sign-in'])
        expect(pages).toContain(path);
      if (caller === 'the operator') expect(pages).toContain('/operator/keys/1');
      if (caller === 'a customer in the workbench') expect(pages).toContain('/work');
    });
  },
);

test('the server reported no fault', () => expect(faults).toEqual([]));
