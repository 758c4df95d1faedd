/** Input as bytes: a page gives the same findings however it is cut, and a damaged tariff file is planned or refused. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { PageDecoder } from '../../src/pixel/fetch/charset.ts';
import { createMatcher } from '../../src/pixel/matcher.ts';
import { embeddedTariff } from '../../src/tariff/embedded.ts';
import { planImport } from '../../src/tariff/import/plan-import.ts';
import { TariffFileError } from '../../src/tariff/json-fields.ts';
import { serializeList } from '../../src/tariff/serialize-list.ts';
import { anyCharacter } from '../support/any-character.ts';

function findings(pieces: Uint8Array[], contentType?: string) {
  const decoder = new PageDecoder(contentType);
  const matcher = createMatcher();
  for (const piece of pieces) matcher.push(decoder.push(piece));
  matcher.push(decoder.end());
  return matcher.finish({ url: 'https://shop.example/' }).report.findings;
}

const PAGE = [
  '<!doctype html><meta charset="utf-8"><title>Bücher – 書籍 😀</title>',
  '<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABCDE12345"></script>',
  `<script>/* é */gtag('config','G-ABCDE12345');fbq('init','123456789012345');fbq('track','PageView')</script>`,
  '<noscript><img src="https://www.facebook.com/tr?id=123456789012345&ev=PageView"></noscript>',
].join('\n');

describe('a page in bytes', () => {
  const types = [undefined, 'text/html; charset=utf-8', 'text/html; charset=utf-16le', 'text/html; charset=shift_jis'];
  test.each(types)('cut in two at every byte gives the same findings: %p', (type) => {
    const bytes = Buffer.from(PAGE, type?.includes('16') ? 'utf16le' : 'utf8');
    const whole = findings([bytes], type);
    expect(whole.length).toBeGreaterThan(0);
    for (let at = 0; at <= bytes.length; at++) {
      expect(findings([bytes.subarray(0, at), bytes.subarray(at)], type)).toEqual(whole);
    }
  });

  test('byte by byte gives the same findings', () => {
    const bytes = Buffer.from(PAGE);
    expect(findings(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(findings([bytes]));
  });

  test('of random bytes gives the same findings byte by byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), fc.constantFrom(...types), (bytes, type) => {
        expect(findings([bytes], type)).toEqual(
          findings(
            Array.from(bytes, (byte) => Uint8Array.of(byte)),
            type,
          ),
        );
      }),
    );
  });
});

describe('a tariff file', () => {
  const data = embeddedTariff();
  const known = data.lists.map(serializeList);
  const plan = (text: string) => planImport(text, data, { date: '2026-11-20' });

  test('that Portside wrote changes nothing', () => {
    for (const text of known) {
      const { added, removed, rate_changed, terms_changed, dates_changed } = plan(text);
      expect([added, removed, rate_changed, terms_changed, dates_changed]).toEqual([[], [], [], [], []]);
    }
  });

  const damaged = fc
    .record({
      text: fc.constantFrom(...known, 'hts8,rate\n', '[]', '{}', 'HTS Number,Indent,Description\n'),
      at: fc.nat(),
      dropped: fc.nat(60),
      put: fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 12 }),
        fc.constantFrom('"', '\0', ',', '}', ']', 'null', '-1'),
      ),
    })
    .map(({ text, at, dropped, put }) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + dropped);
    });

  test('that is damaged, or any text, is planned or refused with TariffFileError', () => {
    fc.assert(
      fc.property(fc.oneof(damaged, fc.string({ unit: anyCharacter }), fc.json()), (text) => {
        try {
          plan(text);
        } catch (error) {
          expect(error).toBeInstanceOf(TariffFileError);
        }
      }),
      { numRuns: 150 },
    );
  });
});
