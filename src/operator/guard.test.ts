/** The order of checks. Each request fails two of them, and the answer is that of the first. */
import { expect, test } from 'bun:test';
import { startOperator } from '../../test/support/visitor.ts';
import { FORM_BYTES_MAX } from '../http/browser/form.ts';

const { app, operator, faults } = await startOperator();
const { html } = await operator.get('/operator/keys');
const style = /href="(\/operator\/assets\/[^"]+\.css)"/.exec(html)![1]!;

const signedIn = { cookie: operator.cookie };
const sameOrigin = { origin: app.url, 'sec-fetch-site': 'same-origin' };
const otherSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
const tooLong = 'x'.repeat(FORM_BYTES_MAX + 1);
const token = `csrf=${operator.csrf}`;

test.each<[what: string, method: string, path: string, init: RequestInit, status: number, says: string]>([
  ['an asset before the session', 'GET', style, {}, 200, ':root'],
  ['the page before the method', 'DELETE', '/operator/keys/none', { headers: signedIn }, 404, 'There is no such page'],
  ['the page before the session', 'GET', '/operator/nowhere', {}, 404, 'There is no such page'],
  ['the method before the session', 'DELETE', '/operator/keys', {}, 405, 'does not answer that method'],
  ['the session before the size', 'POST', '/operator/keys/new', { body: tooLong }, 401, 'You are signed out'],
  [
    'the size before the cross-site check',
    'POST',
    '/operator/keys/new',
    { headers: { ...signedIn, ...otherSite }, body: tooLong },
    413,
    'larger than 64 KiB',
  ],
  [
    'the cross-site check before the form token',
    'POST',
    '/operator/keys/new',
    { headers: { ...signedIn, ...otherSite }, body: 'csrf=wrong' },
    403,
    'came from another site',
  ],
  [
    "the form token before the page's own work",
    'POST',
    '/operator/keys/999/revoke',
    { headers: { ...signedIn, ...sameOrigin }, body: 'csrf=wrong' },
    403,
    'belongs to an earlier session',
  ],
  [
    'the own work of the page last',
    'POST',
    '/operator/keys/999/revoke',
    { headers: { ...signedIn, ...sameOrigin }, body: token },
    404,
    'There is no such key',
  ],
])('%s', async (_, method, path, init, status, says) => {
  const response = await fetch(app.url + path, { redirect: 'manual', ...init, method });
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(says);
});

test('a page that fails is a page too, and only the log has the cause', async () => {
  const { operator, storage, faults } = await startOperator();
  storage.recordsFile.run('ALTER TABLE audit RENAME TO hidden');
  const { status, html, response } = await operator.get('/operator/audit');
  storage.recordsFile.run('ALTER TABLE hidden RENAME TO audit');
  expect([status, response.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
  expect(html).toContain('Something failed');
  expect(html).not.toMatch(/no such table|SQL| {4}at |\.tsx?/);
  expect(faults.map(String)).toEqual([expect.stringContaining('no such table: audit')]);
  expect((await operator.get('/operator/audit')).status).toBe(200);
});

test('nothing failed on our side', () => expect(faults).toEqual([]));
