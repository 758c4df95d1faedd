import { expect, test } from 'bun:test';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { type CertificateFields, testCertificate } from '../../../test/support/signers.ts';
import { tempStorage, testClock } from '../../../test/support/temp.ts';
import { DOCUMENT_SIGNER } from '../../domain/settings-store.ts';
import { readIdentity } from './identity.ts';
import { loadSigner } from './load-signer.ts';
import { makeIdentity } from './make-identity.ts';
import { SignerFault } from './signer-fault.ts';
import { certificatesPem, signerNamesOf } from './signing-certificates.ts';

const NONE = { signer_key: '', signer_certificate: '', timestamp_url: '' };
const log = { fault: () => {} };
const clock = testClock();

const configOf = (fields: CertificateFields) => {
  const { keyPem, pem } = testCertificate(fields);
  return { ...NONE, signer_key: keyPem, signer_certificate: pem };
};
const right = configOf({});
const other = configOf({});

function faultOf(config: typeof NONE): Promise<string> {
  const storage = tempStorage();
  return loadSigner(config, storage, clock, log).then(
    () => 'none',
    (error) => {
      if (!(error instanceof SignerFault)) throw error;
      return error.message;
    },
  );
}

test.each<[fault: string, config: typeof NONE]>([
  ['none', right],
  ['none', configOf({ kind: 'rsa' })],
  ['none', configOf({ kind: 'p384' })],
  ['PORTSIDE_SIGNER_CERTIFICATE is not', { ...right, signer_certificate: '' }],
  ['PORTSIDE_SIGNER_KEY is not', { ...right, signer_key: '' }],
  ['key does not fit', { ...right, signer_certificate: other.signer_certificate }],
  ['key does not fit', { ...right, signer_certificate: other.signer_certificate + right.signer_certificate }],
  ['key cannot be read', { ...right, signer_key: 'not PEM' }],
  ['key cannot be read', { ...right, signer_key: right.signer_certificate }],
  ['key cannot be read', { ...right, signer_key: encryptedKey() }],
  ['no certificate in PEM', { ...right, signer_certificate: right.signer_key }],
  [
    'certificate cannot be read',
    { ...right, signer_certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
  ],
  ['more than 10 certificates', { ...right, signer_certificate: right.signer_certificate.repeat(11) }],
  ['RSA of at least 2048 bits', configOf({ kind: 'rsa1024' })],
  ['RSA of at least 2048 bits', configOf({ kind: 'ed25519' })],
  ['expired on 2026-11-20', configOf({ notAfterMs: Date.UTC(2026, 10, 20) })],
  ['not valid before 2026-12-01', configOf({ notBeforeMs: Date.UTC(2026, 11, 1) })],
  ['must include digitalSignature and nonRepudiation', configOf({ usage: 0b1000_0000 })],
  ['must include digitalSignature and nonRepudiation', configOf({ usage: 0b0100_0000 })],
  ['must include digitalSignature and nonRepudiation', configOf({ usage: undefined })],
])('the operator is told what is wrong: %s', async (fault, config) => {
  const message = await faultOf(config);
  expect(message).toContain(fault);
  expect(message).not.toContain('PRIVATE KEY');
});

function encryptedKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString();
}

test('without a configured one, a key is made once: every process and every later start has the same', async () => {
  const storage = tempStorage();
  const [one, two] = await Promise.all([1, 2].map(() => loadSigner(NONE, storage, clock, log)));
  const later = await loadSigner(NONE, storage, clock, log);
  expect(new Set([one!, two!, later].map(({ identity }) => identity.fingerprint)).size).toBe(1);
  expect(later.identity.name).toMatch(/^Portside certificate signer [0-9a-f]{8} \(self-signed\)$/);
  expect(later.identity.selfSigned).toBe(true);
  expect(await storage.signingCertificates.list()).toMatchObject([{ fingerprint: later.identity.fingerprint }]);
  expect(await storage.settings.get(DOCUMENT_SIGNER)).toContain('PRIVATE KEY');
});

test('the certificate that is made says what it is, signs itself, and is for signing documents for twenty years', () => {
  const { certificatePem } = makeIdentity(clock.ms, new Uint8Array(16).fill(255));
  const certificate = new X509Certificate(certificatePem);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.validToDate.getUTCFullYear()).toBe(2046);
  expect(Number.parseInt(certificate.serialNumber.slice(0, 2), 16)).toBeLessThan(0x80);
});

test('a clock that is set back refuses no start of a server with a key of its own', async () => {
  const storage = tempStorage();
  await loadSigner(NONE, storage, clock, log);
  const earlier = testClock(Date.UTC(2020, 0, 1));
  expect((await loadSigner(NONE, storage, earlier, log)).identity.selfSigned).toBe(true);
});

test('after a change of key, the certificates before stay on record, and only certificates do', async () => {
  const storage = tempStorage();
  const own = (await loadSigner(NONE, storage, clock, log)).identity;
  const later = testClock(clock.ms + 1000);
  const configured = (await loadSigner(right, storage, later, log)).identity;
  await loadSigner(right, storage, testClock(clock.ms + 2000), log);
  const known = await storage.signingCertificates.list();
  expect(known.map(({ fingerprint }) => fingerprint)).toEqual([configured.fingerprint, own.fingerprint]);
  expect(signerNamesOf(own.fingerprint, known)).toEqual({ name: own.name });
  expect(signerNamesOf('ab', known)).toBeUndefined();
  const pem = certificatesPem(known);
  expect(pem).not.toContain('PRIVATE');
  expect(pem.match(/-----BEGIN CERTIFICATE-----/g)).toHaveLength(2);
  expect(readIdentity(right.signer_key, pem).fingerprint).toBe(configured.fingerprint);
});
