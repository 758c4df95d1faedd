/** What honest certificates take of the ceiling, and what an attack would take. */
import { expect, test } from 'bun:test';
import { NOW_MS, REQUESTS, validBody } from '../../../test/support/certificate-fixtures.ts';
import { attachedRecord } from '../issue/attached-record.ts';
import { makeCertificate } from '../issue/certificate.ts';
import { PDF_BYTES_MAX } from '../issue/certificate-issuer.ts';
import { TEXT_CHARS_MAX } from '../issue/request-schema.ts';
import { readRequest } from '../issue/validate.ts';
import { renderCertificate } from './render-certificate.ts';

const gccId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const verifyUrl = `https://portside.example/verify/${gccId}`;

function bytesOf(body: unknown): number {
  const certificate = makeCertificate(readRequest(body, NOW_MS), { gccId, issuedAtMs: NOW_MS, verifyUrl });
  return renderCertificate(certificate, JSON.stringify(attachedRecord(certificate))).byteLength;
}

/** A request with `text` in its exclusions, up to the most characters that a request may have. */
function bodyWith(text: string) {
  const exclusions = [];
  for (let at = 0; at < Math.min(text.length, TEXT_CHARS_MAX - 4000); at += 500) {
    exclusions.push({ citation: '16 CFR 1610.1(d)(1)', basis: text.slice(at, at + 500) });
  }
  return { ...validBody(), exclusions };
}

test('no honest certificate reaches a quarter of the ceiling, whatever its languages', () => {
  for (const [name, body] of REQUESTS) {
    expect([name, bytesOf(body) < PDF_BYTES_MAX / 4]).toEqual([name, true]);
  }
  const languages = REQUESTS.filter(([name]) => /chinese|japanese|korean|arabic|thai|devanagari|cyrillic/.test(name));
  const texts = languages.map(([, body]) => JSON.stringify(body).replace(/["{}[\]]/g, ''));
  expect(languages.length).toBeGreaterThanOrEqual(8);
  // All of them on one certificate, again and again up to the limit of characters.
  expect(bytesOf(bodyWith(texts.join(' ').repeat(9)))).toBeLessThan(PDF_BYTES_MAX / 4);
});

test('a text of only different Chinese characters is over the ceiling', () => {
  const text = Array.from({ length: 20_900 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  expect(bytesOf(bodyWith(text))).toBeGreaterThan(PDF_BYTES_MAX);
});
