/** Addresses in code: a loader's argument, a `.src`, a `document.write`. An address that is only mentioned loads nothing. */

import { IDENTIFIER } from './javascript.ts';
import { faultOfGoogleId, imageOf, libraryOf } from './library.ts';
import { UNKNOWN } from './literal.ts';
import type { Snippet } from './snippet.ts';

/** Calls that look for an address instead of loading it. */
const MENTIONS = new Set(
  (
    'includes indexOf lastIndexOf match matchAll test exec startsWith endsWith search has replace replaceAll split contains ' +
    'querySelector querySelectorAll log warn error info debug matches closest if while switch RegExp Set'
  ).split(' '),
);
/** From so many elements on, an array of addresses is a list to block or watch. */
const LIST_MIN = 3;
const OPERANDS_MAX = 8;

/** An address at string token `i`. */
export function recogniseAddress(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const text = code.string(i);
  if (text === undefined || !isLoaded(snippet, i, 0)) return;
  if (text.includes('<')) {
    if (!isWritten(snippet, i)) return;
    for (const match of text.matchAll(
      /<(script|img|iframe)\b[^>]{0,1000}?\ssrc\s*=\s*(?:"([^"]{1,2000})|'([^']{1,2000})|([^\s"'>]{1,2000}))/gi,
    )) {
      const address = match[2] ?? match[3] ?? match[4] ?? '';
      if (match[1]!.toLowerCase() === 'script') addLibrary(snippet, i, address);
    }
  } else if (/facebook\.com\/tr/.test(text)) {
    const image = imageOf(text);
    if (image && /^\d+$/.test(image.id)) {
      snippet.tag(i, i, { vendor: 'meta', via: 'image', id: image.id, library: image.retired ? 'fbds.js' : undefined });
    }
  } else addLibrary(snippet, i, text);
}

/** `atob('…')` with a loader's address inside. */
export function recogniseEncoded(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, 'atob') || !code.is(i + 1, '(')) return;
  const text = code.string(i + 2);
  if (text === undefined || text.length > 4096 || !/^[\w+/=\s]+$/.test(text)) return;
  const address = Buffer.from(text, 'base64').toString('latin1');
  if (/^(https?:)?\/\/[\x21-\x7e]+$/.test(address)) addLibrary(snippet, i, address);
}

function addLibrary(snippet: Snippet, i: number, address: string): void {
  const { code } = snippet;
  // `'https://ssl' + '.google-analytics.com/ga.js'`: the host's beginning stands in another string.
  const library = libraryOf(/^\.[\w-]+\.\w+\//.test(address) ? `//www${address}` : address);
  if (!library) return;
  let id = library.id;
  if (id === undefined && /[?&]id=$/.test(address) && code.is(i + 1, '+')) {
    const value = code.value(i + 2);
    if (value !== UNKNOWN && typeof value === 'string') id = value;
    else if (code.kind(i + 2) !== IDENTIFIER && code.string(i + 2) !== undefined) id = code.string(i + 2);
  }
  // A GTM address without its id is a piece of the snippet, whose arguments carry the id.
  if (library.vendor === 'gtm' && id === undefined) return;
  snippet.tag(i, i, {
    vendor: library.vendor,
    via: 'loader',
    id,
    library: library.name,
    url: /[?&]id=$/.test(address) ? address + (id ?? '') : address,
    firstParty: library.firstParty || undefined,
    invalid: id === undefined || library.vendor === 'meta' ? undefined : faultOfGoogleId(id),
    form: library.injected ? 'injected' : undefined,
  });
}

/** Whether the string at `i` is written into the page: `document.write`, `insertAdjacentHTML`, `innerHTML`, jQuery's `append`. */
function isWritten(snippet: Snippet, i: number): boolean {
  const { code } = snippet;
  const open = code.tokens.parents[i]!;
  const callee = open > 0 && code.is(open, '(') ? code.slice(open - 1) : '';
  if (
    /^(write|writeln|insertAdjacentHTML|append|prepend|html|unescape|before|after|createContextualFragment)$/.test(
      callee,
    )
  )
    return true;
  return code.isAssignment(i - 1) && /^(inner|outer)HTML$/.test(code.slice(i - 2));
}

function isLoaded(snippet: Snippet, i: number, operands: number): boolean {
  const { code } = snippet;
  const open = code.tokens.parents[i]!;
  const before = i - 1;
  if (code.is(before, '+') && operands < OPERANDS_MAX) {
    const operand = before - 1;
    const partner = code.kind(operand) !== 0 ? code.tokens.partners[operand]! : -1;
    return isLoaded(snippet, partner >= 0 && partner < operand ? partner : operand, operands + 1);
  }
  if (code.is(before, '=')) return code.isAssignment(before) && !isMarkup(snippet, i);
  if (open >= 0 && code.is(open, '[') && (before === open || code.is(before, ','))) {
    return (code.arguments(open)?.length ?? 0) < LIST_MIN && isLoaded(snippet, open, operands + 1);
  }
  if (open >= 0 && code.is(open, '(') && (before === open || code.is(before, ','))) {
    return !(code.kind(open - 1) === IDENTIFIER && MENTIONS.has(code.slice(open - 1)));
  }
  if (code.is(before, ':')) {
    const inObject = open >= 0 && code.is(open, '{') && !code.is(i - 3, '?');
    return !inObject || /src|url|script|href|load/i.test(code.key(i - 2) ?? '');
  }
  return code.isName(before, 'return') || code.is(before, '?') || code.is(before, '|') || code.is(before, '&');
}

/** An unclosed script swallows the tags after it: their attributes look like assignments but are text that cannot run. */
function isMarkup(snippet: Snippet, i: number): boolean {
  const at = snippet.code.tokens.starts[i]!;
  return /<[a-z][^<>]*$/i.test(snippet.code.text.slice(Math.max(0, at - 200), at));
}
