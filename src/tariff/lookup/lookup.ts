import type { HtsLookupResult } from './answer.ts';
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
  let body = '{"results":[';
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    const answer = trie.find(code);
    // A valid code without white space around it holds only digits and dots, so it needs no escaping.
    const plain = answer.status !== 'invalid' && code.charCodeAt(0) > 32 && code.charCodeAt(code.length - 1) > 32;
    body += at === 0 ? '{"code":' : ',{"code":';
    body += plain ? `"${code}"` : JSON.stringify(code);
    body += answer.jsonTail;
  }
  return `${body}]}`;
}
