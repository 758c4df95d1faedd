/** Forms that may be sent once: reloading the page that shows a new key must not issue another. */
import type { Clock } from '../domain/clock.ts';
import type { OperatorStore } from '../domain/operator-store.ts';
import { hashToken, makeToken, SESSION_MS } from './sign-in/sessions.ts';

const TOKEN_SHAPE = /^[0-9A-Za-z_-]{43}$/;

export class Forms {
  readonly #store: OperatorStore;
  readonly #clock: Clock;

  constructor({ operator }: { operator: OperatorStore }, clock: Clock) {
    this.#store = operator;
    this.#clock = clock;
  }

  /** For a form that is about to be shown. */
  token(): string {
    return makeToken(this.#clock);
  }

  /** True the first time a form is sent. No session, and so no form, outlives the memory of it. */
  async claim(token: string): Promise<boolean> {
    if (!TOKEN_SHAPE.test(token)) return false;
    const nowMs = this.#clock.now();
    return this.#store.claimForm(hashToken(token), nowMs, nowMs - SESSION_MS);
  }
}
