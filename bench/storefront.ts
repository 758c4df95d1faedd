/**
 * Synthetic storefront pages from a seed. They contain what a theme writes (head, JSON-LD, style and script islands, a menu,
 * product cards), what Shopify adds (script tags, currency, web pixels) and what merchants paste (Meta, GA4, GTM).
 */
import { seededRandom } from './in-process.ts';

export interface Storefront {
  html: string;
  /** Ids of the tags in page code, as `vendor:id`. Every scanner should find them. */
  ids: string[];
}

const WORDS = (
  'linen cotton walnut brass canvas studio morning harbor willow cedar stone river classic modern woven soft small large ' +
  'tote lamp kettle apron throw pillow candle bowl mug board tray basket vase rug stool mirror frame soap brush blanket'
).split(' ');

/** A page of at least `bytes` bytes (ASCII), up to the next whole product card. */
export function storefront(seed: number, bytes: number): Storefront {
  const random = seededRandom(seed);
  const word = () => WORDS[random(WORDS.length)]!;
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const number = (digits: number) => String(10 ** (digits - 1) + random(2 ** 31) * 10 ** Math.max(0, digits - 10));
  const tag = (length: number) => Array.from({ length }, () => 'ABCDEFGHJKLMNPQRSTVWXYZ123456789'[random(32)]).join('');
  const meta = number(15);
  const ga4 = `G-${tag(10)}`;
  const gtm = `GTM-${tag(7)}`;
  const pieces = [head(words, number), installs({ meta, ga4, gtm }), platform(words, number), menu(words)];
  const tail = footer(words);
  let length = tail.length + pieces.reduce((sum, piece) => sum + piece.length, 0);
  while (length < bytes) {
    const piece = section(words, random, number);
    pieces.push(piece);
    length += piece.length;
  }
  return { html: pieces.join('') + tail, ids: [`meta:${meta}`, `ga4:${ga4}`, `gtm:${gtm}`] };
}

type Words = (count: number) => string;
type Digits = (digits: number) => string;

function head(words: Words, number: Digits): string {
  const css = Array.from(
    { length: 60 },
    (_, i) => `.theme-${i} .card__inner{--ratio-percent:${i}.5%;display:grid;gap:${i}px;color:rgb(var(--color-${i}))}`,
  ).join('\n');
  const links = Array.from(
    { length: 24 },
    (_, i) =>
      `<link href="//www.example-shop.test/cdn/shop/t/12/assets/component-${i}.css?v=${number(20)}" rel="stylesheet" media="all" />`,
  ).join('\n  ');
  return `<!doctype html>
<html class="no-js" lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width,initial-scale=1">
  <meta property="og:title" content="${words(5)}"><meta property="og:type" content="website">
  <link rel="canonical" href="https://www.example-shop.test/">
  <title>${words(4)} &ndash; ${words(2)}</title>
  ${links}
  <style data-shopify>
${css}
  </style>
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"${words(3)}","sameAs":["https://facebook.com/tr-${words(1)}"],"url":"https://www.example-shop.test"}</script>
  <script>document.documentElement.className = document.documentElement.className.replace('no-js', 'js');</script>
`;
}

function installs({ meta, ga4, gtm }: { meta: string; ga4: string; gtm: string }): string {
  return `  <!-- Google Tag Manager -->
  <script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],
  j=d.createElement(s),dl=l!='dataLayer'?'&l='+l:'';j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i+dl;f.parentNode.insertBefore(j,f);
  })(window,document,'script','dataLayer','${gtm}');</script>
  <!-- End Google Tag Manager -->
  <script async src="https://www.googletagmanager.com/gtag/js?id=${ga4}"></script>
  <script>
    window.dataLayer = window.dataLayer || [];
    function gtag(){dataLayer.push(arguments);}
    gtag('js', new Date());
    gtag('config', '${ga4}', { 'anonymize_ip': true });
  </script>
  <script>
    !function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.callMethod?n.callMethod.apply(n,arguments):n.queue.push(arguments)};
    if(!f._fbq)f._fbq=n;n.push=n;n.loaded=!0;n.version='2.0';n.queue=[];t=b.createElement(e);t.async=!0;t.src=v;s=b.getElementsByTagName(e)[0];
    s.parentNode.insertBefore(t,s)}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');
    fbq('init', '${meta}');
    fbq('track', 'PageView');
  </script>
  <noscript><img height="1" width="1" style="display:none" src="https://www.facebook.com/tr?id=${meta}&ev=PageView&noscript=1"/></noscript>
`;
}

function platform(words: Words, number: Digits): string {
  const settings = JSON.stringify({ pixel_id: number(15), pixel_type: 'facebook_pixel' });
  const pixels = [
    {
      id: number(9),
      configuration: settings,
      eventPayloadVersion: 'v1',
      runtimeContext: 'OPEN',
      apiClientId: 2329312,
      type: 'APP',
    },
    {
      id: 'shopify-app-pixel',
      configuration: '{}',
      eventPayloadVersion: 'v1',
      apiClientId: 'shopify-pixel',
      type: 'APP',
    },
  ];
  const urls = Array.from(
    { length: 8 },
    () => `https://cdn.${words(1)}-apps.test/loader/${number(12)}.js?shop=example.test`,
  );
  const theme = Array.from({ length: 80 }, (_, i) => [`setting_${i}`, { label: words(3), value: number(8) }]);
  return `  <script id="shopify-features" type="application/json">{"accessToken":"${number(18)}","betas":["rich-media-storefront-analytics"],"domain":"www.example-shop.test"}</script>
  <script>var Shopify = Shopify || {};
Shopify.shop = "example-shop.myshopify.com";
Shopify.locale = "en";
Shopify.currency = {"active":"USD","rate":"1.0"};
Shopify.country = "US";
Shopify.theme = {"name":"${words(2)}","id":${number(12)},"schema_name":"Dawn","schema_version":"15.2.0"};</script>
  <script>(function() { function asyncLoad() { var urls = ${JSON.stringify(urls).replaceAll('/', '\\/')};
    for (var i = 0; i < urls.length; i++) { var s = document.createElement('script'); s.type = 'text/javascript'; s.async = true; s.src = urls[i];
    var x = document.getElementsByTagName('script')[0]; x.parentNode.insertBefore(s, x); } };
    if (window.attachEvent) { window.attachEvent('onload', asyncLoad); } else { window.addEventListener('load', asyncLoad, false); } })();</script>
  <script>(function e(e,d,r,n,o){if(void 0===o&&(o={}),!Boolean(null)){var i=new Request(e,{method:"HEAD"});fetch(i).then(function(){n(d)}).catch(function(){r(o)})}})({shopId: ${number(11)},storefrontBaseUrl: "https://www.example-shop.test",webPixelsConfigList: ${JSON.stringify(pixels)},isMerchantRequest: false});</script>
  <script>window.theme = { settings: ${JSON.stringify(Object.fromEntries(theme))}, strings: { addToCart: "Add to cart", soldOut: "Sold out" } };</script>
</head>
<body class="template-index gradient" onload="document.body.classList.add('loaded')">
<a class="skip-to-content-link button" href="#MainContent">Skip to content</a>
`;
}

function menu(words: Words): string {
  const item = () =>
    `<li class="list-menu__item"><a href="/collections/${words(1)}" class="header__menu-item link link--text focus-inset"><span>${words(2)}</span></a></li>`;
  return `<header class="header header--middle-left page-width"><nav class="header__inline-menu"><ul class="list-menu" role="list">
${Array.from({ length: 90 }, item).join('\n')}
</ul></nav></header>
<main id="MainContent" class="content-for-layout focus-none" role="main" tabindex="-1">
`;
}

/** A dozen product cards with their data island, and sometimes the block of an app. */
function section(words: Words, random: (limit: number) => number, number: Digits): string {
  const cards = Array.from({ length: 12 }, () => card(words, number)).join('\n');
  const products = Array.from({ length: 12 }, () => ({
    id: Number(number(13)),
    title: words(4),
    vendor: words(1),
    tags: words(5).split(' '),
    variants: [{ id: Number(number(14)), price: random(20_000), sku: number(8), available: true }],
  }));
  const app = `<!-- BEGIN app block: shopify://apps/${words(1)}-reviews/blocks/stars/${number(12)} -->
<div class="stars" data-id="${number(13)}" onclick="openReviews(this)">${words(2)}</div>
<script>window.reviewQueue = window.reviewQueue || []; reviewQueue.push({ product: ${number(13)}, score: ${random(5)}, note: '${words(6)}' });</script>
<!-- END app block -->`;
  return `<div id="shopify-section-template--${number(14)}__grid" class="shopify-section section">
<ul class="grid product-grid grid--2-col-tablet-down grid--4-col-desktop" role="list">
${cards}
</ul>
<script type="application/json" data-products>${JSON.stringify(products)}</script>
${random(3) === 0 ? app : ''}
</div>
`;
}

function card(words: Words, number: Digits): string {
  const handle = words(3).replaceAll(' ', '-');
  const image = `//www.example-shop.test/cdn/shop/files/${handle}.jpg?v=${number(10)}`;
  const sizes = [165, 360, 533, 720, 940, 1066].map((width) => `${image}&amp;width=${width} ${width}w`).join(', ');
  return `<li class="grid__item scroll-trigger animate--slide-in" data-cascade>
  <div class="card-wrapper product-card-wrapper underline-links-hover">
    <div class="card card--standard card--media" style="--ratio-percent: 125.0%;">
      <div class="card__inner color-scheme-2 gradient ratio"><div class="card__media"><div class="media media--transparent media--hover-effect">
        <img srcset="${sizes}" src="${image}&amp;width=533" sizes="(min-width: 1200px) 267px, 50vw" alt="${words(4)}" class="motion-reduce" loading="lazy" width="1200" height="1500">
      </div></div></div>
      <div class="card__content"><h3 class="card__heading h5" id="title-${number(13)}">
        <a href="/products/${handle}" class="full-unstyled-link">${words(4)}</a></h3>
        <div class="price"><span class="visually-hidden">Regular price</span><span class="price-item price-item--regular">$${number(2)}.00 USD</span></div>
        <svg class="icon icon-arrow" viewBox="0 0 14 10" aria-hidden="true"><path fill="currentColor" d="M8.54 4.46L4.5 8.5l-.7-.7L7.1 4.96.5 5V4h6.6L3.8.7z"/></svg>
      </div></div></div></li>`;
}

function footer(words: Words): string {
  return `</main>
<footer class="footer color-scheme-1 gradient"><p>${words(20)}</p><small>&copy; 2026, ${words(2)}</small></footer>
<script src="//www.example-shop.test/cdn/shop/t/12/assets/global.js?v=1" defer="defer"></script>
</body>
</html>
`;
}
