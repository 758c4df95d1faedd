/** Sessions of the workbench. The browser holds a random token; the database holds its hash and the hash of the key. */
import type { Clock } from '../../../domain/clock.ts';
import type { WorkbenchSession, WorkbenchSessionStore } from '../../../domain/workbench-session-store.ts';
import { hashToken, makeToken, TokenCookie } from '../../../http/browser/session-token.ts';

/** A session ends this long after the sign-in. */
export const SESSION_MS = 12 * 3_600_000;
/** A session ends this long after its last request. */
export const IDLE_MS = 2 * 3_600_000;
/** The time of the last request is written at most this often: a write for each page would be too many. */
const SEEN_EVERY_MS = 60_000;
/** Of one key. A new session then ends the oldest one. */
const SESSIONS_MAX = 50;

export const TOKEN_COOKIE = new TokenCookie({ name: 'portside_work', path: '/work', maxAgeS: SESSION_MS / 1000 });

export class WorkbenchSessions {
  readonly #store: WorkbenchSessionStore;
  readonly #clock: Clock;

  constructor(store: WorkbenchSessionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** @returns the token of a new session */
  async start({
    keyHash,
    lineageId,
    origin,
  }: Pick<WorkbenchSession, 'keyHash' | 'lineageId' | 'origin'>): Promise<string> {
    const token = makeToken(this.#clock);
    const startedAt = this.#clock.now();
    await this.#store.start(
      { tokenHash: hashToken(token), keyHash, lineageId, origin, startedAt, expiresAt: startedAt + SESSION_MS },
      { idleMs: startedAt - IDLE_MS, sessionsMax: SESSIONS_MAX },
    );
    return token;
  }

  /**
   * The session of a token; undefined when it has ended. Read from the database at every request and never cached, so that the end of a
   * session takes effect in every process at once.
   */
  async find(token: string): Promise<WorkbenchSession | undefined> {
    const session = await this.#store.find(hashToken(token));
    if (!session || !this.#isActive(session)) return undefined;
    const nowMs = this.#clock.now();
    if (nowMs - session.seenAt >= SEEN_EVERY_MS) {
      // If this cannot be stored, for example on a full disk, the session ends earlier. The page itself must not fail.
      await this.#store.touch(session.tokenHash, nowMs).catch(() => {});
    }
    return session;
  }

  /** The sessions of a key that have not ended, newest first. */
  async ofKey(keyHash: string): Promise<WorkbenchSession[]> {
    return (await this.#store.ofKey(keyHash)).filter((session) => this.#isActive(session));
  }

  end(session: Pick<WorkbenchSession, 'tokenHash'>): Promise<void> {
    return this.#store.end(session.tokenHash);
  }

  endOthers({ keyHash, tokenHash }: Pick<WorkbenchSession, 'keyHash' | 'tokenHash'>): Promise<void> {
    return this.#store.endOthers(keyHash, tokenHash);
  }

  #isActive({ expiresAt, seenAt }: WorkbenchSession): boolean {
    const nowMs = this.#clock.now();
    return nowMs < expiresAt && nowMs < seenAt + IDLE_MS;
  }
}
