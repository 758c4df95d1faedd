/** Strangers guess the operator's password from everywhere. The operator's own browser is let in all the same. */
import { afterAll, beforeAll, expect } from 'bun:test';
import { makeDatabase, type RunningServer, run, serve } from '../../support/program.ts';
import { attack } from '../../support/tally.ts';
import { tempDir } from '../../support/temp.ts';

const SIGN_INS = 50;
/** So that 1,000 addresses guess in all. */
const GUESSES_EACH = 20;
const ROUNDS_OPEN = 5;

let server: RunningServer;
let ownPassword = '';
/** Has signed in before the strangers come. */
let operator: Browser;

const dir = tempDir();

beforeAll(async () => {
  // Before the start, because a server stores the password of its first start some time after it has printed it.
  await makeDatabase(dir);
  const { stdout } = await run(['operator', 'password'], dir);
  ownPassword = /[2-9a-z]{5}(?:-[2-9a-z]{5}){3}/.exec(stdout)![0];
  server = await serve(dir, [], { PORTSIDE_TRUST_PROXY: '127.0.0.1' });
  operator = new Browser('203.0.113.9');
  expect(await operator.signIn(ownPassword)).toBe(303);
});
afterAll(() => server.stop());

/** Keeps every cookie that it is given. */
class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly address: string,
    readonly signal?: AbortSignal,
  ) {}

  async signIn(password: string): Promise<number> {
    const form = await (await this.#send('/operator/sign-in')).text();
    const csrf = /name="csrf" value="([^"]*)"/.exec(form)?.[1] ?? '';
    return (await this.#send('/operator/sign-in', new URLSearchParams({ csrf, password }))).status;
  }

  /** Ends the session, and keeps what a browser keeps of it. */
  forgetSession(): void {
    for (const name of this.cookies.keys()) if (!/device/.test(name)) this.cookies.delete(name);
  }

  async #send(path: string, body?: URLSearchParams): Promise<Response> {
    const response = await fetch(server.url + path, {
      method: body ? 'POST' : 'GET',
      ...(body && { body }),
      redirect: 'manual',
      ...(this.signal && { signal: this.signal }),
      headers: {
        origin: server.url,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': this.address,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s);
      this.cookies.set(name, value);
    }
    return response;
  }
}

/** Strangers that guess. A guess may be made to wait, so only the latest ones are kept open: a client opens so many connections. */
class Strangers implements AsyncDisposable {
  readonly #rounds: { abort: AbortController; done: Promise<unknown> }[] = [];

  /** Guesses from `GUESSES_EACH` more addresses, and does not wait for the answers. */
  guess(from: number, addressOf: (n: number) => string): void {
    const abort = new AbortController();
    const guesses = Array.from({ length: GUESSES_EACH }, (_, n) =>
      new Browser(addressOf(from + n), abort.signal).signIn(`guess ${n}`),
    );
    this.#rounds.push({ abort, done: Promise.allSettled(guesses) });
    if (this.#rounds.length > ROUNDS_OPEN) this.#rounds.shift()!.abort.abort();
  }

  async [Symbol.asyncDispose]() {
    for (const { abort } of this.#rounds) abort.abort();
    await Promise.all(this.#rounds.map(({ done }) => done));
  }
}

/** The operator signs in once more, with what the browser keeps of the sign-ins before. */
function signInAgain(): Promise<number> {
  operator.forgetSession();
  return operator.signIn(ownPassword);
}

attack('the operator is let in while strangers guess from 1,000 addresses', async (tally) => {
  await using strangers = new Strangers();
  for (let i = 0; i < SIGN_INS; i++) {
    strangers.guess(i * GUESSES_EACH, (n) => `198.18.${n >> 8}.${n & 255}`);
    const status = await signInAgain();
    tally.holds(status === 303, `sign-in ${i}`, `${status}`);
  }
});

const NEIGHBOURS: [string, (n: number) => string][] = [
  ['from the address of the operator', () => '203.0.113.9'],
  ['from that address with a port', (n) => `203.0.113.9:${1024 + n}`],
  ['from IPv6 networks of one provider', (n) => `2001:db8:${n.toString(16)}::1`],
  ['from addresses that are none', (n) => `unknown-${n}`],
  ['through a chain of made-up proxies', (n) => `10.0.0.${n % 250}, 203.0.113.9`],
  ['from loopback', () => '127.0.0.1'],
];

attack('the operator is let in whatever address strangers guess from', async (tally) => {
  for (const [name, addressOf] of NEIGHBOURS) {
    await using strangers = new Strangers();
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) {
      strangers.guess(i * GUESSES_EACH, addressOf);
      statuses.push(await signInAgain());
    }
    tally.holds(
      statuses.every((status) => status === 303),
      name,
      `${statuses}`,
    );
  }
});
