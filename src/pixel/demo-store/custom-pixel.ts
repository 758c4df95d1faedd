/** The sandbox document of the demo store's custom pixel, in the form in which a shop serves the code of one. */

/** Version of the pixel code that the pages of the demo store name. */
const HASH = '0de305e0w0de305e0p0de305e0m0de305e0';

/** Where the document is, without the path of the page that names it. */
export const SANDBOX = `/web-pixels@${HASH}/custom/web-pixel-1003@1/sandbox/modern`;

/** What Shopify wrote when it moved the tag of the old settings box into Customer events. It sends what the app sends too. */
const CODE = `
!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.callMethod?n.callMethod.apply(n,arguments):n.queue.push(arguments)};
n.push=n;n.loaded=!0;n.version='2.0';n.queue=[];t=b.createElement(e);t.async=!0;t.src=v;b.head.appendChild(t)}
(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');
fbq('init', '123456789012345');
analytics.subscribe('page_viewed', () => { fbq('track', 'PageView'); });
analytics.subscribe('checkout_completed', (event) => {
  const { totalPrice } = event.data.checkout;
  fbq('track', 'Purchase', { value: totalPrice.amount, currency: totalPrice.currencyCode });
});
`;

export const CUSTOM_PIXEL = `<!doctype html><html><head><title>Web Pixels Manager Sandbox</title>
<script src="/cdn/wpm/s${HASH}m.js"></script>
<script>(function(shopify) {shopify.extend('WebPixel::Render', function(api) {
var analytics=api.analytics,browser=api.browser,init=api.init;
${CODE}
});
})(self.webPixelsManager.createShopifyExtend('1003', 'custom'));</script></head><body></body></html>
`;

/** As every new shop on Shopify has it, in short. */
export const ROBOTS = `# Product, collection, page and cart HTML may be crawled. Checkouts are for humans.
User-agent: *
Allow: /
Disallow: /cart/
Disallow: /cart.js
Disallow: /checkout
Disallow: /checkouts/
Disallow: /orders
Disallow: /account
Allow: /account/login
Disallow: /services
Disallow: /cdn/wpm/*.js
Disallow: /recommendations/products
`;
