/** Properties that hold for any text and any JSON. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { NOW_MS, validBody } from '../../../test/support/certificate-fixtures.ts';
import { PortsideError } from '../../domain/errors.ts';
import { attachedRecord } from './attached-record.ts';
import { makeCertificate } from './certificate.ts';
import type { CitationKeys } from './citation-grammar.ts';
import { parseCitation } from './citations.ts';
import { cleanText } from './clean-text.ts';
import { readRequest } from './validate.ts';

/** Texts of any characters, lone surrogates, invisible characters and combining characters. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 4 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        '\u0301',
        '\u200d',
        '\u202e',
        '\r',
        '\n',
        '\t',
        '\u3000',
        '\ufe0f',
        '\u200c',
        '\u{e0100}',
        '\u0915',
        '\u094d',
        '\u093c',
        '\u09af',
        '\u0645',
        '\u064e',
        '\u0654',
        '❤',
        '葛',
        'e',
        '\u1112',
        '\u1161',
        '\u11ab',
        '\ud83d',
        '\udc00',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('cleaned text is well-formed, visible and NFC, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (raw, multiline) => {
      const cleaned = cleanText(raw, multiline);
      if (cleaned === undefined) return;
      expect(cleanText(cleaned, multiline)).toBe(cleaned);
      expect(cleaned.isWellFormed()).toBe(true);
      expect(cleaned.normalize('NFC')).toBe(cleaned);
      expect(cleaned).not.toMatch(
        /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\n\p{Join_Control}\p{Variation_Selector}]]/v,
      );
      // Joiners and selectors stay beside what they change, never alone.
      expect(cleaned).not.toMatch(/(^|[\s\p{Join_Control}])[\p{Join_Control}\p{Variation_Selector}]/u);
      expect(cleaned.includes('\n') && !multiline).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('arbitrary JSON is refused as an invalid request, never with another error', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ product_info: fc.jsonValue(), testing_lab: fc.jsonValue() })),
      (body) => {
        expect(() => readRequest(body, NOW_MS)).toThrow(PortsideError);
      },
    ),
  );
});

test('no visible text is refused, and none is lost in the attached record', () => {
  fc.assert(
    fc.property(text, (raw) => {
      fc.pre(cleanText(raw, true) !== '');
      const body = validBody();
      body.manufacturer.address = raw;
      body.cpsc_rules_cited = [raw];
      const request = readRequest(body, NOW_MS);
      const record = attachedRecord(makeCertificate(request, { gccId: 'id', issuedAtMs: NOW_MS, verifyUrl: '' }));
      expect(JSON.parse(JSON.stringify(record)).request).toEqual(request);
    }),
  );
});

test('each broader form of a citation is a citation that is one step shorter', () => {
  const digits = (min: number, max: number) => fc.integer({ min, max }).map(String);
  const paragraphs = fc.array(fc.constantFrom('(a)', '(d)', '(1)', '(12)', '(ii)'), { maxLength: 4 });
  fc.assert(
    fc.property(digits(1000, 1999), digits(1, 99), paragraphs, (part, section, steps) => {
      const keys = parseCitation(`16 CFR § ${part}.${section}${steps.join('')}`);
      expect(keys).toHaveLength(2 + steps.length);
      for (const [index, key] of keys!.entries())
        expect(parseCitation(key)).toEqual(keys!.slice(index) as CitationKeys);
    }),
  );
});
