import { describe, expect, test } from 'bun:test';
import { PASSWORD, startOperator } from '../../../test/support/visitor.ts';
import { adoptPassword, setPassword } from '../accounts.ts';
import { IDLE_MS, SESSION_MS } from './sessions.ts';

const { app, clock, storage, operator, visitor } = await startOperator({ trust_proxy: '127.0.0.1, ::1' });

describe('signing in', () => {
  test('every page sends a stranger to the sign-in page, and every form of a stranger is refused', async () => {
    const stranger = visitor();
    for (const path of [
      '/operator',
      '/operator/overview',
      '/operator/keys/1',
      '/operator/usage/days.csv',
      '/operator/audit',
    ]) {
      const { status, response, html } = await stranger.get(path);
      const isFirst = ['/operator', '/operator/overview'].includes(path);
      const address = isFirst ? '/operator/sign-in' : `/operator/sign-in?next=${encodeURIComponent(path)}`;
      expect([path, status, response.headers.get('location'), html]).toEqual([path, 303, address, '']);
    }
    expect((await stranger.post('/operator/keys/new', { name: 'x', scope: 'all' })).status).toBe(401);
  });

  test('the cookie is HttpOnly and SameSite=Strict, and Secure with the __Host- prefix behind HTTPS', async () => {
    const plain = (await visitor().get('/operator/sign-in')).response.headers.get('set-cookie')!;
    expect(plain).toStartWith('portside_operator=');
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=43200']) expect(plain).toContain(part);
    expect(plain).not.toContain('Secure');
    const secure = await visitor({ 'x-forwarded-proto': 'https' }).get('/operator/sign-in');
    expect(secure.response.headers.get('set-cookie')).toStartWith('__Host-portside_operator=');
    expect(secure.response.headers.get('set-cookie')).toContain('Secure');
  });

  test('the token that was known before the sign-in is worth nothing after it', async () => {
    const someone = visitor();
    await someone.get('/operator/sign-in');
    const before = someone.cookie;
    await someone.signIn();
    expect(someone.cookie).not.toBe(before);
    someone.cookie = before;
    expect((await someone.get('/operator/keys')).status).toBe(303);
  });

  test('only the hash of a session is in the database', async () => {
    const rows = JSON.stringify(storage.recordsFile.query('SELECT * FROM operator_sessions').all());
    expect(rows).toContain('token_hash');
    expect(rows).not.toContain(operator.cookie.split('=')[1]!);
  });

  test('signing out ends the session itself, not only the cookie', async () => {
    const someone = visitor();
    await someone.signIn();
    const { cookie } = someone;
    expect((await someone.post('/operator/sign-out')).status).toBe(303);
    someone.cookie = cookie;
    expect((await someone.get('/operator/keys')).status).toBe(303);
  });
});

describe('forms from elsewhere are refused and change nothing', () => {
  const fields = { name: 'forged', scope: 'all' };
  test.each([
    ['without the token', { ...fields, csrf: '' }, {}],
    ['with a wrong token', { ...fields, csrf: 'A'.repeat(43) }, {}],
    ['from another site', fields, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from another site of an old browser', fields, { origin: 'https://evil.example', 'sec-fetch-site': '' }],
    ['from a sibling domain', fields, { 'sec-fetch-site': 'same-site' }],
    ['from a page that hides its origin', fields, { origin: 'null' }],
  ])('%s', async (_, sent, headers: Record<string, string>) => {
    const page = await operator.get('/operator/keys/new');
    const once = /name="once" value="([^"]+)"/.exec(page.html)![1]!;
    const { status, html } = await operator.post('/operator/keys/new', { once, ...sent }, headers);
    expect(status).toBe(403);
    expect(html).toContain('Nothing was changed');
    expect(storage.recordsFile.query("SELECT * FROM keys WHERE name = 'forged'").all()).toEqual([]);
  });

  test('a form without Origin and Sec-Fetch-Site is refused, and so is one that is too large', async () => {
    const send = (body: string) =>
      fetch(`${app.url}/operator/keys/new`, { method: 'POST', body, headers: { cookie: operator.cookie } });
    expect((await send(`csrf=${operator.csrf}`)).status).toBe(403);
    expect((await send('x'.repeat(70_000))).status).toBe(413);
  });
});

describe('guessing', () => {
  const from = (address: string) => visitor({ 'x-forwarded-for': address });
  const guess = async (address: string, password = 'wrong password') => (await from(address).signIn(password)).status;

  test('delays double with each failure of an address, other addresses go on, and success clears them', async () => {
    for (let i = 0; i < 5; i++) expect(await guess('203.0.113.7')).toBe(403);
    // The right password has to wait too, and an attempt that waits is not counted.
    expect(await guess('203.0.113.7', PASSWORD)).toBe(429);
    expect(await guess('203.0.113.8', PASSWORD)).toBe(303);
    clock.ms += 1000;
    expect(await guess('203.0.113.7')).toBe(403);
    clock.ms += 1999;
    expect(await guess('203.0.113.7', PASSWORD)).toBe(429);
    clock.ms += 1;
    expect(await guess('203.0.113.7', PASSWORD)).toBe(303);
    for (let i = 0; i < 5; i++) expect(await guess('203.0.113.7')).toBe(403);
    expect(await guess('203.0.113.7')).toBe(429);
  });

  test('an address is locked out whatever its port, and no other address is', async () => {
    const statuses: number[] = [];
    for (let port = 50_001; port <= 50_007; port++) statuses.push(await guess(`203.0.113.20:${port}`));
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
    expect(await guess('203.0.113.20', PASSWORD)).toBe(429);
    expect(await guess('203.0.113.21:50001', PASSWORD)).toBe(303);
    const origins = storage.recordsFile.query("SELECT DISTINCT origin FROM audit WHERE origin LIKE '203.0.113.2_%'");
    expect(origins.all()).toEqual([{ origin: '203.0.113.20' }, { origin: '203.0.113.21' }]);
  });

  test('the addresses of one IPv6 network count as one', async () => {
    for (let i = 0; i < 5; i++) expect(await guess(`2001:db8:1:2::${i}`)).toBe(403);
    expect(await guess('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await guess('2001:db8:1:3::1')).toBe(403);
  });

  test('the answer says how long to wait, and the audit has the wrong passwords', async () => {
    const { response, html } = await from('203.0.113.7').signIn('wrong password');
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(html).toContain('Try again in 1 s');
    const rows = storage.recordsFile.query("SELECT origin FROM audit WHERE action = 'operator.refuse'").all();
    expect(rows).toContainEqual({ origin: '203.0.113.7' });
  });
});

describe('what ends sessions', () => {
  test('half an hour without a request, and twelve hours with any number of them', async () => {
    const someone = visitor();
    const status = async () => (await someone.get('/operator/keys')).status;
    await someone.signIn();
    clock.ms += IDLE_MS - 1;
    expect(await status()).toBe(200);
    clock.ms += IDLE_MS;
    expect(await status()).toBe(303);
    await someone.signIn();
    const startedAt = clock.ms;
    while (clock.ms - startedAt < SESSION_MS - IDLE_MS) {
      clock.ms += IDLE_MS - 1;
      expect([clock.ms - startedAt, await status()]).toEqual([clock.ms - startedAt, 200]);
    }
    clock.ms = startedAt + SESSION_MS - 1;
    expect(await status()).toBe(200);
    clock.ms += 1;
    expect(await status()).toBe(303);
    await operator.signIn();
  });

  test('signing out everywhere, which the list of sessions offers', async () => {
    const [one, other] = [
      visitor({ 'x-forwarded-for': '198.51.100.1' }),
      visitor({ 'x-forwarded-for': '198.51.100.2' }),
    ];
    await one.signIn();
    await other.signIn();
    const { html } = await one.get('/operator/sessions');
    expect(html).toContain('<bdi>198.51.100.2</bdi>');
    expect(html.match(/this one/g)).toHaveLength(1);
    expect(html).toMatch(/<bdi>198\.51\.100\.1<\/bdi> <span class="chip good">this one/);
    expect((await one.post('/operator/sessions/end')).status).toBe(303);
    for (const session of [one, other, operator]) expect((await session.get('/operator/keys')).status).toBe(303);
    await operator.signIn();
  });

  test('a new password, in every process, and it lifts the lockout', async () => {
    const [one, other] = [visitor(), visitor()];
    await one.signIn();
    await other.signIn();
    await one.get('/operator/password');
    const wrong = { present: 'not this one', chosen: 'another good password', repeated: 'another good password' };
    expect((await one.post('/operator/password', wrong)).status).toBe(422);
    expect((await one.get('/operator/keys')).status).toBe(200);
    expect((await one.post('/operator/password', { ...wrong, present: PASSWORD })).status).toBe(303);
    for (const session of [one, other, operator]) expect((await session.get('/operator/keys')).status).toBe(303);
    expect(storage.recordsFile.query('SELECT * FROM operator_failures').all()).toEqual([]);
    expect((await visitor().signIn(PASSWORD)).status).toBe(403);
    await setPassword(storage, clock, PASSWORD);
    expect((await one.signIn()).status).toBe(303);
  });

  test('another password by configuration at the next start, but not the same password again', async () => {
    const someone = visitor();
    await someone.signIn();
    await adoptPassword(storage, clock, PASSWORD);
    expect((await someone.get('/operator/keys')).status).toBe(200);
    await adoptPassword(storage, clock, 'another good password');
    expect((await someone.get('/operator/keys')).status).toBe(303);
    expect((await someone.signIn('another good password')).status).toBe(303);
  });
});
