import type { Caller, Sent } from './caller.ts';
import type { AnswerOf, OperationId } from './operations.ts';
import type { CallOptions } from './options.ts';
import type { ApiPromise } from './promise.ts';
import type { WithMeta } from './types.ts';

/** How a page says what comes after it. Lists that grow always have a cursor. */
interface Ends {
  next_cursor?: string | null;
  has_more?: boolean;
}

/**
 * A list of the server, page by page. `for await` gives the items of all pages; `page()` the first page, or the one at a cursor.
 *
 *     for await (const certificate of portside.entry.certificates.list({ status: 'active' })) …
 */
export class Paged<Id extends OperationId, Item> implements AsyncIterable<Item> {
  readonly #caller: Caller;
  readonly #id: Id;
  readonly #sent: Sent<Id>;
  readonly #options: CallOptions;
  readonly #items: (page: AnswerOf<Id>) => Item[];
  /** Of the page after the latest one that was read: keep it to go on later. Undefined before the first page and after the last. */
  cursor: string | undefined;

  constructor(caller: Caller, id: Id, sent: Sent<Id>, options: CallOptions, items: (page: AnswerOf<Id>) => Item[]) {
    this.#caller = caller;
    this.#id = id;
    this.#sent = sent;
    this.#options = options;
    this.#items = items;
  }

  page(cursor?: string): ApiPromise<WithMeta<AnswerOf<Id>>> {
    const query = { ...this.#sent.query, ...(cursor !== undefined && { cursor }) } as Sent<Id>['query'];
    return this.#caller.json(this.#id, { ...this.#sent, query }, this.#options);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for (let cursor: string | undefined; ; ) {
      const page = await this.page(cursor);
      const { next_cursor: next, has_more: hasMore = true } = page as Ends;
      this.cursor = next ?? undefined;
      yield* this.#items(page);
      // A server that repeats a cursor would be asked for ever.
      if (!hasMore || !next || next === cursor) return;
      cursor = next;
    }
  }
}
