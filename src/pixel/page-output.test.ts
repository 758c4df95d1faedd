import { describe, expect, test } from 'bun:test';
import { BadOutput, parseOutput } from './page-output.ts';

const FINDING = {
  rule_id: 'meta_pixel_initialized_twice',
  severity: 'warn',
  message: 'Twice.',
  remedy: 'Once.',
  origin: 'page',
  line: 1,
  column: 2,
  excerpt: 'fbq',
};
const CONTAINER = { kind: 'gtm', id: 'GTM-AAAAA1', url: 'https://www.googletagmanager.com/gtm.js?id=GTM-AAAAA1' };

describe('what a worker says about a page', () => {
  test('is taken field by field', () => {
    const output = {
      findings: [{ ...FINDING, extra: 1, __proto__: { a: 1 } }],
      containers: [{ ...CONTAINER, extra: 1 }],
    };
    expect(parseOutput(JSON.stringify(output))).toEqual({
      findings: [FINDING as never],
      containers: [CONTAINER as never],
      truncated: false,
    });
  });

  test('may be one of the known faults of a body', () => {
    expect(parseOutput('{"fault":"The storefront sent an empty page."}').fault).toBe(
      'The storefront sent an empty page.',
    );
  });

  test.each([
    ['no JSON', 'page'],
    ['no object', 'null'],
    ['a sentence of its own', JSON.stringify({ fault: 'Call 555-0100.' })],
    ['a fault that is no text', JSON.stringify({ fault: ['The storefront sent an empty page.'] })],
    ['findings that are no list', JSON.stringify({ findings: { length: 1 } })],
    ['too many findings', JSON.stringify({ findings: Array(1001).fill(FINDING) })],
    ['an unknown severity', JSON.stringify({ findings: [{ ...FINDING, severity: 'fatal' }] })],
    ['a message that is no text', JSON.stringify({ findings: [{ ...FINDING, message: { toString: 1 } }] })],
    ['a message without end', JSON.stringify({ findings: [{ ...FINDING, message: 'x'.repeat(8193) }] })],
    ['a line that is no number', JSON.stringify({ findings: [{ ...FINDING, line: '1' }] })],
    ['a negative column', JSON.stringify({ findings: [{ ...FINDING, column: -1 }] })],
    ['a finding without a remedy', JSON.stringify({ findings: [{ ...FINDING, remedy: undefined }] })],
    ['too many containers', JSON.stringify({ containers: Array(11).fill(CONTAINER) })],
    ['a container of another kind', JSON.stringify({ containers: [{ ...CONTAINER, kind: 'file' }] })],
    ['a container without an address', JSON.stringify({ containers: [{ ...CONTAINER, url: undefined }] })],
    ['more text than a page has', JSON.stringify({ findings: [], pad: 'x'.repeat(600_000) })],
  ])('is refused with %s', (_, text) => {
    expect(() => parseOutput(text)).toThrow(BadOutput);
  });
});
