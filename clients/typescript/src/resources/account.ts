import type { Caller } from '../caller.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import type { ApiPromise } from '../promise.ts';
import type { Account, RotatedKey, RotationRequest } from '../types.ts';

/** What the key of the client is and may do. */
export class AccountResource {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The key, its limits, its requests of 90 days, its resources and its open jobs. */
  get(options: CallOptions = {}): ApiPromise<Account> {
    return this.#caller.json('readAccount', {}, options);
  }

  /**
   * Gives the key a successor, which the answer has once: `key` is not printed, but read and stored as JSON. The old key works for the
   * overlap, then ends. All attempts carry one idempotency key, so no second successor is made. This client keeps its old key.
   * @throws ConflictError where the operator does not allow it, and for a key that has a successor
   */
  rotate(request: RotationRequest = {}, options: CreateOptions = {}): ApiPromise<RotatedKey> {
    return this.#caller.json('rotateOwnKey', { body: request }, options);
  }
}
