import { expect, test } from 'bun:test';
import { frameAddresses } from './frame-address.ts';
import { parseCode } from './syntax.ts';

function sends(code: string): boolean {
  const parsed = parseCode(code);
  if (parsed.state !== 'tree') throw new Error(`not parsed: ${code}`);
  return frameAddresses(parsed.tree).size > 0;
}

test.each([
  'location.href',
  'location',
  'window.location.href',
  "window['location']['href']",
  'document.location',
  'document.location.pathname',
  'window.document.location.href',
  'self.location',
  'globalThis.location.href',
  'window.location.toString()',
  'location.href.toString()',
  'String(location)',
  'document.URL',
  'document.documentURI',
  'document.baseURI',
  `\`\${location.href}\``,
  "'' + location.href",
  'location.origin + location.pathname',
  "location.href.split('?')[0]",
  'encodeURIComponent(document.URL)',
  'here',
  'spot.href',
])('the address of the frame: %s', (address) => {
  const names = 'const here = window.location.href; const spot = document.location;';
  expect(sends(`${names} gtag('event', 'page_view', {page_location: ${address}})`)).toBe(true);
  expect(sends(`${names} fetch('https://a.example/', {body: JSON.stringify({url: ${address}})})`)).toBe(true);
  expect(sends(`${names} window.dataLayer.push({page: {url: ${address}}})`)).toBe(true);
});

test.each([
  'event.context.document.location.href',
  'event.context.window.location.href',
  'init.context.document.location.href || location.href',
  'location.search',
  'location.hostname',
  'document.title',
  'document.referrer',
  "new URLSearchParams(location.search).get('gclid')",
  "location.href.includes('thank')",
  'own.location.href',
])('not the address of the frame: %s', (address) => {
  expect(sends(`gtag('event', 'page_view', {page_location: ${address}})`)).toBe(false);
});

test('a name of its own is not the location of the frame', () => {
  expect(sends('function send(location) { gtag("event", "a", {page_location: location.href}) }')).toBe(false);
  expect(sends('const location = event.context.document.location; gtag("set", {page_location: location.href})')).toBe(
    false,
  );
  expect(sends('if (location.href !== document.URL) log(location.href)')).toBe(false);
});

test('lists that hold each other end', () => {
  expect(sends(`const a = [b, b]; const b = [a, a, location.href]; ${'gtag(a, b);'.repeat(2000)}`)).toBe(true);
});
