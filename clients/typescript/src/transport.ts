import { ConnectionError, type PortsideError, ResponseError, TimeoutError } from './errors.ts';
import { apiError } from './refusal.ts';

const BODY_BYTES_MAX = 16 * 1024 * 1024;
const BACKOFF_MS = 500;
const BACKOFF_MS_MAX = 8_000;

/** Time and randomness; replaced in tests. */
export interface Clock {
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

/** How long a call waits and retries. All have defaults; a call may set its own. */
export interface Patience {
  /** Attempts after the first. Default 2. */
  maxRetries?: number;
  /** For one attempt, from the connection to the last byte. Default 30,000. */
  timeoutMs?: number;
  /** For the whole call: all attempts, waits, and the parts of a long lookup. Default 120,000. */
  deadlineMs?: number;
  /** The longest wait before a retry. If the server asks for more, the call fails at once. Default 30,000. */
  maxWaitMs?: number;
}

export interface CallOptions extends Patience {
  signal?: AbortSignal;
}

/** The global `fetch` or a replacement. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions extends Required<Patience> {
  fetch: Fetch;
  /** Receives one line for each attempt. It never contains the key or the query of a URL. */
  log: ((line: string) => void) | undefined;
  clock: Clock;
}

export interface Answer {
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Sends one request until it is answered, finally refused, or out of time or attempts. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** The deadline of a call that starts now. */
  deadline({ deadlineMs = this.#options.deadlineMs }: CallOptions): number {
    return this.#options.clock.now() + deadlineMs;
  }

  /** Returns the answer if its status is 2xx. Throws a PortsideError, or the reason of `options.signal`. */
  async send(url: string, init: RequestInit, options: CallOptions, deadline: number): Promise<Answer> {
    const { clock } = this.#options;
    const { signal, maxRetries, timeoutMs, maxWaitMs } = { ...this.#options, ...defined(options) };
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted();
      const leftMs = deadline - clock.now();
      if (leftMs <= 0) throw new TimeoutError('The deadline of this call has passed.');
      const outcome = await this.#attempt(url, init, Math.min(timeoutMs, leftMs), signal);
      if ('bytes' in outcome) return outcome;
      signal?.throwIfAborted();
      const waitMs =
        outcome.retryAfter === undefined
          ? clock.random() * Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** attempt)
          : outcome.retryAfter * 1000;
      const mayWaitMs = Math.min(maxWaitMs, deadline - clock.now());
      if (!outcome.retryable || attempt >= maxRetries || waitMs > mayWaitMs) throw outcome;
      await clock.sleep(waitMs, signal);
    }
  }

  async #attempt(
    url: string,
    init: RequestInit,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Answer | PortsideError> {
    const { clock, fetch, log } = this.#options;
    const stop = new AbortController();
    const cancel = () => stop.abort();
    const timer = setTimeout(cancel, timeoutMs);
    signal?.addEventListener('abort', cancel, { once: true });
    const startedAt = clock.now();
    let said: string | number = '';
    try {
      // Redirects are never followed: the key must not go to an address that was not configured.
      const response = await fetch(url, { ...init, redirect: 'manual', signal: stop.signal });
      const { status, headers } = response;
      said = status;
      const bytes = await readBytes(response);
      if (response.ok) return { headers, bytes };
      if (status >= 400) return apiError(status, headers, bytes, clock.now());
      return new ResponseError(
        'The server redirects, which this client does not follow. Check baseUrl.',
        requestIdOf(headers),
      );
    } catch (cause) {
      if (cause instanceof ResponseError) return cause;
      if (stop.signal.aborted) return new TimeoutError(`No answer within ${timeoutMs} ms.`);
      return new ConnectionError('The connection failed or was interrupted.', { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      log?.(
        `portside: ${init.method} ${url.replace(/^\w+:\/\/[^/]*|\?.*$/g, '')} ${said || 'no answer'} ${clock.now() - startedAt} ms`,
      );
    }
  }
}

async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > BODY_BYTES_MAX) {
      await reader?.cancel();
      throw new ResponseError(`The answer is longer than ${BODY_BYTES_MAX} bytes.`, requestIdOf(response.headers));
    }
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

/** An option that is present but undefined must not override a default. */
function defined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
