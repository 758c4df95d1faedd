/** Certificates read by programs that Portside did not write: poppler's pdftotext and pdfdetach. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { $ } from 'bun';
import { RECORD_SCHEMA, RECORD_VERSION } from '../../src/entry/issue/attached-record.ts';
import { NOT_STATED } from '../../src/entry/pdf/certificate-content.ts';
import { HEADINGS } from '../../src/entry/pdf/certificate-items.ts';
import { renderCertificate } from '../../src/entry/pdf/render-certificate.ts';
import { documentCases } from '../support/document-cases.ts';
import { extractText, hasPrograms, squash, textsOf } from '../support/pdf-tools.ts';
import { tempDir } from '../support/temp.ts';

const cases = documentCases();
const folder = tempDir();
const fileOf = (name: string) => join(folder, `${name}.pdf`);

describe.if(hasPrograms('pdftotext', 'pdfdetach'))('a certificate as another reader sees it', () => {
  const texts = new Map<string, string>();

  beforeAll(async () => {
    for (const { name, certificate, recordJson } of cases) {
      await Bun.write(fileOf(name), renderCertificate(certificate, recordJson));
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

  test('has a banner that names its state, what is missing and what has a defect', () => {
    for (const { name, certificate } of cases) {
      const text = texts.get(name)!;
      const { state, missing, defects } = certificate;
      expect(text.includes('Incomplete: not yet usable as a certificate'), name).toBe(state === 'incomplete');
      expect(text.includes('All elements stated, with defects'), name).toBe(state === 'stated_with_defects');
      if (missing.length > 0) expect(text, name).toContain(NOT_STATED);
      if (state === 'stated') expect(text, name).not.toContain(NOT_STATED);
      for (const { message } of defects) expect(squash(text), name).toContain(squash(`Defect: ${message}`));
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
      expect(JSON.parse(recordJson), name).toMatchObject({ schema: RECORD_SCHEMA, schemaVersion: RECORD_VERSION });
      expect(await $`pdfdetach -list ${fileOf(name)}`.quiet().text()).toContain(`GCC-${certificate.gccId}.json`);
    }
  });
});
