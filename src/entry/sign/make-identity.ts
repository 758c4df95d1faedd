/** A key and a certificate that it signs itself, for a server whose operator configures none. */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs';
import { DAY_MS } from '../../domain/clock.ts';
import { signatureAlgorithm } from './cms.ts';
import { KEY_USAGE } from './identity.ts';
import { OID } from './object-identifiers.ts';

/** Made once and kept for as long as certificates: nobody renews it. */
const SELF_SIGNED_YEARS = 20;
/** Clocks of other machines may be behind. */
const BACKDATED_MS = DAY_MS;

/** A new P-256 key and its certificate, as PEM. @param random 16 bytes, for the serial number */
export function makeIdentity(nowMs: number, random: Uint8Array): { keyPem: string; certificatePem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const keyId = createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }).subarray(-65))
    .digest();
  const name = `Portside certificate signer ${keyId.toString('hex').slice(0, 8)} (self-signed)`;
  const notAfter = new Date(nowMs);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + SELF_SIGNED_YEARS);
  const serial = Uint8Array.from(random.subarray(0, 16));
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const certificate = issueCertificate(
    {
      name,
      key: publicKey,
      serial,
      notBeforeMs: nowMs - BACKDATED_MS,
      notAfterMs: notAfter.getTime(),
      extensions: [
        extension(OID.basicConstraints, new BasicConstraints().toSchema(), true),
        extension(OID.keyUsage, new asn1js.BitString({ valueHex: Uint8Array.of(KEY_USAGE), unusedBits: 6 }), true),
        extension(OID.subjectKeyIdentifier, new asn1js.OctetString({ valueHex: Uint8Array.from(keyId) })),
      ],
    },
    { name, key: privateKey },
  );
  return {
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: certificate.toString(),
  };
}

export interface CertificateFields {
  /** The common name. */
  name: string;
  /** Whose certificate it is: the public key, or the private one. */
  key: KeyObject;
  /** Most significant byte first, and that below 0x80: the number is positive. */
  serial: Uint8Array;
  notBeforeMs: number;
  notAfterMs: number;
  extensions: Extension[];
}

/** A certificate (RFC 5280) with SHA-256. @param issuer its common name, and its private key */
export function issueCertificate(fields: CertificateFields, issuer: { name: string; key: KeyObject }): X509Certificate {
  const { name, key, serial, notBeforeMs, notAfterMs, extensions } = fields;
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const algorithm = signatureAlgorithm(issuer.key);
  const certificate = new Certificate({
    version: 2,
    serialNumber: new asn1js.Integer({ valueHex: Uint8Array.from(serial) }),
    signature: algorithm,
    issuer: named(issuer.name),
    notBefore: time(notBeforeMs),
    notAfter: time(notAfterMs),
    subject: named(name),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(Uint8Array.from(publicKey.export({ type: 'spki', format: 'der' }))),
    extensions,
    signatureAlgorithm: algorithm,
  });
  const body = Buffer.from(certificate.encodeTBS().toBER());
  const value = sign('sha256', body, issuer.key);
  certificate.signatureValue = new asn1js.BitString({ valueHex: Uint8Array.from(value) });
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER()));
}

export function extension(extnID: string, value: asn1js.BaseBlock, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() });
}

function named(text: string): RelativeDistinguishedNames {
  const value = new asn1js.Utf8String({ value: text });
  return new RelativeDistinguishedNames({
    typesAndValues: [new AttributeTypeAndValue({ type: OID.commonName, value })],
  });
}

/** Whole seconds: UTCTime until 2049, GeneralizedTime after (RFC 5280, 4.1.2.5). */
function time(ms: number): Time {
  const value = new Date(Math.floor(ms / 1000) * 1000);
  return new Time({ type: value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime, value });
}
