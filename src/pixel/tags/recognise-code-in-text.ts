/**
 * Finds code in a text that other code runs: `eval('…')`, `new Function('…')`, `setTimeout('…')`, `script.text = '…'`, and the scripts
 * of markup that is written into the page. It is read after the code around it, with a name in place of each value that is not known.
 * If code of a tag is in a text that is neither read nor just shown, the page is marked: it must not seem to have no tags.
 */

import { TEMPLATE_PIECE } from '../javascript/lexer.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { MENTIONS } from './mentions.ts';
import type { Snippet } from './snippet.ts';
import { assignedAt, beginning, DECODES, decoded, filled, isText, readSum, templateAround } from './text-sum.ts';
import { writtenScripts } from './written-markup.ts';

interface Purpose {
  /** The text runs as it is, or the scripts in it run. */
  as: 'code' | 'markup';
  /** First token of the sum that is run, of which the text may be a part. */
  at: number;
  encoded?: boolean;
}

const RUNS = /^(?:eval|execScript|globalEval|Function)$/;
const RUNS_LATER = /^(?:setTimeout|setInterval)$/;
/** Browsers do not run the scripts of `innerHTML` and `insertAdjacentHTML`. jQuery runs those of its own methods. */
const WRITES = /^(?:write|writeln|append|prepend|html|before|after|createContextualFragment)$/;
/** Properties that hold the code of a script element, or what any other element shows. */
const TEXTS = /^(?:text|textContent|innerText|innerHTML|outerHTML)$/;
const SHOWS = /^(?:insertAdjacentHTML|insertAdjacentText|createTextNode|alert|confirm|prompt|\w{0,20}Error)$/;
/** `createElement('script')`, also with the short name of an argument of a snippet. */
const MAKES_SCRIPT = /createElement\(\s*(?:["'`]script|\w{1,3}\s*\))/i;
/** Calls of tags, two pieces of Google's snippet for a container, an address that is loaded, and one that is a script. */
const TAG_CODE =
  /\b(?:fbq|gtag|ga|pintrk|snaptr|twq|rdt|ttq\.\w{1,20}|_gaq\.push)\s{0,20}\(\s{0,20}\[?\s{0,20}\\?["'`]|\bgtm\.start\b|gtm\.js\?id=\\?["'`]|\.src\s{0,20}=|^\s{0,20}data:(?:text|application)\/(?:x-)?javascript/;
const HANDLER = /\son[a-z]{3,20}\s{0,20}=/i;
/** A step of the budget, in characters of text. */
const CHARS_PER_STEP = 16;
/** Base64 of this many characters is decoded. A snippet has 2,000. */
const ENCODED_MAX = 100_000;
/** Variables and decoders from a text to what is done with it. */
const WAY_MAX = 3;

/** A candidate in the text at token `i`. */
export function recogniseCodeInText(snippet: Snippet, i: number): void {
  const { code } = snippet;
  const kind = code.kind(i);
  if (i <= snippet.textEnd || !(isText(kind) || kind === TEMPLATE_PIECE)) return;
  const first = beginning(code, i);
  const own = readSum(code, first);
  snippet.textEnd = own.last;
  const purpose = purposeOf(snippet, first, WAY_MAX);
  if (!purpose) {
    if (TAG_CODE.test(own.text) && !snippet.nests(own.text) && !isShown(snippet, first, own.text))
      markUnread(snippet, i);
    return;
  }
  const whole = purpose.at === first ? own : readSum(code, purpose.at);
  const isRead = whole.isWhole && whole.text.includes(own.text) && nest(snippet, purpose, whole.text);
  if (!isRead && TAG_CODE.test(own.text)) markUnread(snippet, i);
}

/** `eval(atob('…'))`, whose `atob` is token `i`. Returns what is written into the page, or an empty text. Undefined if it does not run. */
export function recogniseEncodedCode(snippet: Snippet, i: number): string | undefined {
  const { code } = snippet;
  const purpose = purposeOf(snippet, code.is(i - 1, '.') ? i - 2 : i, WAY_MAX);
  if (!purpose) return undefined;
  const encoded = code.value(i + 2);
  if (typeof encoded !== 'string' || encoded.length > ENCODED_MAX) {
    markUnread(snippet, i);
    return '';
  }
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  nest(snippet, purpose, text);
  return purpose.as === 'markup' ? text : '';
}

/** Dean Edwards' packer, whose words are in a list of their own. */
export function recognisePackedCode(snippet: Snippet, i: number): void {
  snippet.mark(i, 'cut', 'packed code is not read', false);
}

function markUnread(snippet: Snippet, i: number): void {
  snippet.mark(i, 'cut', 'a text has code of a tag, and it is not clear whether it runs', false);
}

/** Returns false if code of a tag in the text is not among what is read. */
function nest(snippet: Snippet, { as, at, encoded }: Purpose, given: string): boolean {
  const text = encoded ? decoded(given) : given;
  snippet.code.steps += text.length / CHARS_PER_STEP;
  // A property of an element that is no script: its text is shown.
  if (as === 'code' && text.trimStart().startsWith('<')) return !HANDLER.test(text);
  const scripts = as === 'code' ? [text] : [...writtenScripts(text)];
  for (const script of scripts)
    if (!snippet.nest(at, filled(script))) snippet.mark(at, 'cut', 'code in a text of other code is not read', false);
  // The tags of a script may be written before and after its code.
  return scripts.length > 0 || (text.includes('<') && !HANDLER.test(text));
}

/** Whether a text is compared, logged or shown in an element. */
function isShown(snippet: Snippet, i: number, text: string): boolean {
  const { code } = snippet;
  if (HANDLER.test(text)) return false;
  const open = code.tokens.parents[i]!;
  if (open > 0 && code.is(open, '(')) {
    const callee = calleeOf(code, open);
    return MENTIONS.has(callee) || SHOWS.test(callee);
  }
  if (code.isName(i - 1, 'throw')) return true;
  const property = assignedAt(code, i);
  const isElementText = property > 0 && code.is(property - 1, '.') && TEXTS.test(code.slice(property));
  // The element may be a script that is made in a way that is not understood.
  return isElementText && !snippet.once('makes elements', () => code.text.includes('createElement'));
}

/** What is done with the text that begins at token `i`. `left` is how much of the way to it may still be followed. */
function purposeOf(snippet: Snippet, i: number, left: number): Purpose | undefined {
  const { code } = snippet;
  code.steps++;
  const open = code.tokens.parents[i]!;
  if (open > 0 && code.is(open, '(')) {
    const callee = calleeOf(code, open);
    if (RUNS.test(callee)) return { as: 'code', at: i };
    if (callee === 'createTextNode') return makesScript(snippet) ? { as: 'code', at: i } : undefined;
    if (RUNS_LATER.test(callee) || WRITES.test(callee)) {
      const [, second = Number.POSITIVE_INFINITY] = code.arguments(open) ?? [];
      return i < second ? { as: WRITES.test(callee) ? 'markup' : 'code', at: i } : undefined;
    }
    const inner = left > 0 && DECODES.test(callee) ? purposeOf(snippet, open - 1, left - 1) : undefined;
    return inner && { ...inner, at: i, encoded: true };
  }
  const assigned = assignedAt(code, i);
  if (assigned < 0) return undefined;
  const name = code.slice(assigned);
  if (code.is(assigned - 1, '.')) return TEXTS.test(name) && makesScript(snippet) ? { as: 'code', at: i } : undefined;
  // A variable is followed once, because each has several uses.
  if (left < WAY_MAX) return undefined;
  return snippet.once(`purpose of ${name}`, () => {
    for (const use of code.uses(name)) {
      const purpose = purposeOf(snippet, beginning(code, templateAround(code, use)), left - 1);
      if (purpose) return purpose;
    }
    return undefined;
  });
}

/** The name of what is called with the bracket `open`: `f(`, `w['f'](`, `(0, f)(`, `f?.(`. */
function calleeOf(code: StaticEvaluator, open: number): string {
  if (code.is(open - 1, ')')) return code.is(open - 3, ',') ? code.slice(open - 2) : '';
  if (code.is(open - 1, ']')) return code.string(open - 2, 30) ?? '';
  return code.slice(code.is(open - 1, '.') && code.is(open - 2, '?') ? open - 3 : open - 1);
}

function makesScript(snippet: Snippet): boolean {
  const { code } = snippet;
  return snippet.once('makes script', () => {
    code.steps += code.text.length / CHARS_PER_STEP;
    return MAKES_SCRIPT.test(code.text);
  });
}
