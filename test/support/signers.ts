/** Certificates of every kind for tests of signatures: right, expired, for another purpose, with an issuer. */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';
import * as der from '../../src/entry/sign/der.ts';
import { readIdentity, type SignerIdentity } from '../../src/entry/sign/identity.ts';

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

const nameOf = (text: string) =>
  der.sequence(der.setOf(der.sequence(der.objectIdentifier(der.OID.commonName), der.utf8String(text))));

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
  const issuer = fields.issuer ?? { name, key };
  const algorithm =
    issuer.key.asymmetricKeyType === 'rsa'
      ? der.sequence(der.objectIdentifier(der.OID.sha256WithRsa), der.nullValue())
      : der.sequence(der.objectIdentifier(der.OID.ecdsaWithSha256));
  const extension = (oid: string, critical: boolean, value: Uint8Array) =>
    der.sequence(der.objectIdentifier(oid), ...(critical ? [der.trueValue()] : []), der.octetString(value));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const body = der.sequence(
    der.explicit(0, der.integer(Uint8Array.of(2))),
    der.integer(Uint8Array.of(serial)),
    algorithm,
    nameOf(issuer.name),
    der.sequence(der.time(notBeforeMs), der.time(notAfterMs)),
    nameOf(name),
    publicKey,
    der.explicit(
      3,
      der.sequence(
        extension(der.OID.subjectKeyIdentifier, false, der.octetString(createHash('sha1').update(publicKey).digest())),
        ...(fields.isAuthority ? [extension(der.OID.basicConstraints, true, der.sequence(der.trueValue()))] : []),
        ...(usage === undefined
          ? []
          : [
              extension(
                der.OID.keyUsage,
                true,
                der.bitString(Uint8Array.of(usage), Math.min(7, Math.log2(usage & -usage))),
              ),
            ]),
        ...(purposes
          ? [
              extension(
                der.OID.extendedKeyUsage,
                purposes.critical,
                der.sequence(...purposes.oids.map((oid) => der.objectIdentifier(oid))),
              ),
            ]
          : []),
      ),
    ),
  );
  const value = sign(issuer.key.asymmetricKeyType === 'ed25519' ? null : 'sha256', body, issuer.key);
  const certificate = new Uint8Array(der.sequence(body, algorithm, der.bitString(value)));
  return {
    key,
    keyPem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate,
    pem: new X509Certificate(certificate).toString(),
  };
}

export function testIdentity(fields: CertificateFields = {}): SignerIdentity {
  const { keyPem, pem } = testCertificate(fields);
  return readIdentity(keyPem, pem);
}
