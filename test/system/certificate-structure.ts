/** Certificates read through their structure tree, as a screen reader does: whole texts in order, links and bookmarks. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { labsOf } from '../../src/domain/certificate.ts';
import { undrawable } from '../../src/entry/issue/drawable.ts';
import { type Content, certificateContent, NOT_STATED } from '../../src/entry/pdf/certificate-content.ts';
import { renderCertificate } from '../../src/entry/pdf/render-certificate.ts';
import { corpusCases, documentCases } from '../support/document-cases.ts';
import { hasPrograms, squash } from '../support/pdf-tools.ts';
import { elementsOf, type ReadStructure, readStructure } from '../support/structure-reader.ts';
import { tempDir } from '../support/temp.ts';

const cases = [...documentCases(), ...corpusCases()];

/** Line breaks are not part of a text that is read aloud, and compatibility forms sound the same. */
const spoken = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\u200b]+/g, ' ')
    .trim();

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Everything that the page says, in the order of the page. */
function printedTexts({ title, basis, identity, sections }: Content): string[] {
  const rows = [...identity, ...sections.flatMap((section) => section.rows)];
  const headings = sections.map(({ number, heading }) => (number ? `${number} ${heading}` : heading));
  const cells = rows.flatMap(({ label, value = NOT_STATED, details = [] }) => [label, value, ...details]);
  return [title, basis, ...headings, ...cells];
}

describe.if(hasPrograms('qpdf'))('a certificate as a screen reader sees it', () => {
  const documents = new Map<string, ReadStructure>();
  const folder = tempDir();

  beforeAll(async () => {
    const waiting = [...cases];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const file = join(folder, `${next.name}.pdf`);
        await Bun.write(file, renderCertificate(next.certificate, next.recordJson));
        documents.set(next.name, await readStructure(file));
      }
    };
    await Promise.all([work(), work()]);
  });

  test('has every printed text whole, in an element of its own', () => {
    let texts = 0;
    for (const { name, certificate } of cases) {
      const read = new Set(elementsOf(documents.get(name)!.root).map(({ text }) => spoken(text)));
      for (const text of printedTexts(certificateContent(certificate))) {
        if (undrawable(text).length > 0) continue;
        texts++;
        expect([name, text, read.has(spoken(text))]).toEqual([name, text, true]);
      }
    }
    expect(texts).toBeGreaterThan(10_000);
  });

  test('draws what its replacement texts say', () => {
    let replaced = 0;
    for (const { name } of cases) {
      for (const { text, drawn, kids } of elementsOf(documents.get(name)!.root)) {
        // Letters that go from right to left are drawn in the other order.
        if (kids.length > 0 || text === drawn || RIGHT_TO_LEFT.test(text) || undrawable(text).length > 0) continue;
        replaced++;
        expect([name, squash(drawn)]).toEqual([name, squash(text)]);
      }
    }
    expect(replaced).toBeGreaterThan(60);
  });

  test('draws Vietnamese and Thai whole, blanks included', () => {
    const names = ['07-vietnamese', '08-vietnamese-decomposed', '27-thai', 'vietnamese-long', 'thai-long'];
    for (const name of names) {
      const texts = elementsOf(documents.get(name)!.root).filter(({ text }) =>
        /[\u0e00-\u0e7f\u1ea0-\u1eff]/.test(text),
      );
      expect([name, texts.length > 3]).toEqual([name, true]);
      for (const { text, drawn } of texts)
        if (!text.includes('\n')) expect([name, spoken(drawn)]).toEqual([name, spoken(text)]);
    }
  });

  test('has links on what it prints as web addresses, first its verify address, described in words', () => {
    let reports = 0;
    for (const { name, certificate } of cases) {
      const { verifyUrl, request } = certificate;
      const links = elementsOf(documents.get(name)!.root).filter(({ type }) => type === 'Link');
      const urls = [verifyUrl, ...labsOf(request).flatMap(({ lab }) => lab.report_url ?? [])];
      expect([name, links.map(({ text, link }) => [text, link?.uri, link?.contents])]).toEqual([
        name,
        urls.map((url) => [url, url, `Opens ${url}`]),
      ]);
      expect([name, links.map(({ link, pageIndex }) => link?.pageIndex === pageIndex)]).toEqual([
        name,
        urls.map(() => true),
      ]);
      reports += urls.length - 1;
    }
    expect(reports).toBeGreaterThan(60);
  });

  test('has a bookmark for each heading, in its words, on its page', () => {
    let several = 0;
    for (const { name } of cases) {
      const { root, bookmarks, pages } = documents.get(name)!;
      const headings = elementsOf(root).filter(({ type }) => type === 'H2');
      const expected = headings.map(({ text, pageIndex }) => ({ title: text.replace(/ +/g, ' '), pageIndex }));
      expect([name, bookmarks]).toEqual([name, pages > 1 ? expected : []]);
      if (pages > 1) several++;
    }
    expect(several).toBeGreaterThan(100);
  });

  test('says first that it is a test, if its verify address is not public', () => {
    let tests = 0;
    for (const {
      name,
      certificate: { verifyUrl },
    } of cases) {
      const [first] = documents.get(name)!.root.kids;
      const isTest = !verifyUrl.startsWith('https://certificates.');
      expect([name, first!.type, first!.text.startsWith('TEST DOCUMENT:')]).toEqual([
        name,
        isTest ? 'P' : 'H1',
        isTest,
      ]);
      if (isTest) tests++;
    }
    expect(tests).toBeGreaterThan(50);
  });
});
