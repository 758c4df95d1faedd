/** Writes the few types of ASN.1 in DER (X.690) that a certificate and a CMS signature need. */

/** The object identifiers of certificates and signatures, in dotted form. */
export const OID = {
  commonName: '2.5.4.3',
  ecPublicKey: '1.2.840.10045.2.1',
  rsaEncryption: '1.2.840.113549.1.1.1',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

function element(tag: number, ...contents: Uint8Array[]): Buffer {
  const length = contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return Buffer.concat([Uint8Array.of(tag, ...lengthOctets(length)), ...contents]);
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 | octets.length, ...octets];
}

export const sequence = (...contents: Uint8Array[]) => element(0x30, ...contents);
/** DER orders the members of a set by their bytes (X.690, 11.6). */
export const setOf = (...members: Uint8Array[]) => element(0x31, ...members.sort(Buffer.compare));
export const octetString = (bytes: Uint8Array) => element(0x04, bytes);
export const nullValue = () => element(0x05);
export const trueValue = () => element(0x01, Uint8Array.of(0xff));
export const utf8String = (text: string) => element(0x0c, Buffer.from(text));
/** @param unused bits at the end of the last byte that do not count */
export const bitString = (bytes: Uint8Array, unused = 0) => element(0x03, Uint8Array.of(unused), bytes);
/** A context tag around a whole element. */
export const explicit = (number: number, content: Uint8Array) => element(0xa0 | number, content);
/** A context tag in place of the tag of a constructed element. */
export const implicit = (number: number, constructed: Uint8Array) =>
  Buffer.concat([Uint8Array.of(0xa0 | number), constructed.subarray(1)]);

/** @param bytes an unsigned number, most significant byte first */
export function integer(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const significant = start < 0 ? Uint8Array.of(0) : bytes.subarray(start);
  return significant[0]! < 0x80 ? element(0x02, significant) : element(0x02, Uint8Array.of(0), significant);
}

const identifiers = new Map<string, Buffer>();

/** @param dotted one of `OID`: each is kept */
export function objectIdentifier(dotted: string): Buffer {
  const known = identifiers.get(dotted) ?? encodeIdentifier(dotted);
  identifiers.set(dotted, known);
  return known;
}

function encodeIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const octets = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) digits.unshift(0x80 | (left % 128));
    return digits;
  });
  return element(0x06, Uint8Array.from(octets));
}

/** Whole seconds: UTCTime until 2049, GeneralizedTime after (RFC 5280, 4.1.2.5). */
export function time(ms: number): Buffer {
  const digits = `${new Date(ms).toISOString().slice(0, 19).replace(/\D/g, '')}Z`;
  return new Date(ms).getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}
