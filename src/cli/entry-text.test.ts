import { expect, test } from 'bun:test';
import { NOW_MS, REQUESTS, recordOf, validBody } from '../../test/support/certificate-fixtures.ts';
import type { GccRequest } from '../domain/certificate.ts';
import { makeCertificate } from '../entry/issue/certificate.ts';
import type { FileSignature } from '../entry/verify/verify-file.ts';
import { formatCertificate, formatVerdict, signatureJson } from './entry-text.ts';

const certificate = (body: unknown) => {
  const record = recordOf(body);
  const request = JSON.parse(record.requestJson) as GccRequest;
  return makeCertificate(request, record);
};

test('shows the certificate, what is missing, and the notes', () => {
  const body = { ...validBody(), cpsc_rules_cited: ['16 CFR part 1501'] };
  const text = formatCertificate(certificate(body), recordOf(body), { file: 'helmet.pdf', ignored: [] });
  expect(text).toContain('Certificate   7c9e6679');
  expect(text).toContain('helmet.pdf (31 kB)');
  expect(text).toContain('Incomplete. Not stated in the request:\n  /certifier\n');
  expect(text).not.toContain('Ignored');
  expect(text).toContain("/cpsc_rules_cited/0: Listed here as a rule for children's products");
});

test('says what is stated, not that it is true, and which fields it ignored', () => {
  const [, body] = REQUESTS.find(([name]) => name.includes('complete-every'))!;
  const ignored = ['/certifier/adress', '/\u001b[31mred'];
  const text = formatCertificate(certificate(body), recordOf(body), { file: 'helmet.pdf', ignored });
  expect(text).toContain('All elements of 16 CFR 1110.11(a) are stated, and none');
  expect(text).toContain('Ignored, because a request has no such field:\n  /certifier/adress\n  /�[31mred');
});

test.each([
  ['genuine', 'Match'],
  ['altered', 'No match'],
] as const)('says that a file is %s', (kind, opening) => {
  const text = formatVerdict({
    kind,
    record: recordOf(validBody(), { revokedAtMs: NOW_MS }),
    signature: { kind: 'none' },
  });
  expect(text).toStartWith(opening);
  expect(text).toContain('Revoked       2026-11-20 12:00:00 UTC');
});

test('a superseded certificate is called so, and the successor named', () => {
  const record = recordOf(validBody(), { revokedAtMs: NOW_MS, successorId: 'b' });
  const text = formatVerdict({ kind: 'genuine', record, signature: { kind: 'none' } });
  expect(text).toStartWith('Match, but the certificate was superseded: this file is the one on record. Do not rely');
  expect(text).toMatch(/^Superseded {2,}2026-11-20/m);
  expect(text).toMatch(/^Superseded by +b$/m);
  expect(text).not.toMatch(/revoked/i);
});

test('says that a file is unknown', () =>
  expect(formatVerdict({ kind: 'unknown', signature: { kind: 'none' } })).toStartWith('Unknown'));

const SIGNED = {
  kind: 'intact',
  isOurs: true,
  signer: { name: 'Harbor \u001b[31mSigner', fingerprint: 'ab'.repeat(32), notAfterMs: NOW_MS },
  signedAtMs: NOW_MS,
} as const satisfies FileSignature;

test.each<[signature: FileSignature, says: string[]]>([
  [{ kind: 'none' }, ['Signature     none']],
  [{ kind: 'broken', reason: 'the file was changed' }, ['Signature     broken: the file was changed']],
  [SIGNED, ['intact, of this server', 'Harbor �[31mSigner', 'ab'.repeat(32), 'Time stamp    none']],
  [{ ...SIGNED, isOurs: false }, ['unknown here']],
  [
    { ...SIGNED, timestamp: { atMs: NOW_MS + 1000, authority: 'Harbor Time' } },
    ['Time stamp    2026-11-20 12:00:01 UTC, Harbor Time'],
  ],
])('says what the signature says: %j', (signature, says) => {
  const text = formatVerdict({ kind: 'genuine', record: recordOf(validBody()), signature });
  for (const part of says) expect(text).toContain(part);
});

test('the signature for programs has no undefined field and no milliseconds', () => {
  expect(signatureJson({ kind: 'none' })).toEqual({ kind: 'none' });
  expect(signatureJson(SIGNED)).toStrictEqual({
    kind: 'intact',
    ours: true,
    signer: SIGNED.signer.name,
    certificate_sha256: 'ab'.repeat(32),
    signed_at: '2026-11-20T12:00:00.000Z',
  });
});
