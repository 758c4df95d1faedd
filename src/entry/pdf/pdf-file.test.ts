import { describe, expect, test } from 'bun:test';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { PdfFile, pdfNumber, pdfText } from './pdf-file.ts';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** Each object, read from where the cross-reference table says that it is. */
function objectsOf(bytes: Uint8Array): string[] {
  const text = latin1(bytes);
  const table = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]));
  const [, size] = /^xref\n0 (\d+)\n0000000000 65535 f \n/.exec(table)!;
  const offsets = Array.from(table.matchAll(/^(\d{10}) 00000 n $/gm), ([, offset]) => Number(offset));
  expect(offsets.length).toBe(Number(size) - 1);
  return offsets.map((offset) => text.slice(offset, text.indexOf('\nendobj\n', offset)));
}

/** The characters of a string object (ISO 32000-1, 7.3.4.2 and 7.9.2.2). */
function readText(object: string): string {
  expect(object).toMatch(/^\((?:[^\\()\r]|\\[\\()r])*\)$/s);
  const bytes = object.slice(1, -1).replace(/\\(.)/gs, (_, escaped) => (escaped === 'r' ? '\r' : escaped));
  if (!bytes.startsWith('\xfe\xff')) return bytes;
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le');
}

describe('a PDF file', () => {
  test('finds each object, whatever the order in which they are written', () => {
    const file = new PdfFile();
    const later = file.reserve();
    const stream = file.addStream(Buffer.from('bytes \xff\x00', 'latin1'), '\n/N 3');
    const now = file.add('[\xe9 2]');
    file.write(later, '<</K 1>>');
    const objects = objectsOf(file.finish(`\n/Root ${later} 0 R`));
    expect(objects[later - 1]).toBe('1 0 obj\n<</K 1>>');
    expect(objects[now - 1]).toBe('3 0 obj\n[\xe9 2]');
    const [, length, packed] =
      /^2 0 obj\n<<\n\/N 3\n\/Filter \/FlateDecode\n\/Length (\d+)\n>>\nstream\n(.*)\nendstream$/s.exec(
        objects[stream - 1]!,
      )!;
    expect(packed!.length).toBe(Number(length));
    // Also compares the checksum.
    expect(inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1')).toBe('bytes \xff\x00');
  });

  test('begins with what another one was begun with, which stays as it is', () => {
    const first = new PdfFile();
    first.addStream(Buffer.from('shared'));
    const start = first.start();
    const before = latin1(start.bytes);
    const files = ['a', 'b'].map((name) => {
      const file = new PdfFile(start);
      expect(file.add(name)).toBe(2);
      return file.finish('');
    });
    expect(files.map((bytes) => objectsOf(bytes).at(-1))).toEqual(['2 0 obj\na', '2 0 obj\nb']);
    expect(files.every((bytes) => latin1(bytes).startsWith(before))).toBe(true);
    expect([latin1(start.bytes), start.offsets.length]).toEqual([before, 1]);
  });

  test('inflates to what was packed, also if nothing was', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        const file = new PdfFile();
        file.addStream(bytes);
        const text = latin1(file.finish(''));
        const packed = text.slice(text.indexOf('stream\n') + 7, text.indexOf('\nendstream'));
        expect(new Uint8Array(inflateSync(Buffer.from(packed, 'latin1')))).toEqual(bytes);
      }),
    );
  });
});

test('a text is read as it was written, and cannot end early', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
      expect(readText(pdfText(text))).toBe(text);
    }),
    // U+0D28 and U+285C have bytes that are brackets, a backslash and a carriage return.
    { examples: [['(a)\\ ) endobj\r\n'], ['\u0d28\u5c29\u285c\u0a0d'], ['']] },
  );
});

test.each([
  [1e-7, '0'],
  [0.1 + 0.2, '0.3'],
  [-12.3456789, '-12.345679'],
  [792, '792'],
])('the number %p is written as %s', (number, written) => {
  expect(pdfNumber(number)).toBe(written);
});
