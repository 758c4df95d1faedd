/** Forms that work once. Without this, reloading the page that shows a new key would issue another key. */
import type { Clock } from '../domain/clock.ts';
import type { OperatorStore } from '../domain/operator-store.ts';
import { hashToken, isToken, makeToken } from '../http/browser/session-token.ts';
import { SESSION_MS } from './sign-in/sessions.ts';

export class OneTimeForms {
  readonly #store: OperatorStore;
  readonly #clock: Clock;

  constructor({ operator }: { operator: OperatorStore }, clock: Clock) {
    this.#store = operator;
    this.#clock = clock;
  }

  /** A token for a form that is about to be shown. */
  makeToken(): string {
    return makeToken(this.#clock);
  }

  /** True the first time a token is sent. Tokens are remembered for as long as a session lasts, and no form outlives its session. */
  async claim(token: string): Promise<boolean> {
    if (!isToken(token)) return false;
    const nowMs = this.#clock.now();
    return this.#store.claimForm(hashToken(token), nowMs, nowMs - SESSION_MS);
  }
}
