/** Addresses in code: a loader's argument, a `.src`, a `document.write`. An address that is only mentioned loads nothing. */

import { IDENTIFIER } from '../javascript/lexer.ts';
import type { Form } from './facts.ts';
import { faultOfGoogleId, faultOfMetaId, imageOf, libraryOf } from './library.ts';
import type { Snippet } from './snippet.ts';

/** Calls that look for an address instead of loading it. */
const MENTIONS = new Set(
  (
    'includes indexOf lastIndexOf match matchAll test exec startsWith endsWith search has replace replaceAll split contains ' +
    'querySelector querySelectorAll log warn error info debug matches closest some every find findIndex filter if while switch RegExp Set'
  ).split(' '),
);
/** From so many elements on, an array of addresses is a list to block or watch. */
const LIST_MIN = 3;
const OPERANDS_MAX = 8;
/** A use of a variable is looked at once, not the variables that it is put into. */
const USE_OPERANDS = 5;
/** Names of what is kept from loading. */
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

/** A tag that opens or ends `<noscript>`, or one with an address. */
const WRITTEN_TAGS =
  /<(\/?)noscript\b|<(script|img|iframe)\b[^>]{0,1000}?\ssrc\s*=\s*(?:"([^"]{1,2000})|'([^']{1,2000})|([^\s"'>]{1,2000}))/gi;

function recogniseMarkup(snippet: Snippet, i: number, text: string): void {
  let inNoscript = false;
  for (const [, slash, name, ...addresses] of text.matchAll(WRITTEN_TAGS)) {
    const address = addresses.find((value) => value !== undefined)?.replaceAll('&amp;', '&') ?? '';
    if (name === undefined) inNoscript = slash === '';
    else if (name.toLowerCase() === 'script') addLibrary(snippet, i, address);
    else addImage(snippet, i, address, inNoscript ? 'noscript' : undefined);
  }
}

/** Meta's image or GTM's frame, made by code. One whose id the code adds later is there all the same. */
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
  // `'https://ssl' + '.google-analytics.com/ga.js'`: the host's beginning stands in another string.
  const library = libraryOf(/^\.[\w-]+\.\w+\//.test(address) ? `//www${address}` : address);
  if (!library) return;
  const id = library.id ?? readIdAfter(snippet, i, address);
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

/** Whether the address, or the name or list that holds it, at token `i` is put where it loads. */
function isLoaded(snippet: Snippet, i: number, operands: number): boolean {
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
    return code.isAssignment(before) && !isMarkup(snippet, i) && isKept(snippet, before - 1, operands);
  if (open >= 0 && code.is(open, '[') && isItem) {
    return (
      (code.arguments(open)?.length ?? 0) < LIST_MIN && !isAsked(snippet, open) && isLoaded(snippet, open, operands + 1)
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

/** Whether what is set to the name at token `i` is loaded: a property is taken to be, a variable if it is used so. */
function isKept(snippet: Snippet, i: number, operands: number): boolean {
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

/** `list.includes(…)`: what stands at token `i` is compared with something. */
function isAsked({ code }: Snippet, i: number): boolean {
  const next = code.after(i);
  return code.is(next, '.') && MENTIONS.has(code.slice(next + 1));
}

/** An unclosed script swallows the tags after it: their attributes look like assignments but are text that cannot run. */
function isMarkup(snippet: Snippet, i: number): boolean {
  const at = snippet.code.tokens.starts[i]!;
  return /<[a-z][^<>]*$/i.test(snippet.code.text.slice(Math.max(0, at - 200), at));
}
