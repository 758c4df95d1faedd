/**
 * Renders certificates in a worker thread, one after another, so that a lookup never waits for a page to be drawn. Short
 * certificates go before long ones. The queue is limited in certificates and in characters. A worker that dies or hangs is
 * replaced; the certificate it was drawing fails and is not retried.
 */

import type { Certificate } from '../../domain/certificate.ts';
import { PortsideError } from '../../domain/errors.ts';

export interface RenderRequest {
  id: number;
  certificate: Certificate;
  recordJson?: string;
}

export type RenderReply = { id: number; bytes: Uint8Array } | { id: number; failure: string };

export interface Renderer {
  /**
   * The PDF of `certificate` with `recordJson` attached. The first call starts the worker.
   * @throws PortsideError `unavailable` with `Retry-After` when the queue is full or the renderer is closed,
   *   `internal` when the certificate cannot be drawn, or the worker dies or hangs while drawing it
   */
  render(certificate: Certificate, recordJson?: string): Promise<Uint8Array>;
  /** Starts the worker and has it read its fonts, so that no caller waits for that. Does nothing if the worker has started. */
  warmUp(): void;
  /** Ends the worker. Certificates still waiting fail as `unavailable`. */
  close(): void;
}

/** The part of a `Worker` that a renderer uses, so that tests can pass a fake. */
export interface RenderWorker {
  postMessage(request: RenderRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<RenderReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface RendererOptions {
  /** Certificates in the queue, including the one being drawn. 64 of usual length are about half a second of work. */
  queueMax?: number;
  /** Characters of the queued requests as JSON: room for 64 usual certificates, or for about ten of the greatest size. */
  queueCharsMax?: number;
  /**
   * A worker that takes longer is considered hung and is replaced. A request of the greatest size takes 0.1 to 0.5 s of an
   * idle core, depending on its script, and up to 2 s in a worker that is not warm; a busy machine multiplies that.
   */
  renderMsMax?: number;
  startWorker?: () => RenderWorker;
  /** Calls `fire` after `ms` milliseconds, unless the returned function is called first. */
  startTimer?: (ms: number, fire: () => void) => () => void;
}

interface Job {
  request: RenderRequest;
  chars: number;
  /** The waiting job with the lowest value is drawn next. */
  priority: number;
  stopTimer?: () => void;
  resolve(bytes: Uint8Array): void;
  reject(error: PortsideError): void;
}

/** A job lets one later job pass for this many of its characters: about 70 at the greatest size. Then it is drawn. */
const CHARS_PER_PASS = 500;

/**
 * In a binary the worker is a second entry point, named by its path from the root of the build:
 * `bun build --compile --root . src/main.ts src/entry/pdf/render-worker.ts`.
 */
function startRenderWorker(): RenderWorker {
  const address = Bun.isStandaloneExecutable
    ? './src/entry/pdf/render-worker.ts'
    : new URL('./render-worker.ts', import.meta.url).href;
  // `smol` makes the worker collect garbage early. Otherwise a burst of certificates keeps hundreds of megabytes.
  return new Worker(address, { smol: true } as WorkerOptions) as unknown as RenderWorker;
}

function startTimeout(ms: number, fire: () => void): () => void {
  const timeout = setTimeout(fire, ms);
  return () => clearTimeout(timeout);
}

/** Starts no worker yet: see `render` and `warmUp`. */
export function createRenderer({
  queueMax = 64,
  queueCharsMax = 400_000,
  renderMsMax = 60_000,
  startWorker = startRenderWorker,
  startTimer = startTimeout,
}: RendererOptions = {}): Renderer {
  const waiting: Job[] = [];
  let drawing: Job | undefined;
  let nextId = 0;
  let closed = false;
  let worker: RenderWorker | undefined;

  function start(): RenderWorker {
    const started = startWorker();
    started.onmessage = ({ data }) => finish(data);
    started.onerror = (event) => {
      if (started === worker) discardWorker(event.message);
    };
    return started;
  }

  function finish(reply: RenderReply): void {
    if (!drawing || reply.id !== drawing.request.id) return;
    const job = drawing;
    drawing = undefined;
    job.stopTimer?.();
    if ('bytes' in reply) job.resolve(reply.bytes);
    else job.reject(new PortsideError('internal', { cause: reply.failure }));
    drawNext();
  }

  /** Starts no new worker unless a job waits: a worker that cannot start at all would be restarted forever. */
  function discardWorker(cause: string): void {
    const job = drawing;
    drawing = undefined;
    job?.stopTimer?.();
    worker?.terminate();
    worker = undefined;
    job?.reject(new PortsideError('internal', { cause: `render worker died: ${cause}` }));
    drawNext();
  }

  function drawNext(): void {
    if (drawing) return;
    drawing = waiting.reduce<Job | undefined>(
      (first, job) => (first && first.priority <= job.priority ? first : job),
      undefined,
    );
    if (!drawing) return;
    waiting.splice(waiting.indexOf(drawing), 1);
    worker ??= start();
    drawing.stopTimer = startTimer(renderMsMax, () => discardWorker(`no answer in ${renderMsMax} ms`));
    worker.postMessage(drawing.request);
  }

  function render(certificate: Certificate, recordJson?: string): Promise<Uint8Array> {
    const chars = JSON.stringify(certificate.request).length;
    const queue = drawing ? [drawing, ...waiting] : waiting;
    const queuedChars = queue.reduce((sum, job) => sum + job.chars, 0);
    if (closed || queue.length >= queueMax || queuedChars + chars > queueCharsMax) return Promise.reject(unavailable());
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const id = nextId++;
    waiting.push({
      request: { id, certificate, recordJson },
      chars,
      priority: id + chars / CHARS_PER_PASS,
      resolve,
      reject,
    });
    drawNext();
    return promise;
  }

  function warmUp(): void {
    // A failure here needs no report: the next certificate starts a new worker or reports the same failure.
    if (!worker) render(WARM_UP).catch(() => {});
  }

  function close(): void {
    closed = true;
    worker?.terminate();
    worker = undefined;
    drawing?.stopTimer?.();
    for (const job of drawing ? [drawing, ...waiting] : waiting) job.reject(unavailable());
    drawing = undefined;
    waiting.length = 0;
  }

  return { render, warmUp, close };
}

const unavailable = () => new PortsideError('unavailable', { retryAfterS: 1 });

/** Uses the Latin fonts and every heading. The fonts of other scripts are read when a text first needs them. */
const WARM_UP: Certificate = {
  gccId: '00000000-0000-4000-8000-000000000000',
  issuedAtMs: 0,
  verifyUrl: 'https://localhost/verify/00000000-0000-4000-8000-000000000000',
  request: {
    product_info: { name: 'Warm-up', date_of_manufacture: '2026-01-01', place_of_manufacture: 'Nowhere' },
    manufacturer: { name: 'None', address: 'None', contact_email: 'none@example.com' },
    testing_lab: { name: 'None', test_date: '2026-01-01' },
    cpsc_rules_cited: [],
    exclusions: [],
  },
  missing: ['/cpsc_rules_cited', '/certifier', '/records_contact', '/manufacturer/phone', '/attestation'],
  citations: [],
  notes: [],
};
