/** Like the pages of `pages.ts`, for rules about custom pixels: the code that a merchant saved, as three cases for each rule. */
import type { Fixture } from './pages.ts';

const found = (page: string): Fixture['adversarial'] => ({ page, is: 'found' });
const notFound = (page: string): Fixture['adversarial'] => ({ page, is: 'not found' });
const on = (event: string, code: string): string => `analytics.subscribe('${event}', (event) => { ${code} });`;
const GTM = `(function(w,d,s,l,i){w[l]=w[l]||[];var j=d.createElement(s);j.src='https://www.googletagmanager.com/gtm.js?id='+i;d.head.append(j)})(window,document,'script','dataLayer','GTM-ABC1234');`;

const INIT = `fbq('init','123456789012345');`;

export const CUSTOM_PIXEL_CODE: Record<string, Fixture> = {
  custom_pixel_personal_data: {
    fires: on('checkout_completed', `fetch('https://collector.example/in', {body: event.data.checkout.email});`),
    nearMiss: on('checkout_completed', `fetch('https://collector.example/in', {body: event.data.checkout.order.id});`),
    adversarial: found(
      `const send = (to, what) => fetch(to, {body: JSON.stringify(what)});
       ${on('checkout_completed', `const {checkout: c} = event.data; send('https://collector.example/in', {...c.shippingAddress});`)}`,
    ),
  },
  custom_pixel_page_address: {
    fires: `gtag('js', new Date()); gtag('config', 'G-ABCDE12345');`,
    nearMiss: `gtag('config', 'G-ABCDE12345', {page_location: init.context.document.location.href});`,
    adversarial: notFound(
      `const options = {send_page_view: false}; gtag('config', 'G-ABCDE12345', options);
       ${on('page_viewed', `gtag('set', 'page_location', event.context.document.location.href); gtag('event', 'page_view')`)}`,
    ),
  },
  custom_pixel_markup: {
    fires: `<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABCDE12345">`,
    nearMiss: `document.write('<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABCDE12345"><\\/script>');`,
    adversarial: found(`<!-- Google tag -->\n<script>gtag('config','G-ABCDE12345')</script>\n<script>`),
  },
  custom_pixel_broken: {
    fires: on('page_viewed', 'if (event) { send()'),
    nearMiss: on('page_viewed', 'if (event) { send("}{") /* { */ }'),
    adversarial: notFound(on('page_viewed', `a = b.replace(/[{(]/g, \`\${\`{\`}\`)`)),
  },
  custom_pixel_gtm: {
    fires: GTM,
    nearMiss: `/* ${GTM} */`,
    adversarial: found(`function load(id) { ${GTM.replace("'GTM-ABC1234'", 'id')} } load('GTM-ABC1234');`),
  },
  custom_pixel_inventory: {
    fires: on('page_viewed', `fbq('track','PageView')`),
    nearMiss: 'if (a) {',
    adversarial: found(''),
  },
  purchase_before_order: {
    fires: `${INIT}${on('payment_info_submitted', `fbq('track','Purchase',{value:1,currency:'USD'})`)}`,
    nearMiss: `${INIT}${on('payment_info_submitted', `fbq('track','AddPaymentInfo')`)}${on('checkout_completed', `fbq('track','Purchase',{value:1,currency:'USD'})`)}`,
    adversarial: found(
      `const report = (data) => ttq.track('CompletePayment', data);
       ['checkout_started', 'checkout_completed'].forEach((name) => analytics.subscribe(name, (event) => report({value: 1, currency: 'USD'})));`,
    ),
  },
  purchase_without_value: {
    fires: `${INIT}${on('checkout_completed', `fbq('track','Purchase')`)}`,
    nearMiss: `${INIT}${on('checkout_completed', `fbq('track','Purchase',{value:0,currency:event.data.checkout.currencyCode})`)}`,
    adversarial: notFound(
      `${INIT}${on('checkout_completed', `const order = {...event.data.checkout}; fbq('track','Purchase',{...amountOf(order)}); gtag('event','purchase',order)`)}`,
    ),
  },
  custom_pixel_cannot_run: {
    fires: `${INIT}document.querySelector('form').addEventListener('submit', () => fbq('track','AddToCart'));`,
    nearMiss: `${INIT}const first = document.getElementsByTagName('script')[0]; first.parentNode.append(document.createElement('script')); fbq('track','Lead')`,
    adversarial: found(
      `${INIT}const tell = () => fbq('track', 'AddToCart'); const buttons = [...document.querySelectorAll('.buy')]; for (const one of buttons) one.onclick = tell;`,
    ),
  },
  custom_pixel_unknown_event: {
    fires: `${INIT}${on('checkout_complete', `fbq('track','Purchase',{value:1,currency:'USD'})`)}`,
    nearMiss: `${INIT}${on('checkout_completed', `fbq('track','Purchase',{value:1,currency:'USD'})`)}${on('wishlist:added', 'log()')}${on('product_recommended', 'log()')}`,
    adversarial: found(
      `const NAMES = ['productAddedToCart']; NAMES.forEach((name) => analytics.subscribe(name, log));`,
    ),
  },
  custom_pixel_consent_denied: {
    fires: `gtag('consent','default',{ad_storage:'denied',analytics_storage:'denied'});gtag('config','G-ABCDE12345',{send_page_view:false});`,
    nearMiss: `gtag('consent','default',{ad_storage:'denied',analytics_storage:'denied'});api.customerPrivacy.subscribe('visitorConsentCollected', (event) => gtag('consent','update',{ad_storage: 'granted'}));`,
    adversarial: notFound(
      `const state = init.customerPrivacy.marketingAllowed ? 'granted' : 'denied'; gtag('consent','default',{ad_storage:state,analytics_storage:'denied',region:['FR']}); gtag('consent','default',{ad_storage:'granted'});`,
    ),
  },
  custom_pixel_loads_again: {
    fires: `${GTM}${on('checkout_completed', GTM)}`,
    nearMiss: on('checkout_completed', GTM),
    adversarial: found(
      `function load() { ${GTM} } analytics.subscribe('product_added_to_cart', load); analytics.subscribe('page_viewed', load);`,
    ),
  },
  custom_pixel_session_recorder: {
    fires: `(function(h,o,t,j,a,r){h._hjSettings={hjid:1234567,hjsv:6};a=o.createElement('script');a.src='https://static.hotjar.com/c/hotjar-'+h._hjSettings.hjid+'.js';o.head.append(a)})(window,document);`,
    nearMiss: `const blocked = ['hotjar', 'https://cdn.mouseflow.com/projects/x.js']; if (blocked.includes(name)) skip();`,
    adversarial: found(
      `const s = document.createElement('script'); s.src = '//tools.luckyorange.com/core/lo.js?site-id=abcdef12'; document.head.append(s);`,
    ),
  },
  vendor_invalid_id: {
    fires: `ttq.load('');ttq.page();`,
    nearMiss: `ttq.load('C4ABCDEFGHIJKLMNOPQ0');ttq.page();`,
    adversarial: found(
      `(function(w,u){w[u]=w[u]||[];var o={ti:'YOUR_UET_TAG_ID'};o.q=w[u];w[u]=new UET(o);})(window,'uetq');`,
    ),
  },
  event_name_case: {
    fires: `${INIT}fbq('track','addtocart');`,
    nearMiss: `${INIT}fbq('track','AddToCart');fbq('trackCustom','addtocart');gtag('event','add_to_cart');`,
    adversarial: found(`const NAMES = {cart: 'Add_To_Cart'}; gtag('event', NAMES.cart, {send_to: 'G-ABCDE12345'});`),
  },
};
