/**
 * Finds the merchant's code in the sandbox document of a custom pixel. The document has Shopify's library in one script, and in the
 * next one a wrapper: `(function(shopify){shopify.extend('WebPixel::Render', function(api){ var analytics = …; CODE });
 * })(self.webPixelsManager.createShopifyExtend('ID', 'custom'));`. The code is found by brackets, so that words in the library or in
 * the code change nothing.
 */
import type { Effort } from '../../domain/effort.ts';
import { PageTokenizer, type ScriptElement } from '../html/tokenizer.ts';
import { CLOSE, IDENTIFIER, OPEN } from '../javascript/lexer.ts';
import { StaticEvaluator } from '../javascript/static-evaluator.ts';

const WRAPPER = 'WebPixel::Render';
const WRAPPER_CHARS_MAX = 1024;
const DECLARATION_TOKENS_MAX = 40;
/** Tokens between the code and `createShopifyExtend`: closing brackets and a path of names. */
const END_TOKENS_MAX = 16;

export type Extraction =
  /** `pixelId` is what the document says of itself. */
  | { state: 'code'; pixelId: string; code: string }
  /** The wrapper is there, but the brackets of the code do not match. `cut`: a `</script>` in the code ends it. */
  | { state: 'broken'; cut: boolean }
  /** The code has more tokens than are read. */
  | { state: 'long' }
  /** It is not such a document: an error page, a plain text, or something else. */
  | { state: 'other' };

/** The merchant's code. Lines and columns of what is found in it begin at its first line. Never throws. */
export function extractCode(document: string, effort: Effort): Extraction {
  const scripts: ScriptElement[] = [];
  const tokenizer = new PageTokenizer(
    {
      script: (script) => void (script.attributes.has('src') || scripts.push(script)),
      element: () => {},
      comment: () => {},
    },
    effort,
  );
  tokenizer.push(document);
  tokenizer.end();
  const wrapper = scripts.findLast(({ text }) => text.slice(0, WRAPPER_CHARS_MAX).includes(WRAPPER));
  if (!wrapper) return { state: 'other' };
  const code = new StaticEvaluator(wrapper.text);
  effort.done += wrapper.text.length + code.tokens.count;
  const body = bodyOf(code);
  if (body < 0) return { state: 'other' };
  if (code.tokens.cut) return { state: 'long' };
  const end = endOf(code);
  const close = code.tokens.partners[body]!;
  if (!end) return { state: 'broken', cut: !wrapper.text.includes('createShopifyExtend(') };
  if (
    close < 0 ||
    !wrapper.closed ||
    !isMatched(code, body, end.at) ||
    !onlyCloses(code, close, end.at) ||
    !isClosed(code)
  )
    return { state: 'broken', cut: false };
  const start = code.tokens.ends[afterDeclaration(code, body) - 1]!;
  const text = wrapper.text.slice(start, code.tokens.starts[close]).replace(/^[ \t]*\r?\n/, '');
  return { state: 'code', pixelId: end.id, code: text };
}

/** The brace that opens the function passed to `extend('WebPixel::Render', …)`, at the beginning of the wrapper. Or -1. */
function bodyOf(code: StaticEvaluator): number {
  for (let i = 0; i < END_TOKENS_MAX; i++) {
    if (!code.isName(i, 'extend') || !code.is(i + 1, '(') || code.string(i + 2, WRAPPER.length) !== WRAPPER) continue;
    for (
      let at = code.is(i + 4, '(') && !isParameters(code, i + 4) ? i + 5 : i + 4;
      at < i + 4 + END_TOKENS_MAX;
      at = code.after(at)
    )
      if (code.is(at, '{')) return at;
  }
  return -1;
}

/** Whether the bracket holds the parameters of an arrow function, not a function. */
function isParameters(code: StaticEvaluator, open: number): boolean {
  const next = code.after(open);
  return code.is(next, '=') && code.is(next + 1, '>');
}

/** The last call of `createShopifyExtend`, and the id in it. A merchant's code comes before it, so it cannot stand in its place. */
function endOf(code: StaticEvaluator): { at: number; id: string } | undefined {
  for (let i = code.tokens.count - 1; i >= 0; i--) {
    if (!code.isName(i, 'createShopifyExtend') || !code.is(i + 1, '(')) continue;
    const id = code.string(i + 2, 64);
    return id === undefined || code.string(i + 4, 16) !== 'custom' ? undefined : { at: i, id };
  }
  return undefined;
}

/** Whether each closing bracket in the tokens `from` to `to` has its partner. */
function isMatched(code: StaticEvaluator, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (code.kind(i) === CLOSE && code.tokens.partners[i]! < 0) return false;
  return true;
}

/** Whether each bracket of the script is closed. If one of the code is not, the wrapper closes it, and lacks that bracket at its end. */
function isClosed(code: StaticEvaluator): boolean {
  for (let i = 0; i < code.tokens.count; i++) if (code.kind(i) === OPEN && code.tokens.partners[i]! < 0) return false;
  return true;
}

/** Whether nothing but `});})(self.webPixelsManager.` is between the end of the code and the call. */
function onlyCloses(code: StaticEvaluator, close: number, end: number): boolean {
  if (end - close > END_TOKENS_MAX) return false;
  for (let i = close + 1; i < end; i++) {
    const kind = code.kind(i);
    const isPath =
      code.is(i, '.') || code.is(i, ';') || /^(self|window|globalThis|webPixelsManager)$/.test(code.slice(i));
    if (kind !== CLOSE && !isPath && !(kind === OPEN && code.is(i, '('))) return false;
  }
  return true;
}

/** The token after `var analytics = api.analytics, browser = api.browser, init = api.init;`. */
function afterDeclaration(code: StaticEvaluator, body: number): number {
  const first = body + 1;
  if (
    code.kind(first) !== IDENTIFIER ||
    !/^(var|let|const)$/.test(code.slice(first)) ||
    !code.isName(first + 1, 'analytics')
  )
    return first;
  for (let i = first; i < first + DECLARATION_TOKENS_MAX; i++) if (code.is(i, ';')) return i + 1;
  return first;
}
