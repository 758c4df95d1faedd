/** Who gets a page: by session, key, origin and form token, in that order. */
import { describe, expect, test } from 'bun:test';
import { actor } from '../../../test/support/server.ts';
import { until } from '../../../test/support/until.ts';
import { startWork } from '../../../test/support/workbench-visitor.ts';
import { FORM_BYTES_MAX } from '../../http/browser/form.ts';
import { IDLE_MS, SESSION_MS } from './session/workbench-sessions.ts';

const { visitor, stranger, key, keyIssuer, clock, app, storage, apiKey } = await startWork({
  trust_proxy: '127.0.0.1',
});
const location = ({ response }: { response: Response }) => response.headers.get('location');
const signedIn = async (text: string, headers = {}) => {
  const someone = stranger({ 'x-forwarded-for': `203.0.113.${++addresses}`, ...headers });
  expect((await someone.signIn(text)).status).toBe(303);
  return someone;
};
let addresses = 0;
/** An address that has not tried to sign in. */
const newcomer = () => stranger({ 'x-forwarded-for': `198.51.100.${++addresses}` });
const newest = async () => (await keyIssuer.list(1))[0]!;

describe('without a session', () => {
  test('a page leads to the sign-in and back', async () => {
    const someone = newcomer();
    const asked = await someone.get('/work');
    expect([asked.status, location(asked)]).toEqual([303, '/work/sign-in']);
    await someone.get('/work/sign-in?next=%2Fwork%2Faccount%3Fx%3D1');
    const done = await someone.post('/work/sign-in', { key: apiKey, next: '/work/account?x=1' });
    expect([done.status, location(done)]).toEqual([303, '/work/account?x=1']);
  });

  test.each(['//evil.example', '/\\evil.example', '/work/..//evil.example', '/operator/keys', '/work/assets/x.js'])(
    'the sign-in does not lead to %s',
    async (next) => {
      const someone = newcomer();
      await someone.get(`/work/sign-in?next=${encodeURIComponent(next)}`);
      expect(location(await someone.post('/work/sign-in', { key: apiKey, next }))).toBe('/work');
    },
  );

  test('a link from a mail goes on with a page of our own, and replaces no cookie', async () => {
    const { status, response } = await newcomer().get('/work', { 'sec-fetch-site': 'cross-site' });
    expect([status, response.headers.get('refresh'), response.headers.getSetCookie()]).toEqual([
      200,
      '0; url=/work/sign-in',
      [],
    ]);
  });

  test('a form gets 401 with a way back, as a page and as a part of one', async () => {
    const referer = `${app.url}/work/account`;
    const { status, html } = await newcomer().post('/work/sign-out', {}, { referer });
    expect([status, html.includes('href="/work/sign-in?next=%2Fwork%2Faccount"')]).toEqual([401, true]);
    expect(html).toContain('data-error');
    const part = await newcomer().post('/work/sign-out', {}, { referer, 'hx-request': 'true' });
    expect([part.status, part.response.headers.get('hx-retarget')]).toEqual([401, '#problem']);
    expect(part.html).not.toContain('<html');
    expect(part.html).toContain('What you typed is kept in this tab');
  });
});

describe('a session', () => {
  test('holds a cookie that scripts cannot read, for /work alone', async () => {
    const plain = newcomer();
    await plain.get('/work/sign-in');
    const { response } = await plain.post('/work/sign-in', { key: apiKey });
    expect(response.headers.get('set-cookie')).toMatch(
      /^portside_work=[\w-]{43}; Path=\/work; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    const secure = stranger({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.250' });
    await secure.get('/work/sign-in');
    const answer = await secure.post('/work/sign-in', { key: apiKey }, { origin: app.url });
    expect(answer.response.headers.get('set-cookie')).toMatch(/^__Secure-portside_work=.*; Secure;/);
  });

  test('has a token that nobody knew before the sign-in, and neither it nor the key is stored or shown', async () => {
    const someone = newcomer();
    await someone.get('/work/sign-in');
    const before = someone.cookie;
    await someone.signIn(apiKey);
    expect(someone.cookie).not.toBe(before);
    const token = someone.cookie.split('=')[1]!;
    const rows = JSON.stringify(storage.recordsFile.query('SELECT * FROM work_sessions').all());
    const { html } = await someone.get('/work');
    for (const secret of [token, apiKey])
      expect([rows.includes(secret), html.includes(secret)]).toEqual([false, false]);
  });

  test('ends after two hours without a request, and after twelve with any number of them', async () => {
    let someone = await signedIn(apiKey);
    const status = async () => (await someone.get('/work')).status;
    clock.ms += IDLE_MS - 1;
    expect(await status()).toBe(200);
    clock.ms += IDLE_MS;
    expect(await status()).toBe(303);
    someone = await signedIn(apiKey);
    const startedAt = clock.ms;
    while (clock.ms - startedAt < SESSION_MS - IDLE_MS) {
      clock.ms += IDLE_MS - 1;
      expect(await status()).toBe(200);
    }
    clock.ms = startedAt + SESSION_MS - 1;
    expect(await status()).toBe(200);
    clock.ms += 1;
    expect(await status()).toBe(303);
  });

  test('ends by sign-out, for its own browser alone', async () => {
    const [one, other] = [await signedIn(apiKey), await signedIn(apiKey)];
    expect((await one.post('/work/sign-out')).status).toBe(303);
    expect([(await one.get('/work')).status, (await other.get('/work')).status]).toEqual([303, 200]);
  });

  test('ends when its key is revoked, expires or may no longer be used from there', async () => {
    const open = async (change: (id: number) => Promise<unknown>, more = {}) => {
      const someone = await signedIn(await key('all', more));
      const { id } = await newest();
      expect((await someone.get('/work')).status).toBe(200);
      await change(id);
      return someone;
    };
    const revoked = await open((id) => keyIssuer.revoke(id, actor));
    const moved = await open((id) => keyIssuer.edit(id, { networks: '192.0.2.0/24' }, actor));
    const rotated = await open((id) => keyIssuer.rotate(id, 60_000, actor));
    const expired = await open(async () => {}, { expiresAt: clock.ms + 60_000 });
    // Changes of keys are announced to the server.
    await until('the networks hold', async () => (await moved.get('/work')).status === 303);
    expect((await revoked.get('/work')).status).toBe(303);
    expect((await revoked.post('/work/sign-out')).status).toBe(401);
    expect([(await rotated.get('/work')).status, (await expired.get('/work')).status]).toEqual([200, 200]);
    clock.ms += 60_000;
    await until('the rotation is known', async () => (await rotated.get('/work')).status === 303);
    expect((await expired.get('/work')).status).toBe(303);
  });

  test('of a key that is taken out of the beta says so', async () => {
    const someone = await signedIn(await key('all'));
    await keyIssuer.edit((await newest()).id, { delegate: false }, actor);
    await until('the flag holds', async () => (await someone.get('/work')).status === 403);
    expect((await someone.get('/work')).html).toContain('The API is in closed beta');
  });
});

describe('a form', () => {
  test('is refused from another site, without its token, and if it is too large', async () => {
    const someone = await signedIn(apiKey);
    const status = async (...given: Parameters<typeof someone.post>) => (await someone.post(...given)).status;
    expect(await status('/work/sign-out', { csrf: 'x' })).toBe(403);
    expect(await status('/work/sign-out', { csrf: '' })).toBe(403);
    expect(await status('/work/sign-out', {}, { origin: 'https://evil.example' })).toBe(403);
    expect(await status('/work/sign-out', {}, { 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await status('/work/sign-out', { x: 'x'.repeat(FORM_BYTES_MAX) })).toBe(413);
    expect((await someone.get('/work')).status).toBe(200);
  });

  test('of one session does not work in another', async () => {
    const [one, other] = [await signedIn(apiKey), await signedIn(apiKey)];
    expect((await one.post('/work/sign-out', { csrf: other.csrf })).status).toBe(403);
  });
});

describe('signing in', () => {
  test.each([
    ['a mistyped key', () => 'svc_0123456789abcdefghijklmn', 403, 'cannot be used here'],
    ['no key', () => '', 422, 'Enter an API key'],
    ['a key that is not enrolled', () => key('all', { notes: '' }), 403, 'closed beta'],
    ['a key for another network', () => key('all', { networks: '192.0.2.7/32' }), 403, 'cannot be used here'],
  ])('with %s is refused, and the page repeats nothing of it', async (_, text, status, message) => {
    const someone = newcomer();
    const given = await text();
    const answer = await someone.signIn(given);
    expect([answer.status, answer.html.includes(message)]).toEqual([status, true]);
    if (given) expect(answer.html).not.toContain(given);
    expect((await someone.get('/work')).status).toBe(303);
  });

  test('is possible thirty times in a minute from one address, with any keys', async () => {
    const someone = newcomer();
    const tries: number[] = [];
    for (let i = 0; i < 32; i++) tries.push((await someone.signIn('svc_0123456789abcdefghijklmn')).status);
    expect(tries).toEqual([...Array(30).fill(403), 429, 429]);
    const refused = await someone.signIn(apiKey);
    expect([refused.status, Number(refused.response.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await newcomer().signIn(apiKey)).status).toBe(303);
  });

  test('with a key in a copied line works', async () => {
    expect((await newcomer().signIn(`  ${apiKey}\n`)).status).toBe(303);
  });
});

test('pages, files and methods that do not exist are refused as pages', async () => {
  const someone = await signedIn(apiKey);
  const nowhere = await someone.get('/work/nowhere');
  expect([nowhere.status, nowhere.response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await someone.get('/work/assets/nothing.js')).status).toBe(404);
  const answer = await someone.post('/work');
  expect([answer.status, answer.response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('the scripts of a page are under 100 kB compressed', async () => {
  const { html } = await visitor.get('/work/sign-in');
  const paths = [...html.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path!);
  let bytes = 0;
  for (const path of paths) {
    const answer = await fetch(app.url + path, { headers: { 'accept-encoding': 'gzip' }, decompress: false } as object);
    expect([path, answer.headers.get('content-encoding')]).toEqual([path, 'gzip']);
    bytes += (await answer.arrayBuffer()).byteLength;
  }
  expect([paths.length, bytes < 100_000]).toEqual([2, true]);
});
