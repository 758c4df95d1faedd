import type { Answer, HtsLookupResult } from './answer.ts';
import type { CodeTrie } from './trie.ts';

/** The contract result of one code. It shares the frozen `adjacent_hits` of the trie. */
export function lookup(trie: CodeTrie, code: string): HtsLookupResult {
  const { hit, in_scope, status, adjacent_hits } = trie.find(code);
  return { code, hit, in_scope, status, adjacent_hits };
}

/**
 * The response body `{"results":[…]}`, byte for byte what `JSON.stringify` would write. It is joined from prepared
 * pieces because this is the hot path: tens of thousands of calls a second.
 */
export function lookupJson(trie: CodeTrie, codes: readonly string[]): string {
  if (codes.length === 0) return '{"results":[]}';
  let body = '{"results":[{"code":"';
  const last = codes.length - 1;
  for (let at = 0; at <= last; at++) {
    const code = codes[at]!;
    const answer = trie.find(code);
    // One template of three pieces: each step makes one string for the engine to join.
    body = `${body}${escaped(code, answer)}${at < last ? answer.jsonToNext : answer.jsonToEnd}`;
  }
  return body;
}

/** The code as it is written between the quotes of a JSON text. */
function escaped(code: string, { status }: Answer): string {
  // A valid code without white space around it holds only digits and dots, so it needs no escaping.
  const isPlain = status !== 'invalid' && code.charCodeAt(0) > 32 && code.charCodeAt(code.length - 1) > 32;
  return isPlain ? code : JSON.stringify(code).slice(1, -1);
}
