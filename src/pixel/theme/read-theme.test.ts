/** What of a theme runs, and where it is. */
import { describe, expect, test } from 'bun:test';
import type { Fact } from '../tags/facts.ts';
import { readTheme } from './read-theme.ts';
import { type ThemeFile, themePath } from './theme-files.ts';

const ID = '123456789012345';
const CODE = `<script>fbq('init','${ID}');</script>`;

function theme(files: Record<string, string>): Fact[] {
  return readTheme(Object.entries(files).map(([path, text]): ThemeFile => ({ path, text }))).facts;
}

/** `file:line:column vendor id runs` of each tag. */
function tagsOf(files: Record<string, string>): string[] {
  return theme(files).flatMap((fact) =>
    fact.kind === 'tag' && fact.via !== 'loader'
      ? `${fact.file}:${fact.line}:${fact.column} ${fact.vendor} ${fact.id ?? '?'}`
      : [],
  );
}

function unusedOf(files: Record<string, string>): (string | undefined)[] {
  return theme(files).flatMap((fact) => (fact.kind === 'mark' && fact.name === 'unused_file' ? fact.value : []));
}

describe('code of a theme', () => {
  test('has the line and column of its file, after outputs and comments that change the length', () => {
    const text = `{% comment %}a\nb{% endcomment %}{{ 'long text' }}\n {{ product.id }}${CODE}`;
    expect(tagsOf({ 'layout/theme.liquid': text })).toEqual([`layout/theme.liquid:3:26 meta ${ID}`]);
    const [tag] = theme({ 'layout/theme.liquid': text }).filter(({ kind }) => kind === 'tag');
    expect(text.split('\n')[2]!.slice(tag!.column - 1)).toStartWith("fbq('init'");
  });

  test('has the id of a setting', () => {
    const files = {
      'layout/theme.liquid': `<script>fbq('init','{{ settings.pixel }}');gtag('config','{{ settings.ga | strip }}');fbq('init','{{ x }}')</script>`,
      'config/settings_data.json': `/* written by Shopify */ {"current": {"pixel": "${ID}", "ga": "G-ABCDE12345"}}`,
    };
    expect(tagsOf(files).map((tag) => tag.split(' ').slice(1).join(' '))).toEqual([
      `meta ${ID}`,
      'ga4 G-ABCDE12345',
      'meta ?',
    ]);
  });

  test('in comments, schemas and other presets does not count', () => {
    const files = {
      'layout/theme.liquid': `{% comment %}${CODE}{% endcomment %}<!-- ${CODE} -->{% schema %}{"x":"${CODE}"}{% endschema %}`,
      'config/settings_data.json': JSON.stringify({ current: {}, presets: { Old: { html: CODE } } }),
    };
    expect(tagsOf(files)).toEqual([]);
  });

  test('in a file that nothing loads is told apart', () => {
    const files = {
      'layout/theme.liquid': "{% render 'used' %}{{ 'used.js' | asset_url | script_tag }}",
      'snippets/used.liquid': CODE,
      'snippets/old-pixel.liquid': CODE,
      'assets/used.js': `import './part.js'; fbq('init','${ID}')`,
      'assets/part.js': `fbq('init','${ID}')`,
      'assets/old.js': `fbq('init','${ID}')`,
      'sections/hero.liquid': CODE,
      'sections/old.liquid': CODE,
      'templates/index.json': JSON.stringify({ sections: { a: { type: 'hero' } } }),
    };
    expect(tagsOf(files).map((tag) => tag.split(':')[0]!)).toEqual([
      'snippets/used.liquid',
      'assets/used.js',
      'assets/part.js',
      'sections/hero.liquid',
    ]);
    expect(unusedOf(files)).toEqual(['snippets/old-pixel.liquid', 'assets/old.js', 'sections/old.liquid']);
  });

  test('may be used when a snippet is named by a variable', () => {
    const files = { 'layout/theme.liquid': '{% include name %}', 'snippets/pixel.liquid': CODE };
    expect(tagsOf(files)).toHaveLength(1);
    expect(unusedOf(files)).toEqual([]);
  });

  test('in the settings of a custom Liquid section counts, unless the section is disabled', () => {
    const section = { type: 'custom-liquid', settings: { custom_liquid: CODE } };
    const template = (disabled: boolean) => ({
      'templates/index.json': JSON.stringify({ sections: { a: { ...section, disabled } } }, null, 1),
    });
    expect(tagsOf(template(false))).toEqual([`templates/index.json:6:22 meta ${ID}`]);
    expect(tagsOf(template(true))).toEqual([]);
  });

  test('app embeds are named, and only those that are on', () => {
    const blocks = {
      1: { type: 'shopify://apps/klaviyo/blocks/onsite/0193', disabled: false },
      2: { type: 'shopify://apps/old-pixel/blocks/x/0194', disabled: true },
    };
    const data = JSON.stringify({ current: { blocks } });
    expect(readTheme([{ path: 'config/settings_data.json', text: data }]).appEmbeds).toEqual(['klaviyo']);
  });

  test('words of the former checkout are marked', () => {
    const files = {
      'snippets/thanks.liquid': 'a\n{% if first_time_accessed %}x{% endif %}',
      'layout/theme.liquid': "{% render 'thanks' %}",
      'layout/checkout.liquid': '',
    };
    const marks = theme(files).flatMap((fact) =>
      fact.kind === 'mark' ? `${fact.name} ${fact.file ?? ''}:${fact.line}` : [],
    );
    expect(marks).toContain('checkout_code snippets/thanks.liquid:2');
    expect(marks).toContain('checkout_layout layout/checkout.liquid:1');
  });
});

test.each([
  ['layout/theme.liquid', 'layout/theme.liquid'],
  ['export/dawn/sections/a.liquid', 'sections/a.liquid'],
  ['templates/customers/login.json', 'templates/customers/login.json'],
  ['assets/x.min.js', 'assets/x.min.js'],
  ['assets/x.css', undefined],
  ['locales/en.json', undefined],
  ['../layout/theme.liquid', undefined],
  ['node_modules/layout/x.liquid', undefined],
  ['C:\\dawn\\layout\\theme.liquid', 'layout/theme.liquid'],
])('the path %p in a theme is %p', (path, expected) => {
  expect(themePath(path)).toBe(expected!);
});

test('a hostile theme is read within its work', () => {
  const loop = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `snippets/s${i}.liquid`,
      `{% render 's${(i + 1) % 300}' %}{% include x %}${CODE}`,
    ]),
  );
  const { facts } = readTheme(
    Object.entries({ 'layout/theme.liquid': "{% render 's0' %}", ...loop }).map(([path, text]) => ({ path, text })),
  );
  expect(facts.filter(({ kind }) => kind === 'tag')).toHaveLength(300);
  const deep = `{"a":${'['.repeat(100_000)}`;
  expect(readTheme([{ path: 'templates/index.json', text: deep }]).facts.at(-1)).toMatchObject({
    name: 'cut',
    value: 'templates/index.json cannot be read as JSON',
  });
});
