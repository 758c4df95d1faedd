/** The key and the certificate that sign, read from PEM and checked. Every start reads them, so pkijs is not loaded for it. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../domain/clock.ts';
import { elementsIn, firstElement } from './der-elements.ts';
import { SignerFault } from './signer-fault.ts';

const RSA_BITS_MIN = 2048;
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];
/** digitalSignature and nonRepudiation: bits 0 and 1 (RFC 5280, 4.2.1.3). */
export const KEY_USAGE = 0b1100_0000;
/** The object identifier of the key usage extension, 2.5.29.15, in DER. */
const KEY_USAGE_EXTENSION = Uint8Array.of(0x06, 0x03, 0x55, 0x1d, 0x0f);
const PEM_BEGIN = '-----BEGIN CERTIFICATE-----';
const CHAIN_MAX = 10;

export interface SignerIdentity {
  privateKey: KeyObject;
  /** The signer's certificate first, then those of its issuers, in DER. */
  chain: Uint8Array[];
  /** The same as PEM. */
  chainPem: string;
  /** Lower-case hexadecimal SHA-256 of the signer's certificate. */
  fingerprint: string;
  name: string;
  selfSigned: boolean;
  notBeforeMs: number;
  notAfterMs: number;
}

/**
 * @param certificatePem the signer's certificate, and those of its issuers after it
 * @throws SignerFault unless the key fits the certificate, and the certificate is for signing documents
 */
export function readIdentity(keyPem: string, certificatePem: string): SignerIdentity {
  const privateKey = readKey(keyPem);
  const chain = certificatesIn(certificatePem);
  const [certificate] = chain;
  if (!certificate) throw new SignerFault('The signing certificate holds no certificate in PEM form.');
  if (!certificate.publicKey.equals(createPublicKey(privateKey))) {
    throw new SignerFault(
      'The signing key does not fit the signing certificate: the first one in its file must be of this key.',
    );
  }
  const notBeforeMs = Date.parse(certificate.validFrom);
  const notAfterMs = Date.parse(certificate.validTo);
  const usage = keyUsageOf(certificate.raw);
  if (usage === undefined || (usage & KEY_USAGE) !== KEY_USAGE) {
    throw new SignerFault(
      'The signing certificate is not for signing documents: its key usage must include digitalSignature and nonRepudiation.',
    );
  }
  return {
    privateKey,
    chain: chain.map(({ raw }) => new Uint8Array(raw)),
    chainPem: chain.map((each) => each.toString().trim()).join('\n'),
    fingerprint: fingerprintOf(certificate.raw),
    name: nameOf(certificate),
    selfSigned: certificate.subject === certificate.issuer,
    notBeforeMs,
    notAfterMs,
  };
}

/** Why a signature made at `atMs` would prove nothing; undefined if the certificate is in force then. */
export function validityFault({ notBeforeMs, notAfterMs }: SignerIdentity, atMs: number): string | undefined {
  if (atMs > notAfterMs) return `The signing certificate expired on ${day(notAfterMs)}. Use a newer one.`;
  if (atMs >= notBeforeMs) return undefined;
  return `The signing certificate is not valid before ${day(notBeforeMs)}. Check the clock of this machine.`;
}

/** The certificates in a PEM text. @throws SignerFault if one cannot be read, or there are too many */
function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.split(PEM_BEGIN).slice(1);
  if (blocks.length > CHAIN_MAX)
    throw new SignerFault(`The signing certificate holds more than ${CHAIN_MAX} certificates.`);
  try {
    return blocks.map((block) => new X509Certificate(PEM_BEGIN + block));
  } catch {
    throw new SignerFault('The signing certificate cannot be read. It must be in PEM form.');
  }
}

/** Lower-case hexadecimal SHA-256 of a certificate in DER. */
export function fingerprintOf(certificate: Uint8Array): string {
  return createHash('sha256').update(certificate).digest('hex');
}

/** The common name of a certificate, or else its organisation, or else the whole subject on one line. */
export function nameOf({ subject }: X509Certificate): string {
  return nameIn(subject);
}

/** Who issued a certificate, named as `nameOf` does; undefined if it is self-signed. */
export function issuerOf({ subject, issuer }: X509Certificate): string | undefined {
  return issuer === subject ? undefined : nameIn(issuer);
}

function nameIn(distinguishedName: string | undefined): string {
  const lines = (distinguishedName ?? '').split('\n');
  const value = (key: string) => lines.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1);
  return (value('CN') ?? value('O') ?? lines.join(', ')).replace(/\p{C}/gu, '�').slice(0, 200);
}

/** Days until `identity` expires, rounded down. */
export function daysLeft({ notAfterMs }: Pick<SignerIdentity, 'notAfterMs'>, nowMs: number): number {
  return Math.floor((notAfterMs - nowMs) / DAY_MS);
}

function readKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The error of the library is not repeated: it may show a part of the text.
    throw new SignerFault(
      'The signing key cannot be read. It must be a private key in PEM form, without a passphrase.',
    );
  }
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const usable =
    (key.asymmetricKeyType === 'rsa' && modulusLength >= RSA_BITS_MIN) ||
    (key.asymmetricKeyType === 'ec' && CURVES.includes(namedCurve));
  if (usable) return key;
  throw new SignerFault(
    `The signing key must be RSA of at least ${RSA_BITS_MIN} bits, or on the curve P-256, P-384 or P-521.`,
  );
}

/** The first byte of the key usage extension; undefined if there is none. Node shows only the extended one. */
function keyUsageOf(certificate: Uint8Array): number | undefined {
  const [body] = elementsIn(firstElement(certificate).contents);
  const wrapped = elementsIn(body!.contents).find(({ tag }) => tag === 0xa3);
  const extensions = wrapped ? elementsIn(firstElement(wrapped.contents).contents) : [];
  for (const { contents } of extensions) {
    const parts = elementsIn(contents);
    if (Buffer.compare(parts[0]!.bytes, KEY_USAGE_EXTENSION) === 0)
      return firstElement(parts.at(-1)!.contents).contents[1];
  }
  return undefined;
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
