/** Certificates of every kind for tests of signatures: right, expired, for another purpose, with an issuer. */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as asn1js from 'asn1js';
import { BasicConstraints, ExtKeyUsage } from 'pkijs';
import { readIdentity, type SignerIdentity } from '../../src/entry/sign/identity.ts';
import { extension, issueCertificate } from '../../src/entry/sign/make-identity.ts';
import { OID } from '../../src/entry/sign/object-identifiers.ts';

export interface TestCertificate {
  key: KeyObject;
  keyPem: string;
  certificate: Uint8Array;
  pem: string;
}

export interface CertificateFields {
  name?: string;
  kind?: 'p256' | 'p384' | 'rsa' | 'rsa1024' | 'ed25519';
  /** Uses this key and not a new one. */
  key?: KeyObject;
  serial?: number;
  notBeforeMs?: number;
  notAfterMs?: number;
  /** First byte of the key usage; undefined leaves the extension out. */
  usage?: number | undefined;
  /** Extended key usage, with or without the mark "critical". */
  purposes?: { oids: string[]; critical: boolean };
  /** Whether it may issue certificates. */
  isAuthority?: boolean;
  /** Signs itself without one. */
  issuer?: { name: string; key: KeyObject };
}

const DOCUMENTS = 0b1100_0000;

const newKey = (kind: CertificateFields['kind']) => {
  const { privateKey } =
    kind === 'rsa' || kind === 'rsa1024'
      ? generateKeyPairSync('rsa', { modulusLength: kind === 'rsa' ? 2048 : 1024 })
      : kind === 'ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ec', { namedCurve: kind === 'p384' ? 'secp384r1' : 'prime256v1' });
  return privateKey;
};

export function testCertificate(fields: CertificateFields = {}): TestCertificate {
  const { name = 'Harbor Signer', kind = 'p256', serial = 7, purposes } = fields;
  const { notBeforeMs = Date.UTC(2026, 0, 1), notAfterMs = Date.UTC(2036, 0, 1) } = fields;
  const usage = 'usage' in fields ? fields.usage : DOCUMENTS;
  const key = fields.key ?? newKey(kind);
  // A certificate is never signed with Ed25519 here: it is for a key that is refused.
  const issuer = fields.issuer ?? { name, key: kind === 'ed25519' ? newKey('p256') : key };
  const keyId = createHash('sha1')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest();
  const extensions = [
    extension(OID.subjectKeyIdentifier, new asn1js.OctetString({ valueHex: Uint8Array.from(keyId) })),
    ...(fields.isAuthority
      ? [extension(OID.basicConstraints, new BasicConstraints({ cA: true }).toSchema(), true)]
      : []),
    ...(usage === undefined ? [] : [extension(OID.keyUsage, bits(usage), true)]),
    ...(purposes
      ? [extension(OID.extendedKeyUsage, new ExtKeyUsage({ keyPurposes: purposes.oids }).toSchema(), purposes.critical)]
      : []),
  ];
  const certificate = issueCertificate(
    { name, key, serial: Uint8Array.of(serial), notBeforeMs, notAfterMs, extensions },
    issuer,
  );
  return {
    key,
    keyPem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: new Uint8Array(certificate.raw),
    pem: certificate.toString(),
  };
}

/** The bits of one byte, without those that are zero at its end. */
function bits(byte: number): asn1js.BitString {
  return new asn1js.BitString({ valueHex: Uint8Array.of(byte), unusedBits: Math.min(7, Math.log2(byte & -byte)) });
}

export function testIdentity(fields: CertificateFields = {}): SignerIdentity {
  const { keyPem, pem } = testCertificate(fields);
  return readIdentity(keyPem, pem);
}
