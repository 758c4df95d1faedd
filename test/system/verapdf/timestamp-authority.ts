/** A time-stamp authority on loopback that answers with `openssl ts`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONFIGURATION = `
[req]
distinguished_name = name
x509_extensions = authority
prompt = no
[name]
CN = Harbor Time Stamps
[authority]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = here
[here]
dir = .
serial = ./serial
signer_cert = ./authority.pem
signer_key = ./authority.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
`;

export async function openTimestampAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'portside-tsa-'));
  await Bun.write(join(folder, 'openssl.cnf'), CONFIGURATION);
  await Bun.write(join(folder, 'serial'), '01\n');
  const openssl = async (...options: string[]) => {
    const child = Bun.spawn(['openssl', ...options], { cwd: folder, stdout: 'ignore', stderr: 'pipe' });
    if ((await child.exited) !== 0)
      throw new Error(`openssl ${options[0]}: ${await new Response(child.stderr).text()}`);
  };
  const certificate = ['-keyout', 'authority.key', '-out', 'authority.pem', '-days', '3650'];
  await openssl('req', '-x509', '-config', 'openssl.cnf', '-newkey', 'rsa:2048', '-nodes', ...certificate);
  let waiting: Promise<unknown> = Promise.resolve();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      await Bun.write(join(folder, 'query'), await request.bytes());
      // One at a time, because each counts the serial number on.
      const answer = waiting.then(() =>
        openssl('ts', '-reply', '-config', 'openssl.cnf', '-section', 'here', '-queryfile', 'query', '-out', 'answer'),
      );
      waiting = answer.catch(() => {});
      await answer;
      return new Response(await Bun.file(join(folder, 'answer')).bytes(), {
        headers: { 'content-type': 'application/timestamp-reply' },
      });
    },
  });
  return {
    url: server.url.href,
    certificatePem: await Bun.file(join(folder, 'authority.pem')).text(),
    async [Symbol.asyncDispose]() {
      await server.stop(true);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
