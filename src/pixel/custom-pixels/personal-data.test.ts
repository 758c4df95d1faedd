import { describe, expect, test } from 'bun:test';
import { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { personalDataFlows } from './personal-data.ts';

/** `field > host`, with the library in place of the host, and `#` for what is hashed. */
function flows(text: string, events = ['checkout_completed']): string[] {
  return personalDataFlows(new StaticEvaluator(text), () => events)
    .map(({ field, host, library, hashed }) => `${field}${hashed ? '#' : ''} > ${library ?? host}`)
    .sort();
}

const inEvent = (body: string): string => `analytics.subscribe('checkout_completed', async (event) => {${body}})`;
const WHOLE = ['city', 'email', 'first name', 'last name', 'phone', 'postal code', 'street address'];

describe('what is sent', () => {
  test.each<[string, string, string[]]>([
    [
      'in a body',
      `fetch('https://a.example/in', {method: 'POST', body: JSON.stringify({p: event.data.checkout.phone})})`,
      ['phone > a.example'],
    ],
    [
      'through optional chains',
      `fetch('https://a.example/', {body: event?.data?.checkout?.shippingAddress?.firstName})`,
      ['first name > a.example'],
    ],
    [
      'through chains that a mirror tore apart',
      `fetch('https://a.example/', {body: event ? .data ? .checkout ? .email})`,
      ['email > a.example'],
    ],
    [
      'after a test of the event',
      `var c = event.data && event.data.checkout; fetch('https://a.example/', {body: c.email, v: c.totalPrice && c.totalPrice.amount})`,
      ['email > a.example'],
    ],
    [
      'without any of it, after a test of the event',
      `var c = event.data && event.data.checkout; fbq('track', 'Purchase', {value: c.totalPrice && c.totalPrice.amount})`,
      [],
    ],
    ['by a beacon', `navigator.sendBeacon('https://a.example/', event.data.checkout.email)`, ['email > a.example']],
    [
      'by the beacon of Shopify',
      `browser.sendBeacon('https://a.example/', event.data.checkout.email)`,
      ['email > a.example'],
    ],
    [
      'by XMLHttpRequest',
      `var x = new XMLHttpRequest(); x.open('POST', 'https://a.example/'); x.send(event.data.checkout.email)`,
      ['email > a.example'],
    ],
    [
      'in the address of XMLHttpRequest',
      `const x = new XMLHttpRequest(); x.open('GET', 'https://a.example/?e=' + event.data.checkout.email)`,
      ['email > a.example'],
    ],
    [
      'in the address of an image',
      `new Image().src = \`https://a.example/i?e=\${encodeURIComponent(event.data.checkout.email)}\``,
      ['email > a.example'],
    ],
    ['in a sum', `img.src = 'https://a.example/i?e=' + event.data.checkout.email`, ['email > a.example']],
    ['by axios', `axios.post('//A.example:8443/in', {e: event.data.checkout.email})`, ['email > a.example']],
    [
      'by axios with settings',
      `axios({method: 'post', url: 'https://a.example', data: {e: event.data.checkout.email}})`,
      ['email > a.example'],
    ],
    ['by jQuery', `$.ajax({url: 'https://a.example/', data: {e: event.data.checkout.email}})`, ['email > a.example']],
    [
      'in a request object',
      `fetch(new Request('https://a.example/', {body: event.data.checkout.email}))`,
      ['email > a.example'],
    ],
    [
      'to an address in a variable',
      `const U = 'https://a.example/in'; fetch(U, {body: event.data.checkout.email})`,
      ['email > a.example'],
    ],
    [
      'to an address in settings',
      `const C = {url: 'https://a.example/in'}; fetch(C.url, {body: event.data.checkout.email})`,
      ['email > a.example'],
    ],
    [
      'to a template with an address in a variable',
      `const U = 'https://a.example'; fetch(\`\${U}/in\`, {body: event.data.checkout.email})`,
      ['email > a.example'],
    ],
    [
      'to an address that is put together',
      `const u = 'https://a.example/?e=' + event.data.checkout.email; fetch(u)`,
      ['email > a.example'],
    ],
    ['to a computed address', `fetch(settings.endpoint, {body: event.data.checkout.email})`, ['email > ']],
    ['to half a host', `fetch('https://a' + domain, {body: event.data.checkout.email})`, ['email > ']],
    [
      'through a variable',
      `const e = event.data.checkout.email; fetch('https://a.example', {body: e})`,
      ['email > a.example'],
    ],
    [
      'through two variables',
      `const e = event.data.checkout.email, p = {e: e}; fetch('https://a.example', {body: JSON.stringify(p)})`,
      ['email > a.example'],
    ],
    [
      'through a checkout',
      `const c = event.data.checkout; fetch('https://a.example', {body: c.email})`,
      ['email > a.example'],
    ],
    [
      'through a checkout with a default',
      `const c = event.data.checkout || {}; const a = c.billingAddress; fetch('https://a.example', {body: a.zip})`,
      ['postal code > a.example'],
    ],
    [
      'through a pattern',
      `const {email, phone: p} = event.data.checkout; fetch('https://a.example', {body: [email, p]})`,
      ['email > a.example', 'phone > a.example'],
    ],
    [
      'through a pattern in a pattern',
      `const {checkout: {email}} = event.data; fetch('https://a.example', {body: email})`,
      ['email > a.example'],
    ],
    [
      'through a shorthand',
      `const {email} = event.data.checkout; const body = {email}; fetch('https://a.example', {body})`,
      ['email > a.example'],
    ],
    [
      'through a spread',
      `const a = {e: event.data.checkout.email}; fetch('https://a.example', {body: JSON.stringify({...a})})`,
      ['email > a.example'],
    ],
    [
      'through a member',
      `payload.user.mail = event.data.checkout.email; fetch('https://a.example', {body: payload})`,
      ['email > a.example'],
    ],
    [
      'through a form',
      `const f = new FormData(); f.append('e', event.data.checkout.email); fetch('https://a.example', {body: f})`,
      ['email > a.example'],
    ],
    [
      'through a function',
      `function user(e) { return {e: e.data.checkout.email} } fetch('https://a.example', {body: user(event)})`,
      ['email > a.example'],
    ],
    [
      'through an arrow function',
      `const user = (e) => ({e: e.data.checkout.email}); fetch('https://a.example', {body: user(event)})`,
      ['email > a.example'],
    ],
    ['with a fallback', `fetch('https://a.example', {body: event.data.checkout.email || ''})`, ['email > a.example']],
    [
      'with another fallback',
      `fetch('https://a.example', {body: event.data.checkout.email ?? event.data.checkout.phone})`,
      ['email > a.example', 'phone > a.example'],
    ],
    ['of the customer', `fetch('https://a.example', {body: init.data.customer.lastName})`, ['last name > a.example']],
    [
      'of a whole address',
      `fetch('https://a.example', {body: JSON.stringify(event.data.checkout.shippingAddress)})`,
      WHOLE.filter((field) => field !== 'email').map((field) => `${field} > a.example`),
    ],
    [
      'of a whole checkout',
      `const c = event.data.checkout; fetch('https://a.example', {body: JSON.stringify(c)})`,
      WHOLE.map((field) => `${field} > a.example`),
    ],
    [
      'of the whole event',
      `fetch('https://a.example', {body: JSON.stringify(event)})`,
      WHOLE.map((field) => `${field} > a.example`),
    ],
    [
      'hashed',
      `fetch('https://a.example', {body: await sha256(event.data.checkout.email.trim())})`,
      ['email# > a.example'],
    ],
    [
      'hashed before',
      `const h = await hash(event.data.checkout.email); fetch('https://a.example', {body: h})`,
      ['email# > a.example'],
    ],
    [
      'hashed and as it is',
      `const c = event.data.checkout; fetch('https://a.example', {body: {h: md5(c.email), e: c.email}})`,
      ['email > a.example'],
    ],
    ['to Meta by its library', `fbq('init', '123', {em: event.data.checkout.email})`, ['email > Meta']],
    ['to Google by its library', `gtag('set', 'user_data', {email: event.data.checkout.email})`, ['email > Google']],
    ['to TikTok by its library', `ttq.identify({email: event.data.checkout.email})`, ['email > TikTok']],
    [
      'to two hosts',
      `const e = event.data.checkout.email; fetch('https://a.example', {body: e}); fetch('https://b.example', {body: e})`,
      ['email > a.example', 'email > b.example'],
    ],
  ])('%s', (_, body, expected) => expect(flows(inEvent(body))).toEqual(expected));
});

describe('what is not sent', () => {
  test.each([
    ['read and kept', `const e = event.data.checkout.email; console.log(e)`],
    ['sent to the shop itself', `fetch('/apps/track', {body: event.data.checkout.email})`],
    ['whether there is an address', `fetch('https://a.example', {body: event.data.checkout.email ? 'yes' : 'no'})`],
    ['whether there is none', `fetch('https://a.example', {body: !event.data.checkout.email})`],
    ['how long it is', `fetch('https://a.example', {body: event.data.checkout.email.length})`],
    [
      'whether it is of a domain',
      `fetch('https://a.example', {body: event.data.checkout.email?.endsWith('@x.example')})`,
    ],
    ['whether it equals another', `fetch('https://a.example', {body: event.data.checkout.email === last})`],
    ['a field of the same name elsewhere', `fetch('https://a.example', {body: form.email})`],
    ['a key of the same name', `fetch('https://a.example', {body: {email: 'shop@case.example', phone: id}})`],
    ['a field of a former checkout', `fetch('https://a.example', {body: Shopify.checkout.email})`],
    [
      'other fields of the checkout',
      `const c = event.data.checkout; fetch('https://a.example', {body: [c.currencyCode, c.order.id]})`,
    ],
    ['a text that names one', `fetch('https://a.example', {body: 'event.data.checkout.email'})`],
    ['a comment that names one', `fetch('https://a.example', {body: 1 /* event.data.checkout.email */})`],
    ['a word that sends elsewhere', `cache.post('https://a.example', event.data.checkout.email)`],
    ['a method of another kind', `map.get('https://a.example', event.data.checkout.email)`],
  ])('%s', (_, body) => expect(flows(inEvent(body))).toEqual([]));

  test('the whole event of one without a checkout', () => {
    expect(
      flows(
        `analytics.subscribe('page_viewed', (event) => fetch('https://a.example', {body: JSON.stringify(event)}))`,
        ['page_viewed'],
      ),
    ).toEqual([]);
  });
});

test('no value is kept', () => {
  const text = inEvent(
    `fetch('https://a.example/in?key=hush', {body: JSON.stringify({email: event.data.checkout.email, s: 'hush'})})`,
  );
  expect(JSON.stringify(personalDataFlows(new StaticEvaluator(text), () => []))).not.toContain('hush');
});
