/**
 * A stranger guesses passwords from 1,000 addresses, as fast as two processes answer, while operators sign in. The proxy's
 * `X-Forwarded-For` names the addresses, with ports, as some proxies write them. It uses all cores, so it does not run beside others:
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/sign-in-flood.ts
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type RunningServer, serve } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';
import { PASSWORD, Visitor } from '../support/visitor.ts';

const ADDRESSES = 1000;
const GUESSING_AT_ONCE = 64;
/** Only ends a test that hangs: a busy machine must not fail it. */
const SLOW_MACHINE_MS = 900_000;
/** Each may wait five seconds for its turn. */
const NEW_BROWSERS = Number(process.env.PORTSIDE_NEW_BROWSERS ?? 5);

let server: RunningServer;
const known = browserAt('198.51.100.1');
const guesses: Record<number, number> = {};
const addressesUsed = new Set<string>();
let isGuessing = true;
let guessing: Promise<unknown> | undefined;
let beganMs = 0;

function browserAt(address: string): Visitor {
  return new Visitor('', { 'x-forwarded-for': address });
}

async function signIn(browser: Visitor, password = PASSWORD): Promise<number> {
  const visitor = Object.assign(new Visitor(server.url, browser.headers), { device: browser.device });
  const { status } = await visitor.signIn(password);
  browser.device = visitor.device;
  return status;
}

async function guess(form: Visitor): Promise<void> {
  for (let i = 0; isGuessing; i++) {
    const n = (guessesMade() + i * 7) % ADDRESSES;
    const address = `203.0.${113 + (n >> 8)}.${n & 255}`;
    addressesUsed.add(address);
    const headers = { 'x-forwarded-for': `${address}:${40_000 + (i % 20_000)}` };
    const { status } = await form.post('/operator/sign-in', { name: 'owner', password: `guess number ${i}` }, headers);
    guesses[status] = (guesses[status] ?? 0) + 1;
  }
}

function guessesMade(): number {
  return Object.values(guesses).reduce((sum, n) => sum + n, 0);
}

const dir = tempDir();

beforeAll(async () => {
  server = await serve(dir, ['--workers', '2'], {
    PORTSIDE_OPERATOR_PASSWORD: PASSWORD,
    PORTSIDE_TRUST_PROXY: '127.0.0.1',
  });
  // After its first start a server answers while it still hashes the password.
  await until('the operator can sign in', async () => (await signIn(known)) === 303);
  beganMs = Date.now();
  const form = new Visitor(server.url);
  await form.get('/operator/sign-in');
  guessing = Promise.all(Array.from({ length: GUESSING_AT_ONCE }, () => guess(form)));
  await until('every address has guessed twice', () => guessesMade() > 2 * ADDRESSES, SLOW_MACHINE_MS);
}, SLOW_MACHINE_MS);

afterAll(async () => {
  isGuessing = false;
  await guessing;
  await server?.stop();
}, SLOW_MACHINE_MS);

test(
  'an operator is let in 50 of 50 times with a browser that has signed in before',
  async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 50; i++) statuses.push(await signIn(known));
    expect(statuses).toEqual(Array(50).fill(303));
  },
  SLOW_MACHINE_MS,
);

test(
  'an operator is let in each time with a browser that has never signed in',
  async () => {
    const statuses: number[] = [];
    for (let i = 0; i < NEW_BROWSERS; i++) statuses.push(await signIn(browserAt(`192.0.2.${i + 1}`)));
    expect(statuses).toEqual(Array(NEW_BROWSERS).fill(303));
  },
  SLOW_MACHINE_MS,
);

test(
  'of all guesses, at most forty and one in five seconds were checked',
  async () => {
    isGuessing = false;
    await guessing;
    const { 403: checked = 0, 429: refused = 0, ...others } = guesses;
    expect(others).toEqual({});
    expect(addressesUsed.size).toBe(ADDRESSES);
    expect(refused).toBeGreaterThan(ADDRESSES);
    // Each operator who signs in gives back the attempt that it took.
    expect(checked).toBeLessThanOrEqual(40 + Math.ceil((Date.now() - beganMs) / 5000));
    process.stderr.write(`checked ${checked} of ${guessesMade()} guesses from ${ADDRESSES} addresses\n`);
  },
  SLOW_MACHINE_MS,
);
