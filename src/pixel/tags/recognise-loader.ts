/** Recognises addresses that code loads: an argument of a loader, a `.src`, a `document.write`. Not those it only mentions. */

import { IDENTIFIER, TEMPLATE_PIECE } from '../javascript/lexer.ts';
import type { Form, TagFact, Vendor } from './facts.ts';
import { faultOfGoogleId, faultOfMetaId, imageOf, libraryOf, vendorOf } from './library.ts';
import { MENTIONS } from './mentions.ts';
import { recogniseEncodedCode } from './recognise-code-in-text.ts';
import type { Snippet, WrittenSum } from './snippet.ts';
import { assignedAt, beginning, DECODES, decoded, isText, readSum, withoutHoles } from './text-sum.ts';
import { writtenTags } from './written-markup.ts';

/** An array of this many addresses is a list to block or watch, not to load. */
const LIST_MIN = 3;
const OPERANDS_MAX = 8;
/** An address that begins with more is none. */
const ADDRESS_PIECE_MAX = 200;
/** In markup or code, and in no address. */
const NO_ADDRESS = /[<'"`{;]/;
const WRITES = /^(?:write|writeln|insertAdjacentHTML|append|prepend|html|before|after|createContextualFragment)$/;
/** A step of the budget, in characters of written markup. */
const CHARS_PER_STEP = 16;
/** Added to the operands for each use of a variable. So a variable is followed once, but not into further variables. */
const USE_OPERANDS = 5;
/** Names of variables and settings whose addresses are not loaded. */
const BLOCKS = /block|deny|disallow|ignore|exclu|skip|filter|pattern|(?:^|_)not_/i;

/** An address at string token `i`. */
export function recogniseAddress(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const text = code.string(i) ?? code.templateStart(i);
  // A later piece of a template is no address by itself.
  if (text === undefined ? code.kind(i) !== TEMPLATE_PIECE : !isLoaded(snippet, i, 0)) return;
  if (text === undefined && addEndOfTemplate(snippet, i)) return;
  const sum = sumAt(snippet, i);
  if (sum.isMarkup) {
    if (sum.at === i) recogniseMarkup(snippet, sum.last, sum.text);
  } else if (text !== undefined && !NO_ADDRESS.test(text)) {
    const address = begunAddress(snippet, i) + text;
    if (!addImage(snippet, i, address) && !addMetaInParts(snippet, i, address)) addLibrary(snippet, i, address);
  }
}

/** `${host}/x.js?id=GTM-…`: an address of which only the end is known. */
function addEndOfTemplate(snippet: Snippet, i: number): boolean {
  const { code } = snippet;
  const end = code.piece(i);
  if (!/^[\w./~-]{0,200}\?(?:[\w=&-]{0,100}&)?id=GTM-[A-Z0-9]{4,10}(?:&|$)/.test(end)) return false;
  const first = beginning(code, i);
  const begin = code.piece(first);
  if (!isLoaded(snippet, first, 0) || /googletagmanager/.test(begin)) return false;
  addLibrary(snippet, i, end);
  return true;
}

/** The literals before token `i` in a sum: `'https://www.google' + 'tagmanager.com/gtm.js?id='`. */
function begunAddress({ code }: Snippet, i: number): string {
  let begun = '';
  let at = i;
  for (let count = 0; count < OPERANDS_MAX && code.is(at - 1, '+') && isText(code.kind(at - 2)); count++) {
    at -= 2;
    begun = (code.string(at, ADDRESS_PIECE_MAX) ?? '') + begun;
  }
  return begun;
}

/** The sum around token `i`: `'<scr' + 'ipt src=…'`. It is read at its first candidate, and kept for the others. */
function sumAt(snippet: Snippet, i: number): WrittenSum {
  const { code, sum: known } = snippet;
  if (known !== undefined && i <= known.last) return known;
  const first = beginning(code, i);
  const { text, last } = readSum(code, first);
  const written = isWritten(snippet, first) ? markupOf(snippet, first, withoutHoles(text)) : '';
  snippet.sum = { at: i, last, text: written, isMarkup: written.includes('<') };
  return snippet.sum;
}

/** What the sum at token `first` writes, also through `unescape`. */
function markupOf({ code }: Snippet, first: number, text: string): string {
  return DECODES.test(code.slice(code.tokens.parents[first]! - 1)) ? decoded(text) : text;
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

/** Adds the image, frame or request that code creates, also if its id is added later. Returns false if it is none. */
function addImage(snippet: Snippet, i: number, address: string, form?: Form): boolean {
  const image = imageOf(address);
  if (!image) return false;
  const id = image.id || readIdAfter(snippet, i, address);
  // Libraries of Google contain the address of their hits, without an id.
  if (image.id === undefined && !isSent(snippet, i)) return true;
  snippet.tag(i, i, {
    vendor: vendorOf(id ?? '') ?? image.vendor,
    via: 'image',
    id,
    invalid: id === undefined || image.vendor === 'gtm' ? undefined : faultOf(image.vendor, id),
    library: image.retired ? 'fbds.js' : undefined,
    form: image.injected ? 'injected' : form,
  });
  return true;
}

const META_BEACON = /^(?:https?:)?\/\/(?:www\.)?facebook\.com\/tr\/?\??$/i;

/**
 * `'https://www.facebook.com/tr/?' + ['id=' + id, …].join('&')`, `… + new URLSearchParams({ id, ev: 'Purchase' })`: the id of a request
 * whose fields are put together elsewhere in the code.
 */
function addMetaInParts(snippet: Snippet, i: number, address: string): boolean {
  if (!META_BEACON.test(address)) return false;
  const { code } = snippet;
  const found = snippet.once('meta fields', () => {
    code.steps += code.tokens.count;
    for (let at = 0; at < code.tokens.count && !code.spent; at++) {
      const isField = code.string(at, 3) === 'id=' && code.is(at + 1, '+');
      const isKey = code.is(at + 1, ':') && code.key(at) === 'id';
      const value = isField || isKey ? code.value(at + 2) : undefined;
      if (value !== undefined && faultOfMetaId(String(value)) === undefined) return { at, id: String(value) };
    }
    return undefined;
  });
  if (found === undefined) return false;
  snippet.tag(i, i, { vendor: 'meta', via: 'image', id: found.id });
  return true;
}

function faultOf(vendor: Vendor, id: string): TagFact['invalid'] {
  return vendor === 'meta' ? faultOfMetaId(id) : faultOfGoogleId(id);
}

/** Whether the address at token `i` is requested where it is written: `fetch('…')`, `image.src = '…' + data`. */
function isSent({ code }: Snippet, i: number): boolean {
  const open = code.tokens.parents[i]!;
  if (code.isAssignment(i - 1)) return code.is(i - 2, 'src') && code.is(i - 3, '.');
  return code.is(open, '(') && /^(?:sendBeacon|fetch|open|post)$/.test(code.slice(open - 1));
}

/** An address that ends in the middle of its id, and what it has of it: `…?id=`, `…?id=GTM-`. */
const UNFINISHED = /[?&](?:id|tid|measurement_id)=([A-Z]{0,3}-?)$/;

/** The id in `'…?id=' + id`, `'…?id=GTM-' + id` and `…?id=${id}`. */
function readIdAfter({ code }: Snippet, i: number, address: string): string | undefined {
  const begun = UNFINISHED.exec(address)?.[1];
  const value = begun === undefined ? undefined : code.valueAfter(i);
  if (typeof value !== 'string') return undefined;
  const id = begun + value;
  return begun === '' || faultOfGoogleId(id) === undefined ? id : undefined;
}

const ENCODED_ID = /aWQ9R1RN[\w+/=-]{4,60}/;

/** `…/x.js?2j=aWQ9R1RN…`: loaders on a host of the shop write the id in base64. */
export function recogniseEncodedId(snippet: Snippet, i: number): void {
  const text = snippet.code.string(i);
  const encoded = text === undefined ? undefined : ENCODED_ID.exec(text)?.[0];
  const plain = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('latin1');
  const id = /^id=(GTM-[A-Z0-9]{4,10})(?:&|$)/.exec(plain)?.[1];
  if (id === undefined) return;
  const url = /^(?:https?:)?\/\/[^?#\s]{1,300}/.exec(text!)?.[0];
  snippet.tag(i, i, { vendor: 'gtm', via: 'loader', id, library: 'gtm.js', firstParty: true, ...(url && { url }) });
}

/** `atob('…')` that contains the address of a loader, or code that runs. */
export function recogniseEncoded(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, 'atob') || !code.is(i + 1, '(')) return;
  const written = recogniseEncodedCode(snippet, i);
  if (written !== undefined) {
    recogniseMarkup(snippet, i, written);
    return;
  }
  const text = code.string(i + 2);
  if (text === undefined || text.length > 4096 || !/^[\w+/=\s]+$/.test(text)) return;
  const address = Buffer.from(text, 'base64').toString('latin1');
  if (isWritten(snippet, i)) recogniseMarkup(snippet, i, address);
  if (/^(https?:)?\/\/[\x21-\x7e]+$/.test(address)) addLibrary(snippet, i, address);
}

function addLibrary(snippet: Snippet, i: number, address: string): void {
  // `'https://ssl' + '.google-analytics.com/ga.js'`: the host begins in another string.
  const library = libraryOf(/^\.[\w-]+\.\w+\//.test(address) ? `//www${address}` : address);
  if (!library) return;
  const begun = UNFINISHED.exec(address)?.[1];
  const id = begun === undefined ? library.id : readIdAfter(snippet, i, address);
  // A GTM address without an id is part of the snippet, which has the id in its arguments.
  if (library.vendor === 'gtm' && (id === undefined || begun === '')) {
    snippet.containerLoader ??= i;
    return;
  }
  snippet.tag(i, i, {
    vendor: library.name === 'gtag/js' ? (vendorOf(id ?? '') ?? 'google_tag') : library.vendor,
    via: 'loader',
    id,
    library: library.name,
    url: begun === undefined ? address : address.slice(0, address.length - begun.length) + (id ?? ''),
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
  if (WRITES.test(callee) || DECODES.test(callee)) return true;
  const property = assignedAt(code, i);
  return property > 0 && /^(inner|outer)HTML$/.test(code.slice(property));
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
