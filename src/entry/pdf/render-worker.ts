/** The worker side of `render.ts`: one certificate at a time, bytes handed over without a copy. */
import { getPriority, setPriority } from 'node:os';
import { renderCertificate } from './render-certificate.ts';
import type { RenderReply, RenderRequest } from './renderer.ts';

declare const self: Worker;

/** Niceness; a thread at 0 beside it has nine times its share of a core. */
const GIVES_WAY = 10;

// Drawing takes milliseconds at a stretch: where cores are few, lookups must not wait for it. Linux alone knows the priority
// of a thread; elsewhere this would slow the whole process.
if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(19, getPriority(0) + GIVES_WAY));
  } catch {
    // A sandbox may forbid it; certificates are drawn all the same.
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
