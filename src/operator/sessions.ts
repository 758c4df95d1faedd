/** Who is signed in. The browser holds a random token, the database its hash; nothing else ties a request to an operator. */
import { eq, lte, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage/open.ts';
import { operatorSessions } from '../storage/schema.ts';
import type { Client } from './client.ts';

export const SESSION_MS = 12 * 3_600_000;
/** More operators at once than any company has; the oldest session ends for a new one. */
const SESSIONS_MAX = 1000;
const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[0-9A-Za-z_-]{43}$/;

export class Sessions {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  start(): string {
    const token = makeToken(this.#clock);
    const nowMs = this.#clock.now();
    this.#storage.records.transaction(
      (tables) => {
        tables.delete(operatorSessions).where(lte(operatorSessions.expiresAt, nowMs)).run();
        const oldest = sql`(SELECT token_hash FROM operator_sessions ORDER BY expires_at DESC LIMIT -1 OFFSET ${SESSIONS_MAX - 1})`;
        tables.delete(operatorSessions).where(sql`${operatorSessions.tokenHash} IN ${oldest}`).run();
        tables
          .insert(operatorSessions)
          .values({ tokenHash: hashToken(token), expiresAt: nowMs + SESSION_MS })
          .run();
      },
      { behavior: 'immediate' },
    );
    return token;
  }

  /** Looked up on every request and never remembered: an ended session is over in every process at once. */
  holds(token: string): boolean {
    const row = this.#storage.records
      .select()
      .from(operatorSessions)
      .where(eq(operatorSessions.tokenHash, hashToken(token)))
      .get();
    return row !== undefined && row.expiresAt > this.#clock.now();
  }

  end(token: string): void {
    this.#storage.records
      .delete(operatorSessions)
      .where(eq(operatorSessions.tokenHash, hashToken(token)))
      .run();
  }
}

/** Also for visitors who are not signed in yet: their sign-in form needs a token to be tied to. */
export function makeToken(clock: Pick<Clock, 'random'>): string {
  return Buffer.from(clock.random(TOKEN_BYTES)).toString('base64url');
}

export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
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
