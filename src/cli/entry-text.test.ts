import { expect, test } from 'bun:test';
import { NOW_MS, REQUESTS, recordOf, validBody } from '../../test/support/certificate-fixtures.ts';
import type { GccRequest } from '../domain/certificate.ts';
import { makeCertificate } from '../entry/issue/certificate.ts';
import { formatCertificate, formatVerdict } from './entry-text.ts';

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
  const text = formatVerdict({ kind, record: recordOf(validBody(), { revokedAtMs: NOW_MS }) });
  expect(text).toStartWith(opening);
  expect(text).toContain('Revoked       2026-11-20 12:00:00 UTC');
});

test('says that a file is unknown', () => expect(formatVerdict({ kind: 'unknown' })).toStartWith('Unknown'));
