/** JSON files of a theme. Shopify writes comments into them. */
import { type Node, parseTree } from 'jsonc-parser';

/** No theme nests deeper. The parser calls itself for each level. */
const DEPTH_MAX = 200;

/** The tree of a file. Undefined if it is empty or nests too deeply. */
export function themeJson(text: string): Node | undefined {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    // Brackets in strings count too. Real files have few that do not close.
    if (c === '[' || c === '{') depth++;
    else if (c === ']' || c === '}') depth--;
    if (depth > DEPTH_MAX) return undefined;
  }
  return parseTree(text);
}
