import { describe, expect, test } from 'bun:test';
import { documentCases } from '../../../test/support/document-cases.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { RECORD_SCHEMA, RECORD_VERSION } from '../issue/attached-record.ts';
import { renderCertificate } from './render-certificate.ts';

const cases = documentCases();
const named = (name: string) => cases.find((each) => each.name.endsWith(name))!;
const draw = ({ certificate, recordJson }: (typeof cases)[number]) => renderCertificate(certificate, recordJson);
const documents = cases.map(draw);
const xmpOf = (bytes: Uint8Array) => /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(Buffer.from(bytes).toString('latin1'))![0];

describe('a certificate as PDF', () => {
  test('has the same bytes whatever was drawn before it', () => {
    const reversed = cases.toReversed().map((each) => sha256Hex(draw(each)));
    expect(reversed.reverse()).toEqual(documents.map(sha256Hex));
  });

  test('has other bytes when its data differs', () => {
    const { certificate, recordJson } = named('latin-contract-fields');
    const original = sha256Hex(renderCertificate(certificate, recordJson));
    const later = { ...certificate, issuedAtMs: certificate.issuedAtMs + 60_000 };
    expect(sha256Hex(renderCertificate(later, recordJson))).not.toBe(original);
    expect(sha256Hex(renderCertificate(certificate, '{}'))).not.toBe(original);
  });

  test('has no text of the request in its metadata', () => {
    const plain = named('latin-contract-fields');
    const hostile = { ...named('hostile-markup').certificate, gccId: plain.certificate.gccId };
    expect(xmpOf(renderCertificate(hostile))).toBe(xmpOf(draw(plain)));
    expect(xmpOf(draw(plain))).toContain(`General Certificate of Conformity ${plain.certificate.gccId}`);
  });

  test('refuses an id that is not a UUID, because the id is the only variable part of the metadata', () => {
    const { certificate } = named('latin-contract-fields');
    expect(() => renderCertificate({ ...certificate, gccId: '<rdf:li>' })).toThrow('UUID');
  });

  test('names the schema of its attachment', () => {
    const { certificate } = cases[0]!;
    const text = Buffer.from(documents[0]!).toString('latin1');
    expect(text).toContain(`/F (GCC-${certificate.gccId}.json)`);
    expect(text).toContain('/AFRelationship /Data');
    expect(text).toContain('/Subtype /application#2Fjson');
    expect(text).toContain(`/Desc (The data of this certificate, as ${RECORD_SCHEMA} version ${RECORD_VERSION})`);
  });

  test('states its time with an offset, in words that strict readers accept, and the time of its attachment', () => {
    const datesIn = (bytes: Uint8Array) =>
      [
        ...Buffer.from(bytes)
          .toString('latin1')
          .matchAll(/\((D:[^)]*)\)/g),
      ].map(([, date]) => date);
    expect(datesIn(renderCertificate(cases[0]!.certificate))).toEqual(["D:20261120120000+00'00'"]);
    expect(datesIn(documents[0]!).toSorted()).toEqual([
      "D:20261120120000+00'00'",
      'D:20261120120000Z',
      'D:20261120120000Z',
    ]);
    expect(xmpOf(documents[0]!)).toContain('<xmp:CreateDate>2026-11-20T12:00:00Z<');
  });

  test('is drawn even from text that was not cleaned', () => {
    const { certificate } = named('latin-contract-fields');
    const name = '\u202egnp.exe\ud800 \u0000\u0007\ufeff\ufffe \u{10ffff} (\\) BT ET';
    const request = { ...certificate.request, product_info: { ...certificate.request.product_info, name } };
    expect(renderCertificate({ ...certificate, request }).length).toBeGreaterThan(10_000);
  });
});
