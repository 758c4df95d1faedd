/**
 * A CMS signature (RFC 5652) over a digest, as PAdES baseline B-B asks for (ETSI EN 319 142-1): the signed attributes are content
 * type, digest and signing certificate, without a time. Written from a template, because a general library takes 50 times as long.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { explicit, implicit, integer, nullValue, OID, objectIdentifier, octetString, sequence, setOf } from './der.ts';
import { elementsIn, firstElement } from './der-elements.ts';

const VERSION_1 = integer(Uint8Array.of(1));
const SHA256 = sequence(objectIdentifier(OID.sha256));
const RSA = sequence(objectIdentifier(OID.sha256WithRsa), nullValue());
const ECDSA = sequence(objectIdentifier(OID.ecdsaWithSha256));

const attribute = (oid: string, value: Uint8Array) => sequence(objectIdentifier(oid), setOf(value));

/** What of a signature depends on the certificates alone. */
export interface CmsTemplate {
  /** The signed attributes besides the digest. */
  attributes: Buffer[];
  issuerAndSerial: Buffer;
  certificates: Buffer;
  algorithm: Buffer;
}

/** @param chain certificates in DER, that of the signer first */
export function cmsTemplate(chain: readonly Uint8Array[]): CmsTemplate {
  const certificate = chain[0]!;
  const hash = createHash('sha256').update(certificate).digest();
  const [body] = elementsIn(firstElement(certificate).contents);
  const [serial, , issuer] = elementsIn(body!.contents).filter(({ tag }) => tag !== 0xa0);
  return {
    attributes: [
      attribute(OID.contentType, objectIdentifier(OID.data)),
      attribute(OID.signingCertificateV2, sequence(sequence(sequence(octetString(hash))))),
    ],
    issuerAndSerial: sequence(issuer!.bytes, serial!.bytes),
    certificates: implicit(0, setOf(...chain)),
    algorithm: new X509Certificate(certificate).publicKey.asymmetricKeyType === 'rsa' ? RSA : ECDSA,
  };
}

/** The attribute of a document. @param digest its SHA-256 */
export function digestAttribute(digest: Uint8Array): Buffer {
  return attribute(OID.messageDigest, octetString(digest));
}

/** What is signed for a document: all attributes as a set. @param digest SHA-256 of the document */
export function signedAttributes(template: CmsTemplate, digest: Uint8Array): Buffer {
  return setOf(...template.attributes, digestAttribute(digest));
}

/**
 * The whole structure in DER.
 * @param attributes of `signedAttributes`
 * @param signature over them, with SHA-256
 * @param timestampToken RFC 3161, over `signature`
 */
export function cmsOf(
  template: CmsTemplate,
  attributes: Uint8Array,
  signature: Uint8Array,
  timestampToken?: Uint8Array,
): Buffer {
  const signerInfo = sequence(
    VERSION_1,
    template.issuerAndSerial,
    SHA256,
    implicit(0, attributes),
    template.algorithm,
    octetString(signature),
    ...(timestampToken ? [implicit(1, setOf(attribute(OID.timestampToken, timestampToken)))] : []),
  );
  const signedData = sequence(
    VERSION_1,
    setOf(SHA256),
    sequence(objectIdentifier(OID.data)),
    template.certificates,
    setOf(signerInfo),
  );
  return sequence(objectIdentifier(OID.signedData), explicit(0, signedData));
}

export interface CmsParts {
  /** In DER, in the order in which they are in the structure. */
  certificates: Uint8Array[];
  signature: Uint8Array;
  timestampToken?: Uint8Array;
}

/**
 * What is in a structure as `cmsOf` writes it. Everything else in it follows from these parts and the document: who reads a
 * stranger's structure writes it again and compares.
 * @throws DerFault or TypeError when there is something else in their places
 */
export function readCms(cms: Uint8Array): CmsParts {
  const [, content] = elementsIn(firstElement(cms).contents);
  const [, , , certificates, signers] = elementsIn(firstElement(content!.contents).contents);
  const [, , , , , signature, unsigned] = elementsIn(firstElement(signers!.contents).contents);
  const parts = {
    certificates: elementsIn(certificates!.contents).map(({ bytes }) => bytes),
    signature: signature!.contents,
  };
  if (!unsigned) return parts;
  const [, values] = elementsIn(firstElement(unsigned.contents).contents);
  return { ...parts, timestampToken: firstElement(values!.contents).bytes };
}
