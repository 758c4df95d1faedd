/**
 * Checks the signature in a PDF file of unknown origin, in the form in which this program writes it (`sign/pdf-update.ts`). A file
 * with another form, or with bytes that the signature does not cover, is refused: what a viewer would show of it is then not
 * what was signed. Runs in a worker.
 */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { cmsOf, signedBytes, unsignedCms } from '../sign/cms.ts';
import { boundedElement, DerFault, elementsIn, firstElement } from '../sign/der-elements.ts';
import { fingerprintOf, nameOf } from '../sign/identity.ts';
import { readTimestampToken, TimestampFault } from '../sign/timestamp-token.ts';

/** Room for a long chain and a time stamp, several times over. */
const CONTENTS_BYTES_MAX = 200_000;
const CERTIFICATES_MAX = 20;
const OTHER_FORM = 'it is not in the form in which this program writes signatures';

export type PdfSignature =
  | { kind: 'none' }
  /** `reason` completes the sentence "The signature is broken: …". */
  | { kind: 'broken'; reason: string }
  /** `signed_again`: intact over the file as it was then. It was signed again since, and nothing that came with that was checked. */
  | ({ kind: 'signed_again' } & IntactSignature)
  | ({ kind: 'intact' } & IntactSignature);

interface IntactSignature {
  signer: { name: string; fingerprint: string; notAfterMs: number };
  /** The time that the signer stated. */
  signedAtMs: number;
  timestamp?: { atMs: number; authority: string };
}

/** The signature is not intact. */
class Broken extends Error {}

export async function readPdfSignature(pdf: Uint8Array): Promise<PdfSignature> {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  try {
    const first = beforeSignedAgain(file);
    const place = findSignature(first ?? file);
    if (!place) return { kind: 'none' };
    return { kind: first ? 'signed_again' : 'intact', ...(await check(first ?? file, place)) };
  } catch (error) {
    if (error instanceof Broken) return { kind: 'broken', reason: error.message };
    if (error instanceof DerFault) return { kind: 'broken', reason: `it is no CMS signature in DER: ${error.message}` };
    // Parts that are missing, and certificates that cannot be read.
    return { kind: 'broken', reason: 'it is no CMS signature' };
  }
}

const RANGE = /\/ByteRange ?\[ ?0 (\d{1,10}) (\d{1,10}) (\d{1,10}) {0,40}\]/g;

/**
 * The file as its first signature covers it, if another signature was added that covers the whole file. Undefined otherwise: then all of
 * the file must be as this program writes it.
 */
function beforeSignedAgain(file: Buffer): Buffer | undefined {
  const ranges = Array.from(file.toString('latin1').matchAll(RANGE), (found) => found.slice(1).map(Number));
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (ranges.length < 2 || !first || !last) return undefined;
  const length = first[1]! + first[2]!;
  const [start = 0, end = 0, rest = 0] = last;
  const coversAll = start > length && file[start] === 0x3c && file[end - 1] === 0x3e && end + rest === file.length;
  return coversAll ? file.subarray(0, length) : undefined;
}

interface SignaturePlace {
  gap: { start: number; end: number };
  signedAtMs: number;
  contents: Uint8Array;
}

/**
 * The one signature of a file, or undefined if it has none.
 * @throws Broken unless it is written as by this program and covers every byte but its own value
 */
function findSignature(file: Buffer): SignaturePlace | undefined {
  const at = file.indexOf('/ByteRange');
  if (at < 0) return undefined;
  if (file.indexOf('/ByteRange', at + 1) >= 0)
    throw new Broken('the file has several signatures, and a certificate has one');
  const dictionary =
    /^\/Type \/Sig\n\/Filter \/Adobe\.PPKLite\n\/SubFilter \/ETSI\.CAdES\.detached\n\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)\n$/.exec(
      file.toString('latin1', file.lastIndexOf('<<\n', at) + 3, at),
    );
  const range = /^\/ByteRange \[0 (\d{1,10}) (\d{1,10}) (\d{1,10})\] {0,40}\n\/Contents </.exec(
    file.toString('latin1', at, at + 120),
  );
  if (!dictionary || !range) throw new Broken(OTHER_FORM);
  const [start = 0, end = 0, rest = 0] = range.slice(1).map(Number);
  if (start !== at + range[0].length - 1)
    throw new Broken('the part that it leaves out does not begin at its own value');
  if (end <= start || end + rest !== file.length) {
    throw new Broken(
      end + rest < file.length
        ? 'the file was added to after it was signed'
        : 'it claims to cover more than the file holds',
    );
  }
  if (end - start > 2 * CONTENTS_BYTES_MAX) throw new Broken('it is too large');
  const digits = file.toString('latin1', start + 1, end - 1);
  if (file[end - 1] !== 0x3e || !/^(?:[0-9a-f]{2})*$/.test(digits)) {
    throw new Broken('the part that it leaves out does not end with its own value');
  }
  const [year = 0, month = 0, ...time] = dictionary.slice(1).map(Number);
  const [day = 0, hour = 0, minute = 0, second = 0] = time;
  return {
    gap: { start, end },
    signedAtMs: Date.UTC(year, month - 1, day, hour, minute, second),
    contents: Uint8Array.fromHex(digits),
  };
}

async function check(file: Buffer, { gap, signedAtMs, contents }: SignaturePlace): Promise<IntactSignature> {
  const cms = Buffer.from(boundedElement(contents));
  const digest = createHash('sha256').update(file.subarray(0, gap.start)).update(file.subarray(gap.end)).digest();
  const { certificate, timestampToken, signature } = await readSignedBy(cms, digest);
  const notAfterMs = Date.parse(certificate.validTo);
  const timestamp = timestampToken && (await readTimestamp(timestampToken, signature));
  const times = [signedAtMs, timestamp?.atMs ?? signedAtMs];
  if (Math.max(...times) > notAfterMs || Math.min(...times) < Date.parse(certificate.validFrom)) {
    throw new Broken('the certificate of its signer was not in force when it was made');
  }
  return {
    signer: { name: nameOf(certificate), fingerprint: fingerprintOf(certificate.raw), notAfterMs },
    signedAtMs,
    ...(timestamp && { timestamp: { atMs: timestamp.atMs, authority: timestamp.authority } }),
  };
}

/**
 * Whose signature of `digest` it is. Of a signature of ours, everything follows from the certificates, the digest, the value and
 * the time stamp: written again from these it must be the same bytes, so that no other part of it can say anything. The signed
 * attributes have the hash of the signer's certificate.
 */
async function readSignedBy(cms: Buffer, digest: Buffer) {
  const parts = readCms(cms);
  const { certificates, signature, timestampToken } = parts;
  if (!cms.includes(digest)) {
    throw new Broken('the file was changed after it was signed, or the signature belongs to another file');
  }
  if (certificates.length > CERTIFICATES_MAX) throw new Broken('it holds too many certificates');
  const chain = certificates.map((each) => new X509Certificate(each));
  const certificate = chain.find(({ raw }) => cms.includes(createHash('sha256').update(raw).digest()));
  if (!certificate) throw new Broken(OTHER_FORM);
  const ordered = [certificate, ...chain.filter((each) => each !== certificate)].map(({ raw }) => raw);
  const expected = unsignedCms(ordered, digest);
  if (!cmsOf(expected, signature, timestampToken).equals(cms)) throw new Broken(OTHER_FORM);
  if (!verify('sha256', signedBytes(expected), certificate.publicKey, signature))
    throw new Broken('its value was not made with the key of its certificate');
  return { ...parts, certificate };
}

interface CmsParts {
  /** In DER, in the order in which they are in the structure. */
  certificates: Uint8Array[];
  signature: Uint8Array;
  timestampToken?: Uint8Array;
}

/**
 * What is in a structure as `cmsOf` writes it. By hand, because pkijs takes milliseconds for it, and seconds for one with many
 * certificates.
 * @throws DerFault or TypeError when there is something else in their places
 */
function readCms(cms: Uint8Array): CmsParts {
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

async function readTimestamp(token: Uint8Array, signature: Uint8Array) {
  try {
    return await readTimestampToken(token, signature);
  } catch (error) {
    if (error instanceof TimestampFault) throw new Broken(`its time stamp is wrong: ${error.message}`);
    throw error;
  }
}
