import { afterAll, describe, expect, test } from 'bun:test';
import { createHash, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import * as asn1js from 'asn1js';
import { ContentInfo, SignedData } from 'pkijs';
import { documentCases } from '../../../test/support/document-cases.ts';
import { root } from '../../../test/support/paths.ts';
import { sample } from '../../../test/support/seed.ts';
import { testCertificate, testIdentity } from '../../../test/support/signers.ts';
import { testClock } from '../../../test/support/temp.ts';
import { type AnswerFields, timestampAnswer } from '../../../test/support/timestamp-authority.ts';
import { renderCertificate } from '../pdf/render-certificate.ts';
import { readPdfSignature } from '../verify/pdf-signature.ts';
import { cmsOf, unsignedCms } from './cms.ts';
import { DocumentSigner, putSignatureBack } from './document-signer.ts';
import { readIdentity } from './identity.ts';
import { OID } from './object-identifiers.ts';
import { TimestampClient } from './timestamp-client.ts';

const CASES = documentCases();
const { certificate, recordJson } = CASES[0]!;
const drawn = renderCertificate(certificate, recordJson);
const AT_MS = Date.UTC(2026, 10, 20, 12, 34, 56);
const quiet = { fault: () => {} };

test('every kind of document is signed, the bytes before stay as they are, and the signature is intact', async () => {
  const identity = testIdentity();
  const signer = new DocumentSigner(identity);
  for (const each of sample('documents', CASES, 4)) {
    const pdf = renderCertificate(each.certificate, each.recordJson);
    const signed = await signer.sign(pdf, 'id', AT_MS);
    expect(Buffer.compare(signed.pdf.subarray(0, pdf.byteLength), pdf)).toBe(0);
    expect([each.name, await readPdfSignature(signed.pdf)]).toEqual([
      each.name,
      {
        kind: 'intact',
        signer: { name: 'Harbor Signer', fingerprint: identity.fingerprint, notAfterMs: identity.notAfterMs },
        signedAtMs: AT_MS,
      },
    ]);
  }
});

test('the update leads to the cross-reference table that the document had', async () => {
  const { pdf } = await new DocumentSigner(testIdentity()).sign(drawn, 'id', AT_MS);
  const lastTable = (bytes: Uint8Array) =>
    /startxref\n(\d+)\n%%EOF\s*$/.exec(Buffer.from(bytes).toString('latin1'))![1];
  const update = Buffer.from(pdf.subarray(drawn.length)).toString('latin1');
  expect(/\/Prev (\d+)/.exec(update)?.[1]).toBe(lastTable(drawn));
  expect(lastTable(pdf)).not.toBe(lastTable(drawn));
});

test.each(['p256', 'p384', 'rsa'] as const)('a key of kind %s signs', async (kind) => {
  const signed = await new DocumentSigner(testIdentity({ kind })).sign(drawn, 'id', AT_MS);
  expect((await readPdfSignature(signed.pdf)).kind).toBe('intact');
});

test('the certificates of issuers are in the signature, and the signer is still found', async () => {
  const root = testCertificate({ name: 'Harbor Root' });
  const leaf = testCertificate({ name: 'Harbor Leaf', issuer: { name: 'Harbor Root', key: root.key } });
  const identity = readIdentity(leaf.keyPem, leaf.pem + root.pem);
  const signed = await new DocumentSigner(identity).sign(drawn, 'id', AT_MS);
  expect(Buffer.from(signed.signature).includes(Buffer.from(root.certificate))).toBe(true);
  expect(await readPdfSignature(signed.pdf)).toMatchObject({ kind: 'intact', signer: { name: 'Harbor Leaf' } });
});

test('a document drawn again gets the same bytes from the kept signature, also after a change of key, and is intact', async () => {
  const signed = await new DocumentSigner(testIdentity()).sign(drawn, 'id', AT_MS);
  const again = putSignatureBack(renderCertificate(certificate, recordJson), AT_MS, signed.signature);
  expect(Buffer.compare(again, signed.pdf)).toBe(0);
  expect((await readPdfSignature(again)).kind).toBe('intact');
  // The same key signs differently each time: the kept signature is needed.
  const other = await new DocumentSigner(testIdentity()).sign(drawn, 'id', AT_MS);
  expect(Buffer.compare(other.signature, signed.signature)).not.toBe(0);
});

test('a certificate that is not in force signs nothing', async () => {
  const faults: unknown[] = [];
  const log = { fault: (_: string, error: unknown) => faults.push(error) };
  for (const [atMs, says] of [
    [Date.UTC(2036, 0, 2), 'expired on 2036-01-01'],
    [Date.UTC(2025, 0, 2), 'not valid before 2026-01-01'],
  ] as const) {
    await expect(new DocumentSigner(testIdentity(), { log }).sign(drawn, 'id', atMs)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(String(faults.pop())).toContain(says);
  }
});

test('a file that this program did not write is not signed', async () => {
  const signer = new DocumentSigner(testIdentity());
  const signed = await signer.sign(drawn, 'id', AT_MS);
  const text = Buffer.from(drawn).toString('latin1');
  const others = [
    new Uint8Array(0),
    Buffer.from('%PDF-1.7'),
    signed.pdf,
    Buffer.from(text.replace('/Root ', '/Rooot '), 'latin1'),
    Buffer.from(text.replace('/Pages ', '/Pagez '), 'latin1'),
    Buffer.from(text.replace('/Kids [', '/Kidz ['), 'latin1'),
    Buffer.from(text.replace(/xref\n0 \d+/, 'xref\n1 99'), 'latin1'),
  ];
  for (const other of others) await expect(signer.sign(other, 'id', AT_MS)).rejects.toThrow('cannot be signed');
});

test('a page that has annotations keeps them, and one without gets its first', async () => {
  const pdf = Buffer.from(drawn).toString('latin1');
  const [line, link] = /\n\/Annots \[(\d+ 0 R)\]/.exec(pdf)!;
  // In place, so that no offset moves.
  const without = pdf.replace(line, '\n/Rotate 0'.padEnd(line.length));
  const annotationsOf = async (text: string) => {
    const signed = await new DocumentSigner(testIdentity()).sign(Buffer.from(text, 'latin1'), 'id', AT_MS);
    return Buffer.from(signed.pdf)
      .toString('latin1')
      .match(/\/Annots \[.*\]/g)!
      .at(-1);
  };
  expect(await annotationsOf(pdf)).toMatch(new RegExp(`^/Annots \\[${link} \\d+ 0 R\\]$`));
  expect(await annotationsOf(without)).toMatch(/^\/Annots \[\d+ 0 R\]$/);
});

test.each<[certificates: string, token: Uint8Array | undefined, sha256: string]>([
  ['p256', undefined, '4af53dcccfad269fb9fc4e082303a8a7d73a86d093ea19de65e31f4627324357'],
  ['rsa', undefined, '849e6a0f7963c81c6b3961ab25a5058dfcf506b96773b7409c985d39b698f548'],
  ['rsa', Uint8Array.of(0x30, 3, 2, 1, 5), '054b3bd388379be6915dd84e54eb50b2476c86f400dfd4f3c9a5dc52c6aad7a6'],
])(
  'the bytes of a signature never change: those that are kept are compared with new ones (%s, %p)',
  async (name, token, expected) => {
    const pem = await Bun.file(join(root, `test/fixtures/signatures/${name}.pem`)).text();
    const chain = pem.split(/(?=-----BEGIN)/).map((each) => new X509Certificate(each).raw);
    const value = new Uint8Array(name === 'rsa' ? 256 : 70).fill(7);
    const cms = cmsOf(unsignedCms(chain, createHash('sha256').update('a document').digest()), value, token);
    expect(createHash('sha256').update(cms).digest('hex')).toBe(expected);
  },
);

test.each(['p256', 'p384', 'rsa'] as const)('pkijs finds a signature of kind %s valid', async (kind) => {
  const { pdf, signature } = await new DocumentSigner(testIdentity({ kind })).sign(drawn, 'id', AT_MS);
  const signedData = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(signature)).content });
  const start = Buffer.from(pdf).indexOf('/Contents <') + '/Contents '.length;
  const verify = (pdf: Uint8Array) => {
    const covered = [pdf.subarray(0, start), pdf.subarray(start + 2 * signature.byteLength + 2)];
    return signedData.verify({ signer: 0, data: Uint8Array.from(Buffer.concat(covered)).buffer });
  };
  expect(await verify(pdf)).toBe(true);
  pdf[100]! ^= 1;
  await expect(verify(pdf)).rejects.toThrow("Message digest doesn't match");
});

describe('time stamps', () => {
  let answer: (request: Uint8Array) => Promise<Response> | Response = () => new Response();
  let asked = 0;
  const authority = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      asked++;
      expect(request.headers.get('content-type')).toBe('application/timestamp-query');
      return answer(await request.bytes());
    },
  });
  afterAll(() => authority.stop(true));

  const granted =
    (fields: Partial<AnswerFields> = {}) =>
    async (request: Uint8Array) =>
      new Response(Buffer.from(await timestampAnswer(request, { atMs: AT_MS + 2000, ...fields })));

  function signerWith(
    log: { fault(message: string, error: unknown, fields?: object): void } = quiet,
    timeoutMs = 5000,
  ) {
    const clock = testClock();
    const client = new TimestampClient(authority.url.href, { clock, log, timeoutMs });
    const signer = new DocumentSigner(testIdentity(), {
      getTimestamp: (signature, gccId) => client.get(signature, gccId),
    });
    return { signer, clock };
  }

  test('one that is granted is in the signature and on the record', async () => {
    answer = granted();
    const signed = await signerWith().signer.sign(drawn, 'id', AT_MS);
    expect(signed.timestampedAtMs).toBe(AT_MS + 2000);
    expect(await readPdfSignature(signed.pdf)).toMatchObject({
      kind: 'intact',
      timestamp: { atMs: AT_MS + 2000, authority: 'Harbor Time Stamps' },
    });
    asked = 0;
    expect(Buffer.compare(putSignatureBack(drawn, AT_MS, signed.signature), signed.pdf)).toBe(0);
    expect(asked).toBe(0);
  });

  test('the room for one is what the one before needed, and 20 percent', async () => {
    answer = granted();
    const { signer } = signerWith();
    const first = await signer.sign(drawn, 'id', AT_MS);
    const second = await signer.sign(drawn, 'id', AT_MS);
    expect(second.signature.byteLength).toBeLessThan(first.signature.byteLength);
    expect((await readPdfSignature(second.pdf)).kind).toBe('intact');
  });

  test('one larger than its room is asked for again', async () => {
    const large = testCertificate({
      name: `Harbor Time Stamps ${'x'.repeat(9000)}`,
      purposes: { oids: [OID.timeStamping], critical: true },
    });
    answer = granted({ certificate: large });
    asked = 0;
    const signed = await signerWith().signer.sign(drawn, 'id', AT_MS);
    expect([asked, (await readPdfSignature(signed.pdf)).kind]).toEqual([2, 'intact']);
    expect(signed.timestampedAtMs).toBe(AT_MS + 2000);
  });

  const otherPurpose = (oids: string[], critical: boolean) => testCertificate({ purposes: { oids, critical } });
  const forever = new Promise<Response>(() => {});
  test.each<[fault: string, answer: typeof answer]>([
    ['refused (status 2)', granted({ status: 2 })],
    ['status 500', () => new Response('', { status: 500 })],
    ['UnexpectedRedirect', () => new Response('', { status: 302, headers: { location: 'http://127.0.0.1:9/' } })],
    ['no time stamp', granted({ contentType: OID.data })],
    ['ends too early', () => new Response('garbage')],
    ['ends too early', () => new Response('')],
    ['larger than', () => new Response(new Uint8Array(70_000))],
    ['does not repeat the number', granted({ change: (info) => (info.nonce = new asn1js.Integer({ value: 5 })) })],
    ['does not repeat the number', granted({ change: (info) => (info.nonce = undefined as never) })],
    [
      'over something else',
      granted({
        change: (info) => {
          info.messageImprint.hashedMessage = new asn1js.OctetString({ valueHex: new ArrayBuffer(32) });
        },
      }),
    ],
    ['not for time stamps alone', granted({ certificate: testCertificate() })],
    ['not for time stamps alone', granted({ certificate: otherPurpose([OID.timeStamping], false) })],
    [
      'not for time stamps alone',
      granted({ certificate: otherPurpose([OID.timeStamping, '1.3.6.1.5.5.7.3.1'], true) }),
    ],
    ['does not name the certificate', granted({ named: 'nobody' })],
    ['does not name the certificate', granted({ named: testCertificate().certificate })],
    ['not in force', granted({ atMs: Date.UTC(2040, 0, 1) })],
    ['timed out', () => forever],
    // The head and a byte, and then nothing.
    ['timed out', () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(Uint8Array.of(48)) }))],
  ])('without one (%s), the document is signed all the same and the log says so', async (fault, faulty) => {
    answer = faulty;
    const faults: unknown[][] = [];
    const { signer } = signerWith({ fault: (...line) => faults.push(line) }, fault === 'timed out' ? 50 : 5000);
    const signed = await signer.sign(drawn, 'the-id', AT_MS);
    expect(signed).not.toHaveProperty('timestampedAtMs');
    expect(await readPdfSignature(signed.pdf)).not.toHaveProperty('timestamp');
    expect((await readPdfSignature(signed.pdf)).kind).toBe('intact');
    const [[message, error, fields] = [], ...others] = faults;
    expect([message, fields, others]).toEqual([
      'a certificate was signed without a time stamp',
      { certificate: 'the-id' },
      [],
    ]);
    expect(String(error)).toContain(fault);
  });

  test('an authority that failed is left alone for half a minute', async () => {
    answer = () => new Response('', { status: 500 });
    const faults: string[] = [];
    const { signer, clock } = signerWith({ fault: (_, error) => faults.push(String(error)) });
    asked = 0;
    for (const ms of [0, 29_999]) {
      clock.pass(ms);
      await signer.sign(drawn, 'id', AT_MS);
    }
    expect([asked, faults[1]]).toEqual([1, expect.stringContaining('was not asked')]);
    clock.pass(1);
    answer = granted();
    expect((await signer.sign(drawn, 'id', AT_MS)).timestampedAtMs).toBe(AT_MS + 2000);
  });
});
