/** Certificates read by programs that Portside did not write: poppler's pdftotext and pdfdetach. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { $ } from 'bun';
import { RECORD_SCHEMA, RECORD_VERSION } from '../../src/entry/issue/attached-record.ts';
import { makeCertificate } from '../../src/entry/issue/certificate.ts';
import { readRequest } from '../../src/entry/issue/validate.ts';
import { NOT_STATED } from '../../src/entry/pdf/certificate-content.ts';
import { HEADINGS } from '../../src/entry/pdf/certificate-items.ts';
import { renderCertificate } from '../../src/entry/pdf/render-certificate.ts';
import { NOW_MS } from '../support/certificate-fixtures.ts';
import { documentCases } from '../support/document-cases.ts';
import { extractPages, extractText, hasPrograms, squash, textsOf } from '../support/pdf-tools.ts';
import { structuredBody } from '../support/structured-body.ts';
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

  test('names the laboratory and the row that continue on a further page', async () => {
    const labs = Array.from({ length: 20 }, (_, index) => ({
      name: `Laboratory called ${index}`,
      test_date: '2026-03-20',
      test_place: 'Shenzhen, China',
      address: `${index} Gaoxin South Road, Shenzhen`,
      email: 'reports@labs.example',
      phone: '+86 755 5550 0177',
      report_number: `R-${index}`,
      report_url: `https://reports.labs.example/${index}`,
      rules: ['16 CFR part 1203'],
    }));
    const { testing_labs: _, exclusions: __, ...body } = structuredBody();
    const address = '88 Keji Road, behind the bridge, '.repeat(120).trim();
    const certifier = { ...(body.certifier as object), address };
    const file = fileOf('twenty-laboratories');
    const request = readRequest({ ...body, certifier, testing_labs: labs }, NOW_MS, 'v2');
    const [{ certificate }] = cases as [(typeof cases)[number]];
    await Bun.write(file, renderCertificate(makeCertificate(request, certificate)));
    const pages = await extractPages(file);
    let continued = 0;
    pages.slice(1).forEach((page, at) => {
      const found = /^6 Date and place of testing(?:, laboratory (\d+) of 20)?(?:, [a-z ]+)? \(continued\)\n(.*)/m.exec(
        page,
      );
      if (!found) return;
      continued++;
      const [, number, row] = found;
      const names = Array.from(
        pages
          .slice(0, at + 1)
          .join('\n')
          .matchAll(/^Laboratory (\d+) of 20 /gm),
        ([, n]) => n,
      );
      if (row!.startsWith('Laboratory ')) expect([page, number]).toEqual([page, undefined]);
      else expect(number).toBe(names.at(-1));
    });
    expect(continued).toBeGreaterThan(2);
    expect(pages.join('')).toContain('3 Finished product certifier, address (continued)\n');
  });

  test('ends every value from right to left at one edge', async () => {
    let values = 0;
    for (const name of ['22-arabic', '24-hebrew', '51-right-to-left-long-paragraph']) {
      const boxes = await $`pdftotext -bbox-layout ${fileOf(name)} -`.quiet().text();
      for (const [, right, words] of boxes.matchAll(
        /<line xMin="\S+" yMin="\S+" xMax="(\S+)" yMax="\S+">(.*?)<\/line>/gs,
      )) {
        if (!/^[^A-Za-z]*[\p{Script=Hebrew}\p{Script=Arabic}][^A-Za-z]*$/u.test(words!.replace(/<[^>]*>/g, '')))
          continue;
        values++;
        expect([name, Math.round(Number(right))]).toEqual([name, 558]);
      }
    }
    expect(values).toBeGreaterThan(9);
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
