/**
 * Turns text into the few events that the extractor needs, in one pass over htmlparser2's Tokenizer. The Parser of htmlparser2 is
 * not used: it keeps a stack and takes a minute for 1.5 MB of badly nested tags. This class keeps only counters, so nesting
 * costs nothing.
 *
 * Text goes to the Tokenizer in the pieces in which it arrives; small pieces are joined first. A page gives the same events
 * however the network cuts it: names, comments and scripts that cross from one block to the next are joined again, up to limits
 * in characters. Entities are decoded only in the attributes that are read.
 * A little over 400 lines: the counters share the offsets of the block.
 */

import { decodeHTMLAttribute } from 'entities/decode';
import type { TokenizerCallbacks } from 'htmlparser2';
import type { Effort } from '../../domain/effort.ts';
import type { Position } from '../tags/facts.ts';
import { PageShape } from './page-shape.ts';
import { CONSENT_ATTRIBUTES } from './script-types.ts';
import { SeekingTokenizer } from './seeking-tokenizer.ts';

export type Attributes = ReadonlyMap<string, string>;

export interface Element {
  name: string;
  attributes: Attributes;
  at: Position;
  /** Inside `<noscript>`, which browsers with scripting ignore. */
  inNoscript: boolean;
}

export interface ScriptElement extends Element {
  text: string;
  /** Where the text begins. */
  textAt: Position;
  /** False if the page ended inside the script. Such a script never runs. */
  closed: boolean;
  /** The script was longer than the limit, and `text` is only its beginning. */
  cut: boolean;
}

export interface TokenSink {
  element(element: Element): void;
  script(script: ScriptElement): void;
  comment(text: string): void;
  /** The text as it comes, before anything in it is read. */
  block?(text: string, at: Position): void;
}

export const LIMITS = {
  /** Smaller pieces of text are joined first. */
  blockCharsMin: 8192,
  scriptChars: 1 << 20,
  attributeChars: 256 << 10,
  /** Longer comments and names are ignored. Those that matter are all shorter. */
  nameChars: 512,
} as const;

/** Attributes that are read, by element. Event handlers are read on every element. */
const READ = {
  script: [
    'type',
    'src',
    'href',
    'xlink:href',
    'data-src',
    'data-gtmsrc',
    'data-rocket-src',
    'data-rocketsrc',
    'data-savepage-src',
    'data-savepage-type',
    ...CONSENT_ATTRIBUTES,
  ],
  iframe: ['src', 'srcdoc', 'data-src', 'data-gtmsrc'],
  img: ['src', 'data-src', 'data-gtmsrc'],
  link: ['href'],
  a: ['href'],
  meta: ['http-equiv', 'content', 'name', 'id'],
  base: ['href'],
  form: ['action', 'id'],
  input: ['value'],
  body: ['class', 'id'],
  html: ['amp', '⚡'],
  template: ['shadowrootmode'],
  'amp-analytics': ['type', 'config'],
  'amp-pixel': ['src'],
};

/** Elements that end foreign content when they open in it (WHATWG HTML, 13.2.6.5). */
const BREAKS_FOREIGN = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed foreignobject h1 h2 h3 h4 h5 h6 head hr i img li listing menu ' +
    'meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

const NAME_MAX = 13;
const ATTRIBUTE_NAME_MAX = 32;

/**
 * Names, and a table of their lengths and first letters. Check the table before you slice a name and convert it to lower case:
 * most names in a page are not in the set, and slicing them all took a third of the tokenizer's time.
 */
class NameSet extends Set<string> {
  private readonly shapes = new Uint8Array((ATTRIBUTE_NAME_MAX + 1) << 5);

  constructor(names: Iterable<string>) {
    super(names);
    for (const name of names) this.shapes[(name.length << 5) | (name.charCodeAt(0) & 31)] = 1;
  }

  /** Upper and lower case letters have the same low five bits. `length` is at most `ATTRIBUTE_NAME_MAX`. */
  mayHave(length: number, first: number): boolean {
    return this.shapes[(length << 5) | (first & 31)] === 1;
  }
}

const NO_NAMES = new NameSet([]);
const ID_ONLY = new NameSet(['id']);
const DIVISION = new NameSet(['div']);
/** The element in which a page is mounted is one of the first. */
const DIVISIONS_MAX = 64;
const WANTED = new Map(Object.entries(READ).map(([name, attributes]) => [name, new NameSet(attributes)]));
/** Elements that change the state of this class. They are needed even without attributes. */
const STATEFUL = ['script', 'template', 'noscript', 'svg', 'math', 'amp-analytics', 'style', 'title'];
const OPENING = new NameSet([...WANTED.keys(), ...STATEFUL]);
const CLOSING = new NameSet(STATEFUL);
/** `'o' & 31`: the first letter of every event handler. */
const LETTER_O = 15;
const NO_ATTRIBUTES: Attributes = new Map();
/** How many closing tags may be part of the text of one script. Without a limit, its text could be scanned many times. */
const ESCAPES_MAX = 4;
const TAIL_CHARS = 2 * LIMITS.nameChars;

/** A script whose end was not found yet. Its text is collected block by block. */
interface OpenScript {
  element: Element;
  textAt: Position;
  pieces: string[];
  /** Offset up to which text was collected. */
  taken: number;
  cut: boolean;
  escapes: number;
}

export class PageTokenizer implements TokenizerCallbacks {
  private readonly tokenizer = new SeekingTokenizer({ decodeEntities: false }, this);
  private pending: string[] = [];
  private pendingChars = 0;
  private block = '';
  private blockStart = 0;
  /** The end of the text before the block. Names and short comments may begin in it. */
  private tail = '';

  /** The line that is read now, counted from 1. */
  line = 1;
  private lineStart = 0;
  /** Offset of the first line feed of the block that is not counted yet, infinite if there is none. */
  private nextLine = -1;

  private name = '';
  private wanted = NO_NAMES;
  private tagStart = 0;
  private tagLine = 1;
  private tagColumn = 1;
  private attributes = new Map<string, string>();
  private attribute = '';
  private value = '';

  private script: OpenScript | undefined;
  private templates = 0;
  private inNoscript = false;
  private foreign = 0;
  /** The text now is that of a title, or of a style sheet. */
  private inTitle = false;
  private inStyle = false;
  private divisions = 0;
  readonly shape = new PageShape();
  /** Offset of the end of the tag or script that the sink reads now. */
  reached = 0;
  /** What the text ended in. Undefined if it ended between elements. */
  endedIn: string | undefined;

  constructor(
    private readonly sink: TokenSink,
    /** One unit for each event, and for each character at the end of the page. */
    private readonly effort: Effort,
    private readonly blockCharsMin: number = LIMITS.blockCharsMin,
    /** Links are read as well. */
    private readonly withLinks = false,
  ) {}

  push(text: string): void {
    this.pending.push(text);
    this.pendingChars += text.length;
    if (this.pendingChars >= this.blockCharsMin) this.drain();
  }

  end(): void {
    this.drain();
    this.tokenizer.end();
    this.effort.done += this.blockStart;
    this.endedIn = this.unclosed();
    if (this.script) this.endScript(this.script, this.blockStart, false);
  }

  private unclosed(): string | undefined {
    if (this.script) return 'a script';
    if (this.inStyle) return 'a style sheet';
    if (this.inTitle) return 'the title';
    return (
      this.tokenizer.inside ?? (this.templates > 0 ? 'a template' : this.inNoscript ? 'a noscript element' : undefined)
    );
  }

  private drain(): void {
    const block = this.pending.length === 1 ? this.pending[0]! : this.pending.join('');
    this.pending = [];
    this.pendingChars = 0;
    if (block !== '') this.write(block);
  }

  private write(block: string): void {
    this.sink.block?.(block, {
      offset: this.blockStart,
      line: this.line,
      column: this.blockStart - this.lineStart + 1,
    });
    this.block = block;
    this.nextLine = this.lineFeedFrom(0);
    this.tokenizer.write(block);
    const end = this.blockStart + block.length;
    this.countLines(end);
    if (this.script) this.take(this.script, end);
    const tail = block.length < TAIL_CHARS ? this.tail + block : block;
    this.tail = tail.slice(-TAIL_CHARS);
    this.blockStart = end;
    this.block = '';
  }

  private slice(start: number, end: number): string {
    if (start >= this.blockStart) return this.block.slice(start - this.blockStart, end - this.blockStart);
    if (end - start > LIMITS.nameChars) return '';
    const tailStart = this.blockStart - this.tail.length;
    return (
      this.tail.slice(start - tailStart, end - tailStart) + this.block.slice(0, Math.max(0, end - this.blockStart))
    );
  }

  private lineFeedFrom(index: number): number {
    const at = this.block.indexOf('\n', index);
    return at < 0 ? Number.POSITIVE_INFINITY : this.blockStart + at;
  }

  private countLines(until: number): void {
    while (this.nextLine < until) {
      this.line++;
      this.lineStart = this.nextLine + 1;
      this.nextLine = this.lineFeedFrom(this.lineStart - this.blockStart);
    }
  }

  /** Call with rising offsets. Only the start of a tag before the block may come later, because no line ends in between. */
  private positionAt(offset: number): Position {
    this.countLines(offset);
    return { offset, line: this.line, column: offset - this.lineStart + 1 };
  }

  onopentagname(start: number, end: number): void {
    this.effort.done++;
    const length = end - start;
    const isRead = length <= NAME_MAX && (this.foreign > 0 || this.mayBe(OPENING, start, length));
    this.name = isRead ? this.slice(start, end).toLowerCase() : '';
    this.wanted = (isRead && WANTED.get(this.name)) || NO_NAMES;
    if (length === 3 && this.divisions < DIVISIONS_MAX) this.divisionStarts(start, end);
    this.countLines(start - 1);
    this.tagStart = start - 1;
    this.tagLine = this.line;
    this.tagColumn = start - this.lineStart;
    if (this.attributes.size > 0) this.attributes = new Map();
  }

  private divisionStarts(start: number, end: number): void {
    if (!this.mayBe(DIVISION, start, end - start)) return;
    if (this.slice(start, end).toLowerCase() !== 'div') return;
    this.divisions++;
    this.name = 'div';
    this.wanted = ID_ONLY;
  }

  /** True for every name that began in the block before, because its first letter is not at hand. */
  private mayBe(names: NameSet, start: number, length: number): boolean {
    return start < this.blockStart || names.mayHave(length, this.block.charCodeAt(start - this.blockStart));
  }

  /** Event handlers are read on every element. */
  private mayHandle(start: number): boolean {
    return start < this.blockStart || (this.block.charCodeAt(start - this.blockStart) & 31) === LETTER_O;
  }

  onattribname(start: number, end: number): void {
    this.effort.done++;
    this.attribute = '';
    const length = end - start;
    if (length > ATTRIBUTE_NAME_MAX || !(this.mayBe(this.wanted, start, length) || this.mayHandle(start))) return;
    const name = this.slice(start, end).toLowerCase();
    if ((this.wanted.has(name) || name.startsWith('on')) && !this.attributes.has(name)) this.attribute = name;
  }

  onattribdata(start: number, end: number): void {
    const room = LIMITS.attributeChars + 1 - this.value.length;
    if (this.attribute === '' || room <= 0) return;
    // Only links that run code are read by default. A page has thousands of other links.
    if (!this.withLinks && this.name === 'a' && this.attribute === 'href' && this.value === '') {
      const first = this.block.charCodeAt(start - this.blockStart);
      if (first > 38 && first !== 74 && first !== 106) {
        this.attribute = '';
        // Ignore a second href too: the first one counts.
        this.wanted = NO_NAMES;
        return;
      }
    }
    this.value += this.slice(start, Math.min(end, start + room));
  }

  onattribend(): void {
    if (this.attribute === '') return;
    const { value } = this;
    this.effort.done += value.length;
    // A value that was cut stays as long as it is, so that it shows. Decoded it could be shorter than the limit.
    const isWhole = value.length <= LIMITS.attributeChars;
    this.attributes.set(this.attribute, isWhole && value.includes('&') ? decodeHTMLAttribute(value) : value);
    this.attribute = '';
    this.value = '';
  }

  onopentagend(end: number): void {
    this.open(end, false);
  }

  onselfclosingtag(end: number): void {
    this.open(end, true);
  }

  private open(end: number, selfClosing: boolean): void {
    this.reached = end;
    this.effort.done++;
    const { name } = this;
    // This happens only in a double-escaped script, whose text contains tags.
    if (this.script) return;
    if (this.foreign > 0 && BREAKS_FOREIGN.has(name)) this.foreign = 0;
    if (name === 'template' && this.foreign === 0 && !this.isShadowRoot()) this.templates++;
    else if (name === 'noscript') this.inNoscript = true;
    else if ((name === 'svg' || name === 'math') && !selfClosing) this.foreign++;
    if (this.templates > 0) return;
    if (name === 'a') this.shape.addLink();
    else if (name === 'title') this.inTitle = this.foreign === 0;
    else if (name === 'style') this.inStyle = !(selfClosing && this.foreign > 0);
    else if (name === 'div') {
      const id = this.attributes.get('id');
      if (id !== undefined) this.shape.addId(id);
    }
    if (name === 'script') {
      this.shape.addScript();
      this.script = {
        element: this.element(),
        textAt: this.positionAt(end + 1),
        pieces: [],
        taken: end + 1,
        cut: false,
        escapes: 0,
      };
      if (selfClosing && this.foreign > 0) this.endScript(this.script, end + 1, true);
    } else if (this.attributes.size > 0 || name === 'html' || name === 'amp-analytics')
      this.sink.element(this.element());
  }

  /** `<template shadowrootmode="open">` is a part of the page, and its scripts run. */
  private isShadowRoot(): boolean {
    const mode = this.attributes.get('shadowrootmode')?.toLowerCase();
    return this.templates === 0 && (mode === 'open' || mode === 'closed');
  }

  private element(name = this.name): Element {
    const at = { offset: this.tagStart, line: this.tagLine, column: this.tagColumn };
    const attributes = this.attributes.size > 0 ? this.attributes : NO_ATTRIBUTES;
    return { name, attributes, at, inNoscript: this.inNoscript };
  }

  onclosetag(start: number, end: number): void {
    this.effort.done++;
    if (end - start > NAME_MAX || !this.mayBe(CLOSING, start, end - start)) return;
    const name = this.slice(start, end).toLowerCase();
    if (this.script) {
      if (name === 'script') this.endScript(this.script, start - 2, true);
    } else if (name === 'template') this.templates = Math.max(0, this.templates - 1);
    else if (name === 'noscript') this.inNoscript = false;
    else if (name === 'title') this.inTitle = false;
    else if (name === 'style') this.inStyle = false;
    else if (name === 'svg' || name === 'math') this.foreign = Math.max(0, this.foreign - 1);
    else if (name === 'amp-analytics' && this.templates === 0)
      this.sink.element({ ...this.element('/amp-analytics'), attributes: new Map() });
  }

  /** Collects the text of the script up to `until`, within the limit. */
  private take(script: OpenScript, until: number): void {
    const room = script.textAt.offset + LIMITS.scriptChars;
    const to = Math.min(until, room);
    if (until > room) script.cut = true;
    if (to > script.taken) script.pieces.push(this.block.slice(script.taken - this.blockStart, to - this.blockStart));
    script.taken = Math.max(script.taken, until);
  }

  private endScript(script: OpenScript, until: number, closed: boolean): void {
    this.take(script, until);
    // The closing tag may begin in the block before, whose text was collected up to its end.
    const text = script.pieces.join('').slice(0, Math.max(0, until - script.textAt.offset));
    this.effort.done += text.length;
    if (closed && this.foreign === 0 && !script.cut && script.escapes < ESCAPES_MAX && isDoubleEscaped(text)) {
      script.escapes++;
      return;
    }
    this.script = undefined;
    this.reached = until;
    this.sink.script({ ...script.element, text, textAt: script.textAt, closed, cut: script.cut });
  }

  oncomment(start: number, end: number, endOffset: number): void {
    this.effort.done++;
    if (this.templates === 0 && end - start <= LIMITS.nameChars) this.sink.comment(this.slice(start, end - endOffset));
  }

  isInForeignContext(): boolean {
    return this.foreign > 0;
  }

  ontext(start: number, end: number): void {
    if (this.script || this.inStyle || this.inNoscript || this.templates > 0 || !this.shape.wantsText) return;
    const text = this.slice(start, end);
    if (this.inTitle) this.shape.addTitle(text);
    else this.shape.addText(text);
  }

  oncdata(): void {}
  ontextentity(): void {}
  onattribentity(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
}

/**
 * In the state of `<!-- <script> … </script>`, a closing tag is part of the text (WHATWG HTML, 13.2.5.20). htmlparser2 does not
 * implement this. A script is in this state after a `<!--` without `-->`, if the last script tag after it is an opening tag.
 */
function isDoubleEscaped(text: string): boolean {
  // Most scripts contain no comment, and `includes` is faster than `lastIndexOf`.
  if (!text.includes('<!--')) return false;
  const comment = text.lastIndexOf('<!--');
  if (text.indexOf('-->', comment + 2) >= 0) return false;
  const opened = text.slice(comment).match(/<(\/?)script[\s/>]/gi) ?? [];
  return opened.length > 0 && !opened.at(-1)!.startsWith('</');
}
