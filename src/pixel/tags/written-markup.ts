/**
 * Finds tags and scripts in markup that code writes into the page: `document.write('<script src=…>')`. A scan by hand, because an
 * expression that skips the other attributes of a tag reads them again from each `<`.
 */

import { EXECUTABLE } from '../html/script-types.ts';

/** A tag that opens or closes `<noscript>`, or a tag with an address. */
export interface WrittenTag {
  name: 'script' | 'img' | 'iframe' | 'noscript';
  closing: boolean;
  /** Empty for `<noscript>`. */
  address: string;
}

/** From the name of a tag to its address. */
const GAP_MAX = 1000;
const ADDRESS_MAX = 2000;

const TAG = /<(\/?)(noscript|script|img|iframe)\b/gi;
const SOURCE = /\ssrc\s*=\s*/gi;

export function* writtenTags(text: string): Iterable<WrittenTag> {
  const tags = new RegExp(TAG);
  const sources = new RegExp(SOURCE);
  /** The first address and the first `>` from the current tag on. Both only move forward, so each is looked for once. */
  let source: RegExpExecArray | null | undefined;
  let close = -1;
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    const name = tag[2]!.toLowerCase() as WrittenTag['name'];
    const closing = tag[1] !== '';
    if (name === 'noscript') yield { name, closing, address: '' };
    if (name === 'noscript' || closing) continue;
    const from = tags.lastIndex;
    if (close < from) close = indexFrom(text, '>', from);
    while (source !== null && (source === undefined || source.index < from)) {
      sources.lastIndex = source === undefined || source.index + 1 < from ? from : source.index + 1;
      source = sources.exec(text);
    }
    if (source === null) continue;
    if (source.index > close || source.index > from + GAP_MAX) continue;
    const valueAt = source.index + source[0].length;
    const address = attributeValue(text.slice(valueAt, valueAt + 1 + ADDRESS_MAX));
    if (address === '') continue;
    yield { name, closing, address };
    tags.lastIndex = valueAt + address.length;
  }
}

/** The code of the scripts in a text of markup, if it is more than white space. A script that does not close reaches to the end. */
export function* writtenScripts(text: string): Iterable<string> {
  const opens = /<script\b/gi;
  const closes = /<\/script/gi;
  for (let open = opens.exec(text); open; open = opens.exec(text)) {
    const from = text.indexOf('>', open.index) + 1;
    if (from === 0) return;
    const attributes = text.slice(open.index, Math.min(from, open.index + GAP_MAX));
    const type = /\stype\s*=\s*["']?([^\s"'>]*)/i.exec(attributes)?.[1] ?? '';
    closes.lastIndex = from;
    const end = closes.exec(text)?.index ?? text.length;
    const code = text.slice(from, end);
    if (EXECUTABLE.has(type.toLowerCase()) && /\S/.test(code)) yield code;
    opens.lastIndex = end;
  }
}

function indexFrom(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at;
}

/** The value at the start of `text`, in quotes or without. A quote that never closes reaches to the limit. */
function attributeValue(text: string): string {
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, 1);
    return text.slice(1, end < 0 ? undefined : end);
  }
  return /^[^\s"'>]*/.exec(text)![0].slice(0, ADDRESS_MAX);
}
