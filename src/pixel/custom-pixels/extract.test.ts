import { describe, expect, test } from 'bun:test';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import { Effort } from '../../domain/effort.ts';
import { type Extraction, extractCode } from './extract.ts';

function extract(document: string): Extraction {
  return extractCode(document, new Effort());
}

function codeOf(code: string, id?: string, library?: string): string | undefined {
  const found = extract(sandboxDocument(code, id, library));
  return found.state === 'code' ? found.code.trimEnd() : undefined;
}

describe('the merchant’s code is found as it was written', () => {
  test.each([
    ['a line', `fbq('track','PageView');`],
    ['nothing', ''],
    ['comments at the end', `a() // });`],
    ['a comment with brackets', `/* }); }) */ a()`],
    ['a text with brackets', `a("});})(");`],
    ['a template with brackets', `a(\`}); \${b("}")} });\`)`],
    ['a template in a template', `a(\`\${\`\${\`}\`}\`}\`)`],
    ['a regular expression with brackets', `if (/[)}]/.test(x)) a(y.replace(/\\}\\);/g, ''));`],
    ['a division', `a = b / 2; c = d / 3; e = '})'`],
    ['what looks like the end of the wrapper', `a("(self.webPixelsManager.createShopifyExtend('1', 'custom'))");`],
    ['a call of the wrapper’s function', `self.webPixelsManager.createShopifyExtend('1', 'custom');`],
    [
      'functions',
      `(function(shopify){ shopify.extend('WebPixel::Render', function(api){ var analytics=1; }) })({extend(){}})`,
    ],
    ['code that declares the names again', `var analytics = api.analytics; analytics.subscribe('page_viewed', f);`],
    ['deep brackets', `a(${'['.repeat(5000)}${']'.repeat(5000)})`],
  ])('%s', (_, code) => expect(codeOf(code)).toBe(code));
});

test('the first line of the code is its first line', () => {
  expect(codeOf('one();\n  two();')).toBe('one();\n  two();');
});

test('a minified wrapper', () => {
  const document = `<script>(function(t){t.extend("WebPixel::Render",(function(e){var analytics=e.analytics,browser=e.browser,init=e.init;fbq("track","PageView")}))})(self.webPixelsManager.createShopifyExtend("901","custom"));</script>`;
  expect(extract(document)).toEqual({ state: 'code', pixelId: '901', code: 'fbq("track","PageView")' });
});

test('a wrapper with an arrow function', () => {
  const document = `<script>(t=>{t.extend("WebPixel::Render",api=>{fbq("track","PageView")})})(self.webPixelsManager.createShopifyExtend("901","custom"));</script>`;
  expect(extract(document)).toMatchObject({ state: 'code', code: 'fbq("track","PageView")' });
});

test('the library is not the code, whatever it says', () => {
  const library = `x={createShopifyExtend(a,b){}};s.extend("WebPixel::Render",function(api){analytics.subscribe("page_viewed")});fbq("init","1");`;
  expect(codeOf('mine()', '901', `${'var a=1;'.repeat(200)}${library}`)).toBe('mine()');
  expect(extract(`<script>${'var a=1;'.repeat(200)}${library}</script>`)).toEqual({ state: 'other' });
});

describe('code that cannot be told from its wrapper', () => {
  test.each<[string, string, Extraction]>([
    ['an open brace', 'if (a) { b();', { state: 'broken', cut: false, refused: true }],
    ['an open parenthesis', 'a(b;', { state: 'broken', cut: false, refused: true }],
    ['an open template', 'a(`b);', { state: 'broken', cut: false, refused: true }],
    ['an open comment', 'a(); /* b', { state: 'broken', cut: false, refused: true }],
    ['a brace too many', 'a(); }', { state: 'broken', cut: false, refused: true }],
    [
      'code that closes the wrapper and opens another',
      `a()});});evil();(function(){({a:function(){`,
      { state: 'broken', cut: false, refused: true },
    ],
    ['a bracket that the wrapper closes', `on('x', () => { a();`, { state: 'broken', cut: false, refused: true }],
    ['a wrapper that is closed and opened again', `a()});shopify.extend('x',function(api){b()`, { state: 'other' }],
    ['a closing script tag', `a();\n</script>\n<script>fbq('init','1')`, { state: 'broken', cut: true }],
    ['a closing script tag in a text', `a("</script>")`, { state: 'broken', cut: true }],
  ])('%s', (_, code, expected) => expect(extract(sandboxDocument(code))).toEqual(expected));
});

describe('not a sandbox document', () => {
  test.each([
    ['nothing', ''],
    ['a text', 'No Content: https://case.example/wpm@1/custom/web-pixel-1@1/sandbox/modern/'],
    ['an error page', '<!doctype html><title>404</title><script>fbq("init","1")</script>'],
    ['a page that mentions it', `<p>shopify.extend('WebPixel::Render', function(api){})`],
    [
      'a wrapper that loads from elsewhere',
      `<script src=x>(function(s){s.extend('WebPixel::Render',function(api){a()})})(self.webPixelsManager.createShopifyExtend('1','custom'))</script>`,
    ],
    [
      'the wrapper of an app',
      `<script>(function(s){s.extend('WebPixel::Render',function(api){a()})})(self.webPixelsManager.createShopifyExtend('1','app'))</script>`,
    ],
  ])('%s', (_, document) => expect(extract(document).state).not.toBe('code'));
});

test('half a document is never read as code', () => {
  const whole = sandboxDocument(`analytics.subscribe('page_viewed', (e) => { fbq('track','PageView'); });`);
  const end = whole.indexOf("'custom'));");
  for (let length = 0; length < end; length += 7) {
    expect(extract(whole.slice(0, length)).state).not.toBe('code');
  }
});
