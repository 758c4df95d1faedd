import { describe, expect, test } from 'bun:test';
import { type MarkFact, sortFacts, type TagFact } from './facts.ts';

const PLACE = { offset: 0, line: 1, column: 1, script: 1, excerpt: '' };
const tag = (fact: Partial<TagFact>): TagFact => ({
  ...PLACE,
  kind: 'tag',
  vendor: 'meta',
  form: 'inline',
  via: 'init',
  id: '123456789012345',
  ...fact,
});
const mark = (name: MarkFact['name'], value: string): MarkFact => ({ ...PLACE, kind: 'mark', name, value });

describe('the groups of the facts of a page', () => {
  const plain = tag({});
  const withoutId = tag({ id: undefined, via: 'loader' });
  const ofContainer = tag({ vendor: 'ga4', form: 'container', id: 'G-ABCDEFGHIJ', origin: 'GTM-ABCDEF7' });

  test('hold what runs as page code by vendor, and of it what has an id', () => {
    const { running, installed } = sortFacts([plain, withoutId, ofContainer]);
    expect(running.get('meta')).toEqual([plain, withoutId]);
    expect(installed.get('meta')).toEqual([plain]);
    expect(installed.get('ga4')).toEqual([ofContainer]);
    expect(installed.get('gtm')).toBeUndefined();
  });

  test.each<[string, Partial<TagFact>]>([
    ['runs in the window of a custom pixel', { pixel: '901' }],
    ['has an id that cannot work', { invalid: 'placeholder' }],
    ['belongs to another host', { condition: { text: 'on the host b.example', here: false } }],
    ['only says which calls skip it', { singleOnly: true }],
    ['waits for consent', { form: 'gated' }],
    ['is an app pixel', { form: 'web_pixel' }],
  ])('have no tag that %s', (_, fact) => {
    const { tags, running, installed } = sortFacts([tag(fact)]);
    expect(tags.length).toBe(1);
    expect([running.size, installed.size]).toEqual([0, 0]);
  });

  test('hold marks by name, in their order', () => {
    const [first, other, second] = [mark('cut', 'a'), mark('currency', 'EUR'), mark('cut', 'b')] as const;
    const { marksNamed } = sortFacts([first, other, second]);
    expect(marksNamed.get('cut')).toEqual([first, second]);
    expect(marksNamed.get('currency')).toEqual([other]);
  });
});
