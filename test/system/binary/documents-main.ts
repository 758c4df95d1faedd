/** Draws certificates in this thread and in a worker, and prints their SHA-256. From source and compiled it must print the same. */
import type { Certificate } from '../../../src/domain/certificate.ts';
import { renderCertificate } from '../../../src/entry/pdf/render-certificate.ts';
import { createRenderer } from '../../../src/entry/pdf/renderer.ts';

const cases: { name: string; certificate: Certificate; recordJson: string }[] = await new Response(
  Bun.stdin.stream(),
).json();
const sha256 = (bytes: Uint8Array) => Bun.SHA256.hash(bytes, 'hex');

const renderer = createRenderer();
for (const { name, certificate, recordJson } of cases) {
  const here = sha256(renderCertificate(certificate, recordJson));
  const beside = sha256(await renderer.render(certificate, recordJson));
  process.stdout.write(`${here} ${here === beside ? 'worker agrees' : 'WORKER DIFFERS'} ${name}\n`);
}
renderer.close();
