import type { Caller } from '../caller.ts';
import type { CallOptions } from '../options.ts';
import { Paged } from '../page.ts';
import type { ApiPromise } from '../promise.ts';
import type { Party, PartyQuery, PartyRequest, WithMeta } from '../types.ts';

/** Certifiers, manufacturers, laboratories and keepers of records that are kept for later certificates. */
export class Parties {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Newest first. */
  list(query: PartyQuery = {}, options: CallOptions = {}): Paged<'listParties', Party> {
    return new Paged(this.#caller, 'listParties', { query }, options, ({ parties }) => parties);
  }

  /** @param alternateId your own key of the party, in the registry too */
  get(alternateId: string, options: CallOptions = {}): ApiPromise<WithMeta<Party>> {
    return this.#caller.json('readParty', { path: { alternate_id: alternateId } }, options);
  }

  /** Adds the party, or replaces all that is kept of it. */
  put(alternateId: string, party: PartyRequest, options: CallOptions = {}): ApiPromise<WithMeta<Party>> {
    return this.#caller.json('putParty', { path: { alternate_id: alternateId }, body: party }, options);
  }

  /** Certificates that state it stay as they are. */
  async delete(alternateId: string, options: CallOptions = {}): Promise<void> {
    await this.#caller.send('deleteParty', { path: { alternate_id: alternateId } }, options, () => {});
  }
}
