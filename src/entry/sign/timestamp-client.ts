/** Asks the configured time-stamp authority over HTTP (RFC 3161, 3.4). A certificate never fails because of it. */
import type { Clock } from '../../domain/clock.ts';
import type { Log } from '../../domain/log.ts';
import { readTimestampAnswer, type Timestamp, timestampRequest } from './timestamp-token.ts';

const TIMEOUT_MS = 4000;
/** Those of public authorities have up to 7 kB. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** After a failure, so that an authority that is down does not delay each certificate. */
const PAUSE_MS = 30_000;

export interface TimestampClientParts {
  clock: Pick<Clock, 'monotonic' | 'random'>;
  log: Pick<Log, 'fault'>;
  timeoutMs?: number;
}

export class TimestampClient {
  readonly #url: string;
  readonly #parts: TimestampClientParts;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(url: string, parts: TimestampClientParts) {
    this.#url = url;
    this.#parts = parts;
  }

  /** A time stamp over `signature`, or undefined when there is none. Each certificate without one is in the log. */
  async get(signature: Uint8Array, gccId: string): Promise<Timestamp | undefined> {
    const { clock, log } = this.#parts;
    const isPaused = clock.monotonic() < this.#pausedUntilMs;
    try {
      if (isPaused) throw new Error('the authority failed less than half a minute ago and was not asked');
      return await this.#ask(signature);
    } catch (error) {
      if (!isPaused) this.#pausedUntilMs = clock.monotonic() + PAUSE_MS;
      log.fault('a certificate was signed without a time stamp', error, { certificate: gccId });
      return undefined;
    }
  }

  async #ask(signature: Uint8Array): Promise<Timestamp> {
    const nonce = this.#parts.clock.random(8);
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: Buffer.from(timestampRequest(signature, nonce)),
      redirect: 'error',
      signal: AbortSignal.timeout(this.#parts.timeoutMs ?? TIMEOUT_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`the authority answered with status ${response.status}`);
    }
    return readTimestampAnswer(await bodyOf(response), signature, nonce);
  }
}

/** @throws when it is larger than an answer can be */
async function bodyOf(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX)
      throw new Error(`the answer of the authority is larger than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
