/**
 * Finds secrets that are published in a page, in whatever a visitor can read: code, JSON, attributes, comments, text. So it searches
 * the text of the page itself, not its elements. A secret is never kept: a fact has its kind, its place and a digest.
 */

import { createHmac } from 'node:crypto';
import { Effort } from '../../domain/effort.ts';
import type { Position, SecretFact } from './facts.ts';
import { type Candidate, CONTEXT_CHARS, SECRET_READERS, VALUE_CHARS } from './secret-kinds.ts';

const ANCHORS = [...SECRET_READERS.keys()].map((text) => ({ text, bytes: Buffer.from(text, 'latin1') }));
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

/** A text, with its place in the whole. */
interface Stretch {
  text: string;
  /** Offset of its first character. */
  offset: number;
  /** The line of its first character, and the offset at which that line starts. Only a secret needs them. */
  start: () => { line: number; lineStart: number };
}

/** What follows a candidate and may belong to it. */
const AFTER_CHARS = VALUE_CHARS + CONTEXT_CHARS;

/** Searches a text that comes in blocks. The same text gives the same facts, however it is cut. */
export class SecretSearch {
  readonly effort = new Effort();
  /** Something was not looked at, because the text costs too much. */
  cut = false;
  private readonly facts: SecretFact[] = [];
  private readonly places = new Map<string, number>();
  /** The end of the text before the current block, as far as a candidate may need it, and where it begins. */
  private tail = '';
  private tailOffset = 0;
  /** Offset of the start of the line in which the tail begins. */
  private lineStart = 0;
  /** Offset up to which anchors were searched. */
  private searched = 0;

  /**
   * Only the joint of two blocks is copied, because a copy of every block costs more than the search.
   * @param at where the block begins.
   */
  block(block: string, at: Position): void {
    const end = at.offset + block.length;
    const joint = this.tail + block.slice(0, CONTEXT_CHARS + AFTER_CHARS);
    const { tail, tailOffset, lineStart } = this;
    this.search(
      {
        text: joint,
        offset: tailOffset,
        start: () => ({ line: at.line - lineFeeds(tail, 0, tail.length), lineStart }),
      },
      Math.min(at.offset + CONTEXT_CHARS, end - AFTER_CHARS),
    );
    const blockLineStart = at.offset - at.column + 1;
    this.search(
      { text: block, offset: at.offset, start: () => ({ line: at.line, lineStart: blockLineStart }) },
      end - AFTER_CHARS,
    );
    this.keep(block, at.offset, blockLineStart);
  }

  /** Keeps the end of the text for the next block. */
  private keep(block: string, offset: number, blockLineStart: number): void {
    const from = Math.max(this.tailOffset, this.searched - CONTEXT_CHARS);
    const isInBlock = from >= offset;
    const text = isInBlock ? block : this.tail + block;
    const start = isInBlock ? offset : this.tailOffset;
    const feed = from === start ? -1 : text.lastIndexOf('\n', from - start - 1);
    if (feed >= 0) this.lineStart = start + feed + 1;
    else if (isInBlock) this.lineStart = blockLineStart;
    this.tail = text.slice(from - start);
    this.tailOffset = from;
  }

  /**
   * The facts in the order of the text. Call once.
   * @param line the last line of the text, counted from 1.
   */
  end(line: number): SecretFact[] {
    const { tail, tailOffset, lineStart } = this;
    const start = () => ({ line: line - lineFeeds(tail, 0, tail.length), lineStart });
    this.search({ text: tail, offset: tailOffset, start }, tailOffset + tail.length);
    return this.facts;
  }

  /** Searches what was not searched before, up to offset `until`. */
  private search(stretch: Stretch, until: number): void {
    const { text, offset } = stretch;
    while (this.searched < until) {
      const from = this.searched - offset;
      const to = Math.min(until - offset, from + BYTES.length - ANCHOR_CHARS_MAX);
      for (const { at, anchor } of hitsIn(text, from, to)) {
        const candidate = this.read(text, offset, at, anchor);
        if (candidate) this.add(candidate, positionIn(stretch, at));
      }
      this.searched = offset + to;
    }
  }

  private read(text: string, offset: number, at: number, anchor: string): Candidate | undefined {
    this.effort.max = STEPS_MIN + STEPS_PER_CHAR * (offset + at);
    if (this.effort.spent || this.facts.length === FACTS_MAX) {
      this.cut = true;
      return undefined;
    }
    this.effort.done += STEPS_PER_HIT;
    return SECRET_READERS.get(anchor)!(text, at, this.effort);
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
}

function positionIn({ text, offset, start }: Stretch, at: number): Position {
  const { line, lineStart: first } = start();
  const feed = at === 0 ? -1 : text.lastIndexOf('\n', at - 1);
  const lineStart = feed < 0 ? first : offset + feed + 1;
  return { offset: offset + at, line: line + lineFeeds(text, 0, at), column: offset + at - lineStart + 1 };
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
