/**
 * Certificates rendered beside the event loop: a worker draws them one after another, so that a look-up never waits for a
 * page. Short ones go before long ones. The queue is bounded in number and in text; a worker that dies or hangs is
 * replaced, and the job it was drawing fails and is not tried again.
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
   * The PDF of `certificate` with `recordJson` attached.
   * @throws PortsideError `unavailable` with `Retry-After` when the queue is full or the renderer is closed,
   *   `internal` when the certificate cannot be drawn or the worker dies or hangs drawing it
   */
  render(certificate: Certificate, recordJson?: string): Promise<Uint8Array>;
  /** Ends the worker. What still waits fails as `unavailable`. */
  close(): void;
}

/** The part of a `Worker` that a renderer uses; tests pass one that misbehaves. */
export interface RenderWorker {
  postMessage(request: RenderRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<RenderReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface RendererOptions {
  /** Certificates waiting, the one being drawn included. 64 usual ones are about half a second of work. */
  queueMax?: number;
  /** Characters of their requests as JSON: room for 64 usual certificates, or for about ten of the greatest size. */
  queueCharsMax?: number;
  /**
   * What takes this long hangs, and costs the worker its life. A request of the greatest size takes 0.1 to 0.5 s of an idle
   * core, by its script, and up to 2 s while a fresh worker warms up; a busy machine multiplies that.
   */
  renderMsMax?: number;
  startWorker?: () => RenderWorker;
  /** Calls `fire` after `ms` milliseconds, unless the function it returns is called first. */
  startTimer?: (ms: number, fire: () => void) => () => void;
}

interface Job {
  request: RenderRequest;
  chars: number;
  /** The least is drawn next. */
  place: number;
  stopTimer?: () => void;
  resolve(bytes: Uint8Array): void;
  reject(error: PortsideError): void;
}

/** How many characters let one later certificate pass: at the greatest size about 70 do, and then it is its turn. */
const CHARS_PER_PLACE = 500;

/**
 * In a binary the worker is a second entry point, and its name there follows from the root of the build:
 * `bun build --compile --root . src/main.ts src/entry/pdf/render-worker.ts`.
 */
function startRenderWorker(): RenderWorker {
  const address = Bun.isStandaloneExecutable
    ? './src/entry/pdf/render-worker.ts'
    : new URL('./render-worker.ts', import.meta.url).href;
  // `smol` has the worker collect its garbage early: a burst of certificates would else keep hundreds of megabytes.
  return new Worker(address, { smol: true } as WorkerOptions) as unknown as RenderWorker;
}

function startTimeout(ms: number, fire: () => void): () => void {
  const timeout = setTimeout(fire, ms);
  return () => clearTimeout(timeout);
}

/** Starts a worker and has it draw one certificate, so that the first caller does not wait for fonts to be read. */
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
    started.onmessage = ({ data }) => settle(data);
    started.onerror = (event) => {
      if (started === worker) bury(event.message);
    };
    return started;
  }

  function settle(reply: RenderReply): void {
    if (!drawing || reply.id !== drawing.request.id) return;
    const job = drawing;
    drawing = undefined;
    job.stopTimer?.();
    if ('bytes' in reply) job.resolve(reply.bytes);
    else job.reject(new PortsideError('internal', { cause: reply.failure }));
    drawNext();
  }

  /** The next worker is started for the next job, not at once: one that cannot start at all would die for ever. */
  function bury(cause: string): void {
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
      (first, job) => (first && first.place <= job.place ? first : job),
      undefined,
    );
    if (!drawing) return;
    waiting.splice(waiting.indexOf(drawing), 1);
    worker ??= start();
    drawing.stopTimer = startTimer(renderMsMax, () => bury(`no answer in ${renderMsMax} ms`));
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
      place: id + chars / CHARS_PER_PLACE,
      resolve,
      reject,
    });
    drawNext();
    return promise;
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

  render(WARM_UP).catch(() => {});
  return { render, close };
}

const unavailable = () => new PortsideError('unavailable', { retryAfterS: 1 });

/** Words of the Latin faces and of every heading; the faces of other scripts are read when a text first needs them. */
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
