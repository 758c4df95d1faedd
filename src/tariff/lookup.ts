import type { HtsLookupResult } from './answer.ts';
import type { CodeTrie } from './trie.ts';

/** One code to its contract result: four of its five fields come ready from the trie, and none is copied deeper. */
export function lookup(trie: CodeTrie, code: string): HtsLookupResult {
  const { hit, in_scope, status, adjacent_hits } = trie.find(code);
  return { code, hit, in_scope, status, adjacent_hits };
}

/**
 * The whole response body, `{"results":[…]}`, byte for byte what `JSON.stringify` makes of the results. Written by
 * joining ready pieces because this is what the service does tens of thousands of times a second.
 */
export function lookupJson(trie: CodeTrie, codes: readonly string[]): string {
  let body = '{"results":[';
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    const answer = trie.find(code);
    // A valid code is digits and dots between white space; only what is not that can hold a character to escape.
    const plain = answer.status !== 'invalid' && code.charCodeAt(0) > 32 && code.charCodeAt(code.length - 1) > 32;
    body += at === 0 ? '{"code":' : ',{"code":';
    body += plain ? `"${code}"` : JSON.stringify(code);
    body += answer.jsonTail;
  }
  return `${body}]}`;
}
