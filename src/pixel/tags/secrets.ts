/**
 * Finds secrets that are published in a page, in whatever a visitor can read: code, JSON, attributes, comments, text. So it searches
 * the text of the page itself, not its elements. A secret is never kept: a fact has its kind, its place and a digest.
 */

import { createHmac } from 'node:crypto';
import { Work } from '../../domain/work.ts';
import type { Position, SecretFact } from './facts.ts';
import { type Candidate, CONTEXT_CHARS, SECRET_READERS, VALUE_CHARS } from './secret-kinds.ts';

const ANCHORS = Object.keys(SECRET_READERS).map((text) => ({ text, bytes: Buffer.from(text, 'latin1') }));
const ANCHOR_CHARS_MAX = Math.max(...ANCHORS.map(({ text }) => text.length));
/** A page with more has the same problem. */
const FACTS_MAX = 50;
const PLACES_MAX = 5;
/** What it costs to look at one candidate, beside what it reads of the text around it. */
const STEPS_PER_HIT = 32;
const STEPS_MIN = 200_000;
const STEPS_PER_CHAR = 3;

/** Text is searched as bytes, because that is ten times faster. A character that is no byte becomes some byte; each hit is checked. */
const BYTES = Buffer.alloc(1 << 16);

/**
 * The same for one secret wherever it is, so that it is counted once. With the key, a digest cannot be looked up in a table of others,
 * and it is too short to hold what it was made from.
 */
function digestOf(value: string): string {
  return createHmac('sha256', 'portside published secret').update(value).digest('hex').slice(0, 16);
}

/** The secrets in one text that is not a page, such as the code of a custom pixel. Places are in that text. */
export function secretFacts(text: string): SecretFact[] {
  const search = new SecretSearch();
  search.block(text, { offset: 0, line: 1, column: 1 });
  return search.end(1 + lineFeeds(text, 0, text.length));
}

/** Digests of the secrets in a text, such as the configuration of an app pixel. */
export function secretDigests(text: string): string[] {
  return [...new Set(secretFacts(text).map(({ digest }) => digest))];
}

/** Searches a text that comes in blocks. The same text gives the same facts, however it is cut. */
export class SecretSearch {
  readonly work = new Work();
  /** Something was not looked at, because the text costs too much. */
  cut = false;
  private readonly facts: SecretFact[] = [];
  private readonly places = new Map<string, number>();
  /** The end of the text before the current block, as far as a candidate may need it, and where it begins. */
  private tail = '';
  private start = 0;
  /** Offset of the start of the line in which the tail begins. */
  private lineStart = 0;
  /** Offset up to which anchors were searched. */
  private searched = 0;

  /** @param at where the block begins. */
  block(block: string, at: Position): void {
    const line = at.line - lineFeeds(this.tail, 0, this.tail.length);
    const text = this.tail + block;
    this.search(text, line, text.length - VALUE_CHARS - CONTEXT_CHARS);
    const kept = Math.max(0, this.searched - this.start - CONTEXT_CHARS);
    const feed = kept === 0 ? -1 : text.lastIndexOf('\n', kept - 1);
    if (feed >= 0) this.lineStart = this.start + feed + 1;
    this.tail = text.slice(kept);
    this.start += kept;
  }

  /**
   * The facts in the order of the text. Call once.
   * @param line the last line of the text, counted from 1.
   */
  end(line: number): SecretFact[] {
    this.search(this.tail, line - lineFeeds(this.tail, 0, this.tail.length), this.tail.length);
    return this.facts;
  }

  /** Searches `text`, whose first character is in `line`, up to index `until`. */
  private search(text: string, line: number, until: number): void {
    let from = this.searched - this.start;
    while (from < until) {
      const to = Math.min(until, from + BYTES.length - ANCHOR_CHARS_MAX);
      for (const { at, anchor } of hitsIn(text, from, to)) {
        const candidate = this.read(text, at, anchor);
        if (candidate) this.add(candidate, this.positionAt(text, at, line));
      }
      from = to;
    }
    this.searched = Math.max(this.searched, this.start + from);
  }

  private read(text: string, at: number, anchor: string): Candidate | undefined {
    this.work.max = STEPS_MIN + STEPS_PER_CHAR * (this.start + at);
    if (this.work.spent || this.facts.length === FACTS_MAX) {
      this.cut = true;
      return undefined;
    }
    this.work.done += STEPS_PER_HIT;
    return SECRET_READERS[anchor]!(text, at, this.work);
  }

  private add({ secret, value, sure, ownerId, cut }: Candidate, at: Position): void {
    const digest = digestOf(value);
    const places = this.places.get(digest) ?? 0;
    this.places.set(digest, places + 1);
    if (places >= PLACES_MAX) return;
    this.facts.push({
      kind: 'secret',
      ...at,
      script: 0,
      excerpt: '',
      secret,
      sure,
      digest,
      chars: value.length,
      ...(ownerId !== undefined && { ownerId }),
      ...(cut && { cut }),
    });
  }

  private positionAt(text: string, at: number, line: number): Position {
    const feed = at === 0 ? -1 : text.lastIndexOf('\n', at - 1);
    const lineStart = feed < 0 ? this.lineStart : this.start + feed + 1;
    const offset = this.start + at;
    return { offset, line: line + lineFeeds(text, 0, at), column: offset - lineStart + 1 };
  }
}

interface Hit {
  at: number;
  anchor: string;
}

/** The anchors that begin at `from` to `to` in `text`, at most one buffer of bytes, in their order. */
function hitsIn(text: string, from: number, to: number): Hit[] {
  const length = BYTES.write(text.slice(from, to + ANCHOR_CHARS_MAX - 1), 0, 'latin1');
  const bytes = BYTES.subarray(0, length);
  const hits: Hit[] = [];
  for (const anchor of ANCHORS) {
    for (let at = bytes.indexOf(anchor.bytes); at >= 0; at = bytes.indexOf(anchor.bytes, at + 1))
      if (from + at < to && text.startsWith(anchor.text, from + at)) hits.push({ at: from + at, anchor: anchor.text });
  }
  return hits.sort((a, b) => a.at - b.at);
}

function lineFeeds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
