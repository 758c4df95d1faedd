/**
 * Three small pages for each rule: one on which it fires, a near miss on which it must not fire, and an adversarial page.
 * It has over 400 lines, because it is one table.
 */

import { MADE_UP } from './made-up-secrets.ts';

export interface Fixture {
  fires: string;
  nearMiss: string;
  /** Made to escape the rule (`is` is `found`), or to trigger it wrongly (`is` is `not found`). */
  adversarial: { page: string; is: 'found' | 'not found' };
}

const META = '123456789012345';
const OTHER = '987654321098765';
const SHOP = `<script>var Shopify=Shopify||{};Shopify.shop="t.myshopify.com";Shopify.currency={"active":"EUR","rate":"1.0"};</script>`;
const js = (code: string, attributes = ''): string => `<script${attributes}>${code}</script>`;
const page = (...parts: string[]): string =>
  `<!doctype html><html><head>${SHOP}</head><body>${parts.join('\n')}</body></html>`;
const init = (id = META): string => js(`fbq('init','${id}');fbq('track','PageView');`);
const noscript = (id = META): string =>
  `<noscript><img src="https://www.facebook.com/tr?id=${id}&amp;ev=PageView"></noscript>`;
const entry = (configuration: object | undefined, rest: object): object => ({
  id: JSON.stringify([configuration, rest]).length.toString(),
  ...(configuration ? { configuration: JSON.stringify(configuration) } : {}),
  type: 'APP',
  ...rest,
});
const list = (...entries: object[]): string =>
  js(`wpmLoader({shopId: 1,webPixelsConfigList: ${JSON.stringify(entries)},isMerchantRequest: false});`);
const metaApp = (id = META): object =>
  entry({ pixel_id: id, pixel_type: 'facebook_pixel' }, { apiClientId: 2329312, runtimeContext: 'OPEN' });
const googleApp = (...ids: string[]): object =>
  entry({ config: JSON.stringify({ google_tag_ids: ids }) }, { apiClientId: 1780363 });
/** The Google app with events: type and target, such as `AW-1/label`. */
const googleEvents = (...events: [string, string][]): object =>
  entry(
    { config: JSON.stringify({ gtag_events: events.map(([type, label]) => ({ type, action_label: label })) }) },
    { apiClientId: 1780363 },
  );
const simprosys = (id: string, secret?: string): object =>
  entry({ measurement_id: id, ...(secret ? { api_secret: secret } : {}) }, { apiClientId: 1558137 });
const sharing = (state: string, controls: string[]): object =>
  entry(
    { tagID: '2600000000001' },
    { apiClientId: 3009811, dataSharingState: state, dataSharingAdjustments: { dataSharingControls: controls } },
  );
const custom = (name: string): object => entry(undefined, { type: 'CUSTOM', name, runtimeContext: 'LAX' });
const gtag = (id: string, options = ''): string => js(`gtag('js',new Date());gtag('config','${id}'${options});`);
const loader = (id: string): string =>
  `<script async src="https://www.googletagmanager.com/gtag/js?id=${id}"></script>`;
const gtm = (id = 'GTM-ABC1234', host = 'www.googletagmanager.com'): string =>
  js(
    `(function(w,d,s,l,i){w[l]=w[l]||[];var j=d.createElement(s);j.src='https://${host}/gtm.js?id='+i;d.head.append(j)})(window,document,'script','dataLayer','${id}');`,
  );
const trekkie = (config: object): string => js(`trekkie.load(${JSON.stringify(config)});`, ' class="analytics"');
const capi = trekkie({ S2S: { facebookCapiEnabled: true } });
const found = (text: string): Fixture['adversarial'] => ({ page: text, is: 'found' });
const notFound = (text: string): Fixture['adversarial'] => ({ page: text, is: 'not found' });

export const FIXTURES: Record<string, Fixture> = {
  cart_event_on_page_view: {
    fires: page(js("fbq('track','AddToCart')")),
    nearMiss: page(js("document.forms[0].addEventListener('submit',()=>{fbq('track','AddToCart')})")),
    adversarial: notFound(page(js("fbq('trackCustom','AddToCart')"))),
  },
  meta_pixel_double_install: {
    fires: page(init(), list(metaApp())),
    nearMiss: page(init(), list(metaApp(OTHER))),
    adversarial: notFound(page(init(), list(entry({ pixelId: META }, { apiClientId: 2556259 })))),
  },
  meta_pixel_initialized_twice: {
    fires: page(init(), init()),
    nearMiss: page(init(), init(OTHER)),
    adversarial: notFound(
      page(init(), `<template>${init()}</template>`, `<!-- ${init()} -->`, `<textarea>${init()}</textarea>`),
    ),
  },
  meta_cross_pixel_events: {
    fires: page(init(), list(metaApp(OTHER))),
    nearMiss: page(js(`fbq('init','${META}');fbq('init','${OTHER}');fbq('trackSingle','${META}','Lead')`)),
    adversarial: found(page(js(`fbq('init','${META}')`), js(`fbq('init','${OTHER}');fbq('track','PageView')`))),
  },
  meta_migrated_pixel_overlap: {
    fires: page(list(metaApp(), custom('Meta pixel (migrated)'))),
    nearMiss: page(list(custom('Meta pixel (migrated)'))),
    adversarial: found(page(list(metaApp(), custom('old META PIXEL (Migrated) 2')))),
  },
  meta_standard_event_in_theme: {
    fires: page(js(`fbq('track','AddToCart')`), list(metaApp())),
    nearMiss: page(js(`fbq('track','AddToCart')`)),
    adversarial: notFound(page(js(`fbq('trackCustom','AddToCart'); log("fbq('track','AddToCart')")`), list(metaApp()))),
  },
  meta_missing_event_id: {
    fires: page(capi, js(`fbq('track','AddToCart',{value:v})`)),
    nearMiss: page(capi, js(`fbq('track','AddToCart',{value:v},{eventID:id})`)),
    adversarial: notFound(page(capi, js(`fbq('track','AddToCart',...rest);fbq('track','Lead',{},options)`))),
  },
  multiple_meta_pixels: {
    fires: page(init(), list(metaApp(OTHER))),
    nearMiss: page(init(), list(metaApp())),
    adversarial: notFound(page(init(), js(`var blocked=['${OTHER}']`), noscript(OTHER))),
  },
  legacy_meta_pixel_call: {
    fires: page(init()),
    nearMiss: page(js(`// fbq('init','${META}')\nvar s="fbq('init','${META}')",r=/fbq('init','${META}')/;`)),
    adversarial: found(page(js(`var o={pixel:\`${META}\`};x=a/b/c;window.fbq?.("\\x69nit",o.pixel)`))),
  },
  legacy_meta_pixel_loader: {
    fires: page(js(`var s=document.createElement('script');s.src='https://connect.facebook.net/en_US/fbevents.js'`)),
    nearMiss: page(js(`if(el.src.includes('https://connect.facebook.net/en_US/fbevents.js'))el.remove()`)),
    adversarial: notFound(
      page(js(`var blocked=['https://a.b/c.js','https://connect.facebook.net/en_US/fbevents.js','https://d.e/f.js']`)),
    ),
  },
  meta_noscript_pixel: {
    fires: page(init(), noscript()),
    nearMiss: page(`<noscript>< img src="https://www.facebook.com/tr?id=${META}"></noscript>`),
    adversarial: found(page(`<NOSCRIPT><IMG SRC=//www.facebook.com/tr?ev=PageView&id=${META} src=x></NOSCRIPT>`)),
  },
  meta_noscript_only: {
    fires: page(noscript()),
    nearMiss: page(init(), noscript()),
    adversarial: notFound(page(js('log("<noscript><img src=https://www.facebook.com/tr?id=1></noscript>")'))),
  },
  native_meta_integration: {
    fires: page(trekkie({ 'Facebook Pixel': { pixelIds: [META] } })),
    nearMiss: page(trekkie({ S2S: { facebookAppPixelId: META } })),
    adversarial: notFound(page(js(`trekkie.load=function(config){return config["Facebook Pixel"]}`))),
  },
  pixel_app_embed: {
    fires: page(
      '<script src="https://cdn.shopify.com/extensions/00000000-0000/multi-facebook-pixel-12/assets/p.js"></script>',
    ),
    nearMiss: page(
      '<script src="https://cdn.shopify.com/extensions/00000000-0000/tiktok-pixel-12/assets/p.js"></script>',
    ),
    adversarial: found(page(js(`var fbPixelData=JSON.parse(\`{"pixels":[{"pixel_id":"${META}","shop":"t"}]}\`);`))),
  },
  legacy_meta_fbds_pixel: {
    fires: page(js(`window._fbq=window._fbq||[];_fbq.push(['addPixelId','${META}']);`)),
    nearMiss: page(js(`!function(f,n){if(!f._fbq)f._fbq=n;n.push=n}(window,{})`)),
    adversarial: found(
      page('<noscript><img src="https://www.facebook.com/tr?ev=6019724957479&amp;value=0.00"></noscript>'),
    ),
  },
  meta_purchase_event_in_theme: {
    fires: page(js(`fbq('track','Purchase',{})`)),
    nearMiss: page(js(`if(eventID.startsWith('Purchase'))fbq('track',name)`)),
    adversarial: found(page(`<button onclick="fbq(&quot;trackSingle&quot;,'${META}','Purchase')">b</button>`)),
  },
  meta_pii_hardcoded: {
    fires: page(js(`fbq('init','${META}',{em:'jane@example.com'})`)),
    nearMiss: page(js(`fbq('init','${META}',{em:'',ph:undefined})`)),
    adversarial: notFound(page(js(`fbq('init','${META}',{em:'${'0a'.repeat(32)}'})`))),
  },
  meta_advanced_matching_in_theme: {
    fires: page(js(`fbq('init','${META}',{em:customer.email})`)),
    nearMiss: page(js(`fbq('init','${META}',{})`)),
    adversarial: found(page(js(`fbq('init','${META}',{external_id:'1','ph':hash(phone)})`))),
  },
  meta_invalid_pixel_id: {
    fires: page(init('YOUR_PIXEL_ID')),
    nearMiss: page(init()),
    adversarial: found(page(js(`fbq('init', {{ settings.pixel_id }});`))),
  },
  meta_pixel_id_mismatch: {
    fires: page(init(), noscript(`1${META}`)),
    nearMiss: page(init(), noscript()),
    adversarial: notFound(page(init(), js('var other=1;'), noscript(OTHER))),
  },
  meta_hardcoded_currency: {
    fires: page(js(`fbq('track','ViewContent',{currency:'USD'})`)),
    nearMiss: page(js(`fbq('track','ViewContent',{currency:'EUR'})`)),
    adversarial: notFound(page(js(`fbq('track','Purchase',{value:total,currency:Shopify.currency.active})`))),
  },
  ga4_double_install: {
    fires: page(loader('G-ABCDE12345'), gtag('G-ABCDE12345'), list(googleApp('G-ABCDE12345'))),
    nearMiss: page(gtag('G-ABCDE12345'), list(googleApp('G-ZYXWV98765'))),
    adversarial: notFound(page(gtm(), list(googleApp('G-ABCDE12345')))),
  },
  ga4_two_web_pixels: {
    fires: page(list(googleApp('G-ABCDE12345'), simprosys('G-ABCDE12345'))),
    nearMiss: page(list(googleApp('G-ABCDE12345'), simprosys('G-ZYXWV98765'))),
    adversarial: notFound(
      page(list(googleApp('G-ABCDE12345', 'G-ABCDE12345')), `<!-- ${list(simprosys('G-ABCDE12345'))} -->`),
    ),
  },
  ga_migrated_pixel_overlap: {
    fires: page(list(googleApp('G-ABCDE12345'), custom('Google Analytics tag (migrated)'))),
    nearMiss: page(list(simprosys('G-ABCDE12345'), custom('Google Analytics tag (migrated)'))),
    adversarial: notFound(page(list(googleApp('G-ABCDE12345'), custom('Google Analytics tag')))),
  },
  ga4_configured_twice: {
    fires: page(gtag('G-ABCDE12345'), gtag('G-ABCDE12345')),
    nearMiss: page(loader('G-ABCDE12345'), gtag('G-ABCDE12345')),
    adversarial: notFound(
      page(gtag('G-ABCDE12345'), js(`/* gtag('config','G-ABCDE12345') */ gtag('get','G-ABCDE12345','client_id',f)`)),
    ),
  },
  multiple_ga4_ids: {
    fires: page(gtag('G-ABCDE12345'), gtag('G-ZYXWV98765')),
    nearMiss: page(gtag('G-ABCDE12345'), gtag('AW-123456789')),
    adversarial: found(page(list(googleApp('G-ABCDE12345', 'GT-ABC1234', 'G-ZYXWV98765')))),
  },
  native_google_gtag_integration: {
    fires: page(trekkie({ 'Google Gtag Pixel': { conversionId: 'G-ABCDE12345' } })),
    nearMiss: page(trekkie({ 'Google Gtag Pixel': { conversionId: 'AW-0' } })),
    adversarial: found(
      page(
        js(
          `trekkie.load({ 'Google Gtag Pixel': { conversionId: 'AW-0', eventLabels: [{ action_label: ['MC-1', 'AW-123456789\\/x'] }] } })`,
        ),
      ),
    ),
  },
  ga4_tag_in_theme: {
    fires: page(gtag('G-ABCDE12345')),
    nearMiss: page(loader('AW-123456789'), loader('UA-12345678-1')),
    adversarial: found(page('<SCRIPT SRC=//WWW.GOOGLETAGMANAGER.COM/gtag/js?id=G-ABCDE12345&amp;l=x></SCRIPT>')),
  },
  ga4_purchase_event_in_theme: {
    fires: page(js(`dataLayer.push({event:'purchase',ecommerce:{}})`)),
    nearMiss: page(js(`dataLayer.push({event:'view_item',type:'purchase'})`)),
    adversarial: notFound(page(js(`if(Shopify.Checkout.page=='thank_you')dataLayer.push({event:'purchase'})`))),
  },
  other_vendor: {
    fires: page(js(`ttq.load('C0CASE000000000000AA');ttq.page();`)),
    nearMiss: page('<script src="https://www.tiktok.com/embed.js"></script>', js(`ttq.identify({email:e})`)),
    adversarial: notFound(
      page(
        js(
          `var blocked=['https://a.b/c.js','https://bat.bing.com/bat.js','https://d.e/f.js'];// ttq.load('C0CASE000000000000AA')`,
        ),
      ),
    ),
  },
  app_pixel_withheld: {
    fires: page(list(sharing('optimized', []))),
    nearMiss: page(list(sharing('optimized', ['share_all_events']), sharing('unrestricted', []))),
    adversarial: notFound(page(list({ ...sharing('optimized', []), enabledFlags: ['9a3ed68a'] }))),
  },
  app_pixel_state_unknown: {
    fires: page(list(sharing('paused', []))),
    nearMiss: page(list(sharing('optimized', []), sharing('unrestricted', []))),
    adversarial: notFound(page(list({ ...sharing('paused', []), type: 'CUSTOM' }))),
  },
  app_pixel_optimized: {
    fires: page(list(sharing('optimized', ['share_all_events']))),
    nearMiss: page(list(metaApp())),
    adversarial: notFound(page(list(sharing('unrestricted', ['share_all_events'])))),
  },
  secret_published: {
    fires: page(list(entry({ pixel_id: META, metaapp_system_user_token: MADE_UP.meta }, { apiClientId: 2329312 }))),
    nearMiss: page(list(entry({ pixel_id: META, metaapp_system_user_token: '-' }, { apiClientId: 2329312 }))),
    adversarial: found(page(`<div data-settings="{&quot;access_token&quot;:&quot;${MADE_UP.meta}&quot;}"></div>`)),
  },
  ga4_api_secret_exposed: {
    fires: page(list(simprosys('G-ABCDE12345', 'AbCdEfGhIjKlMnOpQrStUv'))),
    nearMiss: page(list(simprosys('G-ABCDE12345', ''))),
    adversarial: found(
      page(
        js(
          `fetch("https://www.google-analytics.com/mp/collect?measurement_id=G-ABCDE12345&api_secret=AbCdEfGhIjKlMnOpQrStUv")`,
        ),
      ),
    ),
  },
  google_tag_invalid_id: {
    fires: page(gtag('G-XXXXXXXXXX')),
    nearMiss: page(gtag('G-ABCDE12345')),
    adversarial: found(page(gtag('G-285995344'))),
  },
  universal_analytics_tag: {
    fires: page(js(`ga('create','UA-12345678-1','auto')`)),
    nearMiss: page('<meta http-equiv="X-UA-Compatible" content="IE=edge">', js(`var model="UA-1234"`)),
    adversarial: found(
      page(
        js(`(function(i,s,o,g,r){i[r]=1})(window,document,'script','//www.google-analytics.com/analytics.js','ga')`),
      ),
    ),
  },
  classic_google_analytics: {
    fires: page(js(`var _gaq=_gaq||[];_gaq.push(["_setAccount","UA-12345678-1"]);`)),
    nearMiss: page(js(`if(typeof _gaq!=='undefined')_gaq.push(['_trackEvent','a','b'])`)),
    adversarial: found(page(js(`ga.src=('https:'==p?'https://ssl':'http://www')+'.google-analytics.com/ga.js'`))),
  },
  native_universal_analytics: {
    fires: page(trekkie({ 'Google Analytics': { trackingId: 'UA-12345678-1' } })),
    nearMiss: page(trekkie({ 'Google Analytics': { trackingId: '' } })),
    adversarial: found(page(js(`var _gaUTrackerOptions={};ga('create','UA-12345678-1','auto',_gaUTrackerOptions);`))),
  },
  dead_ga_event_calls: {
    fires: page(js(`ga('send','event','a','b')`)),
    nearMiss: page(
      '<script src="https://www.google-analytics.com/analytics.js"></script>',
      js(`ga('send','event','a','b')`),
    ),
    adversarial: notFound(page(js(`saga('send','event');ga('send',1);x.ga=function(a){}`))),
  },
  amp_legacy_trackers: {
    fires:
      '<html amp><amp-analytics type="googleanalytics"><script type="application/json">{"vars":{"account":"UA-12345678-1"}}</script></amp-analytics></html>',
    nearMiss: '<html amp><amp-analytics type="chartbeat"></amp-analytics></html>',
    adversarial: found(`<html ⚡><amp-pixel src="https://www.facebook.com/tr?id=${META}"></amp-pixel></html>`),
  },
  gtm_container_loaded_twice: {
    fires: page(gtm(), gtm()),
    nearMiss: page(
      gtm(),
      '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC1234"></iframe></noscript>',
    ),
    adversarial: found(page(gtm(), '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234"></script>')),
  },
  multiple_gtm_containers: {
    fires: page(gtm(), gtm('GTM-XYZ9876')),
    nearMiss: page(gtm(), js(`s.src='https://www.googleoptimize.com/optimize.js?id=GTM-XYZ9876'`)),
    adversarial: notFound(
      page(gtm(), js('{"gtm_id":"GTM-XYZ9876"}', ' type="application/json"'), js("//load('GTM-XYZ9876')\n")),
    ),
  },
  gtm_theme_and_custom_pixel: {
    fires: page(gtm(), list(custom('Google Tag Manager'))),
    nearMiss: page(list(custom('Google Tag Manager'))),
    adversarial: notFound(page(gtm(), list(custom('Heatmap')))),
  },
  gtm_container_in_theme: {
    fires: page(gtm()),
    nearMiss: page(
      js(
        `(function(w,d,s,l,i){w[l].push({'gtm.start':1});j.src='https://static.klaviyo.com/k.js?company_id='+i})(window,document,'script','dataLayer','RvBHmt')`,
      ),
    ),
    adversarial: found(page(js('(function(a,b,c,d,e){})(window,document,"script",`dl`,`GTM-ABC1234`)'))),
  },
  gtm_noscript_only: {
    fires: page('<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC1234"></iframe></noscript>'),
    nearMiss: page(
      gtm(),
      '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC1234"></iframe></noscript>',
    ),
    adversarial: notFound(
      page('<template><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC1234"></iframe></template>'),
    ),
  },
  first_party_tag_loader: {
    fires: page(gtm('GTM-ABC1234', 'sgtm.t.example')),
    nearMiss: page(gtm()),
    adversarial: found(page('<script src="/a1b2c3d4?id=G-ABCDE12345"></script>')),
  },
  google_ads_double_install: {
    fires: page(
      js(`gtag('event','conversion',{send_to:'AW-123456789/abc'})`),
      list(googleEvents(['add_to_cart', 'AW-123456789/abc'])),
    ),
    nearMiss: page(
      js(`gtag('event','conversion',{send_to:'AW-123456789/abc'})`),
      list(googleEvents(['add_to_cart', 'AW-123456789/xyz'])),
    ),
    // The same account without a conversion only fills its audiences.
    adversarial: notFound(page(gtag('AW-123456789'), list(googleApp('AW-123456789')))),
  },
  google_ads_conversion_on_page: {
    fires: page(js(`gtag('event','conversion',{'send_to':'AW-123456789/abc','value':1.0})`)),
    nearMiss: page(js(`gtag('event','page_view',{send_to:'AW-123456789'})`)),
    adversarial: notFound(
      page(js(`gtag('event','conversion',{allow_custom_scripts:true,send_to:'DC-1/a/b+standard'})`)),
    ),
  },
  google_ads_tag_in_theme: {
    fires: page(gtag('AW-123456789')),
    nearMiss: page(js(`var settings={"google_remarketing_global_id":"AW-123456789"}`)),
    adversarial: found(page(js(`addModule("//t.example/module-gtag.js?v=1",{ID:'AW-123456789'})`))),
  },
  legacy_google_conversion_js: {
    fires: page('<script src="//www.googleadservices.com/pagead/conversion.js"></script>'),
    nearMiss: page('<script src="//www.googleadservices.com/pagead/conversion_async.js"></script>'),
    adversarial: notFound(page('<a href="//www.googleadservices.com/pagead/conversion.js">x</a>')),
  },
  google_optimize_antiflicker: {
    fires: page(
      js(
        `(function(a,s,y,n,c,h,i,d,e){s.className+=' '+y})(window,document.documentElement,'async-hide','dataLayer',4000,{'OPT-ABC1234':true});`,
      ),
    ),
    nearMiss: page('<style>.async-hide { opacity: 0 !important }</style>'),
    adversarial: notFound(page(js(`el.classList.remove('async-hide')`))),
  },
  google_optimize_snippet: {
    fires: page('<script src="https://www.googleoptimize.com/optimize.js?id=OPT-ABC1234"></script>'),
    nearMiss: page('<link rel="preconnect" href="https://www.googleoptimize.com">'),
    adversarial: found(page('<script src="https://www.googleoptimize.com/optimize.js?id=GTM-ABC1234"></script>')),
  },
  legacy_pixel_without_consent_gate: {
    fires: page(init()),
    nearMiss: page(init(), js(`window.Shopify.customerPrivacy.setTrackingConsent(true,f)`)),
    adversarial: found(
      page(init(), js(`// Shopify.customerPrivacy\nvar text="customerPrivacy"`, ' type="text/template"')),
    ),
  },
  consent_default_after_tag: {
    fires: page(loader('G-ABCDE12345'), js(`gtag('consent','default',{ad_storage:'denied'})`)),
    nearMiss: page(js(`gtag('consent','default',{ad_storage:'denied'})`), loader('G-ABCDE12345')),
    adversarial: notFound(
      page(loader('G-ABCDE12345'), js(`function later(){gtag('consent','default',{ad_storage:'denied'})}`)),
    ),
  },
  google_tag_without_consent_default: {
    fires: page(gtag('G-ABCDE12345')),
    nearMiss: page(js(`gtag('consent','default',{ad_storage:'denied'})`), gtag('G-ABCDE12345')),
    adversarial: found(page(gtag('G-ABCDE12345'), js(`gtag('consent','update',{ad_storage:'granted'})`))),
  },
  consent_default_granted: {
    fires: page(js(`gtag('consent','default',{ad_storage:'granted',analytics_storage:'denied'})`)),
    nearMiss: page(js(`gtag('consent','default',{ad_storage:'granted',region:['US']})`)),
    adversarial: notFound(
      page(js(`gtag('consent','default',cmp.storage);gtag('consent','default',{ad_storage:choice})`)),
    ),
  },
  consent_gated_tracker: {
    fires: page(js(`fbq('init','${META}')`, ' type="text/plain" data-cookieconsent="marketing"')),
    nearMiss: page(js(`fbq('init','${META}')`, ' type="text/template"')),
    adversarial: found(page('<script data-src="https://www.googletagmanager.com/gtag/js?id=G-ABCDE12345"></script>')),
  },
  additional_ga_javascript: {
    fires: page(
      js(`ShopifyAnalytics.merchantGoogleAnalytics = function() {\n<!-- mine -->\ngtag('config','G-ABCDE12345');\n};`),
    ),
    nearMiss: page(js(`ShopifyAnalytics.merchantGoogleAnalytics = function() {\n /* none */ \n};`)),
    adversarial: notFound(
      page(js(`try { window.ShopifyAnalytics.merchantGoogleAnalytics.call(this); } catch(error) {}`)),
    ),
  },
  legacy_checkout_page_code: {
    fires: page(js(`var total = Shopify.checkout.total_price`)),
    nearMiss: page(js(`window.Checkout.$;/checkouts\\/(.+)\\/(thank_you|post_purchase)/.test(u)`)),
    adversarial: notFound(page(js(`trekkie.load({"Trekkie":{}});if(Shopify.Checkout.page)x()`, ' class="analytics"'))),
  },
  script_tags_present: {
    fires: page(
      js(`(function(){function asyncLoad(){var urls = ["https:\\/\\/a.example\\/b.js?shop=t\\u0026x=1"];}})();`),
    ),
    nearMiss: page(js(`(function(){function asyncLoad(){var urls = [];}})();`)),
    adversarial: notFound(
      page(js(`window.addEventListener('load', asyncLoad, false); var urls = ["https://a.example/b.js"]`)),
    ),
  },
  web_pixel_inventory: {
    fires: page(list(metaApp())),
    nearMiss: page(list(entry({}, { id: 'shopify-app-pixel', apiClientId: 'shopify-pixel' }))),
    adversarial: found(
      page(js(`wpmLoader({ webPixelsConfigList: [ { id: "1", type: "CUSTOM", name: '] } heat "map"', }, ] });`)),
    ),
  },
  web_pixels_list_unreadable: {
    fires: `${SHOP}<script>wpmLoader({webPixelsConfigList: [{"id":"1","configuration":"{\\"pixel_id\\"`,
    nearMiss: page(list()),
    adversarial: found(page(js('wpmLoader({webPixelsConfigList: load(x)})'))),
  },
  web_pixels_list_missing: {
    fires: page(),
    nearMiss: page(list()),
    adversarial: found(page(js('// webPixelsConfigList: []\n'), `<!-- ${list()} -->`)),
  },
  headless_storefront: {
    fires: '<script src="https://cdn.shopify.com/oxygen-v2/1/2/client.js"></script>',
    nearMiss: '<p>oxygen-v2</p>',
    adversarial: notFound('<script>/* https://cdn.shopify.com/oxygen-v2/ */</script>'),
  },
  not_shopify: {
    fires: `<p>${'hello '.repeat(200)}<a href="/">home</a>`,
    nearMiss: page(),
    adversarial: found(
      `<script src="https://cdn.shopify.com/shopifycloud/shop-js/client.js"></script><p>${'hello '.repeat(200)}`,
    ),
  },
  no_trackers_found: {
    fires: page(),
    nearMiss: page(init()),
    adversarial: found(
      page(`<div title="fbq('init','${META}')">GTM-ABC1234 G-ABCDE12345</div>`, js('var re=/GT-C3212I/')),
    ),
  },
  scan_truncated: {
    fires: page('<meta http-equiv="refresh" content="0;url=https://x.example/">'),
    nearMiss: page('<noscript><meta http-equiv="refresh" content="0;url=/no-js"></noscript>'),
    adversarial: found(page('<META HTTP-EQUIV="Refresh" CONTENT="0; URL=https://x.example/">')),
  },
  page_not_judged: {
    fires: page('<form method="post" action="/password"></form>'),
    nearMiss: page('<form method="post" action="/account/password"></form>'),
    adversarial: found('<form id="challenge-form"></form>'),
  },
  scan_not_looked_at: {
    fires: page(js("x={webPixelsConfigList:[{id:'7',type:'CUSTOM',name:'My GTM'}]}")),
    nearMiss: page(js("x={webPixelsConfigList:[{id:'shopify-custom-pixel',type:'CUSTOM'}]}")),
    adversarial: found(
      page(js("var w='GTM-';w+='ABC1234';", ' src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234"')),
    ),
  },
};
