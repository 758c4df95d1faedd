/** Like the pages of `pages.ts`, for rules about custom pixels: the code that a merchant saved, as three cases for each rule. */
import type { Fixture } from './pages.ts';

const found = (page: string): Fixture['adversarial'] => ({ page, is: 'found' });
const notFound = (page: string): Fixture['adversarial'] => ({ page, is: 'not found' });
const on = (event: string, code: string): string => `analytics.subscribe('${event}', (event) => { ${code} });`;
const GTM = `(function(w,d,s,l,i){w[l]=w[l]||[];var j=d.createElement(s);j.src='https://www.googletagmanager.com/gtm.js?id='+i;d.head.append(j)})(window,document,'script','dataLayer','GTM-ABC1234');`;

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
};
