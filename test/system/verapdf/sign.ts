/**
 * Signs every PDF of a folder in place, in all the ways that a server can: with the key that it makes, with an operator's RSA key
 * and the certificate of its issuer, and each with and without a time stamp by `openssl ts`. Checks that a document drawn again gets
 * the same bytes from its signature. Writes the certificates that a validator must trust into TRUST, and prints how many it signed.
 *   bun test/system/verapdf/sign.ts FOLDER TRUST
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentSigner, putSignatureBack } from '../../../src/entry/sign/document-signer.ts';
import { readIdentity } from '../../../src/entry/sign/identity.ts';
import { makeIdentity } from '../../../src/entry/sign/make-identity.ts';
import { TimestampClient } from '../../../src/entry/sign/timestamp-client.ts';
import { readPdfSignature } from '../../../src/entry/verify/pdf-signature.ts';
import { testCertificate } from '../../support/signers.ts';
import { openTimestampAuthority } from './timestamp-authority.ts';

const [folder, trust] = process.argv.slice(2);
if (!folder || !trust) throw new Error('usage: sign.ts FOLDER TRUST');
mkdirSync(trust, { recursive: true });

const AT_MS = Date.UTC(2026, 10, 20, 12);
const made = makeIdentity(AT_MS, crypto.getRandomValues(new Uint8Array(16)));
const root = testCertificate({ name: 'Harbor Root', usage: 0b0000_0110, isAuthority: true });
const operator = testCertificate({
  name: 'Harbor Signer',
  kind: 'rsa',
  // Issuer and number name one certificate: that of the issuer has the same issuer, and 7.
  serial: 8,
  issuer: { name: 'Harbor Root', key: root.key },
});
await using authority = await openTimestampAuthority();
await Bun.write(join(trust, 'made.pem'), made.certificatePem);
await Bun.write(join(trust, 'root.pem'), root.pem);
await Bun.write(join(trust, 'authority.pem'), authority.certificatePem);

const log = {
  fault(message: string, error: unknown) {
    throw new Error(message, { cause: error });
  },
};
const clock = {
  monotonic: () => performance.now(),
  random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
};
const client = new TimestampClient(authority.url, { clock, log, timeoutMs: 60_000 });
const getTimestamp = (signature: Uint8Array, gccId: string) => client.get(signature, gccId);
const signers = [
  readIdentity(made.keyPem, made.certificatePem),
  readIdentity(operator.keyPem, operator.pem + root.pem),
].flatMap((identity) => [new DocumentSigner(identity), new DocumentSigner(identity, { getTimestamp })]);

const names = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
for (const [i, name] of names.sort().entries()) {
  const path = join(folder, name);
  const drawn = await Bun.file(path).bytes();
  const { pdf, signature, timestampedAtMs } = await signers[i % signers.length]!.sign(drawn, name, AT_MS);
  if (Buffer.compare(putSignatureBack(drawn, AT_MS, signature), pdf) !== 0) throw new Error(`${name}: other bytes`);
  const read = await readPdfSignature(pdf);
  const isRight = read.kind === 'intact' && (read.timestamp?.atMs ?? undefined) === timestampedAtMs;
  if (!isRight || (timestampedAtMs !== undefined) !== (i % 2 === 1))
    throw new Error(`${name}: ${JSON.stringify(read)}`);
  await Bun.write(path, pdf);
}
process.stdout.write(`${names.length}\n`);
