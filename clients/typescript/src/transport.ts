import { ApiError, ConnectionError, PortsideError, ResponseError, TimeoutError } from './errors.ts';
import { type Fetch, type FetchInit, type FetchResponse, partsOf, type ResponseHeaders } from './fetch.ts';
import { makeNonce, NONCE, NonceCheck } from './nonce.ts';
import { type CallOptions, type Settled, settle, TIMER_MS_MAX } from './options.ts';
import { apiError } from './refusal.ts';

const BODY_BYTES_MAX = 16 * 1024 * 1024;
const BACKOFF_MS = 500;
const BACKOFF_MS_MAX = 8_000;

/** Time and randomness; replaced in tests. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  async sleep(ms, signal) {
    const until = Date.now() + ms;
    for (let left = ms; left > 0; left = until - Date.now()) await sleepOnce(Math.min(left, TIMER_MS_MAX), signal);
  },
};

function sleepOnce(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

export interface TransportOptions {
  patience: Settled;
  fetch: Fetch;
  /** Receives one line for each attempt. It never contains the key or the query of a URL. */
  log: ((line: string) => void) | undefined;
  clock: Clock;
}

/** A complete answer with a status of 2xx. */
export interface Answer {
  status: number;
  headers: ResponseHeaders;
  bytes: Uint8Array;
}

/** One request, before its nonce. */
export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
}

/** What a retry of a request may cause. */
export interface Retrying {
  /** Whether sending it twice does no harm. If not, only a refusal that was made before any work is retried. */
  isSafe: boolean;
  /** Whether our own timeout is worth another attempt. It is not for work that will take as long again. */
  afterTimeout: boolean;
}

export type Call = CallOptions & {
  /** Told of every answer that ended an attempt. */
  onAnswer?: ((answer: Answer) => void) | undefined;
  /** The largest answer. Default 16 MiB. */
  bytesMax?: number | undefined;
  /** Told when an attempt may have done its work, although no answer says so. */
  onLostAnswer?: (() => void) | undefined;
  /** Receives the parts of the body instead of collecting them. An answer that was begun is not retried. */
  sink?: ((part: Uint8Array) => void | Promise<void>) | undefined;
};

/** Sends one request until it is answered, finally refused, or out of time or attempts. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #nonces = new NonceCheck();

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  /** The deadline of a call that starts now. @throws OptionError */
  deadline(options: CallOptions, defaults?: Partial<Settled>): number {
    return this.clock.now() + this.#settle(options, defaults).deadlineMs;
  }

  #settle(options: CallOptions, defaults?: Partial<Settled>): Settled {
    return settle({ ...this.#options.patience, ...defaults }, options);
  }

  /** Returns the answer if its status is 2xx. Throws a PortsideError, or the reason of `call.signal`. */
  async send(
    outgoing: Outgoing,
    call: Call,
    deadline: number,
    retrying: Retrying,
    defaults?: Partial<Settled>,
  ): Promise<Answer> {
    const { clock } = this;
    const { signal } = call;
    const { maxRetries, timeoutMs, maxWaitMs } = this.#settle(call, defaults);
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted();
      const leftMs = deadline - clock.now();
      if (leftMs <= 0) throw new TimeoutError('The deadline of this call has passed.');
      const outcome = await this.#attempt(outgoing, Math.min(timeoutMs, leftMs), call);
      if (!(outcome instanceof PortsideError)) return outcome;
      signal?.throwIfAborted();
      if (mayBeDone(outcome)) call.onLostAnswer?.();
      const waitMs =
        outcome.retryAfter === undefined
          ? clock.random() * Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** attempt)
          : outcome.retryAfter * 1000;
      const mayWaitMs = Math.min(maxWaitMs, deadline - clock.now());
      if (!mayRetry(outcome, retrying) || attempt >= maxRetries || waitMs > mayWaitMs) throw outcome;
      await clock.sleep(waitMs, signal);
    }
  }

  async #attempt(outgoing: Outgoing, timeoutMs: number, call: Call): Promise<Answer | PortsideError> {
    const { clock, fetch, log } = this.#options;
    const { method, url, headers, body } = outgoing;
    const { signal, sink, bytesMax = BODY_BYTES_MAX } = call;
    const stop = new AbortController();
    const cancel = () => stop.abort();
    const timer = timeoutMs <= TIMER_MS_MAX ? setTimeout(cancel, timeoutMs) : undefined;
    signal?.addEventListener('abort', cancel, { once: true });
    const startedAt = clock.now();
    const nonce = makeNonce();
    let said: string | number = 'no answer';
    let isBegun = false;
    try {
      // Redirects are never followed: the key must not go to an address that was not configured.
      const init: FetchInit = {
        method,
        headers: { ...headers, [NONCE]: nonce },
        redirect: 'manual',
        signal: stop.signal,
      };
      // Every runtime takes bytes. They are no part of the type, because the types of bytes differ between versions of TypeScript.
      if (body !== undefined) init.body = body as string;
      const response = await abortable(fetch(url, init), stop.signal);
      const { status } = response;
      said = status;
      this.#nonces.require(url, nonce, response);
      const give = (part: Uint8Array) => {
        isBegun = true;
        return sink!(part);
      };
      const bytes = await abortable(readBytes(response, bytesMax, response.ok && sink ? give : undefined), stop.signal);
      const answer = { status, headers: response.headers, bytes };
      call.onAnswer?.(answer);
      if (response.ok) return answer;
      if (status >= 400) return apiError(status, response.headers, bytes, clock.now());
      const message = 'The server redirects, which this client does not follow. Check baseUrl.';
      return new ResponseError(message, requestIdOf(response.headers));
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (cause instanceof SinkFault) throw cause.cause;
      if (cause instanceof PortsideError) return cause;
      const fault = stop.signal.aborted
        ? new TimeoutError(`No complete answer within ${timeoutMs} ms.`)
        : new ConnectionError('The connection failed or was interrupted.', { cause });
      // Its parts were given away already.
      if (isBegun) throw fault;
      return fault;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      const path = url.replace(/^\w+:\/\/[^/]*|\?.*$/g, '');
      log?.(`portside: ${method} ${path} ${said} ${clock.now() - startedAt} ms`);
    }
  }
}

function mayRetry(outcome: PortsideError, { isSafe, afterTimeout }: Retrying): boolean {
  if (!outcome.retryable) return false;
  if (outcome instanceof TimeoutError && !afterTimeout) return false;
  return isSafe || !mayBeDone(outcome);
}

/** Whether the server may have done what was asked. It refuses with a 4xx or 503 before any work. */
function mayBeDone(outcome: PortsideError): boolean {
  return !(outcome instanceof ApiError && (outcome.status < 500 || outcome.status === 503));
}

/** An injected `fetch` may not know signals: the call ends all the same. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** What the receiver of the parts threw. It is not a fault of the connection. */
class SinkFault extends Error {}

async function readBytes(
  response: FetchResponse,
  bytesMax: number,
  sink: ((part: Uint8Array) => void | Promise<void>) | undefined,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of partsOf(response)) {
    length += part.length;
    if (length > bytesMax) {
      throw new ResponseError(`The answer is longer than ${bytesMax} bytes.`, requestIdOf(response.headers));
    }
    if (!sink) {
      parts.push(part);
      continue;
    }
    try {
      await sink(part);
    } catch (cause) {
      throw new SinkFault('the receiver failed', { cause });
    }
  }
  const bytes = new Uint8Array(sink ? 0 : length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function requestIdOf(headers: ResponseHeaders): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}
