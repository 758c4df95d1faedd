/** Forms that may be sent once: reloading the page that shows a new key must not issue another. */
import { lte } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage/open.ts';
import { operatorForms } from '../storage/schema.ts';
import { hashToken, makeToken, SESSION_MS } from './sessions.ts';

const TOKEN_SHAPE = /^[0-9A-Za-z_-]{43}$/;

export class Forms {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** For a form that is about to be shown. */
  token(): string {
    return makeToken(this.#clock);
  }

  /** True the first time a form is sent. No session, and so no form, outlives the memory of it. */
  claim(token: string): boolean {
    if (!TOKEN_SHAPE.test(token)) return false;
    const nowMs = this.#clock.now();
    return this.#storage.records.transaction(
      (tables) => {
        tables
          .delete(operatorForms)
          .where(lte(operatorForms.sentAt, nowMs - SESSION_MS))
          .run();
        const sent = { tokenHash: hashToken(token), sentAt: nowMs };
        return tables.insert(operatorForms).values(sent).onConflictDoNothing().returning().all().length === 1;
      },
      { behavior: 'immediate' },
    );
  }
}
