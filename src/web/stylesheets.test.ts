/** Each page gets one set of colours: `tokens.css`, and then its own stylesheet. */
import { expect, test } from 'bun:test';
import { startOperator } from '../../test/support/visitor.ts';

const { app, operator } = await startOperator();
const operatorStyle = /href="(\/operator\/assets\/page-[^"]+\.css)"/.exec(
  (await operator.get('/operator/keys')).html,
)![1]!;
const tokens = await Bun.file(new URL('tokens.css', import.meta.url)).text();

test.each([
  ['the landing page', '/landing.css'],
  ['the reference', '/docs/page.css'],
  ['the verify page', '/verify/page.css'],
  ['the operator page', operatorStyle],
])('the stylesheet of %s begins with the tokens, and defines every property it uses', async (_, path) => {
  const text = await (await fetch(app.url + path)).text();
  const own = text.slice(text.indexOf(tokens) + tokens.length);
  expect(text).toContain(tokens);
  const defined = new Set([...tokens.matchAll(/^\s*(--[a-z-]+):/gm)].map(([, name]) => name!));
  const used = [...own.matchAll(/var\((--[a-z-]+)\)/g)].map(([, name]) => name!);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
  // A colour of a page's own would be missing in the dark.
  expect(own.match(/#[0-9a-f]{3,8}\b/gi)).toBeNull();
});

test('every colour has a value for light and one for dark, except those that are the same in both', () => {
  const [light, dark] = tokens.split('@media').map((part) => {
    return [...part.matchAll(/^\s*(--[a-z-]+): #/gm)].map(([, name]) => name!);
  });
  expect(light!.filter((name) => !dark!.includes(name))).toEqual(['--lamp']);
  expect(dark!.filter((name) => !light!.includes(name))).toEqual([]);
});
