import { describe, expect, test } from 'bun:test';
import { type KeyObject, sign } from 'node:crypto';
import * as asn1js from 'asn1js';
import { Certificate, type SignedData } from 'pkijs';
import { documentCases } from '../../../test/support/document-cases.ts';
import { runs, seededRandom } from '../../../test/support/seed.ts';
import { testCertificate, testIdentity } from '../../../test/support/signers.ts';
import { timestampAnswer } from '../../../test/support/timestamp-authority.ts';
import { renderCertificate } from '../pdf/render-certificate.ts';
import { cmsOf, signedBytes, unsignedCms } from '../sign/cms.ts';
import { DocumentSigner } from '../sign/document-signer.ts';
import { readIdentity } from '../sign/identity.ts';
import { OID } from '../sign/object-identifiers.ts';
import { coveredParts, fillSignature, prepareSignature } from '../sign/pdf-update.ts';
import { readTimestampAnswer, timestampRequest } from '../sign/timestamp-token.ts';
import { type PdfSignature, readPdfSignature } from './pdf-signature.ts';

const random = seededRandom('signatures');
const AT_MS = Date.UTC(2026, 10, 20, 12);
const [one, two] = documentCases()
  .slice(0, 2)
  .map(({ certificate, recordJson }) => renderCertificate(certificate, recordJson));
const identity = testIdentity();
const signer = new DocumentSigner(identity);
const signed = Buffer.from((await signer.sign(one!, 'id', AT_MS)).pdf);
const other = await signer.sign(two!, 'id', AT_MS);
const { gap } = gapOf(signed);

const reasonOf = (signature: PdfSignature) => (signature.kind === 'broken' ? signature.reason : signature.kind);
const verdictOn = async (pdf: Uint8Array | string) =>
  reasonOf(await readPdfSignature(typeof pdf === 'string' ? Buffer.from(pdf, 'latin1') : pdf));
const text = signed.toString('latin1');

/** `signature` in the place of the one in `pdf`, with zeros behind it. */
function withSignature(pdf: Buffer, signature: Uint8Array): Uint8Array {
  const { gap } = gapOf(pdf);
  const contents = new Uint8Array((gap.end - gap.start - 2) / 2);
  contents.set(signature);
  return fillSignature({ bytes: Buffer.from(pdf), gap }, contents);
}

function gapOf(pdf: Buffer) {
  const [, start = 0, end = 0] = pdf
    .toString('latin1')
    .match(/\/ByteRange \[(\d+) (\d+) (\d+)/)!
    .slice(1)
    .map(Number);
  return { gap: { start, end } };
}

const digestOf = (parts: Uint8Array[]) => {
  const hasher = new Bun.CryptoHasher('sha256');
  for (const part of parts) hasher.update(part);
  return hasher.digest();
};

interface Forgery {
  chain?: Uint8Array[];
  key?: KeyObject;
  /** Changes the structure before it is signed. */
  change?: (cms: SignedData) => void;
  /** Signs the attributes of this document and not of the first one. */
  digest?: Uint8Array;
}

function withoutAttribute({ signerInfos: [info] }: SignedData, wanted: string): void {
  info!.signedAttrs!.attributes = info!.signedAttrs!.attributes.filter(({ type }) => type !== wanted);
}

/** The first document with a signature that is not as it should be. */
function forged({ chain = identity.chain, key = identity.privateKey, change, digest }: Forgery = {}) {
  const prepared = prepareSignature(one!, AT_MS, 20_000);
  const cms = unsignedCms(chain, digestOf(coveredParts(prepared)));
  change?.(cms);
  const signature = sign('sha256', signedBytes(digest ? unsignedCms(chain, digest) : cms), key);
  const contents = new Uint8Array(20_000);
  contents.set(cmsOf(cms, signature));
  return fillSignature(prepared, contents);
}

test('a document without signature has none, and other bytes neither', async () => {
  expect(await verdictOn(one!)).toBe('none');
  expect(await verdictOn('')).toBe('none');
  expect(await verdictOn(forged())).toBe('intact');
});

test('any bit flipped outside the signature breaks it', async () => {
  // Every byte of the update, and a sample of the rest.
  const update = one!.byteLength;
  const places = [
    ...Array.from({ length: runs(50, 300) }, () => Math.floor(random() * update)),
    ...Array.from({ length: gap.start - update }, (_, i) => update + i),
    ...Array.from({ length: signed.length - gap.end }, (_, i) => gap.end + i),
  ];
  for (const [i, at] of places.entries()) {
    const changed = Buffer.from(signed);
    changed[at]! ^= 1 << (i % 8);
    const verdict = await verdictOn(changed);
    expect([at, verdict === 'intact']).toEqual([at, false]);
    // Only where the bytes that announce the signature are changed does the file seem to have none.
    if (verdict === 'none') expect(text.slice(at - 10, at + 11)).toContain('/ByteRange');
  }
});

test('any digit of the signature changed breaks it, also in the zeros behind it and in upper case', async () => {
  for (let at = gap.start; at < gap.end; at += at < gap.start + 40 || at > gap.end - 40 ? 1 : runs(50, 5)) {
    for (const digit of ['0', 'f', text[at]!.toUpperCase(), ' ', '>']) {
      const changed = Buffer.from(signed);
      if (changed[at] === digit.charCodeAt(0)) continue;
      changed[at] = digit.charCodeAt(0);
      expect([at, digit, await verdictOn(changed)]).not.toEqual([at, digit, 'intact']);
    }
  }
});

test('a file that is cut anywhere is broken, or has no signature any more', async () => {
  for (let cut = 1; cut < signed.length; cut += cut < 5000 ? 37 : 997) {
    expect(await verdictOn(signed.subarray(0, signed.length - cut))).not.toBe('intact');
  }
  expect(await verdictOn(signed.subarray(0, signed.length - 1))).toContain('more than the file holds');
});

describe('what was added after the signature is found:', () => {
  const ADDED = 'the file was added to after it was signed';

  test.each(['\n', ' ', '%%EOF\n', '\0'.repeat(100), '% a comment'])('%j', async (added) => {
    expect(await verdictOn(text + added)).toBe(ADDED);
  });

  test('a later update that shows another page', async () => {
    const page = /\n(\d+) 0 obj\n<<\n\/Type \/Page\n/.exec(text)![1]!;
    const startxref = /startxref\n(\d+)\n%%EOF\n$/.exec(text)![1];
    const update = `${page} 0 obj\n<< /Type /Page /MediaBox [0 0 1 1] >>\nendobj\n`;
    const xref = `xref\n${page} 1\n${String(text.length).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 999 /Root 3 0 R /Prev ${startxref} >>\nstartxref\n${text.length + update.length}\n%%EOF\n`;
    expect(await verdictOn(text + update + xref)).toBe(ADDED);
    // The same, and the numbers of the signature moved so that they cover it.
    const rest = signed.length - gap.end;
    const moved = `[0 ${gap.start} ${gap.end} ${rest + update.length + xref.length}]`;
    const old = `[0 ${gap.start} ${gap.end} ${rest}]`.padEnd(moved.length);
    expect(await verdictOn(text.replace(old, moved) + update + xref)).toContain('changed after it was signed');
  });

  test('a copy of the signature, which covers other bytes', async () => {
    const again = text + text.slice(one!.byteLength);
    expect(await verdictOn(again)).toContain('several signatures');
  });
});

describe('a file that was signed again', () => {
  /** As another program adds a signature: in its own form, over the whole file. */
  function signedAgain(pdf: string, { shift = 0 } = {}): string {
    const head = '9001 0 obj\n<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange [0 ';
    const value = '00'.repeat(100);
    const tail = '>>\nendobj\nstartxref\n0\n%%EOF\n';
    const numbersLength = 40;
    const start = pdf.length + head.length + numbersLength + '/Contents '.length;
    const numbers = `${start} ${start + value.length + 2} ${tail.length + shift} ]`.padEnd(numbersLength);
    return `${pdf}${head}${numbers}/Contents <${value}>${tail}`;
  }

  test('is not broken: the first signature is intact over its own bytes, and the rest is named as not checked', async () => {
    const { kind, ...first } = (await readPdfSignature(Buffer.from(signedAgain(text), 'latin1'))) as Extract<
      PdfSignature,
      { kind: 'signed_again' }
    >;
    const { kind: _, ...alone } = (await readPdfSignature(signed)) as Extract<PdfSignature, { kind: 'intact' }>;
    expect(kind).toBe('signed_again');
    expect(first).toEqual(alone);
    expect(await verdictOn(signedAgain(signedAgain(text)))).toBe('signed_again');
  });

  test('is broken if its first signature is', async () => {
    const at = text.indexOf('/MediaBox');
    const changed = `${text.slice(0, at)}/MediaBux${text.slice(at + 9)}`;
    expect(await verdictOn(signedAgain(changed))).toContain('changed after it was signed');
  });

  test('is broken if something was added that no signature covers', async () => {
    expect(await verdictOn(signedAgain(text, { shift: -1 }))).toContain('several signatures');
    expect(await verdictOn(`${signedAgain(text)}%`)).toContain('several signatures');
    // The words of a signature without one.
    expect(await verdictOn(`${text}%/ByteRange [0 1 2 ${text.length}]\n`)).toContain('several signatures');
  });

  test('is broken if the other signature is the first one moved into another file', async () => {
    const unsigned = Buffer.from(two!).toString('latin1');
    expect(await verdictOn(signedAgain(unsigned))).not.toMatch(/^(intact|signed_again)$/);
  });
});

describe('numbers of the signature that leave out something else are found:', () => {
  const { start, end } = gap;
  const rest = signed.length - end;
  const width = `[0 ${start} ${end} ${rest}]`.length;
  test.each<[what: string, numbers: string]>([
    ['a byte before', `0 ${start - 1} ${end} ${rest}`],
    ['a byte after its beginning', `0 ${start + 1} ${end} ${rest}`],
    ['a byte after', `0 ${start} ${end + 1} ${rest - 1}`],
    ['less than its end', `0 ${start} ${end - 1} ${rest + 1}`],
    ['overlapping parts', `0 ${end} ${start} ${signed.length - start}`],
    ['nothing', `0 ${start} ${start} ${signed.length - start}`],
    ['the whole file', `0 0 0 ${signed.length}`],
    ['everything behind it', `0 ${start} ${signed.length} 0`],
    ['the first bytes', `5 ${start - 5} ${end} ${rest}`],
    ['negative', `0 -1 ${end} ${rest}`],
    ['huge', '0 9999999999 9999999999 9999999999'],
    ['beyond 64 bits', `0 ${start} ${'9'.repeat(30)} 1`],
    ['two numbers', `0 ${start}`],
    ['six numbers', `0 ${start} ${end} 1 ${end + 1} ${rest - 1}`],
    ['hexadecimal', `0 0x${start.toString(16)} ${end} ${rest}`],
  ])('%s', async (_, numbers) => {
    const changed = text.replace(/\[0 \d+ \d+ \d+\] */, `[${numbers}]`.padEnd(width));
    expect(await verdictOn(changed)).toMatch(/leaves out|in the form|more than the file|added to/);
  });
});

test.each<[what: string, change: (pdf: string) => string]>([
  ['another dictionary around it', (pdf) => pdf.replace('/Type /Sig\n', '/Type /Sgg\n')],
  ['another kind', (pdf) => pdf.replace('ETSI.CAdES.detached', 'adbe.pkcs7.detached')],
  ['a comment between', (pdf) => pdf.replace(/\]( *)\n\/Contents </, (_, blanks) => `]${blanks}%/Contents <`)],
  [
    'a value that is text',
    (pdf) => `${pdf.slice(0, gap.start)}(${pdf.slice(gap.start + 1, gap.end - 1)})${pdf.slice(gap.end)}`,
  ],
])('a signature in another form is refused: %s', async (_, change) => {
  const changed = change(text);
  expect(changed).not.toBe(text);
  expect(await verdictOn(changed)).toMatch(/in the form|leaves out|changed/);
});

test('the signature of another file is refused', async () => {
  const moved = withSignature(signed, other.signature.subarray(0, (gap.end - gap.start - 2) / 2));
  expect(await verdictOn(moved)).toContain('belongs to another file');
});

describe('a structure that lies is refused:', () => {
  const attacker = testCertificate({ name: 'Harbor Signer' });

  const FORM = 'in the form in which this program writes';
  const [own] = identity.chain;
  /** Puts these certificates in the place of the right ones, in the order given. */
  const withCertificates =
    (...certificates: Uint8Array[]) =>
    (cms: SignedData) => {
      cms.certificates = certificates.map((each) => Certificate.fromBER(Uint8Array.from(each)));
    };

  test('another certificate with the same name and number, beside the one that it names', async () => {
    for (const certificates of [
      [attacker.certificate, own!],
      [own!, attacker.certificate],
    ]) {
      expect(await verdictOn(forged({ change: withCertificates(...certificates), key: attacker.key }))).toMatch(
        /not made with the key|in the form/,
      );
    }
    const change = withCertificates(own!);
    expect(await verdictOn(forged({ chain: [attacker.certificate], change, key: attacker.key }))).toContain(FORM);
    expect(await verdictOn(forged({ change: withCertificates(attacker.certificate), key: attacker.key }))).toContain(
      FORM,
    );
  });

  test('the certificate of the signer without its key', async () => {
    expect(await verdictOn(forged({ key: attacker.key }))).toContain('not made with the key');
  });

  test('no certificate, or too many, or an empty one', async () => {
    expect(await verdictOn(forged({ change: withCertificates() }))).toContain(FORM);
    const many = withCertificates(...Array<Uint8Array>(21).fill(own!));
    expect(await verdictOn(forged({ change: many }))).toContain('too many certificates');
    const empty = (cms: SignedData) => {
      cms.certificates = [{ toSchema: () => new asn1js.Sequence() } as Certificate];
    };
    expect(await verdictOn(forged({ change: empty }))).toContain('no CMS signature');
  });

  test.each<[what: string, change: (cms: SignedData) => void]>([
    ['without the certificate', (cms) => withoutAttribute(cms, OID.signingCertificateV2)],
    ['without the type', (cms) => withoutAttribute(cms, OID.contentType)],
    [
      'each twice',
      ({ signerInfos: [info] }) => {
        info!.signedAttrs!.attributes = info!.signedAttrs!.attributes.flatMap((each) => [each, each]);
      },
    ],
  ])('attributes that are missing or repeated: %s', async (_, change) => {
    expect(await verdictOn(forged({ change }))).toContain(FORM);
  });

  test('a signature over the attributes of another document', async () => {
    expect(await verdictOn(forged({ digest: new Uint8Array(32) }))).toContain('not made with the key');
  });

  test('a signer that is not the one who is expected is named', async () => {
    const stranger = testIdentity({ name: 'Somebody Else' });
    const { pdf } = await new DocumentSigner(stranger).sign(one!, 'id', AT_MS);
    expect(await readPdfSignature(pdf)).toMatchObject({
      kind: 'intact',
      signer: { name: 'Somebody Else', fingerprint: stranger.fingerprint },
    });
  });

  test('a certificate that had expired, or was not in force yet, when it signed', async () => {
    for (const fields of [{ notAfterMs: AT_MS - 1000 }, { notBeforeMs: AT_MS + 1000 }]) {
      const { keyPem, pem } = testCertificate(fields);
      const { chain, privateKey } = readIdentity(keyPem, pem);
      expect(await verdictOn(forged({ chain, key: privateKey }))).toContain('not in force');
    }
  });

  test('the time stamp of another signature, and one that was changed', async () => {
    const nonce = new Uint8Array(8).fill(9);
    const tokenOver = async (signature: Uint8Array) => {
      const answer = await timestampAnswer(timestampRequest(signature, nonce), { atMs: AT_MS });
      return (await readTimestampAnswer(answer, signature, nonce)).token;
    };
    const prepared = prepareSignature(one!, AT_MS, 6000);
    const cms = unsignedCms(identity.chain, digestOf(coveredParts(prepared)));
    const signature = sign('sha256', signedBytes(cms), identity.privateKey);
    const verdictWith = async (token: Uint8Array) => {
      const contents = new Uint8Array(6000);
      contents.set(cmsOf(cms, signature, token));
      return readPdfSignature(fillSignature({ ...prepared, bytes: Buffer.from(prepared.bytes) }, contents));
    };
    const token = await tokenOver(signature);
    const expected = { atMs: AT_MS, authority: 'Harbor Time Stamps' };
    expect(await verdictWith(token)).toMatchObject({ kind: 'intact', timestamp: expected });
    const foreign = await tokenOver(sign('sha256', Buffer.from('x'), identity.privateKey));
    expect(reasonOf(await verdictWith(foreign))).toContain('time stamp is wrong: it is over something else');
    for (let at = 0; at < token.byteLength; at += runs(50, 7)) {
      const changed = Uint8Array.from(token);
      changed[at]! ^= 4;
      const verdict = await verdictWith(changed);
      // Nothing signs its version numbers, for example. What it says is signed.
      if (verdict.kind === 'intact') expect([at, verdict.timestamp]).toEqual([at, expected]);
      else expect(reasonOf(verdict)).toMatch(/time stamp is wrong|DER/);
    }
  });
});

describe('a structure that costs much is refused before it is read:', () => {
  const der = (block: asn1js.BaseBlock) => new Uint8Array(block.toBER());
  const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value });
  const nested = (depth: number) => {
    let block: asn1js.BaseBlock = new asn1js.Null();
    for (let i = 0; i < depth; i++) block = sequence(block);
    return block;
  };
  test.each<[what: string, bytes: Uint8Array, reason: string]>([
    ['deep', der(nested(500)), 'nested too deep'],
    ['wide', der(sequence(...Array.from({ length: 4900 }, () => new asn1js.Null()))), 'too many elements'],
    ['indefinite', Uint8Array.of(0x30, 0x80, 0, 0), 'indefinite'],
    ['a length of 2^64', Uint8Array.of(0x30, 0x88, ...new Uint8Array(8).fill(255)), 'indefinite or too great'],
    ['a length beyond the end', Uint8Array.of(0x30, 0x84, 255, 255, 255, 255), 'ends too early'],
    ['a long length of a short element', Uint8Array.of(0x30, 0x82, 0, 1, 5), 'not the shortest'],
    ['a tag of several bytes', Uint8Array.of(0x3f, 0xff, 0xff, 0x01), 'tag of several bytes'],
    ['bytes behind it', Uint8Array.of(0x30, 0, 1), 'something follows'],
    ['nothing', new Uint8Array(0), ''],
    ['zeros alone', new Uint8Array(10), ''],
    ['another structure', der(sequence(new asn1js.Null())), 'no CMS signature'],
    ['a number', der(new asn1js.Integer({ value: 5 })), 'no CMS signature'],
  ])('%s', async (_, bytes, reason) => {
    const prepared = prepareSignature(one!, AT_MS, 10_010);
    const contents = new Uint8Array(10_010);
    contents.set(bytes);
    expect(await verdictOn(fillSignature(prepared, contents))).toContain(reason);
    expect(await verdictOn(fillSignature(prepared, contents))).not.toBe('intact');
  });

  test('a place of a megabyte', async () => {
    const prepared = prepareSignature(one!, AT_MS, 500_000);
    expect(await verdictOn(prepared.bytes)).toBe('it is too large');
  });
});
