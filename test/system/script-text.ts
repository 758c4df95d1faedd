/**
 * Every script, read by three programs that Portside did not write: poppler, MuPDF and PDFBox. None is told anything but the
 * file, and none needs an ActualText.
 */
import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { $ } from 'bun';
import { makeCertificate } from '../../src/entry/issue/certificate.ts';
import { readRequest } from '../../src/entry/issue/validate.ts';
import { renderCertificate } from '../../src/entry/pdf/render-certificate.ts';
import { NOW_MS, validBody } from '../support/certificate-fixtures.ts';
import { root } from '../support/paths.ts';
import { hasPrograms, squash } from '../support/pdf-tools.ts';
import { DIFFICULT_WORDS, SCRIPT_SAMPLES } from '../support/script-samples.ts';
import { tempDir } from '../support/temp.ts';

const gccId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const folder = tempDir();
const file = join(folder, 'every-script.pdf');

/** One certificate with all samples, each text in a field of its own. */
const written = [
  ...SCRIPT_SAMPLES.flatMap(({ product, company, address }) => [`${product}, ${company}`, address]),
  ...DIFFICULT_WORDS.map(([, words]) => words),
  `Stacked x${'\u0300\u0316\u0302\u0317\u0303\u0323\u0304\u0324\u0306\u0325'.repeat(3)} marks`,
];
const exclusions = written.map((basis) => ({ citation: '16 CFR 1610.1(d)(1)', basis }));
const request = readRequest({ ...validBody(), exclusions }, NOW_MS, 'v1');
/** As they were cleaned. */
const texts = request.exclusions.map(({ basis }) => basis!);
const isRightToLeft = (text: string) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
const leftToRight = texts.filter((text) => !isRightToLeft(text));
const rightToLeft = texts.filter(isRightToLeft);

/** Blanks are where a line was broken, and poppler adds marks of direction. Nothing else is forgiven. */
const unbroken = (text: string) => text.replace(/[\s\u202a-\u202e]+/gu, '');

const wordsOf = (text: string) =>
  [...text.matchAll(/[[\p{Script=Arabic}\p{Script=Hebrew}]&&\p{L}]{2,}/gv)].map(([word]) => squash(word));

async function readByPdfBox(): Promise<string> {
  const jars = join(folder, 'jars');
  await $`mvn -q -B -f ${join(root, 'test/system/pdfbox/pom.xml')} dependency:copy-dependencies -DoutputDirectory=${jars}`.quiet();
  return await $`java -Dstdout.encoding=UTF-8 -Dfile.encoding=UTF-8 -cp ${join(jars, '*')} org.apache.pdfbox.tools.PDFBox export:text -i ${file} -console -encoding UTF-8`
    .quiet()
    .text();
}

/** The texts that the structure tree states, read by qpdf. */
async function structureTexts(): Promise<string[]> {
  const { qpdf } = await $`qpdf --json=2 --json-key=qpdf ${file}`.quiet().json();
  const objects = Object.values(qpdf[1]) as { value?: Record<string, string> }[];
  return objects.flatMap(({ value }) =>
    value?.['/S'] && value['/ActualText'] ? [value['/ActualText'].replace(/^u:/, '')] : [],
  );
}

describe.if(hasPrograms('pdftotext', 'mutool', 'mvn', 'java', 'qpdf'))('the text of every script', () => {
  const read = new Map<string, string>();

  beforeAll(async () => {
    const verifyUrl = `https://portside.example/verify/${gccId}`;
    await Bun.write(file, renderCertificate(makeCertificate(request, { gccId, issuedAtMs: NOW_MS, verifyUrl })));
    read.set('poppler', await $`pdftotext -raw ${file} -`.quiet().text());
    read.set('MuPDF', await $`mutool draw -q -F txt -o - ${file}`.quiet().text());
    read.set('PDFBox', await readByPdfBox());
  }, 300_000);

  test.each(['poppler', 'MuPDF', 'PDFBox'])(
    'is extracted by %s as it was written, character by character',
    (reader) => {
      const text = unbroken(read.get(reader)!);
      expect(leftToRight.filter((each) => !text.includes(unbroken(each)))).toEqual([]);
      expect(leftToRight.length).toBeGreaterThan(60);
    },
  );

  test('is extracted by poppler in reading order, of right-to-left scripts too', () => {
    const text = squash(read.get('poppler')!);
    expect(rightToLeft.filter((each) => !text.includes(squash(each)))).toEqual([]);
    expect(rightToLeft.length).toBeGreaterThan(8);
  });

  // MuPDF writes letters from left to right as they are drawn, and PDFBox the words of a line: neither knows the direction.
  test.each([
    ['MuPDF', (word: string) => [word.match(/ل[اأإآ]|./gu)!, [...word]].map((drawn) => drawn.reverse().join(''))],
    ['PDFBox', (word: string) => [word]],
  ] as const)('has every right-to-left word for %s', (reader, drawn) => {
    const text = squash(read.get(reader)!);
    const words = rightToLeft.flatMap(wordsOf);
    expect(words.filter((word) => !drawn(word).some((form) => text.includes(form)))).toEqual([]);
    expect(words.length).toBeGreaterThan(30);
  });

  test('is whole on its structure element, in reading order', async () => {
    const stated = new Set(await structureTexts());
    const expected = texts.filter((text) => !/^[\x20-\x7e]*$/.test(text));
    expect(expected.filter((text) => ![...stated].some((each) => each.includes(text)))).toEqual([]);
  });
});
