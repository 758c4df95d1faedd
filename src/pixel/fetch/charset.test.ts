import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { charsetOf, declaredIn, PageDecoder } from './charset.ts';

const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, little: boolean) =>
  Uint8Array.from(
    [...text].flatMap((c) =>
      little ? [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8] : [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255],
    ),
  );
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

function decode(bytes: Uint8Array, contentType?: string, cuts: number[] = []) {
  const decoder = new PageDecoder(contentType);
  let text = '';
  let at = 0;
  for (const cut of [...cuts.filter((cut) => cut <= bytes.length).sort((a, b) => a - b), bytes.length]) {
    text += decoder.push(bytes.subarray(at, cut));
    at = cut;
  }
  text += decoder.end();
  return { encoding: decoder.encoding, text };
}

describe('the encoding of a page', () => {
  const BOM8 = latin('\xef\xbb\xbf');
  const rows: [string, Uint8Array, string | undefined, string, string][] = [
    ['no declaration', latin('<p>caf\xe9 \x80'), undefined, 'windows-1252', '<p>café €'],
    ['an empty page', latin(''), undefined, 'windows-1252', ''],
    ['header', utf8('<p>é'), 'text/html; charset=utf-8', 'utf-8', '<p>é'],
    ['header, quoted', utf8('é'), 'text/html;Charset="UTF-8"', 'utf-8', 'é'],
    ['header, shift_jis', latin('\x83J\x83t\x83F'), 'text/html; charset=Shift_JIS', 'shift_jis', 'カフェ'],
    ['header, latin1 is windows-1252', latin('\x93'), 'text/html; charset=iso-8859-1', 'windows-1252', '“'],
    ['header, utf-16le', utf16('<p>', true), 'text/html; charset=utf-16', 'utf-16le', '<p>'],
    ['header, x-user-defined', latin('\x80'), 'text/html; charset=x-user-defined', 'x-user-defined', '\uf780'],
    [
      'header with an unknown label: the declaration counts',
      utf8('<meta charset=utf-8>é'),
      'text/html; charset=klingon',
      'utf-8',
      '<meta charset=utf-8>é',
    ],
    ['header with a refused label', latin('<p>\xe9'), 'text/html; charset=iso-2022-kr', 'windows-1252', '<p>é'],
    ['byte order mark over header', join(BOM8, utf8('é')), 'text/html; charset=iso-8859-1', 'utf-8', 'é'],
    [
      'byte order mark over declaration',
      join(BOM8, utf8('<meta charset=koi8-r>é')),
      undefined,
      'utf-8',
      '<meta charset=koi8-r>é',
    ],
    ['byte order mark, utf-16le', join(latin('\xff\xfe'), utf16('<p>é', true)), undefined, 'utf-16le', '<p>é'],
    [
      'byte order mark, utf-16be',
      join(latin('\xfe\xff'), utf16('<p>é', false)),
      'text/html; charset=utf-8',
      'utf-16be',
      '<p>é',
    ],
    ['only a byte order mark', latin('\xff\xfe'), undefined, 'utf-16le', ''],
    [
      'utf-16le without a byte order mark, by its XML declaration',
      utf16('<?xml?>', true),
      undefined,
      'utf-16le',
      '<?xml?>',
    ],
    [
      'utf-16be without a byte order mark, by its XML declaration',
      utf16('<?xml?>', false),
      undefined,
      'utf-16be',
      '<?xml?>',
    ],
    [
      'header over declaration',
      utf8('<meta charset=koi8-r>é'),
      'text/html; charset=utf-8',
      'utf-8',
      '<meta charset=koi8-r>é',
    ],
    ['invalid UTF-8', latin('a\xffb\xc3'), 'text/html; charset=utf-8', 'utf-8', 'a\ufffdb\ufffd'],
    ['a UTF-16 page cut inside a character', latin('\xff\xfea\0b'), undefined, 'utf-16le', 'a\ufffd'],
  ];
  test.each(rows)('%s', (_, bytes, contentType, encoding, text) => {
    expect(decode(bytes, contentType)).toEqual({ encoding, text });
  });
});

describe('the encoding a page declares', () => {
  test.each([
    ['<meta charset="utf-8">', 'utf-8'],
    ["<META CHARSET='Windows-1251'/>", 'windows-1251'],
    ['<meta name=a charset=gbk>', 'gbk'],
    ['<meta\n\tcharset = utf8 >', 'utf-8'],
    ['<meta/charset=utf8>', 'utf-8'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">', 'euc-kr'],
    ['<meta content="text/html; charset=\'big5\'" http-equiv=content-type>', 'big5'],
    ['<html lang="a>b"><head><title>x</title><meta charset=utf-8>', 'utf-8'],
    ['<!-- <meta charset=koi8-r> --><meta charset=utf-8>', 'utf-8'],
    ['<!--><meta charset=utf-8>', 'utf-8'],
    ['<!doctype html><?php ?><meta charset=utf-8>', 'utf-8'],
    ['<meta charset=klingon><meta charset=utf-8>', 'utf-8'],
    ['<meta charset=utf-8 charset=koi8-r>', 'utf-8'],
    ['a < b <3 <meta charset=utf-8>', 'utf-8'],
    ['<meta charset=utf-16>', 'utf-8'],
    ['<meta charset=utf-16be>', 'utf-8'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<?xml version="1.0" encoding="koi8-r"?><html>', 'koi8-r'],
  ])('%p declares %s', (head, encoding) => expect(declaredIn(head)).toBe(encoding));

  test.each([
    '',
    '<meta charset=',
    '<meta charset=utf-8',
    '<meta charset="utf-8>',
    '<!-- <meta charset=utf-8>',
    '<p title="<meta charset=utf-8>">',
    '<metal charset=utf-8>',
    '<meta name=description content="text/html; charset=utf-8">',
    '<meta http-equiv=refresh content="0; charset=utf-8">',
    '</meta charset=utf-8>',
    'charset=utf-8',
  ])('%p declares nothing', (head) => expect(declaredIn(head)).toBeUndefined());

  test('a declaration counts only in the first 1,024 bytes', () => {
    const meta = '<meta charset=utf-8>';
    expect(decode(latin(`${' '.repeat(1024 - meta.length)}${meta}`)).encoding).toBe('utf-8');
    expect(decode(latin(`${' '.repeat(1025 - meta.length)}${meta}`)).encoding).toBe('windows-1252');
  });

  test.each([
    [undefined, undefined],
    ['text/html', undefined],
    ['text/html; charset=', undefined],
    ['text/html; charset = utf-8 ; x=y', 'utf-8'],
    ['text/html; charset="a b"', 'a b'],
  ])('the charset of %p is %p', (header, charset) => expect(charsetOf(header)).toBe(charset));
});

describe('however the bytes are cut', () => {
  const encodings = [
    'utf-8',
    'utf-16le',
    'utf-16be',
    'shift_jis',
    'euc-jp',
    'iso-2022-jp',
    'gb18030',
    'big5',
    'euc-kr',
    'koi8-r',
    undefined,
  ];
  const prefix = fc.constantFrom('', '\xef\xbb\xbf', '\xff\xfe', '\xfe\xff', '<meta charset=gbk>', '\x1b$B0!');
  const page = fc.tuple(prefix, fc.uint8Array({ maxLength: 1500 })).map(([head, body]) => join(latin(head), body));
  test('the text and the encoding are the same', () => {
    fc.assert(
      fc.property(
        page,
        fc.constantFrom(...encodings),
        fc.array(fc.nat(1600), { maxLength: 30 }),
        (bytes, label, cuts) => {
          const contentType = label && `text/html; charset=${label}`;
          expect(decode(bytes, contentType, cuts)).toEqual(decode(bytes, contentType));
        },
      ),
    );
  });
});
