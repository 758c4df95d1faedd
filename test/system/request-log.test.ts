/** With request logging on, neither the log nor the metrics hold a key, a query, personal data or a body. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { issueKey, program } from '../support/program.ts';
import { fetchMetrics, METRICS_TOKEN } from '../support/server.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

const EMAIL = 'maria.kowalska@personal-mail.example';
const NAME = 'Maria Kowalska-Nowak';
const STREET = 'Ulica Prywatna 17';
const PASSWORD = 'operator-password-in-clear';
const SIGNING = 'signing-key-in-clear-of-enough-length';
const QUERY = 'secretqueryvalue';

const order = {
  product_info: { name: 'Lamp', model: 'L1', date_of_manufacture: '2026-01-05', place_of_manufacture: STREET },
  manufacturer: { name: NAME, address: STREET, contact_email: EMAIL },
  testing_lab: { name: 'Lab', test_date: '2026-01-06' },
  cpsc_rules_cited: ['16 CFR part 1203'],
};

test('the log is JSON lines without keys, queries, personal data or bodies, and the metrics hold none either', async () => {
  const dir = tempDir();
  const { key } = await issueKey(dir, '--name', 'noisy');
  const child = Bun.spawn([...program, 'serve', '--port', '0'], {
    cwd: dir,
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      NODE_ENV: 'production',
      PORTSIDE_LOG: 'requests',
      PORTSIDE_OPERATOR_PASSWORD: PASSWORD,
      PORTSIDE_SIGNING_KEY: SIGNING,
      PORTSIDE_METRICS_TOKEN: METRICS_TOKEN,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: Bun.file(join(dir, 'log')),
  });
  const log = () => Bun.file(join(dir, 'log')).text();
  let url = '';
  await until('the server answers', async () => {
    url = /answers at (http:\S+)/.exec(await log())?.[1] ?? '';
    return url !== '';
  });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    }).then((response) => response.text());
  const lookups = '/api/v1/tariff/hts/lookup';
  const orders = '/api/v1/entry/gcc/generate';
  const made = JSON.parse(await post(orders, order, { 'idempotency-key': QUERY }));
  const { pathname, search } = new URL(made.gcc_pdf_url);
  for (const path of [
    pathname + search,
    `${pathname}${search}x`,
    `/verify/${made.gcc_id}?q=${QUERY}`,
    `/${key}`,
    `/api/v0/${key}/${EMAIL}?token=${QUERY}`,
    `/users/${encodeURIComponent(EMAIL)}/${encodeURIComponent(NAME)}`,
    `/operator/keys?search=${QUERY}`,
    `/metrics?${QUERY}`,
  ]) {
    await fetch(url + path).then((response) => response.text());
  }
  await post(`${lookups}?as_of=2026-06-07&x=${QUERY}`, { codes: ['7326.90.8688'], note: EMAIL });
  await post(lookups, `{"codes": ["${EMAIL}"`);
  await post(lookups, { codes: [EMAIL, { name: NAME }] });
  await post(lookups, { codes: ['7326'] }, { authorization: `Bearer ${key}x` });
  await post('/api/v1/pixel/scan', { url: `http://shop.invalid/?customer=${EMAIL}&t=${QUERY}` });
  await post('/api/v1/pixel/scan', { url: `http://127.0.0.1/?customer=${QUERY}` });
  await post(orders, { ...order, manufacturer: { ...order.manufacturer, name: 7 } });
  await post('/operator/sign-in', `password=${PASSWORD}x`, { 'content-type': 'application/x-www-form-urlencoded' });
  // An internal error while a certificate is stored: the log must not quote the values of the statement.
  const database = new Database(join(dir, 'var/portside.db'));
  database.run(
    "CREATE TRIGGER spoiled BEFORE INSERT ON certificate_files BEGIN SELECT RAISE(ABORT, 'spoiled by the test'); END",
  );
  database.close();
  expect(JSON.parse(await post(orders, order)).error).toBe('internal');
  const metrics = await (await fetchMetrics(url)).text();
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);

  const text = await log();
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(18);
  const parsed = lines.map((line) => JSON.parse(line));
  expect(parsed.filter(({ level }) => level === 'error').length).toBeGreaterThan(0);
  expect(parsed.some(({ err }) => String(err?.message ?? err?.cause?.message).includes('spoiled'))).toBe(true);
  expect(parsed.find(({ msg, route }) => msg === 'request' && route === lookups)).toMatchObject({
    method: 'POST',
    status: 200,
    keyId: 1,
    id: expect.stringMatching(/^req_/),
  });
  const statuses = (wanted: string) => parsed.filter(({ route }) => route === wanted).map(({ status }) => status);
  expect(statuses('/api/v1/entry/gcc/:file').filter(Boolean)).toEqual([200, 403]);
  expect(statuses('(none)')).toEqual([404, 404, 404]);
  for (const secret of [
    key,
    key.slice(4),
    EMAIL,
    encodeURIComponent(EMAIL),
    NAME,
    encodeURIComponent(NAME),
    STREET,
    PASSWORD,
    SIGNING,
    METRICS_TOKEN,
    QUERY,
    'signature',
    '127.0.0.1/',
    'shop.invalid',
  ]) {
    const found = lines.filter((line) => line.toLowerCase().includes(secret.toLowerCase()));
    expect([secret, found]).toEqual([secret, []]);
    expect([secret, metrics.includes(secret)]).toEqual([secret, false]);
  }
});
