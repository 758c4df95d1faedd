/** The pages of a theme as Shopify renders them: one template and its one layout at a time. */
import { describe, expect, test } from 'bun:test';
import type { DetailedReport } from '../../domain/scan-report.ts';
import type { Fact } from '../tags/facts.ts';
import { readTheme } from './read-theme.ts';
import type { ThemeFile } from './theme-files.ts';
import { themeReport } from './theme-report.ts';

const META = '700000000000101';
const PIXEL = `<script>fbq('init','${META}');fbq('track','PageView');</script>`;
const GTM =
  "<script>(function(w,d,s,l,i){var j=d.createElement(s);j.src='https://www.googletagmanager.com/gtm.js?id='+i;})(window,document,'script','dataLayer','GTM-ABC2345');</script>";
const EMPTY_TEMPLATE = { 'templates/index.json': '{"sections":{},"order":[]}' };

type Files = Record<string, string>;

function read(files: Files) {
  return readTheme(Object.entries(files).map(([path, text]): ThemeFile => ({ path, text })));
}

function reportOf(files: Files): DetailedReport {
  return themeReport(read(files));
}

const rulesOf = (files: Files) => reportOf(files).findings.map(({ rule_id }) => rule_id);

/** `file id` of each tag on any page, and `~` before those that are perhaps not there. */
function tagsOf(files: Files): string[] {
  const tags = read(files).facts.flatMap((fact: Fact) =>
    fact.kind === 'tag' && fact.via !== 'loader' ? `${fact.perhaps ? '~' : ''}${fact.file} ${fact.id ?? '?'}` : [],
  );
  return [...new Set(tags)].sort();
}

function unusedOf(files: Files): (string | undefined)[] {
  return read(files).facts.flatMap((fact) => (fact.kind === 'mark' && fact.name === 'unused_file' ? fact.value : []));
}

describe('a page has one layout', () => {
  const landing = { 'templates/page.landing.json': '{"layout":"landing","sections":{},"order":[]}' };

  test.each([
    ['GTM', GTM, 'gtm_container_loaded_twice'],
    ['Meta', PIXEL, 'meta_pixel_double_fire'],
  ])('%s in two layouts is no double', (_, code, double) => {
    const files = { ...EMPTY_TEMPLATE, ...landing, 'layout/theme.liquid': code, 'layout/landing.liquid': code };
    const { findings, graph } = reportOf(files);
    expect(findings.map(({ rule_id }) => rule_id)).not.toContain(double);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(graph.doubles).toEqual([]);
    const messages = findings.map(({ message }) => message).join('\n');
    expect(messages).toContain('templates/index.json');
    expect(messages).toContain('templates/page.landing.json');
  });

  test('twice in one layout is one', () => {
    const files = { ...EMPTY_TEMPLATE, ...landing, 'layout/theme.liquid': GTM + GTM, 'layout/landing.liquid': GTM };
    expect(rulesOf(files)).toContain('gtm_container_loaded_twice');
  });

  test('in a layout and in one of its templates is one, and the template is named', () => {
    const files = {
      ...EMPTY_TEMPLATE,
      'templates/product.liquid': GTM,
      'templates/page.liquid': 'text',
      'layout/theme.liquid': GTM,
    };
    const double = reportOf(files).findings.find(({ rule_id }) => rule_id === 'gtm_container_loaded_twice');
    expect(double?.message).toContain('templates/product.liquid');
    expect(double?.message).not.toContain('templates/page.liquid');
    expect(double?.places.flatMap(({ pages }) => pages ?? [])).toContain('templates/product.liquid');
  });

  test('two templates are never on one page', () => {
    const files = { 'layout/theme.liquid': '', 'templates/product.liquid': GTM, 'templates/page.liquid': GTM };
    expect(rulesOf(files)).not.toContain('gtm_container_loaded_twice');
  });

  test.each([
    ["{% layout 'bare' %}", 'layout/bare.liquid'],
    ['{% layout "bare" %}', 'layout/bare.liquid'],
    ['{%- layout none -%}', undefined],
    ['', 'layout/theme.liquid'],
  ])('%p names it', (tag, layout) => {
    const files = { 'templates/index.liquid': tag, 'layout/theme.liquid': PIXEL, 'layout/bare.liquid': PIXEL };
    expect(tagsOf(files)).toEqual(layout === undefined ? [] : [`${layout} ${META}`]);
  });

  test.each([
    ['"layout":"bare"', 'layout/bare.liquid'],
    ['"layout":false', undefined],
    ['"layout":"theme"', 'layout/theme.liquid'],
    ['"name":"x"', 'layout/theme.liquid'],
  ])('a template with %p has it', (field, layout) => {
    const files = {
      'templates/index.json': `{${field},"sections":{"a":{"type":"s","settings":{"layout":"grid"}}},"order":["a"]}`,
      ...{ 'layout/theme.liquid': PIXEL, 'layout/bare.liquid': PIXEL, 'layout/grid.liquid': PIXEL },
    };
    expect(tagsOf(files)).toEqual(layout === undefined ? [] : [`${layout} ${META}`]);
  });

  test('a layout that no template names is not used, and neither is that of the former checkout', () => {
    const files = {
      ...EMPTY_TEMPLATE,
      'layout/theme.liquid': '',
      'layout/old.liquid': PIXEL,
      'layout/checkout.liquid': GTM,
    };
    expect(tagsOf(files)).toEqual([]);
    expect(unusedOf(files)).toEqual(['layout/old.liquid']);
    const { findings } = reportOf(files);
    expect(findings.filter(({ points }) => points > 0).map(({ rule_id }) => rule_id)).toEqual([
      'theme_checkout_layout',
    ]);
  });

  test('the code of the former checkout is one cause', () => {
    const code = "<script>if(Shopify.Checkout.step=='shipping_method'){x();}</script>";
    const files = { ...EMPTY_TEMPLATE, 'layout/theme.liquid': '', 'layout/checkout.liquid': code };
    const charged = reportOf(files).findings.filter(({ points }) => points > 0);
    expect(charged.map(({ rule_id }) => rule_id)).toEqual(['theme_checkout_layout']);
  });

  test('a theme without templates has a page for each layout', () => {
    const files = { 'layout/theme.liquid': GTM, 'layout/password.liquid': GTM, 'layout/checkout.liquid': GTM };
    expect(tagsOf(files)).toEqual(['layout/password.liquid GTM-ABC2345', 'layout/theme.liquid GTM-ABC2345']);
    expect(rulesOf(files)).not.toContain('gtm_container_loaded_twice');
  });
});

describe('a snippet', () => {
  const snippet = `{%- if pixel and pixel != empty -%}<script>fbq('init','{{ pixel }}');</script>{%- endif -%}`;
  const settings = { 'config/settings_data.json': `{"current":{"pixel":"${META}","none":""}}` };

  test.each([
    ["{% render 'meta', pixel: settings.pixel %}", [META]],
    ["{% render 'meta', pixel: settings['pixel'] %}", [META]],
    ["{% render 'meta', pixel: settings.none %}", []],
    ["{% render 'meta', pixel: settings.toString %}", ['?']],
    ["{% render 'meta' with settings.pixel as pixel %}", [META]],
    ["{% assign pixel = settings.pixel %}{% include 'meta' %}", [META]],
    ["{% render 'outer', p: settings.pixel %}", [META]],
    [
      "{% render 'meta', pixel: settings.pixel %}{% render 'meta', pixel: '700000000000102' %}",
      [META, '700000000000102'],
    ],
  ])('gets what %p passes', (layout, ids) => {
    const files = {
      ...EMPTY_TEMPLATE,
      ...settings,
      'layout/theme.liquid': layout,
      'snippets/meta.liquid': snippet,
      'snippets/outer.liquid': "{% render 'meta', pixel: p %}",
    };
    expect(tagsOf(files)).toEqual(ids.map((id) => `snippets/meta.liquid ${id}`));
    expect(unusedOf(files)).toEqual([]);
  });

  test('is not loaded by a block of an app', () => {
    const files = {
      'templates/index.json': '{"sections":{"a":{"type":"apps"}},"order":["a"]}',
      'layout/theme.liquid': '',
      'sections/apps.liquid': '{% for block in section.blocks %}{% render block %}{% endfor %}',
      'snippets/old.liquid': PIXEL,
    };
    expect(tagsOf(files)).toEqual([]);
    expect(unusedOf(files)).toEqual(['snippets/old.liquid']);
  });

  test('with a computed name is perhaps there, and never an error', () => {
    const sure = { ...EMPTY_TEMPLATE, 'layout/theme.liquid': `${GTM}{% include name %}` };
    const files = { ...sure, 'snippets/pixel.liquid': GTM, 'snippets/x.liquid': `${PIXEL}${PIXEL}` };
    expect(tagsOf(files)).toContain('~snippets/pixel.liquid GTM-ABC2345');
    const { findings } = reportOf(files);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(findings.map(({ message }) => message).join('\n')).toContain(
      'if the theme loads this file by a computed name',
    );
    expect(unusedOf(files)).toEqual([]);
  });

  test('with a name of which a part is known is one of few', () => {
    const files = {
      ...EMPTY_TEMPLATE,
      'layout/theme.liquid': "{% assign icon = 'icon-' | append: settings.x %}{% include icon %}",
      'snippets/icon-a.liquid': GTM,
      'snippets/pixel.liquid': GTM,
    };
    expect(tagsOf(files)).toEqual(['~snippets/icon-a.liquid GTM-ABC2345']);
    expect(unusedOf(files)).toEqual(['snippets/pixel.liquid']);
  });

  test('that is surely loaded elsewhere stays sure', () => {
    const files = {
      ...EMPTY_TEMPLATE,
      'layout/theme.liquid': "{% include name %}{% if customer %}{% render 'pixel' %}{% endif %}{% render 'pixel' %}",
      'snippets/pixel.liquid': PIXEL,
    };
    expect(tagsOf(files)).toEqual([`snippets/pixel.liquid ${META}`]);
    const runs = read(files).facts.flatMap((fact) => (fact.kind === 'tag' && fact.via === 'init' ? fact.runs : []));
    expect(runs).toEqual(['load']);
  });

  test('under a condition runs on some pages', () => {
    const layout = "{% if customer %}{% render 'pixel' %}{% endif %}";
    const files = { ...EMPTY_TEMPLATE, 'layout/theme.liquid': layout, 'snippets/pixel.liquid': PIXEL };
    const runs = read(files).facts.flatMap((fact) => (fact.kind === 'tag' && fact.via === 'init' ? fact.runs : []));
    expect(runs).toEqual(['branch']);
  });
});

describe('a template', () => {
  test.each([
    ['a section that is not in its order', '{"sections":{"a":{"type":"pixel"}},"order":[]}', false],
    ['a section in its order', '{"sections":{"a":{"type":"pixel"}},"order":["a"]}', true],
    ['a disabled section', '{"sections":{"a":{"type":"pixel","disabled":true}},"order":["a"]}', false],
    ['a section without an order', '{"sections":{"a":{"type":"pixel"}}}', true],
    ['a section group', '{"sections":{"toString":{"type":"pixel"}},"order":["toString"]}', true],
  ])('shows %s: %p', (_, template, isShown) => {
    const files = { 'templates/index.json': template, 'layout/theme.liquid': '', 'sections/pixel.liquid': PIXEL };
    expect(tagsOf(files)).toEqual(isShown ? [`sections/pixel.liquid ${META}`] : []);
  });

  test('that sends visitors on is no reason to scan a smaller page', () => {
    const redirect = `{% layout none %}<meta http-equiv="refresh" content="0; URL='/a/gc/'" />`;
    const files = { ...EMPTY_TEMPLATE, 'templates/page.gift.liquid': redirect, 'layout/theme.liquid': PIXEL };
    expect(rulesOf(files)).not.toContain('scan_truncated');
  });
});

describe('code in a setting', () => {
  const data = { 'config/settings_data.json': JSON.stringify({ current: { head_code: PIXEL } }) };

  test.each([
    ['{{ settings.head_code }}', ['layout/theme.liquid']],
    ["{{ settings['head_code'] }}", ['layout/theme.liquid']],
    ['{{ settings.head_code | unknown_filter }}', ['config/settings_data.json']],
    ['', []],
  ])('runs where %p writes it', (layout, places) => {
    expect(tagsOf({ ...EMPTY_TEMPLATE, ...data, 'layout/theme.liquid': layout })).toEqual(
      places.map((file) => `${file} ${META}`),
    );
  });
});

test('a theme with many templates and a snippet with many readings is read within its work', () => {
  const files: Files = { 'layout/theme.liquid': "{% render 'a', n: 1 %}", 'snippets/a.liquid': `${PIXEL}{{ n }}` };
  for (let i = 0; i < 300; i++) files[`templates/page.p${i}.liquid`] = `{% render 'a', n: ${i} %}${i < 20 ? GTM : ''}`;
  const { facts } = read(files);
  expect(facts.some((fact) => fact.kind === 'tag')).toBe(true);
  expect(facts.length).toBeLessThan(2500);
});
