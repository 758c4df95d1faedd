/**
 * Scripts of Next.js (nextjs.org/docs/app/api-reference/components/script). `__next_s` lists those of the strategy
 * `beforeInteractive`, which run. `__next_f` is the serialised state of the page: what it names is only seen, not run, because the
 * browser may already have it or may never add it.
 */

import { jsonTextOf, objectOf } from '../javascript/literal.ts';
import { faultOfGoogleId, vendorOf } from './library.ts';
import type { Snippet } from './snippet.ts';

const IDS_MAX = 16;
/** Properties of `GoogleTagManager` and `GoogleAnalytics` of `@next/third-parties`. */
const PROPERTY = /"(?:gtmId|gaId)":"([A-Z]{1,3}-[A-Z0-9]{4,14})"/g;

/** `(self.__next_s = self.__next_s || []).push([src, {children, dangerouslySetInnerHTML}])`. */
export function recogniseNextScript(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const item = pushedAt(snippet, i);
  // An address in the first place is recognised as any other.
  const settingsAt = item < 0 ? undefined : code.arguments(item)?.[1];
  if (settingsAt === undefined) return;
  const settings = objectOf(code.value(settingsAt));
  const html = objectOf(settings?.get('dangerouslySetInnerHTML'));
  const text = jsonTextOf(settings, 'children') ?? jsonTextOf(html, '__html');
  if (text !== undefined) snippet.nest(settingsAt, text);
}

/** `self.__next_f.push([1, "…"])`. */
export function recogniseNextState(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const item = pushedAt(snippet, i);
  const at = item < 0 ? undefined : code.arguments(item)?.[1];
  const text = at === undefined ? undefined : code.string(at);
  if (at === undefined || text === undefined) return;
  code.steps += text.length;
  const seen = new Set<string>();
  for (const match of text.matchAll(PROPERTY)) {
    const id = match[1]!;
    const vendor = vendorOf(id);
    if (!vendor || seen.has(id) || seen.size === IDS_MAX) continue;
    seen.add(id);
    snippet.tag(at, at, { vendor, via: 'settings', id, invalid: faultOfGoogleId(id), form: 'injected' });
  }
}

/** The bracket of the list that is pushed to the queue named at token `i`. -1 if none is pushed here. */
function pushedAt({ code }: Snippet, i: number): number {
  const list = code.after(i + 3);
  const isGroup = code.is(i + 1, '|') && code.is(i + 2, '|') && code.is(i + 3, '[') && code.is(list, ')');
  const dot = isGroup ? list + 1 : i + 1;
  const isPush = code.is(dot, '.') && code.isName(dot + 1, 'push') && code.is(dot + 2, '(');
  return isPush && code.is(dot + 3, '[') ? dot + 3 : -1;
}
