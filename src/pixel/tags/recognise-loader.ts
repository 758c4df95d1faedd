/** Recognises addresses that code loads: an argument of a loader, a `.src`, a `document.write`. Not those it only mentions. */

import { IDENTIFIER } from '../javascript/lexer.ts';
import type { Form } from './facts.ts';
import { faultOfGoogleId, faultOfMetaId, imageOf, libraryOf } from './library.ts';
import type { Snippet } from './snippet.ts';
import { writtenTags } from './written-markup.ts';

/** Calls that search for or compare an address, and do not load it. */
const MENTIONS = new Set(
  (
    'includes indexOf lastIndexOf match matchAll test exec startsWith endsWith search has replace replaceAll split contains ' +
    'querySelector querySelectorAll log warn error info debug matches closest some every find findIndex filter if while switch RegExp Set'
  ).split(' '),
);
/** An array of this many addresses is a list to block or watch, not to load. */
const LIST_MIN = 3;
const OPERANDS_MAX = 8;
/** A step of the budget, in characters of written markup. */
const CHARS_PER_STEP = 16;
/** Added to the operands for each use of a variable. So a variable is followed once, but not into further variables. */
const USE_OPERANDS = 5;
/** Names of variables and settings whose addresses are not loaded. */
const BLOCKS = /block|deny|disallow|ignore|exclu|skip|filter|pattern|(?:^|_)not_/i;

/** An address at string token `i`. */
export function recogniseAddress(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const text = code.string(i);
  if (text === undefined || !isLoaded(snippet, i, 0)) return;
  if (text.includes('<')) {
    if (!isWritten(snippet, i)) return;
    recogniseMarkup(snippet, i, text);
  } else if (/facebook\.com\/tr/.test(text)) addImage(snippet, i, text);
  else addLibrary(snippet, i, text);
}

function recogniseMarkup(snippet: Snippet, i: number, text: string): void {
  let inNoscript = false;
  snippet.code.steps += text.length / CHARS_PER_STEP;
  for (const { name, closing, address } of writtenTags(text)) {
    snippet.code.steps += 1 + address.length / CHARS_PER_STEP;
    if (name === 'noscript') inNoscript = !closing;
    else if (name === 'script') addLibrary(snippet, i, address.replaceAll('&amp;', '&'));
    else addImage(snippet, i, address.replaceAll('&amp;', '&'), inNoscript ? 'noscript' : undefined);
  }
}

/** Meta's image or GTM's frame, created by code. It counts even if code adds its id later. */
function addImage(snippet: Snippet, i: number, address: string, form?: Form): void {
  const image = imageOf(address);
  if (!image) return;
  const id = image.id || readIdAfter(snippet, i, address);
  snippet.tag(i, i, {
    vendor: image.vendor,
    via: 'image',
    id,
    invalid: id === undefined || image.vendor === 'gtm' ? undefined : faultOfMetaId(id),
    library: image.retired ? 'fbds.js' : undefined,
    form,
  });
}

/** The id in `'…?id=' + id`. */
function readIdAfter({ code }: Snippet, i: number, address: string): string | undefined {
  if (!/[?&]id=$/.test(address) || !code.is(i + 1, '+')) return undefined;
  const value = code.operand(i + 2);
  return typeof value === 'string' ? value : undefined;
}

/** `atob('…')` that contains the address of a loader. */
export function recogniseEncoded(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, 'atob') || !code.is(i + 1, '(')) return;
  const text = code.string(i + 2);
  if (text === undefined || text.length > 4096 || !/^[\w+/=\s]+$/.test(text)) return;
  const address = Buffer.from(text, 'base64').toString('latin1');
  if (/^(https?:)?\/\/[\x21-\x7e]+$/.test(address)) addLibrary(snippet, i, address);
}

function addLibrary(snippet: Snippet, i: number, address: string): void {
  // `'https://ssl' + '.google-analytics.com/ga.js'`: the host begins in another string.
  const library = libraryOf(/^\.[\w-]+\.\w+\//.test(address) ? `//www${address}` : address);
  if (!library) return;
  const id = library.id ?? readIdAfter(snippet, i, address);
  // A GTM address without an id is part of the snippet, which has the id in its arguments.
  if (library.vendor === 'gtm' && id === undefined) return;
  snippet.tag(i, i, {
    vendor: library.vendor,
    via: 'loader',
    id,
    library: library.name,
    url: /[?&]id=$/.test(address) ? address + (id ?? '') : address,
    firstParty: library.firstParty || undefined,
    dataLayer: library.dataLayer,
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

/** Whether the address at token `i`, or the name or list that contains it, is used in a way that loads it. */
export function isLoaded(snippet: Snippet, i: number, operands: number): boolean {
  const { code } = snippet;
  const open = code.tokens.parents[i]!;
  const before = i - 1;
  const isItem = before === open || code.is(before, ',');
  code.steps++;
  if (operands > OPERANDS_MAX) return false;
  if (code.is(before, '+')) {
    const operand = before - 1;
    const partner = code.kind(operand) !== 0 ? code.tokens.partners[operand]! : -1;
    return isLoaded(snippet, partner >= 0 && partner < operand ? partner : operand, operands + 1);
  }
  if (code.is(before, '='))
    return code.isAssignment(before) && !isMarkup(snippet, i) && isLoadedFrom(snippet, before - 1, operands);
  if (open >= 0 && code.is(open, '[') && isItem) {
    return (
      (code.arguments(open)?.length ?? 0) < LIST_MIN &&
      !isSearched(snippet, open) &&
      isLoaded(snippet, open, operands + 1)
    );
  }
  if (open >= 0 && code.is(open, '(') && isItem) {
    return !(code.kind(open - 1) === IDENTIFIER && MENTIONS.has(code.slice(open - 1)));
  }
  if (code.is(before, ':')) {
    const inObject = open >= 0 && code.is(open, '{') && !code.is(i - 3, '?');
    const key = code.key(i - 2) ?? '';
    return !inObject || (/src|url|script|href|load/i.test(key) && !BLOCKS.test(key));
  }
  if (code.is(before, '?') || code.is(before, '|') || code.is(before, '&')) return true;
  return code.isName(before, 'return') || code.isName(before, 'import') || code.isName(before, 'from');
}

/** Whether a value assigned to the name at token `i` is loaded. A property is assumed to be; a variable must be used that way. */
function isLoadedFrom(snippet: Snippet, i: number, operands: number): boolean {
  const { code } = snippet;
  const name = code.slice(i);
  if (BLOCKS.test(name)) return false;
  if (code.kind(i) !== IDENTIFIER || code.is(i - 1, '.')) return true;
  return code.uses(name).some((at) => {
    const method = code.is(at + 1, '.') ? code.slice(at + 2) : '';
    if (method === 'forEach' || method === 'map') return true;
    return !MENTIONS.has(method) && isLoaded(snippet, at, operands + USE_OPERANDS);
  });
}

/** Whether the list at token `i` is only compared with something, as in `list.includes(…)`. */
function isSearched({ code }: Snippet, i: number): boolean {
  const next = code.after(i);
  return code.is(next, '.') && MENTIONS.has(code.slice(next + 1));
}

/** Whether token `i` is in a tag. An unclosed script contains the tags after it, whose attributes look like assignments. */
function isMarkup(snippet: Snippet, i: number): boolean {
  const at = snippet.code.tokens.starts[i]!;
  return /<[a-z][^<>]*$/i.test(snippet.code.text.slice(Math.max(0, at - 200), at));
}
