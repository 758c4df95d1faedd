/** Words that every object of JavaScript answers to are ordinary words in what strangers write. No reader or rule trips over them. */
import { expect, test } from 'bun:test';
import { sandboxDocument } from '../../test/support/sandbox-document.ts';
import { containerFacts } from './containers/container-facts.ts';
import { customPixelFacts } from './custom-pixels/read-custom-pixel.ts';
import { createMatcher } from './matcher.ts';
import { detailedReport } from './report/detailed-report.ts';
import { readTheme } from './theme/read-theme.ts';
import { themeReport } from './theme/theme-report.ts';

const WORDS = [
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
  'length',
  'name',
  'caller',
  'then',
  'arguments',
];

/** Code in which the word stands as a name, a member, a key, an event, an id, a parameter and a string. */
const codeWith = (word: string) => `
const f = x => x.${word}(16); function g(${word}) { return ${word}; } const { ${word}: a, b = a } = event.data.checkout;
const h = { ${word}: 1, '${word}': '2', ["${word}"]: 3 }; window.${word} = h; this['${word}'] = h.${word}.${word};
fbq('init', '${word}'); fbq('track', '${word}', { ${word}: 1 }); fbq('${word}', '${word}'); fbq.${word}('track');
gtag('config', '${word}', { ${word}: '${word}' }); gtag('event', '${word}', { send_to: '${word}' }); gtag('${word}', 'default', {});
gtag('consent', '${word}', { ${word}: 'denied' }); dataLayer.push({ event: '${word}', ${word}: { ${word}: 1 } });
ga('create', '${word}'); ga('${word}.send', '${word}'); _gaq.push(['${word}._setAccount', '${word}']);
ttq.${word}('${word}'); ttq.load('${word}'); pintrk('${word}', '${word}'); snaptr('init', '${word}'); ${word}('init', '1');
trekkie.load({ '${word}': { ${word}: '1' }, 'Facebook Pixel': { '${word}': ['1'] } });
var clarity = '${word}'; (function(w,d,s,l,i){})(window,document,'script','${word}','${word}');
(function(w,d,s,l,i){})(window,document,'script','${word}','GTM-ABC1234');
fetch('https://${word}.example/?${word}=${word}', { body: JSON.stringify(event.data.checkout.${word}), ${word}: 1 });
analytics.subscribe('${word}', event => { fbq('track', 'Purchase', { value: event.data.checkout.${word} }); });
analytics.subscribe('checkout_completed', ({ ${word}, data }) => { send(data.checkout.email.${word}, data.${word}.email); });
api.customerPrivacy.subscribe('${word}', ${word} => ${word}); ${word}.email = checkout.email; ${word}.append('email', checkout.${word});
var s = document.createElement('script'); s.src = 'https://${word}.example/${word}.js?id=GTM-${word}'; ${word}: for (;;) break ${word};
`;

const pageWith = (word: string) => `<!doctype html><html ${word}="${word}"><head>
<meta ${word} name="${word}" content="${word}"><script ${word}="${word}" type="${word}">${codeWith(word)}</script>
<script id="${word}" src="https://www.googletagmanager.com/gtag/js?id=${word}"></script>
<script>${codeWith(word)}</script><script type="application/ld+json">{"${word}":{"@type":"${word}"}}</script>
<!-- BEGIN app block: shopify://apps/${word}/blocks/${word}/1 --><script>${codeWith(word)}</script><!-- END app block -->
<script>wpmLoader({webPixelsConfigList:[{"id":"${word}","type":"APP","${word}":1,"configuration":"{\\"${word}\\":\\"1\\",\\"pixel_id\\":\\"${word}\\"}","apiClientId":"${word}","runtimeContext":"${word}","scriptVersion":"${word}","privacyPurposes":["${word}"],"name":"${word}","dataSharingState":"${word}"},{"id":"1","type":"${word}","name":"${word}"}],"${word}":"${word}","pageType":"${word}","surface":"${word}"});</script>
<script>var meta={"page":{"pageType":"${word}"}};ShopifyAnalytics.meta=meta;Shopify.shop="${word}";Shopify.currency={"active":"${word}"};</script>
</head><body class="${word}" on${word}="${codeWith(word).replaceAll('"', "'")}"><img src="https://www.facebook.com/tr?id=${word}&ev=${word}&${word}=1">
<amp-analytics type="${word}"></amp-analytics><amp-analytics type="facebookpixel"><script type="application/json">{"vars":{"pixelId":"${word}"},"triggers":{"${word}":{"on":"${word}","request":"${word}"}}}</script></amp-analytics>
<${word} ${word}></${word}></body></html>`;

function containerWith(word: string): string {
  const macros = [
    { function: '__e' },
    { function: word, [`vtp_${word}`]: word },
    { function: '__v', vtp_name: word },
    { function: '__u', vtp_component: word, vtp_queryKey: word },
    { function: '__smm', vtp_input: ['macro', 1], vtp_map: ['list', ['map', 'key', word, 'value', word]] },
    { function: '__jsm', vtp_javascript: ['template', `(function(){return ${word}})()`] },
  ];
  const tags = [
    { function: `__${word}`, tag_id: 1 },
    { function: word, tag_id: 2, [word]: word },
    { function: '__html', vtp_html: `<script>${codeWith(word)}</script>`, tag_id: 3 },
    { function: '__cvt_1_2', vtp_eventName: word, vtp_pixelId: word, vtp_standardEventName: word, tag_id: 4 },
    { function: '__gaawe', vtp_eventName: word, vtp_measurementIdOverride: 'G-ABCDE12345', tag_id: 5 },
    { function: '__googtag', vtp_tagId: ['macro', 4], tag_id: 6 },
  ];
  const predicates = [
    { function: '_eq', arg0: ['macro', 0], arg1: word },
    { function: `_${word}`, arg0: ['macro', 1], arg1: word },
    { function: word, arg0: ['macro', 2], arg1: ['macro', 3] },
    { function: '_re', arg0: ['macro', 3], arg1: `\\${word}` },
  ];
  const rules = [
    [
      ['if', 0],
      ['add', 0, 1, 2, 3, 4, 5],
    ],
    [
      ['if', 1, 2],
      [word, 1],
      ['unless', 3],
      ['add', 2, 3],
    ],
  ];
  const resource = { version: word, macros, tags, predicates, rules, [word]: [] };
  return `var data = {"resource":${JSON.stringify(resource)},"blob":{"${word}":"${word}"},"permissions":{"${word}":{"${word}":{}}}};`;
}

const themeWith = (word: string): Record<string, string> => ({
  'config/settings_data.json': `{"current":{"${word}":"${word}","sections":{"${word}":{"type":"${word}"}},"blocks":{"${word}":{"type":"shopify://apps/${word}/blocks/${word}/1"}}},"presets":{"${word}":{}}}`,
  'config/settings_schema.json': `[{"name":"${word}","settings":[{"id":"${word}","type":"${word}"}]}]`,
  'templates/index.json': `{"layout":"${word}","sections":{"${word}":{"type":"${word}","blocks":{"${word}":{"type":"${word}"}},"block_order":["${word}"]}},"order":["${word}"]}`,
  'templates/product.liquid': `{% layout '${word}' %}{% assign ${word} = settings.${word} %}{% include ${word} %}{% ${word} %}`,
  [`layout/${word}.liquid`]: `{% render '${word}', ${word}: settings.${word}, a: settings['${word}'] %}{{ ${word} | ${word}: '${word}' }}{% if ${word} == '${word}' %}{{ '${word}' | asset_url }}{% endif %}`,
  [`snippets/${word}.liquid`]: `<script>${codeWith(word)}</script>{{ ${word} }}{{ ${word}.${word} }}`,
  [`sections/${word}.liquid`]: `<script>fbq('init','{{ section.settings.${word} }}')</script>`,
  [`assets/${word}.js`]: codeWith(word),
});

test.each(WORDS)('the word %s is a word', (word) => {
  const matcher = createMatcher();
  matcher.push(pageWith(word));
  const { report, facts } = matcher.finish({ url: `https://shop.example/products/${word}?${word}=${word}` });
  expect(report.findings.length).toBeGreaterThan(0);
  const pixel = customPixelFacts(sandboxDocument(codeWith(word)), { pixelId: '901', name: word });
  expect(pixel.some(({ kind }) => kind === 'custom_pixel')).toBe(true);
  expect(pixel.some(({ kind }) => kind === 'unread')).toBe(false);
  const reference = {
    kind: 'gtm' as const,
    id: 'GTM-ABC1234',
    url: 'https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234',
  };
  const container = containerFacts(containerWith(word), reference, {
    host: 'shop.example',
    pages: { home: 'https://shop.example/' },
  });
  expect(container.some(({ kind }) => kind === 'container')).toBe(true);
  expect(detailedReport([...facts, ...pixel, ...container]).findings.length).toBeGreaterThan(0);
  const theme = readTheme(Object.entries(themeWith(word)).map(([path, text]) => ({ path, text })));
  expect(themeReport(theme).findings.length).toBeGreaterThan(0);
});
