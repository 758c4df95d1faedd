/**
 * The part of the platform's `fetch` that this client uses. It is written out because `typeof globalThis.fetch` differs between runtimes:
 * it does not accept `undici.fetch`, for example, and needs the library DOM.
 */
export interface FetchInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string | null;
  signal?: AbortSignal | null;
  redirect?: 'error' | 'follow' | 'manual';
}

export interface ResponseHeaders {
  get(name: string): string | null;
}

export interface FetchResponse {
  ok: boolean;
  status: number;
  headers: ResponseHeaders;
  body: unknown;
  text(): Promise<string>;
  json(): Promise<unknown>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The global `fetch` or a replacement, such as one that goes through a proxy. */
export type Fetch = (url: string, init?: FetchInit) => Promise<FetchResponse>;

/** The part of a ReadableStream that reading needs, without the library DOM. */
interface ByteStream {
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array }>; cancel(): Promise<void> };
}

/** The parts of a body as they arrive. A runtime without streams gives it as one part. */
export async function* partsOf(response: FetchResponse): AsyncGenerator<Uint8Array> {
  const { body } = response;
  if (typeof (body as ByteStream | null)?.getReader !== 'function') {
    yield new Uint8Array(await response.arrayBuffer());
    return;
  }
  const reader = (body as ByteStream).getReader();
  let isRead = false;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (part.value) yield part.value;
    }
    isRead = true;
  } finally {
    // The reader stopped early, so the connection must not be kept for the rest.
    if (!isRead) void reader.cancel().catch(() => {});
  }
}
