/**
 * Sends one OpenTelemetry span for each API request, as OTLP/JSON over HTTP. The OpenTelemetry SDK is not used because it patches
 * modules that a compiled binary does not have. Requests never wait for spans: they are queued in a bounded list and sent in
 * batches, and dropped if the collector is slow or unreachable.
 */
import { version } from '../../../package.json';
import type { Clock } from '../../domain/clock.ts';
import type { ResponseObserver } from './request-metrics.ts';

const FLUSH_INTERVAL_MS = 2000;
const QUEUE_MAX = 2048;
const BATCH_MAX = 512;
const SEND_TIMEOUT_MS = 5000;
/** For the last batches at shutdown, which must not wait long for an unreachable collector. */
const LAST_SEND_TIMEOUT_MS = 500;
const SPAN_KIND_SERVER = 2;
const SPAN_STATUS_ERROR = 2;

/** W3C Trace Context, version 00. A request with any other value starts a new trace. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED_FLAG = 1;

type Attribute = { key: string; value: { stringValue: string } | { intValue: string } };

export interface TracerParts {
  /** Base URL of the collector. Spans are sent to `/v1/traces` under it. */
  endpoint: string;
  products: ReadonlyMap<string, string>;
  clock: Pick<Clock, 'random'>;
  worker?: number;
  send?: (url: string, init: RequestInit) => Promise<unknown>;
}

export class Tracer {
  /** Number of spans that were not delivered. */
  dropped = 0;
  readonly #parts: TracerParts;
  readonly #url: string;
  readonly #timer: ReturnType<typeof setInterval>;
  #queue: object[] = [];
  #sending = false;

  constructor(parts: TracerParts) {
    this.#parts = parts;
    this.#url = `${parts.endpoint.replace(/\/+$/, '')}/v1/traces`;
    this.#timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS);
    this.#timer.unref();
  }

  /** For `RequestMetrics`: queues a span and returns at once. */
  readonly observe: ResponseObserver = (route, request, response, status, startedMs, endedMs) => {
    if (!route.startsWith('/api/')) return;
    const parent = TRACEPARENT.exec(request.headers.get('traceparent') ?? '');
    if (parent && (Number.parseInt(parent[3]!, 16) & SAMPLED_FLAG) === 0) return;
    if (this.#queue.length >= QUEUE_MAX) {
      this.dropped++;
      return;
    }
    const { random } = this.#parts.clock;
    this.#queue.push({
      traceId: parent?.[1] ?? random(16).toHex(),
      spanId: random(8).toHex(),
      ...(parent && { parentSpanId: parent[2] }),
      name: `${request.method} ${route}`,
      kind: SPAN_KIND_SERVER,
      startTimeUnixNano: unixNanos(startedMs),
      endTimeUnixNano: unixNanos(endedMs),
      attributes: [
        textAttribute('http.request.method', request.method),
        textAttribute('http.route', route),
        { key: 'http.response.status_code', value: { intValue: String(status) } },
        textAttribute('portside.product', this.#parts.products.get(route) ?? ''),
        textAttribute('portside.request_id', response.headers.get('x-request-id') ?? ''),
      ],
      ...(status >= 500 && { status: { code: SPAN_STATUS_ERROR } }),
    });
    if (this.#queue.length >= BATCH_MAX) void this.flush();
  };

  /** Sends the queued spans in batches, until one batch fails. Never rejects. */
  async flush(timeoutMs = SEND_TIMEOUT_MS): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    let delivered = true;
    while (delivered && this.#queue.length > 0) {
      const spans = this.#queue.splice(0, BATCH_MAX);
      delivered = await this.#send(spans, timeoutMs);
      if (!delivered) this.dropped += spans.length;
    }
    this.#sending = false;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush(LAST_SEND_TIMEOUT_MS);
  }

  async #send(spans: object[], timeoutMs: number): Promise<boolean> {
    try {
      const send = this.#parts.send ?? fetch;
      const response = (await send(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(this.#envelope(spans)),
        signal: AbortSignal.timeout(timeoutMs),
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
      textAttribute('service.name', 'portside'),
      textAttribute('service.version', version),
      ...(worker === undefined ? [] : [textAttribute('service.instance.id', `worker-${worker}`)]),
    ];
    return {
      resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'portside', version }, spans }] }],
    };
  }
}

const textAttribute = (key: string, value: string): Attribute => ({ key, value: { stringValue: value } });

/** Converts a reading of `performance.now()` to Unix nanoseconds. As text, because the value does not fit in a number. */
function unixNanos(ms: number): string {
  return `${BigInt(Math.round((performance.timeOrigin + ms) * 1000)) * 1000n}`;
}
