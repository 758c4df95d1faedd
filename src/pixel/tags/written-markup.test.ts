import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/seed.ts';
import { containerAddressIn } from './container-address.ts';
import { type WrittenTag, writtenTags } from './written-markup.ts';

/** What the scan replaced. It takes quadratic time, and is right on short texts. */
const TAGS =
  /<(\/?)noscript\b|<(script|img|iframe)\b[^>]{0,1000}?\ssrc\s*=\s*(?:"([^"]{1,2000})|'([^']{1,2000})|([^\s"'>]{1,2000}))/gi;
const CONTAINER = /["'`]((?:https?:)?\/\/[^"'`\s/]{1,253}\/[^"'`\s]{0,200}?gtm\.js)\?(?:[^"'`\s]{0,40}&)?id=/;

const words = (text: string) =>
  fc.array(fc.constantFrom(...text.split('|')), { maxLength: 24 }).map((parts) => parts.join(''));

test('written tags are those that the former expression found', () => {
  const markup = words(
    `<script|<img|<iframe|<noscript|</noscript|</script| src="a"| src=b| src='c| src =  d| src| alt="| SRC="x>y"|>|<| |"|'|x|/`,
  );
  fc.assert(
    fc.property(markup, (text) => {
      const expected = [...text.matchAll(TAGS)].map(([, slash, name, ...addresses]): WrittenTag => {
        if (name === undefined) return { name: 'noscript', closing: slash !== '', address: '' };
        const address = addresses.find((value) => value !== undefined) ?? '';
        return { name: name.toLowerCase() as 'script', closing: false, address };
      });
      expect([...writtenTags(text)]).toEqual(expected);
    }),
    { numRuns: runs(300, 5000) },
  );
});

test('container addresses are those that the former expression found', () => {
  const code = words(`"|'|https:|http:|//|/|a.b|gtm.js|?|gtm.js?|id=|&|&id=|x=1| |x`);
  fc.assert(
    fc.property(code, (text) => expect(containerAddressIn(text)).toBe(CONTAINER.exec(text)?.[1])),
    { numRuns: runs(300, 5000) },
  );
});
