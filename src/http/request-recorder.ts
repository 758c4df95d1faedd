/**
 * Records answered requests for the request log. While there are more than can be written, it keeps those that tell most: failures
 * before successes, and some of every caller, so that one that is loud does not hide the failure of another.
 */
import type { Clock } from '../domain/clock.ts';
import { coarseNetwork, isLogged, type LoggedRequest, loggedMethod } from '../domain/request-log.ts';
import type { ResponseObserver } from './metrics/request-metrics.ts';
import { factsOf } from './request-facts.ts';

/** In a second, of one process. Writing and deleting a row takes about 20 µs, so a busy server spends 0.1 percent of a core on its successes. */
export const RECORDED_MAX = 400;
const SUCCEEDED_MAX = 50;
const OF_ONE_KEY_MAX = 50;
/** Of all callers without a valid key together. */
const KEYLESS_MAX = 100;

const SECOND_MS = 1000;

export interface RequestRecorderParts {
  writer: { push(row: LoggedRequest): void; lose(): void };
  /** The network of the client, as requests are counted by. Asked only for requests that are recorded. */
  networkOf(request: Request): string;
  clock: Pick<Clock, 'now'>;
}

export class RequestRecorder {
  readonly #parts: RequestRecorderParts;
  /** What was recorded in the current second. */
  #endsMs = 0;
  #recorded = 0;
  #succeeded = 0;
  /** By key; 0 is no key. */
  readonly #ofKey = new Map<number, number>();

  constructor(parts: RequestRecorderParts) {
    this.#parts = parts;
  }

  /** For `RequestMetrics`. */
  readonly observe: ResponseObserver = (route, request, _, status, startedMs, endedMs) => {
    if (!isLogged(route, status)) return;
    const facts = factsOf(request);
    const keyId = facts?.keyId;
    if (!this.#hasRoom(keyId ?? 0, status, endedMs)) {
      this.#parts.writer.lose();
      return;
    }
    const { clock, networkOf, writer } = this.#parts;
    const tookMs = endedMs - startedMs;
    writer.push({
      atMs: Math.round(clock.now() - tookMs),
      requestId: facts?.id ?? '',
      method: loggedMethod(request.method),
      route,
      status,
      code: facts?.code ?? '',
      keyId: keyId ?? null,
      durationUs: Math.round(tookMs * 1000),
      network: coarseNetwork(networkOf(request)),
    });
  };

  #hasRoom(keyId: number, status: number, nowMs: number): boolean {
    if (nowMs >= this.#endsMs) {
      this.#endsMs = nowMs + SECOND_MS;
      this.#recorded = 0;
      this.#succeeded = 0;
      this.#ofKey.clear();
    }
    if (this.#recorded >= RECORDED_MAX) return false;
    if (status < 400 && this.#succeeded >= SUCCEEDED_MAX) return false;
    const ofKey = this.#ofKey.get(keyId) ?? 0;
    if (ofKey >= (keyId === 0 ? KEYLESS_MAX : OF_ONE_KEY_MAX)) return false;
    this.#recorded++;
    if (status < 400) this.#succeeded++;
    this.#ofKey.set(keyId, ofKey + 1);
    return true;
  }
}
