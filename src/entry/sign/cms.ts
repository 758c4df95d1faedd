/**
 * A CMS signature (RFC 5652) over a digest, as PAdES baseline B-B asks for (ETSI EN 319 142-1): the signed attributes are content
 * type, digest and signing certificate, without a time. It is DER, so the same parts give the same bytes.
 */
import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { OID } from './object-identifiers.ts';

const SHA256 = new AlgorithmIdentifier({ algorithmId: OID.sha256 });

/** Signatures of `key` with SHA-256. The parameter of RSA must be NULL (RFC 4055, 5), and ECDSA has none (RFC 5758, 3.2). */
export function signatureAlgorithm({ asymmetricKeyType }: KeyObject): AlgorithmIdentifier {
  return asymmetricKeyType === 'rsa'
    ? new AlgorithmIdentifier({ algorithmId: OID.sha256WithRsa, algorithmParams: new asn1js.Null() })
    : new AlgorithmIdentifier({ algorithmId: OID.ecdsaWithSha256 });
}

/**
 * The structure without its signature value.
 * @param chain certificates in DER, that of the signer first
 * @param digest SHA-256 of the document
 */
export function unsignedCms(chain: readonly Uint8Array[], digest: Uint8Array): SignedData {
  const certificates = chain.map((each) => Certificate.fromBER(Uint8Array.from(each)));
  const { issuer, serialNumber } = certificates[0]!;
  const hash = createHash('sha256').update(chain[0]!).digest();
  const attributes = inDerOrder([
    attribute(OID.contentType, new asn1js.ObjectIdentifier({ value: OID.data })),
    attribute(OID.messageDigest, octets(digest)),
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(octets(hash))))),
  ]);
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    digestAlgorithm: SHA256,
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
    signatureAlgorithm: signatureAlgorithm(new X509Certificate(chain[0]!).publicKey),
  });
  return new SignedData({
    version: 1,
    digestAlgorithms: [SHA256],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    certificates: inDerOrder(certificates),
    signerInfos: [signer],
  });
}

/** The bytes that are signed: the signed attributes as a set (RFC 5652, 5.4). */
export function signedBytes({ signerInfos }: SignedData): Buffer {
  const bytes = derOf(signerInfos[0]!.signedAttrs!);
  bytes[0] = 0x31;
  return bytes;
}

/**
 * The whole structure in DER.
 * @param cms of `unsignedCms`, which becomes a signed one
 * @param signature over `signedBytes`, with SHA-256
 * @param timestampToken RFC 3161, over `signature`
 */
export function cmsOf(cms: SignedData, signature: Uint8Array, timestampToken?: Uint8Array): Buffer {
  const [signer] = cms.signerInfos;
  signer!.signature = octets(signature);
  if (timestampToken) {
    const token = attribute(OID.timestampToken, asn1js.fromBER(Uint8Array.from(timestampToken)).result);
    signer!.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [token] });
  }
  return derOf(new ContentInfo({ contentType: OID.signedData, content: cms.toSchema(true) }));
}

interface Structure {
  toSchema(): asn1js.BaseBlock;
}

function derOf(structure: Structure): Buffer {
  return Buffer.from(structure.toSchema().toBER());
}

/** DER orders the members of a set by their bytes (X.690, 11.6). pkijs writes them as they are given. */
function inDerOrder<T extends Structure>(members: readonly T[]): T[] {
  return members.toSorted((one, other) => Buffer.compare(derOf(one), derOf(other)));
}

const attribute = (type: string, value: asn1js.BaseBlock) => new Attribute({ type, values: [value] });
const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value });
const octets = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: Uint8Array.from(bytes) });
