/** Draws certificates in this process and in a worker process, and prints their SHA-256. From source and compiled it must print the same. */
import type { Certificate } from '../../../src/domain/certificate.ts';
import { renderCertificate } from '../../../src/entry/pdf/render-certificate.ts';
import { CertificateRenderer } from '../../../src/entry/pdf/renderer.ts';
import { runWorker } from '../../../src/isolation/child/run-worker.ts';
import { TASKS } from '../../../src/isolation/child/tasks.ts';
import { openCommandPool } from '../../../src/isolation/open-pools.ts';
import { WORKER_ARGUMENT } from '../../../src/isolation/worker-command.ts';

if (process.argv[2] === WORKER_ARGUMENT) await runWorker(TASKS, process.argv.slice(3));

const cases: { name: string; certificate: Certificate; recordJson: string }[] = await new Response(
  Bun.stdin.stream(),
).json();
const sha256 = (bytes: Uint8Array) => Bun.SHA256.hash(bytes, 'hex');

const pool = openCommandPool('entry-once', (message) => process.stderr.write(`${message}\n`));
const renderer = new CertificateRenderer(pool);
for (const { name, certificate, recordJson } of cases) {
  const here = sha256(renderCertificate(certificate, recordJson));
  const beside = sha256(await renderer.render(certificate, recordJson, { owner: 'test' }));
  process.stdout.write(`${here} ${here === beside ? 'worker agrees' : 'WORKER DIFFERS'} ${name}\n`);
}
await pool.close();
