/** The worker side of `render.ts`: one certificate at a time, bytes handed over without a copy. */
import { renderCertificate } from './document.ts';
import type { RenderReply, RenderRequest } from './render.ts';

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<RenderRequest>) => {
  try {
    const rendered = renderCertificate(data.certificate, data.recordJson);
    const bytes = new Uint8Array(rendered);
    self.postMessage({ id: data.id, bytes } satisfies RenderReply, [bytes.buffer]);
  } catch (error) {
    self.postMessage({ id: data.id, failure: String(error) } satisfies RenderReply);
  }
};
