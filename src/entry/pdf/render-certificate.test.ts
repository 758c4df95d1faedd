import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { $ } from 'bun';
import { documentCases } from '../../../test/support/document-cases.ts';
import { extractText, hasPrograms, squash, textsOf } from '../../../test/support/pdf-tools.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { HEADINGS, NOT_STATED } from './certificate-content.ts';
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

  test('is drawn even from text that was not cleaned', () => {
    const { certificate } = named('latin-contract-fields');
    const name = '\u202egnp.exe\ud800 \u0000\u0007\ufeff\ufffe \u{10ffff} (\\) BT ET';
    const request = { ...certificate.request, product_info: { ...certificate.request.product_info, name } };
    expect(renderCertificate({ ...certificate, request }).length).toBeGreaterThan(10_000);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'portside-documents-'));
const fileOf = (name: string) => join(folder, `${name}.pdf`);
afterAll(() => rmSync(folder, { recursive: true }));

describe.if(hasPrograms('pdftotext', 'pdfdetach'))('a certificate as another reader sees it', () => {
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

  test('has a banner that names what is missing, if something is missing', () => {
    for (const { name, certificate } of cases) {
      const text = texts.get(name)!;
      const incomplete = certificate.missing.length > 0;
      expect(text.includes('Incomplete: not yet usable as a certificate'), name).toBe(incomplete);
      expect(text.includes(NOT_STATED), name).toBe(incomplete);
    }
  });

  // Marks on right-to-left letters are drawn separately from the letters, and pdftotext cannot restore their order.
  const withMarks = /[\p{Script=Hebrew}\p{Script=Arabic}]\p{M}/u;
  // These contain characters that no font in the binary has; they are shown as code points.
  const undrawable = new Set(['33-unsupported-scripts', '34-rare-glyphs']);

  test('contains every text of the request in reading order', () => {
    for (const { name, certificate } of cases) {
      if (undrawable.has(name)) continue;
      const extracted = squash(texts.get(name)!);
      for (const text of textsOf(certificate.request)) {
        if (!withMarks.test(text)) expect(extracted, name).toContain(squash(text));
      }
    }
  });

  test('shows a character that no font has as its code point', () => {
    const text = texts.get('34-rare-glyphs')!;
    expect(text).toContain('[U+2A6A5]');
    expect(text).toContain('[U+E000]');
    expect(text).toContain('𠮷野家');
  });

  test('numbers its pages and repeats the heading that continues', async () => {
    const text = await $`pdftotext -raw ${fileOf('42-one-hundred-citations')} -`.quiet().text();
    const pages = text.split('\f').filter(Boolean);
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    });
    expect(pages[1]).toContain(`2 ${HEADINGS[1]} (continued)`);
    expect(text).toContain('Rule 100 ');
  });

  test('has its registry record attached', async () => {
    for (const { name, certificate, recordJson } of cases) {
      const out = join(folder, 'record.json');
      await $`pdfdetach -save 1 -o ${out} ${fileOf(name)}`.quiet();
      expect(await Bun.file(out).text(), name).toBe(recordJson);
      expect(await $`pdfdetach -list ${fileOf(name)}`.quiet().text()).toContain(`GCC-${certificate.gccId}.json`);
    }
  });
});
