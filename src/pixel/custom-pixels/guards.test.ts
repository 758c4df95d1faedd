import { expect, test } from 'bun:test';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import { customPixelFacts } from './read-custom-pixel.ts';

/** `name guarded` of each event. */
function events(code: string): string[] {
  return customPixelFacts(sandboxDocument(code), { pixelId: '901' }).flatMap((fact) =>
    fact.kind === 'event' ? `${fact.name} ${fact.guarded ?? 'sure'}` : [],
  );
}

const on = (event: string, code: string): string => `analytics.subscribe('${event}', (event) => { ${code} });`;
const BUY = `fbq('track','Purchase')`;

test.each<[string, string, string]>([
  ['nothing', on('checkout_completed', BUY), 'sure'],
  ['an arrow function', `analytics.subscribe('checkout_completed', () => ${BUY})`, 'sure'],
  ['whether there is data', on('checkout_completed', `const c = event.data?.checkout; if (!c) return; ${BUY}`), 'sure'],
  ['whether there is a library', on('checkout_completed', `if (typeof fbq === 'function') { ${BUY} }`), 'sure'],
  ['whether there is a library, in short', on('checkout_completed', `window.fbq && window.${BUY}`), 'sure'],
  [
    'whether there is data, with a block',
    on('checkout_completed', `if (!event.data.checkout) { return; } ${BUY}`),
    'sure',
  ],
  ['whether it is not undefined', on('checkout_completed', `if (event.data !== undefined) ${BUY}`), 'sure'],
  ['the name of the event', on('all_events', `if (event.name === 'checkout_completed') { ${BUY} }`), 'sure'],
  [
    'a switch on the name',
    on('all_standard_events', `switch (event.name) { case 'checkout_completed': ${BUY}; break; }`),
    'sure',
  ],
  [
    'a name in a variable',
    on(
      'all_events',
      `const n = event.name; if (n === 'page_viewed') { log() } else if (n === 'checkout_completed') { ${BUY} }`,
    ),
    'sure',
  ],
  [
    'the name of the event, by leaving',
    on('all_events', `if (event.name !== 'checkout_completed') return; ${BUY}`),
    'sure',
  ],
  ['consent', on('checkout_completed', `if (init.customerPrivacy.marketingAllowed) { ${BUY} }`), 'some'],
  ['consent, without braces', on('checkout_completed', `if (marketingAllowed) ${BUY}`), 'some'],
  [
    'consent, in a function',
    `function buy() { ${BUY} } ${on('checkout_completed', `if (marketingAllowed) buy()`)}`,
    'some',
  ],
  [
    'consent, in a function with an argument',
    `function buy(n) { fbq('track', n) } ${on('checkout_completed', `if (marketingAllowed) buy('Purchase')`)}`,
    'some',
  ],
  ['consent, in short', on('checkout_completed', `marketingAllowed && ${BUY}`), 'some'],
  ['consent, by leaving', on('checkout_completed', `if (!marketingAllowed) return; ${BUY}`), 'some'],
  [
    'the first order',
    on('checkout_completed', `if (event.data.checkout.order.customer.isFirstOrder) { ${BUY} }`),
    'some',
  ],
  ['an amount', on('checkout_completed', `if (event.data.checkout.totalPrice.amount > 100) ${BUY}`), 'some'],
  [
    'a country',
    on('checkout_completed', `if (event.data.checkout.shippingAddress.countryCode === 'DE') { ${BUY} }`),
    'some',
  ],
  [
    'the other case',
    on('checkout_completed', `if (event.data.checkout.totalPrice.amount > 100) log(); else ${BUY}`),
    'some',
  ],
  ['one of two', on('checkout_completed', `total > 100 ? ${BUY} : log()`), 'some'],
  [
    'an address, on every event',
    on('all_events', `if (event.context.document.location.pathname === '/thanks') { ${BUY} }`),
    'perhaps',
  ],
  ['a table of names', on('all_standard_events', `if (NAMES[event.name]) { ${BUY} }`), 'perhaps'],
  [
    'an object of its own named analytics',
    `var analytics = {subscribe() {}}; ${on('checkout_completed', BUY)}`,
    'perhaps',
  ],
  ['the same object again', `var analytics = api.analytics; ${on('checkout_completed', BUY)}`, 'sure'],
  ['a condition around the subscription', `if (window.top) { ${on('checkout_completed', BUY)} }`, 'sure'],
  ['data that its event does not have', on('page_viewed', `if (event.data.checkout) { ${BUY} }`), 'some'],
  ['such data, by leaving', on('page_viewed', `if (!event.data?.checkout) return; ${BUY}`), 'some'],
  ['such data, in short', on('page_viewed', `event.data.checkout && ${BUY}`), 'some'],
  ['such data, in a variable', on('page_viewed', `const c = event.data?.checkout; if (!c) return; ${BUY}`), 'some'],
  ['such data, taken apart', on('page_viewed', `const {checkout} = event.data; if (checkout) ${BUY}`), 'some'],
  ['data of some of all events', on('all_events', `if (event.data.checkout) ${BUY}`), 'perhaps'],
  ['whether there is any data', on('page_viewed', `if (event.data) ${BUY}`), 'sure'],
  ['whether there is a cart', on('cart_viewed', `if (event.data.cart) ${BUY}`), 'sure'],
  ['data of an event of the theme', on('bought', `if (event.data.checkout) ${BUY}`), 'sure'],
  ['an event before it', on('checkout_completed', `if (total > 100) { log() } ${BUY}`), 'sure'],
])('a call that depends on %s', (_, code, expected) => expect(events(code)).toEqual([`Purchase ${expected}`]));

test.each<[string, string, string[]]>([
  ['the one that is left', `if (event.name !== 'checkout_completed') return; ${BUY}`, ['checkout_completed']],
  [
    'the one that is left, with a block',
    `if (event.name != 'checkout_completed') { return; } ${BUY}`,
    ['checkout_completed'],
  ],
  ['all but one', `if (event.name === 'page_viewed') return; ${BUY}`, ['all_events']],
  ['all but one, in a block', `if (event.name !== 'page_viewed') { ${BUY} }`, ['all_events']],
])('of all events, a call runs on %s', (_, code, expected) => {
  const facts = customPixelFacts(sandboxDocument(on('all_events', code)), { pixelId: '901' });
  expect(facts.flatMap((fact) => (fact.kind === 'event' ? [fact.on] : []))).toEqual([expected]);
});
