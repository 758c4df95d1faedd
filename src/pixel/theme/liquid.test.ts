/** What a Liquid file writes, as far as its text shows, and where each piece came from. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Effort } from '../../domain/effort.ts';
import { VARIABLE } from '../tags/variable.ts';
import { readLiquid } from './liquid.ts';
import { readSettings } from './theme-settings.ts';

const SETTINGS = readSettings(
  JSON.stringify({ current: { pixel: '123456789012345', empty: '', off: false, on: true } }),
  JSON.stringify([{ settings: [{ id: 'ga', default: 'G-ABCDE12345' }, { id: 'none' }] }]),
);

function written(text: string): string {
  return readLiquid(text, SETTINGS, new Effort()).text.replaceAll(VARIABLE, '?');
}

describe('a Liquid file writes', () => {
  test.each([
    ['plain text', 'plain text'],
    ['{{ settings.pixel }}', '123456789012345'],
    ['{{- settings.ga | strip -}}', 'G-ABCDE12345'],
    ['{{ settings.pixel | json }}', '"123456789012345"'],
    ['{{ settings.empty | default: "G-1" }}', 'G-1'],
    ['{{ settings.unknown }}', '?'],
    ['{{ product.id }}', '?'],
    ['{{ settings.pixel | md5 }}', '?'],
    ["{{ 'a|b' | append: 'c' }}", 'a|bc'],
    ["{% assign p = settings.pixel %}fbq('init','{{ p }}')", "fbq('init','123456789012345')"],
    ["{% if x %}{% assign p = '1' %}{% endif %}{{ p }}", '?'],
    ["{% assign p = '1' %}{% assign p = '2' %}{{ p }}", '?'],
    ['a{% comment %}b{% comment %}c{% endcomment %}d{% endcomment %}e', 'ae'],
    ['a{% # note %}b', 'ab'],
    ['a{% raw %}{{ b }}{% endraw %}c', 'a{{ b }}c'],
    ['a{% schema %}{"a": "{{ b }}"}{% endschema %}b', 'ab'],
    ['{% javascript %}f(){% endjavascript %}', '<script>f()</script>'],
    ['{% if settings.on %}a{% else %}b{% endif %}', 'a'],
    ['{% if settings.off %}a{% else %}b{% endif %}', 'b'],
    ['{% unless settings.off %}a{% endunless %}', 'a'],
    ['{% if settings.empty != blank %}a{% endif %}', ''],
    ['{% if settings.empty %}a{% else %}b{% endif %}', 'b'],
    ["{% if settings.empty == '' %}a{% endif %}", 'a'],
    ["{% if settings['empty'] != nil %}a{% endif %}", ''],
    ['{% assign e = settings.empty %}{% if e %}a{% endif %}', ''],
    ['{% assign f = settings.off %}{% if f %}a{% endif %}', ''],
    ['{% if settings.empty.size > 0 %}a{% endif %}', ''],
    ['{% if settings.pixel.size > 0 %}a{% endif %}', 'a'],
    ["{% if settings.pixel contains '123' %}a{% endif %}", 'a'],
    ['{% if customer.size > 0 %}a{% else %}b{% endif %}', 'ab'],
    ['{{ settings[\'pixel\'] }} {{ settings["ga"] }} {{ settings[x] }}', '123456789012345 G-ABCDE12345 ?'],
    ["{{ settings['toString'] }}{{ settings.constructor }}{{ settings.__proto__ }}", '???'],
    ['{% if settings.off or settings.on %}a{% endif %}', 'a'],
    ['{% if settings.on and customer %}a{% else %}b{% endif %}', 'ab'],
    ['{% if false %}a{% elsif customer %}b{% elsif true %}c{% else %}d{% endif %}', 'bc'],
    ['{% case template %}{% when "index" %}a{% else %}b{% endcase %}', 'ab'],
    ['{% liquid\nassign q = "7"\nif settings.off\nrender "x"\nendif\n%}{{ q }}', '7'],
    ["{{ 'x.js' | asset_url | script_tag }}", '<script src="/cdn/shop/t/1/assets/x.js"></script>'],
    ['{{ open', ''],
    ['{% comment %}never closed {{ settings.pixel }}', ''],
  ])('%p as %p', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  test('references to other files, not those of a branch that cannot be taken', () => {
    const text =
      "{% render 'a', x: 1 %}{% include \"b\" %}{% section 'c' %}{% sections 'd' %}{% layout 'e' %}{% content_for 'block', type: 'f' %}" +
      "{% if settings.off %}{% render 'never' %}{% endif %}{{ 'g.js' | asset_url }}";
    const { references } = readLiquid(text, SETTINGS, new Effort());
    expect([...references.files]).toEqual(['sections/c.liquid', 'sections/d.json', 'blocks/f.liquid']);
    expect(references.calls.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(references.layout).toBe('e');
    expect([...references.assets]).toEqual(['g.js']);
  });

  test.each<
    [text: string, calls: [name: string, passed: Record<string, string | boolean | null>, isConditional: boolean][]]
  >([
    ["{% render 'x', id: settings.pixel, b: 'c' %}", [['x', { id: '123456789012345', b: 'c' }, false]]],
    [
      "{% render 'x', id: settings['pixel'], off: settings.off %}",
      [['x', { id: '123456789012345', off: false }, false]],
    ],
    ["{% render 'x', id: settings.empty, unknown: product.id %}", [['x', { id: null }, false]]],
    ["{% assign p = settings.pixel %}{% render 'x', id: p %}", [['x', { id: '123456789012345' }, false]]],
    ["{% assign p = settings.pixel %}{% render 'x' %}", [['x', {}, false]]],
    ["{% assign p = settings.pixel %}{% include 'x' %}", [['x', { p: '123456789012345' }, false]]],
    ["{% render 'x' with settings.pixel as id %}", [['x', { id: '123456789012345' }, false]]],
    ["{% render 'x' with settings.pixel %}", [['x', { x: '123456789012345' }, false]]],
    ["{% include 'x' with settings.pixel, a: 'b' %}", [['x', { x: '123456789012345', a: 'b' }, false]]],
    ["{% render 'x' for collection.products as product, a: 'b' %}", [['x', { a: 'b' }, true]]],
    ["{% if customer %}{% render 'x' %}{% endif %}", [['x', {}, true]]],
    ["{% liquid\nrender 'x', id: settings.pixel\n%}", [['x', { id: '123456789012345' }, false]]],
    ['{% render block %}{% render name %}', []],
    ["{% assign n = 'known' %}{% include n %}", [['known', { n: 'known' }, false]]],
    ['{% include n %}', [['*', {}, false]]],
    ["{% assign n = 'icon-' | append: type %}{% include n %}", [['icon-*', {}, false]]],
    ["{% assign n = type | append: '-icon' %}{% include n %}", [['*-icon', {}, false]]],
    [
      "{% render 'x', toString: settings.pixel, __proto__: 'y' %}",
      [['x', { toString: '123456789012345', ['__proto__']: 'y' }, false]],
    ],
  ])('%p loads %p', (text, expected) => {
    const { calls } = readLiquid(text, SETTINGS, new Effort()).references;
    expect(
      calls.map(({ name, passed, isConditional }) => [
        typeof name === 'string' ? name : `${name.begin}*${name.end}`,
        Object.fromEntries(passed),
        isConditional,
      ]),
    ).toEqual(expected);
  });

  test.each([
    ["{% layout 'x' %}", 'x'],
    ['{% layout none %}', null],
    ['text', undefined],
  ])('%p has the layout %p', (text, layout) => {
    expect(readLiquid(text, SETTINGS, new Effort()).references.layout).toBe(layout!);
  });
});

test('every written character of the file is at the place that originOf names', () => {
  const piece = fc.constantFrom(
    'abc',
    'x\ny',
    '{{ settings.pixel }}',
    '{{ product.id }}',
    '{% comment %}zz{% endcomment %}',
    '{% if customer %}',
    '{% endif %}',
    '{% raw %}qq{{',
    '{% endraw %}',
    '{',
    '{%',
    '}}',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const file = pieces.join('');
      const result = readLiquid(file, SETTINGS, new Effort());
      for (let i = 0; i < result.text.length; i++) {
        const from = result.originOf(i);
        expect(from).toBeGreaterThanOrEqual(0);
        // A value that was put in has no characters of its own in the file.
        if (/[abcxyq]/.test(result.text[i]!)) expect(file[from]).toBe(result.text[i]!);
      }
    }),
  );
});

test('the work is linear in the file', () => {
  const effort = new Effort();
  readLiquid('{% if a %}{{ b }}{% comment %}'.repeat(20_000), SETTINGS, effort);
  const text = '{{ x | append: "y" }}{% if settings.on and settings.off %}z{% endif %}'.repeat(5000);
  const other = new Effort();
  readLiquid(text, SETTINGS, other);
  expect(other.done).toBeLessThan(4 * text.length);
  expect(effort.done).toBeLessThan(4 * 30 * 20_000);
});
