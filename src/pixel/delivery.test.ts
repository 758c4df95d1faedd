/** The forms in which code reaches a page: frameworks, plugins, AMP, saved pages. */
import { describe, expect, test } from 'bun:test';
import { PageExtractor } from './html/page-extractor.ts';
import type { EventFact, TagFact } from './tags/facts.ts';

function factsOf(html: string) {
  const page = new PageExtractor();
  page.push(html);
  return page.end();
}

/** `vendor:id form via`, without a tag's library loader that has no id. */
function tagsOf(html: string): string[] {
  return factsOf(html)
    .filter((fact): fact is TagFact => fact.kind === 'tag')
    .map(({ vendor, id, form, via }) => `${vendor}:${id ?? '?'} ${form} ${via}`);
}

const GTAG = 'https://www.googletagmanager.com/gtag/js?id=G-ABC1234567';
const INIT = "fbq('init','123456789012345')";
const json = (value: unknown): string => JSON.stringify(value);

const CASES: Record<string, [string, string[]][]> = {
  'Next.js': [
    [
      `<script>(self.__next_s=self.__next_s||[]).push([0,${json({ children: INIT })}])</script>`,
      ['meta:123456789012345 inline init'],
    ],
    [
      `<script>(self.__next_s=self.__next_s||[]).push([0,${json({ dangerouslySetInnerHTML: { __html: INIT } })}])</script>`,
      ['meta:123456789012345 inline init'],
    ],
    [`<script>(self.__next_s=self.__next_s||[]).push([${json(GTAG)},{}])</script>`, ['ga4:G-ABC1234567 inline loader']],
    [`<script>self.__next_s.push(["",${json({ children: INIT })}])</script>`, ['meta:123456789012345 inline init']],
    [
      `<script>(self.__next_s=self.__next_s||[]).push([0,${json({ children: `__next_s.push([0,{children:"${INIT}"}])` })}])</script>`,
      [],
    ],
    [
      `<script>self.__next_f.push([1,${json(json({ gtmId: 'GTM-ABC123', gaId: 'G-ABC1234567' }))}])</script>`,
      ['gtm:GTM-ABC123 injected settings', 'ga4:G-ABC1234567 injected settings'],
    ],
    [`<script>self.__next_f.push([1,${json(`<script>${INIT}</script>`.replaceAll('/', '\\/'))}])</script>`, []],
    [`<script id="__NEXT_DATA__" type="application/json">${json({ code: INIT })}</script>`, []],
    [`<script data-nscript="lazyOnload">${INIT}</script>`, ['meta:123456789012345 inline init']],
  ],
  Partytown: [[`<script type="text/partytown">${INIT}</script>`, ['meta:123456789012345 inline init']]],
  'delayed by a plugin': [
    [`<script type="rocketlazyloadscript">${INIT}</script>`, ['meta:123456789012345 inline init']],
    [`<script type="litespeed/javascript">${INIT}</script>`, ['meta:123456789012345 inline init']],
    [`<script type="text/rocketscript">${INIT}</script>`, ['meta:123456789012345 inline init']],
    [`<script type="pmdelayedscript">${INIT}</script>`, ['meta:123456789012345 inline init']],
    [`<script type="rocketlazyloadscript" data-rocket-src="${GTAG}"></script>`, ['ga4:G-ABC1234567 inline loader']],
    [`<script type="litespeed/javascript" data-src="${GTAG}"></script>`, ['ga4:G-ABC1234567 inline loader']],
    [
      `<script>window.GTM_ID='GTM-ABC123'</script><script>setTimeout(function(){var s=d();s.src='https://www.googletagmanager.com/gtm.js?id='+window.GTM_ID})</script>`,
      ['gtm:GTM-ABC123 inline snippet'],
    ],
    [
      `<script>window.GTM_ID='GTM-ABC123'</script><script>(function(w,d,s,l,i){j.src='https://www.googletagmanager.com/gtm.js?id='+i})(window,document,'script','dataLayer',GTM_ID)</script>`,
      ['gtm:GTM-ABC123 inline snippet'],
    ],
    [
      `<script>window.GTM_ID='GTM-ABC123'</script><script>s.src='https://www.googletagmanager.com/gtm.js?id='+other</script>`,
      ['gtm:? inline loader'],
    ],
    [
      `<script>var GTM_ID='GTM-ABC123';s.src='https://www.googletagmanager.com/gtm.js?id='+GTM_ID</script>`,
      ['gtm:GTM-ABC123 inline snippet'],
    ],
  ],
  'waiting for consent': [
    [`<script type="text/plain" data-cookieconsent="marketing">${INIT}</script>`, ['meta:123456789012345 gated init']],
    [`<script type="javascript/blocked">${INIT}</script>`, ['meta:123456789012345 gated init']],
    [`<script type="text/plain" data-category="x" data-src="${GTAG}"></script>`, ['ga4:G-ABC1234567 gated loader']],
  ],
  'other data': [
    [`<script type="text/template">${INIT}</script>`, []],
    [`<script type="lazy-data">${INIT}</script>`, []],
  ],
  AMP: [
    [
      `<amp-analytics type="gtag"><script type="application/json">${json({ vars: { gtag_id: 'AW-123456789', config: { 'AW-123456789': {}, 'G-ABC1234567': {} } } })}</script></amp-analytics>`,
      ['google_ads:AW-123456789 amp settings', 'ga4:G-ABC1234567 amp settings'],
    ],
    [
      `<amp-analytics type="facebookpixel"><script type="application/json">${json({ vars: { pixelId: 123456789012345 } })}</script></amp-analytics>`,
      ['meta:123456789012345 amp settings'],
    ],
    [
      `<amp-analytics type="googleanalytics"><script type="application/json">${json({ vars: { account: 'UA-12345-1' } })}</script></amp-analytics>`,
      ['ua:UA-12345-1 amp settings'],
    ],
    [
      `<amp-analytics type="googleanalytics" config="https://shop.example/ga4.json"><script type="application/json">${json({ vars: { GA4_MEASUREMENT_ID: 'G-ABC1234567' } })}</script></amp-analytics>`,
      ['ga4:G-ABC1234567 amp settings'],
    ],
    [
      `<amp-analytics config="https://www.googletagmanager.com/amp.json?id=GTM-ABC123&amp;gtm.url=SOURCE_URL"></amp-analytics>`,
      ['gtm:GTM-ABC123 amp settings'],
    ],
    [
      `<amp-analytics type="other"><script type="application/json">${json({ vars: { pixelId: 123456789012345 } })}</script></amp-analytics>`,
      [],
    ],
    [
      '<amp-pixel src="https://www.facebook.com/tr?id=123456789012345&ev=PageView"></amp-pixel>',
      ['meta:123456789012345 amp image'],
    ],
  ],
  'a mirror rewrote': [
    ['<script src="../www.googletagmanager.com/gtag/js.html"></script>', ['google_tag:? inline loader']],
    ['<script src="../www.googletagmanager.com/gtag/js-1"></script>', ['google_tag:? inline loader']],
    ['<script src="../www.googletagmanager.com/gtag/js5e1f.html"></script>', ['google_tag:? inline loader']],
    [
      '<script src="../www.googletagmanager.com/gtag/js%3Fid=G-ABC1234567"></script>',
      ['ga4:G-ABC1234567 inline loader'],
    ],
    [
      '<script src="../www.googletagmanager.com/gtag/js@id=G-ABC1234567.html"></script>',
      ['ga4:G-ABC1234567 inline loader'],
    ],
    ['<script src="../www.googletagmanager.com/gtm5445.html"></script>', ['gtm:? inline loader']],
    [
      '<base href="https://shop.example/a/"><script src="../www.googletagmanager.com/gtm5445.html"></script>',
      ['gtm:? inline loader'],
    ],
    ['<script src="../../connect.facebook.net/en_US/fbevents.js"></script>', ['meta:? inline loader']],
    [
      '<script src="../connect.facebook.net/signals/config/123456789012345f0a1.js"></script>',
      ['meta:123456789012345 injected loader'],
    ],
    [
      '<script src="../connect.facebook.net/signals/config/1234567890123456"></script>',
      ['meta:1234567890123456 injected loader'],
    ],
    [`<script src="https://web.archive.org/web/2021js_/${GTAG}"></script>`, ['ga4:G-ABC1234567 inline loader']],
    ['<script src="../shop.example/gtag/js.html"></script>', []],
    ['<script src="../www.googletagmanager.com.evil.example/gtag/js.html"></script>', []],
  ],
  'a browser saved': [
    [
      `<!-- saved from url=(0023)https://shop.example/ --><script src="${GTAG}"></script><script src="${GTAG}"></script><script>gtag('config','G-ABC1234567')</script>`,
      ['ga4:G-ABC1234567 inline loader', 'ga4:G-ABC1234567 injected loader', 'ga4:G-ABC1234567 inline config'],
    ],
    [
      `<script src="https://connect.facebook.net/signals/config/123456789012345?v=2"></script><script src="https://connect.facebook.net/en_US/fbevents.js"></script><script>${INIT}</script>`,
      ['meta:123456789012345 injected loader', 'meta:? injected loader', 'meta:123456789012345 inline init'],
    ],
    [
      `<script data-savepage-type="" type="text/plain" data-savepage-src="${GTAG}" src="data:,"></script>`,
      ['ga4:G-ABC1234567 inline loader'],
    ],
    [
      `<script src="https://connect.facebook.net/en_US/fbevents.js"></script><script>${INIT}</script>`,
      ['meta:? inline loader', 'meta:123456789012345 inline init'],
    ],
  ],
};

for (const [name, cases] of Object.entries(CASES)) {
  describe(name, () => {
    for (const [html, expected] of cases) test(html, () => expect(tagsOf(html)).toEqual(expected));
  });
}

test('AMP triggers send events', () => {
  const triggers = {
    view: { on: 'visible', vars: { event_name: 'conversion', send_to: ['AW-123456789/abc'] } },
    click: { on: 'click', vars: { event_name: 'add_to_cart', send_to: 'G-ABC1234567' } },
  };
  const html = `<amp-analytics type="gtag"><script type="application/json">${json({ triggers })}</script></amp-analytics>`;
  const events = factsOf(html).filter((fact): fact is EventFact => fact.kind === 'event');
  expect(events.map(({ vendor, name, to, label, runs, form }) => [vendor, name, to, label, runs, form])).toEqual([
    ['google_ads', 'conversion', ['AW-123456789'], 'abc', 'load', 'amp'],
    ['ga4', 'add_to_cart', ['G-ABC1234567'], undefined, 'handler', 'amp'],
  ]);
});

test('an id that cannot work is a fault of the settings, not an install', () => {
  const invalid: [string, string][] = [
    ["<script>fbq('init', {{ settings.fb | json }})</script>", 'placeholder'],
    ["<script>fbq('init', '123')</script>", 'shape'],
    ["<script>gtag('config', '{{ settings.ga }}')</script>", 'placeholder'],
    ["<script>gtag('config', 'G-123456789')</script>", 'shape'],
    ['<script src="https://www.googletagmanager.com/gtag/js?id={{ settings.ga }}"></script>', 'placeholder'],
    [
      `<amp-analytics type="facebookpixel"><script type="application/json">${json({ vars: { pixelId: '12' } })}</script></amp-analytics>`,
      'shape',
    ],
  ];
  for (const [html, fault] of invalid) {
    expect(factsOf(html).flatMap((fact) => (fact.kind === 'tag' ? [fact.invalid] : []))).toEqual([fault as 'shape']);
  }
});
