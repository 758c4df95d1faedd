import { expect, test } from 'bun:test';
import { PageExtractor } from '../html/page-extractor.ts';
import type { EventFact, Fact, TagFact } from './facts.ts';

function factsOf(html: string): Fact[] {
  const page = new PageExtractor();
  page.push(html);
  return page.end();
}

const inScript = (code: string): Fact[] => factsOf(`<script>${code}</script>`);

/** Only the fields that `shown` names, without those that are absent. */
function shown<F extends Fact>(facts: readonly Fact[], kind: F['kind'], ...fields: (keyof F)[]): unknown[] {
  return facts
    .filter((fact): fact is F => fact.kind === kind)
    .map((fact) =>
      Object.fromEntries(fields.flatMap((field) => (fact[field] === undefined ? [] : [[field, fact[field]]]))),
    );
}

const events = (code: string): unknown[] =>
  shown<EventFact>(inScript(code), 'event', 'vendor', 'name', 'method', 'to', 'label', 'transactionId');
const PLAIN = { vendor: 'ga4', name: 'purchase', transactionId: 'absent' };

const EVENTS: [string, unknown[]][] = [
  ["gtag('event','purchase')", [PLAIN]],
  ["gtag('event','purchase',{send_to:'G-ABC1234567'})", [{ ...PLAIN, to: ['G-ABC1234567'] }]],
  ["gtag('event','purchase',{send_to:'default'})", [PLAIN]],
  ["gtag('event','purchase',{send_to:['default','G-ABC1234567']})", [{ ...PLAIN, to: ['G-ABC1234567'] }]],
  ["gtag('event','purchase',{send_to:computed()})", [{ ...PLAIN, to: [] }]],
  ["gtag('event','purchase',{send_to:'MC-ABC123'})", []],
  ["gtag('event','purchase',{send_to:'GTM-ABC123'})", []],
  ["gtag('event','purchase',{transaction_id:''})", [{ ...PLAIN, transactionId: 'empty' }]],
  ["gtag('event','purchase',{transaction_id:undefined})", [{ ...PLAIN, transactionId: 'empty' }]],
  ["gtag('event','purchase',{transaction_id:order.id})", [{ ...PLAIN, transactionId: 'present' }]],
  ["gtag('event','purchase',{...data})", [{ ...PLAIN, transactionId: 'unknown' }]],
  ["gtag('event','purchase',data())", [{ ...PLAIN, transactionId: 'unknown' }]],
  [
    "gtag('event','conversion',{send_to:'AW-123456789/AbC-d_E'})",
    [{ vendor: 'google_ads', name: 'conversion', to: ['AW-123456789'], label: 'AbC-d_E', transactionId: 'absent' }],
  ],
  [
    "gtag('event','page_view',{send_to:'AW-123456789'})",
    [{ vendor: 'google_ads', name: 'page_view', to: ['AW-123456789'], transactionId: 'absent' }],
  ],
  [
    "gtag('event','purchase',{send_to:['AW-123456789/a','AW-123456789/b','G-ABC1234567']})",
    [
      { vendor: 'google_ads', name: 'conversion', to: ['AW-123456789'], label: 'a', transactionId: 'absent' },
      { vendor: 'google_ads', name: 'conversion', to: ['AW-123456789'], label: 'b', transactionId: 'absent' },
      { ...PLAIN, to: ['G-ABC1234567'] },
    ],
  ],
  ...(
    [
      `var l='x';S(\`AW-123456789/\${l}\`)`,
      "var l='x';S('AW-123456789/'+l)",
      "var t='AW-123456789/x';S(t)",
      "const o={send_to:'AW-123456789/x'};gtag('event','conversion',o)",
    ] as const
  ).map((code): [string, unknown[]] => [
    code.replace(/S\((.*)\)$/, "gtag('event','conversion',{send_to:$1})"),
    [{ vendor: 'google_ads', name: 'conversion', to: ['AW-123456789'], label: 'x', transactionId: 'absent' }],
  ]),
  [
    "gtag('event','conversion',{allow_custom_scripts:true,send_to:'DC-1234567/invmedia/cat0+standard'})",
    [
      {
        vendor: 'floodlight',
        name: 'conversion',
        to: ['DC-1234567'],
        label: 'invmedia/cat0+standard',
        transactionId: 'absent',
      },
    ],
  ],
  ["dataLayer.push({event:'purchase'})", [{ vendor: 'ga4', name: 'purchase', method: 'push' }]],
  ["fbq('track','Lead')", [{ vendor: 'meta', name: 'Lead', method: 'track' }]],
  [
    "fbq('trackSingle','123456789012345','Lead')",
    [{ vendor: 'meta', name: 'Lead', method: 'trackSingle', to: ['123456789012345'] }],
  ],
  ["fbq('trackSingle',computed(),'Lead')", [{ vendor: 'meta', name: 'Lead', method: 'trackSingle', to: [] }]],
  [
    "['111111111111111','222222222222222'].forEach(id=>fbq('trackSingleCustom',id,'Own'))",
    [{ vendor: 'meta', name: 'Own', method: 'trackSingleCustom', to: ['111111111111111', '222222222222222'] }],
  ],
  [
    "fbq('trackShopify','123456789012345','PageView',{},{eventID:id})",
    [{ vendor: 'meta', name: 'PageView', method: 'trackShopify' }],
  ],
  ["fbq(a?'track':'trackCustom','X')", []],
  [
    "fbq('track',a?'ViewContent':'Search')",
    [
      { vendor: 'meta', name: 'ViewContent', method: 'track' },
      { vendor: 'meta', name: 'Search', method: 'track' },
    ],
  ],
];

for (const [code, expected] of EVENTS) test(code, () => expect(events(code)).toEqual(expected));

const QUIET: [string, boolean][] = [
  ["gtag('config','G-ABC1234567')", false],
  ["gtag('config','G-ABC1234567',{send_page_view:false})", true],
  ["gtag('config','G-ABC1234567',{send_page_view:!1})", true],
  ["gtag('config','G-ABC1234567',{send_page_view:'false'})", true],
  ["gtag('config','G-ABC1234567',{send_page_view:true})", false],
  ["gtag('set','send_page_view',false);gtag('config','G-ABC1234567')", true],
  ["gtag('set',{send_page_view:false});gtag('config','G-ABC1234567')", true],
  ["gtag('set',{send_page_view:false});gtag('config','G-ABC1234567',{send_page_view:true})", false],
  ["gtag('config','G-ABC1234567');gtag('set',{send_page_view:false})", false],
  ["if (a) gtag('set',{send_page_view:false});gtag('config','G-ABC1234567')", false],
];

for (const [code, quiet] of QUIET) {
  test(`quiet: ${code}`, () => {
    expect(shown<TagFact>(inScript(code), 'tag', 'id', 'quiet')).toEqual([
      { id: 'G-ABC1234567', ...(quiet && { quiet }) },
    ]);
  });
}

test('trackSingleOnly is a fact that says only this', () => {
  const found = shown<TagFact>(
    inScript("fbq('set','trackSingleOnly',true,'123456789012345')"),
    'tag',
    'id',
    'via',
    'singleOnly',
  );
  expect(found).toEqual([{ id: '123456789012345', via: 'config', singleOnly: true }]);
  expect(inScript("fbq('set','trackSingleOnly',false,'123456789012345')").filter(({ kind }) => kind === 'tag')).toEqual(
    [],
  );
});

const LAYERS: [string, string | undefined][] = [
  ['<script src="https://www.googletagmanager.com/gtag/js?id=G-ABC1234567&l=other"></script>', 'other'],
  ['<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC123&amp;l=dataLayer"></script>', undefined],
  ["<script>function gtag(){other.push(arguments)}gtag('config','G-ABC1234567')</script>", 'other'],
  ["<script>function gtag(){window.dataLayer.push(arguments)}gtag('config','G-ABC1234567')</script>", undefined],
  ["<script>(function(w,d,s,l,i){})(window,document,'script','other','GTM-ABC123')</script>", 'other'],
  ["<script>(function(w,d,s,l,i){})(window,document,'script','dataLayer','GTM-ABC123')</script>", undefined],
];

for (const [html, name] of LAYERS) {
  test(`data layer: ${html}`, () => {
    expect(shown<TagFact>(factsOf(html), 'tag', 'dataLayer')).toEqual([name === undefined ? {} : { dataLayer: name }]);
  });
}

const HANDLERS: [string, string][] = [
  [`<a onclick="fbq('track','Lead')">`, 'handler'],
  [`<body onload="fbq('track','Lead')">`, 'load'],
  [`<img onerror="fbq('track','Lead')">`, 'branch'],
  [`<a onclick="if (Shopify.checkout) fbq('track','Lead')">`, 'dead'],
  [`<a href="javascript:fbq('track','Lead')">`, 'handler'],
];

for (const [html, runs] of HANDLERS) {
  test(`runs: ${html}`, () => expect(shown<EventFact>(factsOf(html), 'event', 'runs')).toEqual([{ runs }]));
}

test('an event in an app block has its name and form', () => {
  const html =
    "<!-- BEGIN app block: shopify://apps/klarna/blocks/x/1 --><script>fbq('track','Lead')</script><!-- END app block -->";
  expect(shown<EventFact>(factsOf(html), 'event', 'form', 'app')).toEqual([{ form: 'app_embed', app: 'klarna' }]);
});
