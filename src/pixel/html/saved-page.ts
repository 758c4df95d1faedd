/**
 * A page that a browser saved contains the scripts that its tags added when they ran. They prove that a tag ran, but they are not
 * installed a second time.
 */

import type { Fact, TagFact } from '../tags/facts.ts';

/** Whether a comment is of a program that saves a page as it is after its scripts ran. */
export function isSavedBy(comment: string): boolean {
  return comment.trimStart().startsWith('saved from url=') || comment.includes('Page saved with SingleFile');
}

/**
 * Changes the form of the script elements to `injected` that other code of the page has added. `loaders`: the tags that were found
 * as addresses of script elements, which are also in `facts`.
 */
export function settleInjected(facts: readonly Fact[], loaders: readonly TagFact[]): void {
  const called = new Set<string>();
  const elements = new Set<TagFact>(loaders);
  for (const fact of facts) {
    if (fact.kind !== 'tag' || elements.has(fact) || fact.form === 'noscript' || fact.via === 'entry') continue;
    called.add(keyOf(fact.vendor, fact.vendor === 'meta' ? undefined : fact.id));
  }
  for (const loader of loaders) {
    const key = keyOf(loader.vendor, loader.vendor === 'meta' ? undefined : loader.id);
    // `gtag/js` stands beside its `config` in the source too. Only a second one was added.
    const isCopy = loader.library === 'gtag/js' ? called.has(`element ${key}`) : called.has(key);
    if (isCopy && (loader.form === 'inline' || loader.form === 'app_embed')) loader.form = 'injected';
    called.add(`element ${key}`);
  }
}

function keyOf(vendor: string, id: string | undefined): string {
  return `${vendor} ${id ?? ''}`;
}
