import { describe, expect, test } from 'bun:test';
import { html } from './html.ts';

describe('the html template', () => {
  test('escapes every value that is not html', () => {
    expect(html`<p title="${`"'`}">${'<b>&'}</p>`.markup).toBe('<p title="&quot;&#x27;">&lt;b&gt;&amp;</p>');
  });

  test('joins lists, keeps html, and leaves out undefined values', () => {
    expect(html`${[html`<b>${1}</b>`, '<', undefined]}`.markup).toBe('<b>1</b>&lt;');
  });
});
