/**
 * How much a page holds: text, scripts, links, and the words at its beginning. It tells a page of a store from a refusal, a closed
 * shop, and a page that is built in the browser. Text is counted up to a limit, because only a small amount says anything.
 */

import type { MarkName } from '../tags/facts.ts';

const SPACE = 32;
/** Text of more characters is plenty. */
const TEXT_CHARS_MAX = 1024;
/** Only a page with less text than this can be nothing but a sentence about a closed shop. */
const NOTICE_CHARS_MAX = 1000;
const TITLE_CHARS_MAX = 200;
/** Elements in which pages that are built in the browser are mounted. */
const ROOTS = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  '___gatsby',
  'svelte',
  'q-app',
  '_next',
  'react-root',
  'app-root',
]);

const REFUSALS = [
  'just a moment',
  'attention required! | cloudflare',
  'access denied',
  'access to this page has been denied',
  'ddos-guard',
  'pardon our interruption',
  'robot check',
  'human verification',
];
/** Sentences of Shopify about a shop that is closed. */
const CLOSED = [
  'this store is unavailable',
  'this shop is unavailable',
  'this store is currently unavailable',
  'this shop is currently unavailable',
];

export class PageShape {
  private textChars = 0;
  private opening = '';
  private gap = '';
  private title = '';
  private scripts = 0;
  private links = 0;
  root: string | undefined;

  /** Whether more text says anything. */
  get wantsText(): boolean {
    return this.textChars < TEXT_CHARS_MAX;
  }

  /** A piece of text. Spaces do not count, so that it does not matter where the pieces are cut. */
  addText(text: string): void {
    const words = text.trim();
    if (words === '') {
      this.gap = ' ';
      return;
    }
    if (this.textChars < NOTICE_CHARS_MAX) this.opening += this.gap + text;
    this.gap = '';
    for (let i = 0; i < words.length && this.textChars < TEXT_CHARS_MAX; i++) {
      if (words.charCodeAt(i) > SPACE) this.textChars++;
    }
  }

  addTitle(text: string): void {
    this.title += text.slice(0, TITLE_CHARS_MAX - this.title.length);
  }

  addScript(): void {
    this.scripts++;
  }

  addLink(): void {
    this.links++;
  }

  /** The id of an element. */
  addId(id: string): void {
    if (ROOTS.has(id)) this.root ??= id;
  }

  /** What the page as a whole shows, at its end. */
  marks(): { name: MarkName; value?: string }[] {
    const marks: { name: MarkName; value?: string }[] = [];
    marks.push({ name: 'page_size', value: `${this.textChars} ${this.scripts} ${this.links}` });
    if (this.root !== undefined) marks.push({ name: 'root_element', value: this.root });
    const title = plain(this.title);
    if (REFUSALS.some((words) => title.startsWith(words))) marks.push({ name: 'challenge_page', value: 'title' });
    const notice = this.textChars < NOTICE_CHARS_MAX ? plain(this.opening) : '';
    if (CLOSED.some((words) => notice.includes(words) || title.includes(words))) marks.push({ name: 'closed_page' });
    return marks;
  }
}

/** The words of a text, in lower case. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
