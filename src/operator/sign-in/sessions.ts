/** Sessions of the operator page. The browser holds a random token, and the database holds the hash of it. */
import type { Clock } from '../../domain/clock.ts';
import type { OperatorStore } from '../../domain/operator-store.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import type { Client } from '../client.ts';

export const SESSION_MS = 12 * 3_600_000;
/** More than the operators of any company. A new session then ends the oldest one. */
const SESSIONS_MAX = 1000;
const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[0-9A-Za-z_-]{43}$/;

export class Sessions {
  readonly #store: OperatorStore;
  readonly #clock: Clock;

  constructor({ operator }: { operator: OperatorStore }, clock: Clock) {
    this.#store = operator;
    this.#clock = clock;
  }

  /** Returns the token of a new session. */
  async start(): Promise<string> {
    const token = makeToken(this.#clock);
    const nowMs = this.#clock.now();
    await this.#store.startSession(hashToken(token), nowMs + SESSION_MS, nowMs, SESSIONS_MAX);
    return token;
  }

  /** Read from the database at every request and never cached, so that a session that ends is over in every process at once. */
  async isActive(token: string): Promise<boolean> {
    const endsAt = await this.#store.sessionEnd(hashToken(token));
    return endsAt !== undefined && endsAt > this.#clock.now();
  }

  end(token: string): Promise<void> {
    return this.#store.endSession(hashToken(token));
  }
}

/** Visitors who are not signed in get a token too: their sign-in form is tied to it. */
export function makeToken(clock: Pick<Clock, 'random'>): string {
  return Buffer.from(clock.random(TOKEN_BYTES)).toString('base64url');
}

export function hashToken(token: string): string {
  return sha256Hex(token);
}

/** The token in the forms of a session. Only someone who can read the session's pages knows it. */
export function csrfToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(`form ${token}`).digest('base64url');
}

/** With `__Host-`, neither another subdomain nor plain HTTP can set the cookie. Browsers accept that prefix over HTTPS only. */
function cookieName({ secure }: Client): string {
  return secure ? '__Host-portside_operator' : 'portside_operator';
}

/** The token in the request's cookie; undefined when there is none or it is malformed. */
export function readToken(request: Request, client: Client): string | undefined {
  const token = new Bun.CookieMap(request.headers.get('cookie') ?? '').get(cookieName(client));
  return token && TOKEN_SHAPE.test(token) ? token : undefined;
}

/** The value of `Set-Cookie` that stores `token`. */
export function tokenCookie(token: string, client: Client): string {
  return new Bun.Cookie(cookieName(client), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: client.secure,
    maxAge: SESSION_MS / 1000,
  }).toString();
}
