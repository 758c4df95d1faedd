/**
 * One OpenTelemetry span for each API request, when asked for: OTLP over HTTP as JSON. Written here and not by the
 * OpenTelemetry SDK, which patches modules that a compiled binary does not have. A request never waits for a span: spans
 * are kept in a bounded list and sent now and then; when the collector is slow or away they are dropped.
 */
import { version } from '../../../package.json';
import type { Clock } from '../../domain/clock.ts';
import type { Observer } from './request-metrics.ts';

const EVERY_MS = 2000;
const WAITING_MAX = 2048;
const BATCH_MAX = 512;
const SEND_MS_MAX = 5000;
/** At the end of the process: it must not wait long for a collector that is away. */
const LAST_SEND_MS_MAX = 500;
const SERVER_KIND = 2;
const ERROR_STATUS = 2;

/** W3C Trace Context, version 00; whatever else is sent begins a trace of its own. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

type Attribute = { key: string; value: { stringValue: string } | { intValue: string } };

export interface TracerParts {
  /** Base address of the collector; spans go to `/v1/traces` below it. */
  endpoint: string;
  products: ReadonlyMap<string, string>;
  clock: Pick<Clock, 'random'>;
  worker?: number;
  send?: (url: string, init: RequestInit) => Promise<unknown>;
}

export class Tracer {
  /** Spans that were not sent. */
  dropped = 0;
  readonly #parts: TracerParts;
  readonly #url: string;
  readonly #timer: ReturnType<typeof setInterval>;
  #waiting: object[] = [];
  #sending = false;

  constructor(parts: TracerParts) {
    this.#parts = parts;
    this.#url = `${parts.endpoint.replace(/\/+$/, '')}/v1/traces`;
    this.#timer = setInterval(() => void this.flush(), EVERY_MS);
    this.#timer.unref();
  }

  /** For `RequestMetrics`: takes note of an answer and returns at once. */
  readonly observe: Observer = (route, request, response, startedMs, endedMs) => {
    if (!route.startsWith('/api/')) return;
    const parent = TRACEPARENT.exec(request.headers.get('traceparent') ?? '');
    if (parent && (Number.parseInt(parent[3]!, 16) & SAMPLED) === 0) return;
    if (this.#waiting.length >= WAITING_MAX) {
      this.dropped++;
      return;
    }
    const { random } = this.#parts.clock;
    this.#waiting.push({
      traceId: parent?.[1] ?? random(16).toHex(),
      spanId: random(8).toHex(),
      ...(parent && { parentSpanId: parent[2] }),
      name: `${request.method} ${route}`,
      kind: SERVER_KIND,
      startTimeUnixNano: unixNanos(startedMs),
      endTimeUnixNano: unixNanos(endedMs),
      attributes: [
        text('http.request.method', request.method),
        text('http.route', route),
        { key: 'http.response.status_code', value: { intValue: String(response.status) } },
        text('portside.product', this.#parts.products.get(route) ?? ''),
        text('portside.request_id', response.headers.get('x-request-id') ?? ''),
      ],
      ...(response.status >= 500 && { status: { code: ERROR_STATUS } }),
    });
    if (this.#waiting.length >= BATCH_MAX) void this.flush();
  };

  /** Sends what waits, batch after batch, until the first that fails. Never rejects. */
  async flush(msMax = SEND_MS_MAX): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    let arrived = true;
    while (arrived && this.#waiting.length > 0) {
      const spans = this.#waiting.splice(0, BATCH_MAX);
      arrived = await this.#send(spans, msMax);
      if (!arrived) this.dropped += spans.length;
    }
    this.#sending = false;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush(LAST_SEND_MS_MAX);
  }

  async #send(spans: object[], msMax: number): Promise<boolean> {
    try {
      const send = this.#parts.send ?? fetch;
      const response = (await send(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(this.#envelope(spans)),
        signal: AbortSignal.timeout(msMax),
        redirect: 'error',
      })) as Response;
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  #envelope(spans: object[]): object {
    const { worker } = this.#parts;
    const attributes = [
      text('service.name', 'portside'),
      text('service.version', version),
      ...(worker === undefined ? [] : [text('service.instance.id', `worker-${worker}`)]),
    ];
    return {
      resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'portside', version }, spans }] }],
    };
  }
}

const text = (key: string, value: string): Attribute => ({ key, value: { stringValue: value } });

/** Of a reading of `performance.now()`. As text: nanoseconds since 1970 are more than a number holds. */
function unixNanos(ms: number): string {
  return `${BigInt(Math.round((performance.timeOrigin + ms) * 1000)) * 1000n}`;
}
