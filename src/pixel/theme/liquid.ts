/**
 * Reads a Liquid file as the HTML or script that it writes, as far as its text shows. Comments, schemas and branches that cannot be
 * taken are left out. An output whose value is known (a literal, an assigned literal, a setting of the theme) is put in. Any other
 * becomes `VARIABLE`. Every piece of the result remembers where it came from.
 *
 * Liquid ends an output at the first `}}` and a tag at the first `%}`, also inside quotes (Shopify/liquid, tokenizer.rb).
 */
import type { Effort } from '../../domain/effort.ts';
import { VARIABLE } from '../tags/variable.ts';
import {
  type Expression,
  readAssign,
  settingIn,
  splitOutsideQuotes,
  termValue,
  truthOf,
  type Value,
  writtenBy,
} from './liquid-values.ts';
import type { ThemeSettings } from './theme-settings.ts';

/** What a file takes from other files. */
export interface References {
  /** `sections/NAME.liquid`, `sections/NAME.json`, `blocks/NAME.liquid`. */
  files: Set<string>;
  /** Names of assets, such as `pixel.js`. */
  assets: Set<string>;
  /** Snippets, with what is passed to them. */
  calls: SnippetCall[];
  /** Names of settings that an output writes. */
  settings: Set<string>;
  /** What `{% layout %}` names. Null for `none`. */
  layout?: string | null;
}

/** `{% render 'x', id: settings.y %}`, `{% include name %}`. */
export interface SnippetCall {
  /** The name. If it is known only in part, how it begins and ends. */
  name: string | { begin: string; end: string };
  /** Values that are known. A snippet of `render` sees no others. */
  passed: ReadonlyMap<string, Value>;
  /** It stands under a condition that the files do not decide. */
  isConditional: boolean;
}

export interface WrittenText {
  text: string;
  references: References;
  /** Offset in the file of an offset in `text`. */
  originOf(offset: number): number;
  /** Whether the piece at an offset of `text` is written only under a condition. */
  isConditional(offset: number): boolean;
  /** Offsets in the file of words that only the former checkout knew: `checkout.order_id`, `first_time_accessed`. */
  checkoutWords: number[];
}

type Block = { name: string; condition: boolean; shown: boolean; taken: boolean | 'unknown' };

const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'form', 'paginate', 'capture', 'ifchanged']);
const SKIPPED = new Set(['comment', 'schema', 'stylesheet', 'doc']);
const FORMER_CHECKOUT = /\bfirst_time_accessed\b|\bcheckout\.(?:order|total|subtotal|line_items|email|customer|id)/;
/** Variables that the snippet of an `include` sees. */
const PASSED_MAX = 100;
const PARAMETERS_CHARS_MAX = 4000;
/** A part of the name of a snippet. */
const NAME_PART = /^['"]([\w./-]{1,100})['"]$/;
/** Liquid itself refuses deeper files. */
const DEPTH_MAX = 100;

/** @param passed what a snippet gets from the file that loads it */
export function readLiquid(
  text: string,
  settings: ThemeSettings,
  effort: Effort,
  passed: ReadonlyMap<string, Value> = new Map(),
): WrittenText {
  return new LiquidReader(text, settings, effort, passed).read();
}

class LiquidReader {
  readonly #text: string;
  readonly #settings: ThemeSettings;
  readonly #work: Effort;
  readonly #parts: string[] = [];
  readonly #starts: { out: number; in: number; conditional: boolean }[] = [];
  readonly #blocks: Block[] = [];
  readonly #assigned: Map<string, Expression>;
  readonly #references = noReferences();
  readonly #checkoutWords: number[] = [];
  #length = 0;

  constructor(text: string, settings: ThemeSettings, effort: Effort, passed: ReadonlyMap<string, Value>) {
    this.#text = text;
    this.#assigned = new Map([...passed].map(([name, value]) => [name, { value }]));
    this.#settings = settings;
    this.#work = effort;
  }

  read(): WrittenText {
    const text = this.#text;
    this.#work.done += text.length;
    for (let at = 0; at < text.length; ) {
      const open = nextOpen(text, at);
      this.#write(text.slice(at, open), at);
      if (open === text.length) break;
      const isOutput = text[open + 1] === '{';
      const close = text.indexOf(isOutput ? '}}' : '%}', open + 2);
      if (close < 0) break;
      const inner = trimDashes(text.slice(open + 2, close));
      this.#work.done += inner.length;
      if (FORMER_CHECKOUT.test(inner.slice(0, 400))) this.#checkoutWords.push(open);
      at = isOutput ? this.#output(inner, open, close + 2) : this.#tag(inner, open, close + 2);
    }
    const starts = this.#starts;
    const pieceAt = (offset: number) => starts[lastAtMost(starts, offset)];
    return {
      text: this.#parts.join(''),
      references: this.#references,
      checkoutWords: this.#checkoutWords,
      originOf: (offset) => {
        const piece = pieceAt(offset);
        return piece ? piece.in + (offset - piece.out) : 0;
      },
      isConditional: (offset) => pieceAt(offset)?.conditional ?? false,
    };
  }

  get #isShown(): boolean {
    return this.#blocks.every(({ shown }) => shown);
  }

  #write(text: string, from: number): void {
    this.#work.done += this.#blocks.length;
    if (text === '' || !this.#isShown) return;
    const conditional = this.#blocks.some(({ condition }) => condition);
    this.#starts.push({ out: this.#length, in: from, conditional });
    this.#parts.push(text);
    this.#length += text.length;
  }

  #output(inner: string, open: number, after: number): number {
    if (!this.#isShown) return after;
    const value = writtenBy(inner, this.#settings, this.#assigned, this.#references.assets);
    const setting = settingIn(inner.split('|', 1)[0]!.trim());
    if (setting !== undefined && value !== undefined) this.#references.settings.add(setting);
    this.#write(value ?? VARIABLE, open);
    return after;
  }

  /** Returns where reading goes on. */
  #tag(inner: string, open: number, after: number): number {
    const name = /^\s*([a-z_#]+)/.exec(inner)?.[1] ?? '';
    const rest = inner.slice(inner.indexOf(name) + name.length).trim();
    if (SKIPPED.has(name)) return this.#after(`end${name}`, after);
    if (name === 'raw') return this.#raw(after);
    if (name === 'javascript') {
      this.#write('<script>', open);
      return after;
    }
    if (name === 'endjavascript') {
      this.#write('</script>', open);
      return after;
    }
    if (name === 'liquid') for (const line of inner.slice(6).split('\n')) this.#statement(line.trim());
    else this.#statement(`${name} ${rest}`);
    return after;
  }

  /** One tag without its brackets. `{% liquid %}` has one on each line. */
  #statement(line: string): void {
    const [name = '', ...words] = line.split(/\s+/);
    const rest = words.join(' ');
    if (BLOCKS.has(name) && this.#blocks.length < DEPTH_MAX) this.#open(name, rest);
    else if (name === 'elsif' || name === 'else' || name === 'when') this.#branch(name, rest);
    else if (name.startsWith('end') && BLOCKS.has(name.slice(3))) this.#blocks.pop();
    else if (!this.#isShown) return;
    else if (name === 'assign') this.#assign(rest);
    else this.#reference(name, rest);
  }

  #open(name: string, rest: string): void {
    const isCondition = name === 'if' || name === 'unless';
    const truth = isCondition ? truthOf(rest, this.#settings, this.#assigned) : 'unknown';
    const holds = truth === 'unknown' ? truth : truth === (name === 'if');
    const isAlways = name === 'form' || name === 'paginate' || name === 'capture';
    this.#blocks.push({
      name,
      condition: !isAlways && holds !== true,
      shown: holds !== false,
      taken: isCondition ? holds : 'unknown',
    });
  }

  #branch(name: string, rest: string): void {
    const block = this.#blocks.at(-1);
    if (!block || (block.name !== 'if' && block.name !== 'unless')) return;
    const truth = name === 'else' ? true : truthOf(rest, this.#settings, this.#assigned);
    block.shown = block.taken !== true && truth !== false;
    block.condition = block.taken !== false || truth !== true;
    if (block.taken !== true) block.taken = truth === true ? true : block.taken === false ? truth : 'unknown';
  }

  #assign(rest: string): void {
    const assigned = readAssign(rest);
    if (!assigned) return;
    // A second value, or one under a condition, is not known any more.
    const isSure = !this.#assigned.has(assigned.name) && !this.#blocks.some(({ condition }) => condition);
    this.#assigned.set(assigned.name, isSure ? { text: assigned.text } : {});
    writtenBy(assigned.text, this.#settings, this.#assigned, this.#references.assets);
  }

  #reference(name: string, rest: string): void {
    const { files } = this.#references;
    const literal = /^['"]([^'"]{1,200})['"]/.exec(rest)?.[1];
    if (name === 'render' || name === 'include') this.#call(name, rest, literal);
    else if (name === 'layout') this.#references.layout = literal ?? (rest === 'none' ? null : 'theme');
    else if (literal === undefined) return;
    else if (name === 'section') files.add(`sections/${literal}.liquid`);
    else if (name === 'sections') files.add(`sections/${literal}.json`);
    else if (name === 'content_for') {
      const type = /\btype:\s*['"]([^'"]{1,200})['"]/.exec(rest)?.[1];
      if (type !== undefined) files.add(`blocks/${type}.liquid`);
    }
  }

  /**
   * `render` takes a literal name, or a block, which is no snippet. Only `include` takes the name from a variable, and its snippet
   * sees the variables of the file.
   */
  #call(tag: 'render' | 'include', rest: string, literal: string | undefined): void {
    if (literal === undefined && tag === 'render') return;
    const [named = ''] = /^[^\s,]+/.exec(rest) ?? [];
    const name = literal ?? this.#snippetName(named);
    if (name === undefined) return;
    const passed = new Map<string, Value>();
    const pass = (key: string, term: string) => {
      const value = termValue(term, this.#settings, this.#assigned);
      if (value !== undefined) passed.set(key, value);
    };
    this.#work.done += this.#assigned.size;
    if (tag === 'include') for (const key of this.#assigned.keys().take(PASSED_MAX)) pass(key, key);
    const parameters = rest.slice(literal === undefined ? named.length : literal.length + 2);
    const [, , one, as] = /^\s*(with)\s+('[^']*'|"[^"]*"|[^\s,]+)(?:\s+as\s+([\w-]+))?/.exec(parameters) ?? [];
    if (one !== undefined) pass(as ?? String(literal ?? ''), one);
    for (const part of splitOutsideQuotes(parameters.slice(0, PARAMETERS_CHARS_MAX), ',')) {
      const colon = part.indexOf(':');
      const key = part.slice(0, Math.max(colon, 0)).trim().split(/\s+/).at(-1) ?? '';
      if (/^[\w-]{1,100}$/.test(key)) pass(key, part.slice(colon + 1));
    }
    // `for` writes the snippet once for each item, and perhaps not at all.
    const isConditional = /^\s*for\s/.test(parameters) || this.#blocks.some(({ condition }) => condition);
    this.#references.calls.push({ name, passed, isConditional });
  }

  /** The name of a snippet that a variable has: all of it, or the part that the file shows. */
  #snippetName(term: string): SnippetCall['name'] | undefined {
    const value = termValue(term, this.#settings, this.#assigned);
    if (value !== undefined) return typeof value === 'string' ? value : undefined;
    const [first = '', ...filters] = splitOutsideQuotes(this.#assigned.get(term)?.text ?? '', '|').map((part) =>
      part.trim(),
    );
    const appended = filters.at(-1)?.startsWith('append')
      ? filters.at(-1)!.slice('append'.length).replace(':', '').trim()
      : '';
    const isAppended = filters[0]?.startsWith('append') === true;
    const [, begin = ''] = (isAppended && NAME_PART.exec(first)) || [];
    const [, end = ''] = NAME_PART.exec(appended) ?? [];
    return { begin, end };
  }

  /** The end of a block whose contents are not written. Comments nest; the other kinds do not. */
  #after(end: string, from: number): number {
    const text = this.#text;
    const name = end.slice(3);
    let depth = 1;
    for (let at = text.indexOf('{%', from); at >= 0; at = text.indexOf('{%', at + 2)) {
      const close = text.indexOf('%}', at);
      if (close < 0) break;
      const word = trimDashes(text.slice(at + 2, Math.min(close, at + 40))).trim();
      if (word === end) depth--;
      else if (name === 'comment' && word === name) depth++;
      if (depth === 0) return close + 2;
    }
    return text.length;
  }

  #raw(from: number): number {
    const match = /\{%-?\s*endraw\s*-?%\}/g;
    match.lastIndex = from;
    const end = match.exec(this.#text);
    this.#write(this.#text.slice(from, end?.index ?? this.#text.length), from);
    return end ? end.index + end[0].length : this.#text.length;
  }
}

export function noReferences(): References {
  return { files: new Set(), assets: new Set(), calls: [], settings: new Set() };
}

function nextOpen(text: string, from: number): number {
  for (let at = text.indexOf('{', from); at >= 0; at = text.indexOf('{', at + 1)) {
    if (text[at + 1] === '{' || text[at + 1] === '%') return at;
  }
  return text.length;
}

function trimDashes(text: string): string {
  return text.slice(text.startsWith('-') ? 1 : 0, text.endsWith('-') && text.length > 1 ? -1 : undefined);
}

/** Index of the last piece that begins at or before `offset`; -1 if none does. */
function lastAtMost(starts: readonly { out: number }[], offset: number): number {
  let low = -1;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]!.out <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
