/**
 * Secrets do not leak. A real server uses all of them; then the tests search its database, log, answers, key listings,
 * command line and environment for each one.
 */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateRequests, root } from '../support/paths.ts';
import { issueKey, lookup, run, serve } from '../support/program.ts';
import { fetchMetrics, METRICS_TOKEN } from '../support/server.ts';
import { testCertificate } from '../support/signers.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';
import { Visitor } from '../support/visitor.ts';

const home = tempDir();
const folder = join(home, 'folder');
mkdirSync(folder);
const PASSWORD = 'a-password-of-configuration';
const SIGNING_KEY = 'a-signing-key-of-configuration';
const SIGNER = testCertificate();
await Bun.write(join(home, 'password'), PASSWORD);
await Bun.write(join(home, 'signing'), SIGNING_KEY);
await Bun.write(join(home, 'metrics'), METRICS_TOKEN);
await Bun.write(join(home, 'signer.key'), SIGNER.keyPem);
await Bun.write(join(home, 'signer.pem'), SIGNER.pem);
const server = await serve(folder, [], {
  PORTSIDE_OPERATOR_PASSWORD_FILE: join(home, 'password'),
  PORTSIDE_SIGNING_KEY_FILE: join(home, 'signing'),
  PORTSIDE_METRICS_TOKEN_FILE: join(home, 'metrics'),
  PORTSIDE_SIGNER_KEY_FILE: join(home, 'signer.key'),
  PORTSIDE_SIGNER_CERTIFICATE_FILE: join(home, 'signer.pem'),
  PORTSIDE_LOG: 'requests',
});

/** All answers except those that are meant to show a secret. */
const answers: string[] = [];
async function keep(response: Response | Promise<Response>): Promise<string> {
  const answer = await response;
  const text = await answer.text();
  answers.push(`${answer.status} ${JSON.stringify([...answer.headers])}\n${text}`);
  return text;
}

const first = /svc_\w{24}/.exec(server.stdout())![0];
const { key, id } = await issueKey(folder);
const { key: revoked, id: revokedId } = await issueKey(folder);
await run(['keys', 'revoke', String(revokedId)], folder);
const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;

const visitor = new Visitor(server.url);
await visitor.signIn('a wrong password that someone typed');
// After its first start a server answers while it still hashes the password.
await until('the operator can sign in', async () => (await visitor.signIn(PASSWORD)).status === 303);
const session = visitor.cookie.split('=')[1]!;

const v1 = '/api/v1/tariff/hts/lookup';
const bodies = ['{"codes":["7326.90.8688"]}', `{"codes":"${key}"}`, `{"${key}":`, 'x'];
for (const text of [key, first, revoked, mistyped, `${key} `]) {
  for (const body of bodies) {
    const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
    await keep(fetch(server.url + v1, { method: 'POST', headers, body }));
  }
}
await keep(
  fetch(`${server.url}${v1}?key=${key}`, { headers: { authorization: `Basic ${key}`, cookie: visitor.cookie } }),
);
await keep(fetch(`${server.url}/nowhere?key=${key}&password=${PASSWORD}`));
const order = readFileSync(join(certificateRequests, '04-complete-every-optional-field.json'), 'utf8');
const made = await fetch(`${server.url}/api/v1/entry/gcc/generate`, {
  method: 'POST',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: order,
});
const { gcc_pdf_url, gcc_id } = (await made.json()) as { gcc_pdf_url: string; gcc_id: string };
const signature = /signature=([\w-]+)/.exec(gcc_pdf_url)![1]!;
await (await fetch(gcc_pdf_url)).arrayBuffer();
await keep(fetch(gcc_pdf_url.replace('signature=', 'signature=A')));
await keep(fetchMetrics(server.url));
for (const path of ['/readyz', '/healthz', `/verify/${gcc_id}`, '/.well-known/portside-signing.pem', '/openapi.yaml'])
  await keep(fetch(server.url + path));
for (const path of [
  'keys',
  `keys/${id}`,
  'audit',
  'usage',
  'certificates',
  'scans',
  'lists',
  'operators',
  'sessions',
]) {
  answers.push((await visitor.get(`/operator/${path}`)).html.replaceAll(visitor.csrf, ''));
}

const listings: string[] = [];
for (const args of [
  ['keys', 'list'],
  ['keys', 'list', '--json'],
  ['keys', 'show', String(id), '--json'],
]) {
  const { stdout, stderr, code } = await run(args, folder);
  if (code === 0) listings.push(stdout + stderr);
}

/** Of a key the middle part, because lists show its beginning and its last four characters. */
const SECRETS: [string, string][] = [
  ['a key', key.slice(8, 24)],
  ['the first key', first.slice(8, 24)],
  ['a revoked key', revoked.slice(8, 24)],
  ['the operator password', PASSWORD],
  ['a password that was typed', 'a wrong password that someone typed'],
  ['the signing key', SIGNING_KEY],
  // The second line of the PEM text. The first has the name of the algorithm and the public half is at the end.
  ['the key that signs certificates', SIGNER.keyPem.split('\n')[1]!.slice(40)],
  ['the token of the metrics', METRICS_TOKEN],
  ['a session', session],
  ['the signature of a URL', signature],
];

describe.each(SECRETS)('%s', (_, secret) => {
  test('is in no byte of the database and its write-ahead log', () => {
    const files = readdirSync(join(folder, 'var'));
    expect(files).toContain('portside.db-wal');
    for (const file of files)
      expect([file, readFileSync(join(folder, 'var', file)).includes(secret)]).toEqual([file, false]);
  });

  test('is in no line of the log', () => {
    expect(server.stderr()).toContain('"route":"(none)"');
    expect(server.stderr()).not.toContain(secret);
  });

  test('is in no answer: error, metric, health check, page or list', () => {
    expect(answers.length).toBeGreaterThan(25);
    expect(answers.filter((answer) => answer.includes(secret))).toEqual([]);
  });

  test('is in no listing of keys', () => {
    expect(listings).toHaveLength(3);
    expect(listings.filter((listing) => listing.includes(secret))).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('is not on the command line or in the environment of the process', () => {
    const proc = `/proc/${server.child.pid}`;
    expect(readFileSync(`${proc}/cmdline`, 'utf8') + readFileSync(`${proc}/environ`, 'utf8')).not.toContain(secret);
  });
});

test('the database holds only hashes: SHA-256 of keys and sessions, argon2id of the password', () => {
  const files = readdirSync(join(folder, 'var')).map((file) => readFileSync(join(folder, 'var', file)));
  const isThere = (text: string) => files.some((bytes) => bytes.includes(text));
  const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex');
  expect([key, first, session].map((secret) => isThere(sha256(secret)))).toEqual([true, true, true]);
  expect(isThere('$argon2id$')).toBe(true);
});

/** `===` stops at the first character that differs, so its duration tells how much of a guess was right. */
test('no secret is compared with ===', async () => {
  const src = join(root, 'src');
  const word = String.raw`\w*(?:signature|csrf|secret|password|cookie|keyText)\w*(?:\([^()]*\))?`;
  const compared = new RegExp(String.raw`(?:\b${word}\s*[!=]==?\s*(?!undefined|null|'')|[!=]==?\s*${word}\b)`, 'i');
  expect(compared.test('if (given.signature === expected) return')).toBe(true);
  const found: string[] = [];
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan(src)) {
    // `src/pixel` handles the tokens of a storefront, which are not our secrets.
    if (file.startsWith('pixel/') || file.includes('.test.')) continue;
    const lines = (await Bun.file(join(src, file)).text()).split('\n');
    found.push(...lines.filter((line) => compared.test(line)).map((line) => `${file}: ${line.trim()}`));
  }
  expect(found).toEqual([]);
  for (const file of [
    'entry/verify/signed-url.ts',
    'http/browser/form.ts',
    'operator/sign-in/devices.ts',
    'http/metrics/metrics-route.ts',
  ]) {
    expect(await Bun.file(join(src, file)).text()).toContain('timingSafeEqual(');
  }
});

test('the server still works and stops cleanly', async () => {
  expect((await lookup(server.url, key)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
