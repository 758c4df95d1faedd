/** The worker thread of `renderer.ts`. It draws one certificate at a time and transfers the bytes without copying. */
import { getPriority, setPriority } from 'node:os';
import { renderCertificate } from './render-certificate.ts';
import type { RenderReply, RenderRequest } from './renderer.ts';

declare const self: Worker;

/** Added to the thread's niceness. A thread without it gets nine times as much of a shared core. */
const NICENESS_STEP = 10;

// Drawing takes milliseconds without a pause. On a machine with few cores, lookups must not wait for it. Only on Linux does
// this set the priority of one thread; elsewhere it would slow down the whole process.
if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(19, getPriority(0) + NICENESS_STEP));
  } catch {
    // A sandbox may forbid it. Certificates are drawn anyway.
  }
}

self.onmessage = ({ data }: MessageEvent<RenderRequest>) => {
  try {
    const rendered = renderCertificate(data.certificate, data.recordJson);
    const bytes = new Uint8Array(rendered);
    self.postMessage({ id: data.id, bytes } satisfies RenderReply, [bytes.buffer]);
  } catch (error) {
    self.postMessage({ id: data.id, failure: String(error) } satisfies RenderReply);
  }
};
