import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { $ } from 'bun';
import { documentCases } from '../../../test/support/document-cases.ts';
import { extractText, hasTool, squash, textsOf } from '../../../test/support/pdf-tools.ts';
import { HEADINGS, NOT_STATED } from './certificate-content.ts';
import { renderCertificate } from './render-certificate.ts';

const cases = documentCases();
const named = (name: string) => cases.find((each) => each.name.endsWith(name))!;
const draw = ({ certificate, recordJson }: (typeof cases)[number]) => renderCertificate(certificate, recordJson);
const documents = cases.map(draw);
const sha256 = (bytes: Uint8Array) => Bun.SHA256.hash(bytes, 'hex');
const xmpOf = (bytes: Uint8Array) => /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(Buffer.from(bytes).toString('latin1'))![0];

describe('a certificate as PDF', () => {
  test('is the same bytes whatever was drawn before it', () => {
    const backward = cases.toReversed().map((each) => sha256(draw(each)));
    expect(backward.reverse()).toEqual(documents.map(sha256));
  });

  test('differs where its data differs', () => {
    const { certificate, recordJson } = named('latin-contract-fields');
    const original = sha256(renderCertificate(certificate, recordJson));
    const later = { ...certificate, issuedAtMs: certificate.issuedAtMs + 60_000 };
    expect(sha256(renderCertificate(later, recordJson))).not.toBe(original);
    expect(sha256(renderCertificate(certificate, '{}'))).not.toBe(original);
  });

  test('keeps a caller’s text out of its metadata', () => {
    const plain = named('latin-contract-fields');
    const hostile = { ...named('hostile-markup').certificate, gccId: plain.certificate.gccId };
    expect(xmpOf(renderCertificate(hostile))).toBe(xmpOf(draw(plain)));
    expect(xmpOf(draw(plain))).toContain(`General Certificate of Conformity ${plain.certificate.gccId}`);
  });

  test('refuses a number that is not a UUID, which alone could bring markup into the metadata', () => {
    const { certificate } = named('latin-contract-fields');
    expect(() => renderCertificate({ ...certificate, gccId: '<rdf:li>' })).toThrow('UUID');
  });

  test('survives text that no cleaning went over', () => {
    const { certificate } = named('latin-contract-fields');
    const name = '\u202egnp.exe\ud800 \u0000\u0007\ufeff\ufffe \u{10ffff} (\\) BT ET';
    const request = { ...certificate.request, product_info: { ...certificate.request.product_info, name } };
    expect(renderCertificate({ ...certificate, request }).length).toBeGreaterThan(10_000);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'portside-documents-'));
const fileOf = (name: string) => join(folder, `${name}.pdf`);
afterAll(() => rmSync(folder, { recursive: true }));

describe.if(hasTool('pdftotext') && hasTool('pdfdetach'))('a certificate as others read it', () => {
  const texts = new Map<string, string>();

  beforeAll(async () => {
    for (const [index, { name }] of cases.entries()) {
      await Bun.write(fileOf(name), documents[index]!);
      texts.set(name, await extractText(fileOf(name)));
    }
  });

  test('has all seven headings, in order, in every document', () => {
    for (const { name } of cases) {
      const text = texts.get(name)!;
      const places = HEADINGS.map((heading, index) => text.indexOf(`\n${index + 1} ${heading}\n`));
      expect(places, name).toEqual(places.toSorted((a, b) => a - b));
      expect(Math.min(...places), name).toBeGreaterThan(0);
    }
  });

  test('has a banner that names what is missing, just while something is', () => {
    for (const { name, certificate } of cases) {
      const text = texts.get(name)!;
      const incomplete = certificate.missing.length > 0;
      expect(text.includes('Incomplete: not yet usable as a certificate'), name).toBe(incomplete);
      expect(text.includes(NOT_STATED), name).toBe(incomplete);
    }
  });

  // Points and accents above right-to-left letters are drawn apart from them, which pdftotext cannot put back in order.
  const pointed = /[\p{Script=Hebrew}\p{Script=Arabic}]\p{M}/u;
  // These hold characters that no face in the binary can draw, shown as their code points.
  const undrawable = new Set(['33-unsupported-scripts', '34-rare-glyphs']);

  test('gives back every text of the request in reading order', () => {
    for (const { name, certificate } of cases) {
      if (undrawable.has(name)) continue;
      const extracted = squash(texts.get(name)!);
      for (const text of textsOf(certificate.request)) {
        if (!pointed.test(text)) expect(extracted, name).toContain(squash(text));
      }
    }
  });

  test('shows a character that no face has as its code point', () => {
    const text = texts.get('34-rare-glyphs')!;
    expect(text).toContain('[U+2A6A5]');
    expect(text).toContain('[U+E000]');
    expect(text).toContain('𠮷野家');
  });

  test('numbers its pages and repeats the heading that goes on', async () => {
    const text = await $`pdftotext -raw ${fileOf('42-one-hundred-citations')} -`.quiet().text();
    const pages = text.split('\f').filter(Boolean);
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    });
    expect(pages[1]).toContain(`2 ${HEADINGS[1]} (continued)`);
    expect(text).toContain('Rule 100 ');
  });

  test('carries its machine-readable record', async () => {
    for (const { name, certificate, recordJson } of cases) {
      const out = join(folder, 'record.json');
      await $`pdfdetach -save 1 -o ${out} ${fileOf(name)}`.quiet();
      expect(await Bun.file(out).text(), name).toBe(recordJson);
      expect(await $`pdfdetach -list ${fileOf(name)}`.quiet().text()).toContain(`GCC-${certificate.gccId}.json`);
    }
  });
});
