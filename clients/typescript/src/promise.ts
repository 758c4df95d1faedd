import type { ResponseHeaders } from './fetch.ts';

/** An answer as the server sent it. */
export interface RawResponse {
  status: number;
  headers: ResponseHeaders;
  /** The body. It is not printed, because it may contain signed URLs. */
  bytes(): Uint8Array;
  /** The body, parsed anew. */
  json(): unknown;
}

/** A promise of a result that also has the answers behind it. */
export class ApiPromise<T> extends Promise<T> {
  #responses: RawResponse[] = [];

  /** What `then` makes is an ordinary promise. */
  static override get [Symbol.species]() {
    return Promise;
  }

  /** Runs `work`, which reports each answer as it comes. */
  static run<T>(work: (keep: (response: RawResponse) => void) => Promise<T>): ApiPromise<T> {
    const responses: RawResponse[] = [];
    const promise = new ApiPromise<T>((resolve, reject) => {
      work((response) => responses.push(response)).then(resolve, reject);
    });
    promise.#responses = responses;
    return promise;
  }

  /** The result with the answers that it was made of: one, and more for a lookup of more than 50 codes. */
  async withRawResponse(): Promise<{ data: T; responses: RawResponse[] }> {
    const data = await this;
    return { data, responses: this.#responses };
  }
}

export function rawResponse({
  status,
  headers,
  bytes,
}: {
  status: number;
  headers: ResponseHeaders;
  bytes: Uint8Array;
}): RawResponse {
  return { status, headers, bytes: () => bytes, json: () => JSON.parse(new TextDecoder().decode(bytes)) as unknown };
}
