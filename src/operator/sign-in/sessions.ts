/** Sessions of the operator page. The browser holds a random token, and the database holds the hash of it. */
import type { ActivityEntry } from '../../domain/activity-log.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Operator } from '../../domain/operator.ts';
import type { CountedAttempt, OperatorSession, OperatorStore, StoredOperator } from '../../domain/operator-store.ts';
import { hashToken, makeToken, TokenCookie } from '../../http/browser/session-token.ts';

/** A session ends this long after the sign-in. */
export const SESSION_MS = 12 * 3_600_000;
/** A session ends this long after its last request. */
export const IDLE_MS = 30 * 60_000;
/** The time of the last request is written at most this often: a write for each page would be too many. */
const SEEN_EVERY_MS = 60_000;
/** Of one operator. A new session then ends the oldest one. */
const SESSIONS_MAX = 50;

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
    activity: ActivityEntry,
    attempt: CountedAttempt,
  ): Promise<string | undefined> {
    const token = makeToken(this.#clock);
    const startedAt = this.#clock.now();
    const session = {
      tokenHash: hashToken(token),
      operatorId: operator.id,
      origin: activity.origin,
      startedAt,
      expiresAt: startedAt + SESSION_MS,
    };
    const started = await this.#store.startSession(session, operator.passwordHash, activity, attempt, SESSIONS_MAX);
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

export const TOKEN_COOKIE = new TokenCookie({ name: 'portside_operator', path: '/', maxAgeS: SESSION_MS / 1000 });
