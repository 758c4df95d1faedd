import type { Caller } from '../caller.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import { Paged } from '../page.ts';
import type { ApiPromise } from '../promise.ts';
import type {
  EventQuery,
  MadeWatch,
  Watch,
  WatchEdit,
  WatchEvent,
  WatchRequest,
  WatchSecret,
  WatchSummary,
  WithMeta,
} from '../types.ts';

/** What the server watches for this key. */
export class Watches {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The answer has the secret of its webhook once. */
  create(request: WatchRequest, options: CreateOptions = {}): ApiPromise<MadeWatch> {
    return this.#caller.json('createWatch', { body: request }, options);
  }

  list(query: { limit?: number } = {}, options: CallOptions = {}): Paged<'listWatches', WatchSummary> {
    return new Paged(this.#caller, 'listWatches', { query }, options, ({ watches }) => watches);
  }

  get(id: string, options: CallOptions = {}): ApiPromise<Watch> {
    return this.#caller.json('readWatch', { path: { id } }, options);
  }

  /** Pauses, renames or redirects it. */
  update(id: string, edit: WatchEdit, options: CallOptions = {}): ApiPromise<MadeWatch> {
    return this.#caller.json('changeWatch', { path: { id }, body: edit }, options);
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#caller.send('deleteWatch', { path: { id } }, options, () => {});
  }

  /** What it told, oldest first. */
  events(id: string, query: EventQuery = {}, options: CallOptions = {}): Paged<'listWatchEvents', WatchEvent> {
    return new Paged(this.#caller, 'listWatchEvents', { path: { id }, query }, options, ({ events }) => events);
  }

  /** Sends a test event to its webhook. */
  test(id: string, options: CreateOptions = {}): ApiPromise<WithMeta<WatchEvent>> {
    return this.#caller.json('testWatch', { path: { id } }, options);
  }

  /** A new secret of its webhook. The old one signs too for a day. */
  rotateSecret(id: string, options: CreateOptions = {}): ApiPromise<WatchSecret> {
    return this.#caller.json('rotateWatchSecret', { path: { id } }, options);
  }
}

/** What all watches of this key told. */
export class Events {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Oldest first, for 90 days. Keep `cursor` of the list, and send it next time: no event is given twice or passed over. */
  list(query: EventQuery = {}, options: CallOptions = {}): Paged<'listEvents', WatchEvent> {
    return new Paged(this.#caller, 'listEvents', { query }, options, ({ events }) => events);
  }

  /** Sends it to its webhook again. Not sent again after a lost answer. */
  redeliver(id: string, options: CallOptions = {}): ApiPromise<WithMeta<WatchEvent>> {
    return this.#caller.json('redeliverEvent', { path: { id } }, options);
  }
}
