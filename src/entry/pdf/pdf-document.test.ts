import { describe, expect, test } from 'bun:test';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { pageContents } from '../../../test/support/page-contents.ts';
import { breakLines } from './lines.ts';
import type { TextStyle } from './page-canvas.ts';
import { type PdfContents, PdfDocument } from './pdf-document.ts';
import { child, type Rectangle, type Tag, tag } from './tags.ts';

const style: TextStyle = { size: 10, colour: '#204060' };

/** A document of one page, with `fill` called to draw on it. */
function documentOf(fill: (pdf: PdfDocument, structure: Tag) => void, contents: Partial<PdfContents> = {}): Buffer {
  const pdf = new PdfDocument({ title: 'Title', createdMs: Date.UTC(2026, 10, 20) });
  const structure = tag('Document');
  fill(pdf, structure);
  return Buffer.from(pdf.finish({ structure, bookmarks: [], attachment: undefined, ...contents }));
}

function drawn(text: string): Buffer {
  return documentOf((pdf, structure) => {
    const page = pdf.addPage();
    page.tagged(child(structure, 'P'), () => page.line(breakLines(text, style, 500)[0]!, 50, 100, style));
  });
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const facesIn = (pdf: Buffer) => [...new Set(latin1(pdf).match(/(?<=\/FontName \/[A-Z]{6}\+)\S+/g))];

/** The characters of the string object of an entry (ISO 32000-1, 7.3.4.2 and 7.9.2.2). */
function textOf(pdf: Buffer, key: string): string {
  const [, written] = new RegExp(`/${key} \\(((?:[^\\\\()]|\\\\.)*)\\)\\n`, 's').exec(latin1(pdf))!;
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const bytes = written!.replace(/\\(.)/gs, (_, escaped) => escapes[escaped] ?? escaped);
  if (!bytes.startsWith('\xfe\xff')) return bytes;
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le');
}

/** Each object that the cross-reference table names is where it says. */
function requireSoundTable(pdf: Buffer): void {
  const text = latin1(pdf);
  const table = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]));
  const offsets = Array.from(table.matchAll(/^(\d{10}) 00000 n $/gm), ([, offset]) => Number(offset));
  expect(offsets.length).toBeGreaterThan(10);
  offsets.forEach((offset, index) => {
    expect(text.slice(offset, offset + 12)).toStartWith(`${index + 1} 0 obj\n`);
  });
}

describe('a PDF', () => {
  test('says a replacement text as it was written, and the text cannot end early', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }), (actualText) => {
        const pdf = documentOf((document, structure) => {
          const page = document.addPage();
          page.tagged(child(structure, 'P', { actualText }), () => page.rectangle(0, 0, 1, 1, style.colour));
        });
        expect(textOf(pdf, 'ActualText')).toBe(actualText);
        requireSoundTable(pdf);
      }),
      // U+0D28 and U+285C have bytes that are brackets, a backslash and a carriage return.
      { numRuns: 60, examples: [['(a)\\ ) endobj\r\n'], ['\u0d28\u5c29\u285c\u0a0d']] },
    );
  });

  test('leads from each line of a link, measured from the bottom of the page', () => {
    const lines: Rectangle[] = [
      { x: 100, y: 50, width: 200, height: 12 },
      { x: 100, y: 62, width: 40, height: 12 },
    ];
    const pdf = latin1(
      documentOf((document, structure) => {
        const [first, second] = [document.addPage(), document.addPage()];
        first.tagged(child(structure, 'P'), () => first.rectangle(0, 0, 1, 1, style.colour));
        const link = child(structure, 'Link');
        second.tagged(link, () => second.rectangle(0, 0, 1, 1, style.colour));
        link.kids.push({ page: second.index, link: { target: 'https://acme-goods.com/(1)', lines } });
      }),
    );
    expect(pdf).toContain('\n/Rect [100 718 300 742]\n');
    expect(pdf).toContain('\n/QuadPoints [100 742 300 742 100 730 300 730 100 730 140 730 100 718 140 718]\n');
    expect(pdf).toContain('\n/URI (https://acme-goods.com/\\(1\\))\n');
    expect(pdf).toContain('\n/Contents (Opens https://acme-goods.com/\\(1\\))\n');
    // Printed (4), neither hidden nor invisible: PDF/A (ISO 19005-3, 6.3.2) requires it.
    expect(pdf).toContain('\n/F 4\n');
    const [, annotation] = /(\d+) 0 obj\n<<\n\/Subtype \/Link\n/.exec(pdf)!;
    const [, page] = new RegExp(`/Type /OBJR\\n/Obj ${annotation} 0 R\\n/Pg (\\d+) 0 R`).exec(pdf)!;
    expect(pdf).toContain(`\n/Kids [${/\/Kids \[(\d+) 0 R/.exec(pdf)![1]} 0 R ${page} 0 R]`);
  });

  test('has bookmarks that show the left edge of their page', () => {
    const bookmarks = [
      { title: 'One (1)', page: 0, y: 92 },
      { title: 'Zwei 頭盔', page: 1, y: 0 },
    ];
    const pdf = documentOf(
      (document, structure) => {
        for (const page of [document.addPage(), document.addPage()]) {
          page.tagged(child(structure, 'P'), () => page.rectangle(0, 0, 1, 1, style.colour));
        }
      },
      { bookmarks },
    );
    const places = Array.from(latin1(pdf).matchAll(/\/Dest \[\d+ 0 R \/XYZ (\S+) (\S+) 0\]/g), ([, ...place]) => place);
    expect(places).toEqual([
      ['0', '700'],
      ['0', '792'],
    ]);
    expect(latin1(pdf)).toContain('/Title (One \\(1\\))');
  });

  test('holds its attachment whole', () => {
    const bytes = Uint8Array.from({ length: 3000 }, (_, index) => (index * index) % 251);
    const attachment = { name: 'a.bin', mediaType: 'application/json', description: 'Numbers', bytes };
    const pdf = documentOf((document) => void document.addPage(), { attachment });
    const [head, length] = /\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/.exec(
      latin1(pdf).slice(latin1(pdf).indexOf('/Type /EmbeddedFile')),
    )!;
    const start = latin1(pdf).indexOf(head, latin1(pdf).indexOf('/Type /EmbeddedFile')) + head.length;
    expect(new Uint8Array(inflateSync(pdf.subarray(start, start + Number(length))))).toEqual(bytes);
  });

  test('refuses a title with markup, which pdfkit would write into the metadata as it is', () => {
    expect(() => new PdfDocument({ title: 'A & B', createdMs: 0 })).toThrow('markup');
  });
});

describe('the text of a PDF', () => {
  test.each([
    ['A certificate of “flour” · (AV) 16 CFR 1500.48, R&D @ 5 % <ffi> ~', ['NotoSans-Regular']],
    ['ABC Nghĩa 12', ['NotoSans-Regular']],
    ['成人 12 头盔', ['NotoSansSC-Regular', 'NotoSans-Regular']],
    ['ไทย 12', ['NotoSansThai-Regular', 'NotoSans-Regular']],
  ])('%s is drawn in %j, each embedded once', (text, faces) => {
    const pdf = drawn(text);
    expect(facesIn(pdf).toSorted()).toEqual(faces.toSorted());
    expect(latin1(pdf).match(/\/FontFile2 /g)!.length).toBe(faces.length);
  });

  test('in one face is shown by one operator, with the spaces that the shaper chose between letters', () => {
    const [page] = pageContents(drawn('AVAVA flour'));
    expect(page!.match(/ TJ$/gm)!.length).toBe(1);
    expect(page).toMatch(/\[<[0-9a-f]{4}> \d+ <[0-9a-f]{4}> /);
  });

  test('is the same whatever another document drew of the same lines', () => {
    const text = 'ABC Nghĩa 12 成人 שלום';
    const first = drawn(text);
    drawn('頭盔 Nghĩa');
    expect(drawn(text).equals(first)).toBe(true);
  });
});
