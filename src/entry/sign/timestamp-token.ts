/** Time stamps (RFC 3161): the request, and what a token says. The tokens of others are read by pkijs, after a walk with limits. */
import { createHash } from 'node:crypto';
import * as asn1js from 'asn1js';
import {
  AlgorithmIdentifier,
  type Certificate,
  ContentInfo,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  type SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { boundedElement, DerFault, elementsIn, firstElement } from './der-elements.ts';
import { OID } from './object-identifiers.ts';

/** `granted` and `grantedWithMods` (RFC 3161, 2.4.2). */
const GRANTED = [0, 1];

const SEQUENCE = 0x30;
const HASHES = new Map<string, string>([
  [OID.sha256, 'sha256'],
  [OID.sha384, 'sha384'],
  [OID.sha512, 'sha512'],
]);

/** The answer is no time stamp of this signature. The message says why. */
export class TimestampFault extends Error {}

export interface Timestamp {
  /** In DER. */
  token: Uint8Array;
  /** The time it states, Unix milliseconds. */
  atMs: number;
  /** Name of the authority. Whether it can be trusted is not checked. */
  authority: string;
}

/** A request for a time stamp over `signature`, in DER. @param nonce 8 bytes */
export function timestampRequest(signature: Uint8Array, nonce: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: bufferOf(sha256(signature)) }),
    }),
    nonce: nonceOf(nonce),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/**
 * The time stamp in an answer to `timestampRequest`.
 * @throws TimestampFault unless it was granted, is over `signature`, repeats `nonce` and is signed as it says
 */
export async function readTimestampAnswer(
  answer: Uint8Array,
  signature: Uint8Array,
  nonce: Uint8Array,
): Promise<Timestamp> {
  const { status, timeStampToken } = parse(() => TimeStampResp.fromBER(bufferOf(boundedElement(answer))));
  if (!GRANTED.includes(status.status)) throw new TimestampFault(`the authority refused (status ${status.status})`);
  if (!timeStampToken) throw new TimestampFault('the answer holds no time stamp');
  const token = new Uint8Array(timeStampToken.toSchema().toBER());
  const { info, ...timestamp } = await readToken(token, signature);
  if (!info.nonce?.isEqual(nonceOf(nonce))) throw new TimestampFault('it does not repeat the number that was sent');
  return timestamp;
}

/** What the token of a signature says. @throws TimestampFault unless it is over `signature` and signed as it says */
export async function readTimestampToken(token: Uint8Array, signature: Uint8Array): Promise<Timestamp> {
  const { info: _, ...timestamp } = await readToken(token, signature);
  return timestamp;
}

async function readToken(token: Uint8Array, signature: Uint8Array): Promise<Timestamp & { info: TSTInfo }> {
  const { signedData, info } = parse(() => {
    const content = ContentInfo.fromBER(bufferOf(boundedElement(token)));
    const signedData = new SignedData({ schema: content.content });
    if (signedData.encapContentInfo.eContentType !== OID.tstInfo || signedData.signerInfos.length !== 1) {
      throw new TimestampFault('it is no time stamp');
    }
    return { signedData, info: TSTInfo.fromBER(signedData.encapContentInfo.eContent!.getValue()) };
  });
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (
    hashAlgorithm.algorithmId !== OID.sha256 ||
    Buffer.compare(hashedMessage.valueBlock.valueHexView, sha256(signature)) !== 0
  ) {
    throw new TimestampFault('it is over something else');
  }
  const result = await signedData
    .verify({ signer: 0, data: bufferOf(signature), extendedMode: true })
    .catch((error: unknown) => {
      throw new TimestampFault('its own signature cannot be checked', { cause: error });
    });
  if (!result.signatureVerified) throw new TimestampFault('its own signature is wrong');
  const authority = result.signerCertificate!;
  requireNamed(authority, signedData.signerInfos[0]!);
  requireTimeStamping(authority);
  const atMs = info.genTime.getTime();
  if (atMs < authority.notBefore.value.getTime() || atMs > authority.notAfter.value.getTime()) {
    throw new TimestampFault('the certificate of its authority was not in force then');
  }
  return { token, atMs, authority: nameOf(authority), info };
}

/**
 * The signed attributes name the certificate of the authority (RFC 3161, 2.4.2, and RFC 5816): otherwise anybody could exchange
 * it for another one with the same key.
 */
function requireNamed(authority: Certificate, { signedAttrs }: SignerInfo): void {
  const certificate = new Uint8Array(authority.toSchema().toBER());
  const attributes = (signedAttrs?.attributes ?? []).filter(
    ({ type }) => type === OID.signingCertificate || type === OID.signingCertificateV2,
  );
  const isNamed = (id: Uint8Array, fallback: string) => {
    const [first, second] = elementsIn(firstElement(id).contents);
    const isDefault = first!.tag !== SEQUENCE;
    const algorithm = isDefault
      ? fallback
      : HASHES.get(AlgorithmIdentifier.fromBER(bufferOf(first!.bytes)).algorithmId);
    const hash = (isDefault ? first : second)!.contents;
    return algorithm !== undefined && createHash(algorithm).update(certificate).digest().equals(hash);
  };
  const named = parse(() =>
    attributes.map(({ type, values }) => {
      const ids = firstElement(firstElement(new Uint8Array(values[0].toBER())).contents).contents;
      return isNamed(ids, type === OID.signingCertificate ? 'sha1' : 'sha256');
    }),
  );
  if (named.length === 0 || named.includes(false))
    throw new TimestampFault('it does not name the certificate of its authority');
}

/** RFC 3161, 2.3: the extended key usage is critical and timeStamping alone. */
function requireTimeStamping({ extensions = [] }: Certificate): void {
  const usage = extensions.find(({ extnID }) => extnID === OID.extendedKeyUsage);
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  if (!usage?.critical || purposes.length !== 1 || purposes[0] !== OID.timeStamping) {
    throw new TimestampFault('the certificate of its authority is not for time stamps alone');
  }
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TimestampFault) throw error;
    throw new TimestampFault(error instanceof DerFault ? error.message : 'it cannot be read', { cause: error });
  }
}

function nameOf({ subject }: Certificate): string {
  const values = subject.typesAndValues;
  const value = (values.find(({ type }) => type === OID.commonName) ?? values.at(-1))?.value.valueBlock.value ?? '';
  return String(value).replace(/\p{C}/gu, '�').slice(0, 200);
}

/** Positive, because an INTEGER has a sign. */
function nonceOf(nonce: Uint8Array): asn1js.Integer {
  const bytes = Uint8Array.from(nonce);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return new asn1js.Integer({ valueHex: bufferOf(bytes) });
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** A copy: pkijs takes the whole buffer behind a view. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
