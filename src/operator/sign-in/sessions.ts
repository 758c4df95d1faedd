/** Who is signed in. The browser holds a random token, the database its hash; nothing else ties a request to an operator. */
import type { Clock } from '../../domain/clock.ts';
import type { OperatorStore } from '../../domain/operator-store.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import type { Client } from '../client.ts';

export const SESSION_MS = 12 * 3_600_000;
/** More operators at once than any company has; the oldest session ends for a new one. */
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

  async start(): Promise<string> {
    const token = makeToken(this.#clock);
    const nowMs = this.#clock.now();
    await this.#store.startSession(hashToken(token), nowMs + SESSION_MS, nowMs, SESSIONS_MAX);
    return token;
  }

  /** Looked up on every request and never remembered: an ended session is over in every process at once. */
  async holds(token: string): Promise<boolean> {
    const endsAt = await this.#store.sessionEnd(hashToken(token));
    return endsAt !== undefined && endsAt > this.#clock.now();
  }

  end(token: string): Promise<void> {
    return this.#store.endSession(hashToken(token));
  }
}

/** Also for visitors who are not signed in yet: their sign-in form needs a token to be tied to. */
export function makeToken(clock: Pick<Clock, 'random'>): string {
  return Buffer.from(clock.random(TOKEN_BYTES)).toString('base64url');
}

export function hashToken(token: string): string {
  return sha256Hex(token);
}

/** What the forms of a session carry: known only to whoever can read its pages. */
export function csrfToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(`form ${token}`).digest('base64url');
}

/** `__Host-` keeps other subdomains and plain HTTP from setting it; browsers take it over HTTPS only. */
function cookieName({ secure }: Client): string {
  return secure ? '__Host-portside_operator' : 'portside_operator';
}

export function readToken(request: Request, client: Client): string | undefined {
  const token = new Bun.CookieMap(request.headers.get('cookie') ?? '').get(cookieName(client));
  return token && TOKEN_SHAPE.test(token) ? token : undefined;
}

export function tokenCookie(token: string, client: Client): string {
  return new Bun.Cookie(cookieName(client), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: client.secure,
    maxAge: SESSION_MS / 1000,
  }).toString();
}
