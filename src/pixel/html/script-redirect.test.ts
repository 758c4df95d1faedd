import { expect, test } from 'bun:test';
import { isRedirect } from './script-redirect.ts';

test.each([
  'location="https://b.example/"',
  "window.location = '/b';",
  ' window.location.href = "https://b.example/"\n',
  'document.location.replace("https://b.example/")',
  "top.location.assign( '/b' );",
])('%s sends visitors on', (code) => expect(isRedirect(code)).toBe(true));

test.each([
  '',
  'location.hash="#b"',
  'location="#b"',
  'location="javascript:void(0)"',
  'if(mobile)location="/m"',
  'function go(){location="/b"}',
  'var location="/b"',
  'a.location.href',
  'location.href==="/b"',
  `location="/${'b'.repeat(1000)}"`,
])('%s does not, or not for sure', (code) => expect(isRedirect(code)).toBe(false));
