/** Sessions of the operator page. The browser holds a random token, and the database holds the hash of it. */
import type { AuditEntry } from '../../domain/audit.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Operator } from '../../domain/operator.ts';
import type { CountedAttempt, OperatorSession, OperatorStore, StoredOperator } from '../../domain/operator-store.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import type { Client } from '../client.ts';

/** A session ends this long after the sign-in. */
export const SESSION_MS = 12 * 3_600_000;
/** A session ends this long after its last request. */
export const IDLE_MS = 30 * 60_000;
/** The time of the last request is written at most this often: a write for each page would be too many. */
const SEEN_EVERY_MS = 60_000;
/** Of one operator. A new session then ends the oldest one. */
const SESSIONS_MAX = 50;
const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[0-9A-Za-z_-]{43}$/;

export class Sessions {
  readonly #store: OperatorStore;
  readonly #clock: Clock;

  constructor({ operator }: { operator: OperatorStore }, clock: Clock) {
    this.#store = operator;
    this.#clock = clock;
  }

  /**
   * Records the sign-in, takes back the failure that the attempt was counted as, and returns the token of a new session.
   * Undefined if the operator has another password by now, or is removed.
   */
  async start(
    operator: Pick<StoredOperator, 'id' | 'passwordHash'>,
    audit: AuditEntry,
    attempt: CountedAttempt,
  ): Promise<string | undefined> {
    const token = makeToken(this.#clock);
    const startedAt = this.#clock.now();
    const session = {
      tokenHash: hashToken(token),
      operatorId: operator.id,
      origin: audit.origin,
      startedAt,
      expiresAt: startedAt + SESSION_MS,
    };
    const started = await this.#store.startSession(session, operator.passwordHash, audit, attempt, SESSIONS_MAX);
    return started ? token : undefined;
  }

  /**
   * Whose session this is; undefined when it has ended. Read from the database at every request and never cached, so that a
   * session that ends, and a role that changes, take effect in every process at once.
   */
  async operatorOf(token: string): Promise<Operator | undefined> {
    const found = await this.#store.session(hashToken(token));
    if (!found || !this.#isActive(found.session)) return undefined;
    const nowMs = this.#clock.now();
    if (nowMs - found.session.seenAt >= SEEN_EVERY_MS) {
      // If this cannot be stored, for example on a full disk, the session ends earlier. The page itself must not fail.
      await this.#store.touchSession(found.session.tokenHash, nowMs).catch(() => {});
    }
    return found.operator;
  }

  /** The sessions of an operator that have not ended, newest first. */
  async of(operatorId: number): Promise<OperatorSession[]> {
    return (await this.#store.sessionsOf(operatorId)).filter((session) => this.#isActive(session));
  }

  end(token: string): Promise<void> {
    return this.#store.endSession(hashToken(token));
  }

  endAllOf(operatorId: number): Promise<void> {
    return this.#store.endSessionsOf(operatorId);
  }

  #isActive({ expiresAt, seenAt }: OperatorSession): boolean {
    const nowMs = this.#clock.now();
    return nowMs < expiresAt && nowMs < seenAt + IDLE_MS;
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
