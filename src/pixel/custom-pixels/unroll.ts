/**
 * Repeats loops over literal lists for each item, and functions that look into a table of events for each event:
 * `for (const name of ['a', 'b']) subscribe(name, f)` becomes both calls, and `send(NAMES[event.name])` in a subscription to all events
 * becomes `if (event.name === 'a') { send('x') }` for each entry. The result is read and never runs.
 */
import type { Effort } from '../../domain/effort.ts';
import { IDENTIFIER } from '../javascript/lexer.ts';
import { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { isMember } from './expressions.ts';
import { type Item, type List, Literals, type Span } from './literal-lists.ts';
import { CodeWriter, type Range, type RewrittenCode, unchanged } from './rewritten-code.ts';

const SITES_MAX = 50;
const DEPTH_MAX = 2;
const HOPS_MAX = 32;
const GROWTH_MAX = 3;
const GROWTH_CHARS_MIN = 60_000;

/** What a name or a path such as `event.name` stands for in one copy. */
interface Meaning {
  range: Range;
  /** Its value, if it is a text. */
  key?: string;
}

interface Copy {
  meanings: Map<string, Meaning>;
  before: string;
  after: string;
}

/** Tokens that are replaced by copies of the tokens `body`. */
interface Site extends Span {
  body: Span;
  copies: Copy[];
  before: string;
  between: string;
  after: string;
}

/** The code as it is, if there is nothing to repeat, or if the result would be too long. */
export function unroll(text: string, effort: Effort): RewrittenCode {
  const code = new StaticEvaluator(text);
  const literals = new Literals(code);
  const sites = new Sites(code, literals).find();
  effort.done += text.length + code.tokens.count + code.steps;
  if (sites.size === 0) return unchanged(text);
  const out = new CodeWriter(text, GROWTH_MAX * text.length + GROWTH_CHARS_MIN);
  const isDone = new Copier(code, literals, sites, out, effort).write();
  effort.done += out.length;
  return isDone ? out.written() : unchanged(text);
}

class Sites {
  private readonly found = new Map<number, Site>();

  constructor(
    private readonly code: StaticEvaluator,
    private readonly literals: Literals,
  ) {}

  /** By the first token of each. */
  find(): Map<number, Site> {
    const { code } = this;
    for (let i = 0; i < code.tokens.count && this.found.size < SITES_MAX && !code.spent; i++) {
      code.steps++;
      const site = code.isName(i, 'forEach')
        ? this.forEachAt(i)
        : code.isName(i, 'for')
          ? this.forAt(i)
          : this.tableAt(i);
      if (site && site.copies.length > 0 && !this.found.has(site.from)) this.found.set(site.from, site);
    }
    return this.found;
  }

  /** `list.forEach((item) => …)` */
  private forEachAt(i: number): Site | undefined {
    const { code } = this;
    const open = code.callOpen(i);
    if (!isMember(code, i) || open < 0) return undefined;
    const end = code.is(i - 2, '?') ? i - 2 : i - 1;
    const from = this.startOfList(end);
    const list = this.literals.listAt(from, end);
    const callback = list && this.callbackAt(open + 1, code.after(open) - 1);
    if (!callback) return undefined;
    const [start, stop] = callback.isExpression ? ['', ''] : ['!function(){', '}()'];
    const copies = list.items.map((item) => ({
      meanings: this.bound(callback.pattern, item, list.of),
      before: start,
      after: stop,
    }));
    return { from, to: code.after(open), body: callback.body, copies, before: '!(', between: ',', after: ')' };
  }

  private startOfList(end: number): number {
    const { code } = this;
    const last = end - 1;
    const partner = code.is(last, ']') || code.is(last, ')') ? code.tokens.partners[last]! : last;
    return code.is(last, ')') && code.isName(partner - 3, 'Object') ? partner - 3 : partner;
  }

  /** `for (const item of list) {…}`, `for (const key in table) {…}` */
  private forAt(i: number): Site | undefined {
    const { code } = this;
    const head = i + 1;
    const close = code.is(head, '(') ? code.after(head) - 1 : -1;
    if (close < 0 || !/^(?:const|let|var)$/.test(code.slice(head + 1)) || !code.is(close + 1, '{')) return undefined;
    const pattern = head + 2;
    const word = code.after(pattern);
    const isIn = code.isName(word, 'in');
    const items = isIn && word + 2 === close ? this.literals.table(code.slice(word + 1)) : undefined;
    const list = isIn
      ? items && { items, of: 'keys' as const }
      : code.isName(word, 'of')
        ? this.literals.listAt(word + 1, close)
        : undefined;
    if (!list) return undefined;
    const to = code.after(close + 1);
    const copies = list.items.map((item) => ({
      meanings: this.bound(pattern, item, list.of),
      before: '{',
      after: '}',
    }));
    return { from: i, to, body: { from: close + 2, to: to - 1 }, copies, before: '', between: '', after: '' };
  }

  /** The body of the function around `table[event.name]`, whose parameter is `event`. */
  private tableAt(i: number): Site | undefined {
    const { code } = this;
    if (code.kind(i) !== IDENTIFIER || !code.is(i + 1, '[') || code.kind(i + 2) !== IDENTIFIER || isMember(code, i))
      return undefined;
    const dot = code.is(i + 3, '?') ? i + 4 : i + 3;
    if (!code.is(dot, '.') || !code.isName(dot + 1, 'name') || !code.is(dot + 2, ']')) return undefined;
    const items = this.literals.table(code.slice(i));
    const event = code.slice(i + 2);
    const open = this.functionWith(event, i);
    if (!items || open < 0) return undefined;
    const copies = items.map(({ key = '' }) => ({
      meanings: new Map([[`${event}.name`, this.text(key, open)]]),
      before: `if(${event}.name===${JSON.stringify(key)}){`,
      after: '}',
    }));
    const body = { from: open + 1, to: code.tokens.partners[open]! };
    return { ...body, body, copies, before: '', between: '', after: '' };
  }

  /** The brace of the function around token `i` that has this parameter. Or -1. */
  private functionWith(parameter: string, i: number): number {
    const { code } = this;
    let open = code.tokens.parents[i]!;
    for (let hops = 0; open >= 0 && hops < HOPS_MAX; hops++, open = code.tokens.parents[open]!) {
      code.steps++;
      if (!code.is(open, '{') || code.tokens.partners[open]! < 0) continue;
      const end = code.is(open - 1, '>') && code.is(open - 2, '=') ? open - 3 : open - 1;
      const first = code.is(end, ')') ? code.tokens.partners[end]! + 1 : end;
      if (code.isName(first, parameter)) return open;
    }
    return -1;
  }

  /** The pattern of the first parameter, and the body. */
  private callbackAt(from: number, to: number): { pattern: number; body: Span; isExpression: boolean } | undefined {
    const { code } = this;
    const isFunction = code.isName(from, 'function');
    const head = isFunction ? from + 1 : from;
    const pattern = code.is(head, '(') ? head + 1 : head;
    const next = code.after(head);
    const body = isFunction ? next : code.is(next, '=') && code.is(next + 1, '>') ? next + 2 : -1;
    if (body < 0 || body >= to) return undefined;
    if (code.is(body, '{')) return { pattern, body: { from: body + 1, to: code.after(body) - 1 }, isExpression: false };
    return isFunction ? undefined : { pattern, body: { from: body, to }, isExpression: true };
  }

  /** What the names of a pattern stand for: `item`, `[key, value]`, `{a, b}`. */
  private bound(pattern: number, item: Item, of: List['of']): Map<string, Meaning> {
    const { code } = this;
    const meanings = new Map<string, Meaning>();
    const key = this.text(item.key ?? '', item.value.from);
    if (code.is(pattern, '[')) {
      const parts = of === 'entries' ? [] : (this.literals.itemsOf(item.value.from) ?? []);
      const names = this.literals.itemsOf(pattern) ?? [];
      names.forEach(({ value: { from, to } }, index) => {
        if (code.kind(from) !== IDENTIFIER || to !== from + 1) return;
        const name = code.slice(from);
        if (of === 'entries' && index === 0) meanings.set(name, key);
        else if (of === 'entries' && index === 1) this.addValue(meanings, name, { value: item.value });
        else if (parts[index]) this.addValue(meanings, name, parts[index]);
      });
    } else if (code.is(pattern, '{')) {
      for (const member of this.literals.itemsOf(item.value.from) ?? [])
        if (member.key !== undefined) this.addValue(meanings, member.key, member);
    } else if (code.kind(pattern) === IDENTIFIER) {
      if (of === 'keys') meanings.set(code.slice(pattern), key);
      else if (of === 'items') this.addValue(meanings, code.slice(pattern), item);
    }
    return meanings;
  }

  /** `name` stands for the item, and `name.member` for a member of it. */
  private addValue(meanings: Map<string, Meaning>, name: string, { value, key }: Item): void {
    const { code } = this;
    const text = key ?? (value.to === value.from + 1 ? code.string(value.from, 128) : undefined);
    meanings.set(name, { range: this.rangeOf(value), ...(text !== undefined && { key: text }) });
    const members = code.is(value.from, '{') ? (this.literals.itemsOf(value.from) ?? []) : [];
    for (const member of members)
      if (member.key !== undefined) meanings.set(`${name}.${member.key}`, { range: this.rangeOf(member.value) });
  }

  private rangeOf({ from, to }: Span): Range {
    return { start: this.code.tokens.starts[from]!, end: this.code.tokens.ends[to - 1]! };
  }

  private text(key: string, at: number): Meaning {
    const start = this.code.tokens.starts[at] ?? 0;
    return { range: { start, end: start, text: JSON.stringify(key) }, key };
  }
}

class Copier {
  private failed = false;

  constructor(
    private readonly code: StaticEvaluator,
    private readonly literals: Literals,
    private readonly sites: ReadonlyMap<number, Site>,
    private readonly out: CodeWriter,
    private readonly effort: Effort,
  ) {}

  write(): boolean {
    this.range({ from: 0, to: this.code.tokens.count }, { start: 0, end: this.code.text.length }, new Map(), []);
    return !this.failed && !this.out.isFull;
  }

  private range(
    { from, to }: Span,
    { start, end }: Range,
    meanings: ReadonlyMap<string, Meaning>,
    stack: readonly Site[],
  ): void {
    const { starts, ends } = this.code.tokens;
    let at = start;
    for (let i = from; i < to && !this.failed; i++) {
      this.effort.done++;
      const site = this.sites.get(i);
      if (site && !stack.includes(site) && stack.length < DEPTH_MAX) {
        this.out.copy({ start: at, end: starts[i]! });
        this.copies(site, meanings, [...stack, site]);
        at = ends[site.to - 1]!;
        i = site.to - 1;
        continue;
      }
      const found = meanings.size > 0 ? this.meaningAt(i, meanings) : undefined;
      if (!found) continue;
      this.out.copy({ start: at, end: starts[i]! });
      this.out.copy(found.range);
      at = ends[found.last]!;
      i = found.last;
    }
    this.out.copy({ start: at, end });
    if (this.out.isFull || this.effort.spent) this.failed = true;
  }

  private copies(site: Site, meanings: ReadonlyMap<string, Meaning>, stack: readonly Site[]): void {
    const { starts, ends } = this.code.tokens;
    const { from, to } = site.body;
    const place = starts[site.from]!;
    const range = { start: starts[from]!, end: to > from ? ends[to - 1]! : starts[from]! };
    this.out.add(site.before, place);
    site.copies.forEach((copy, index) => {
      if (this.failed) return;
      this.out.add(index > 0 ? site.between + copy.before : copy.before, place);
      this.range(site.body, range, new Map([...meanings, ...copy.meanings]), stack);
      this.out.add(copy.after, place);
    });
    this.out.add(site.after, place);
  }

  /** What stands at token `i`: a name, a path of two names, or `table[key]`. `last` is its last token. */
  private meaningAt(i: number, meanings: ReadonlyMap<string, Meaning>): { range: Range; last: number } | undefined {
    const { code } = this;
    if (code.kind(i) !== IDENTIFIER || isMember(code, i) || code.isAssignment(i + 1)) return undefined;
    if (code.is(i + 1, ':') && (code.is(i - 1, '{') || code.is(i - 1, ','))) return undefined;
    const name = code.slice(i);
    if (code.is(i + 1, '[')) {
      const close = code.after(i + 1) - 1;
      const { meaning, last } = this.pathAt(i + 2, meanings);
      if (meaning?.key !== undefined && last + 1 === close) {
        const range = this.memberOf(name, meaning.key);
        if (range) return { range, last: close };
      }
    }
    const { meaning, last } = this.pathAt(i, meanings);
    return meaning && { range: meaning.range, last };
  }

  private pathAt(i: number, meanings: ReadonlyMap<string, Meaning>): { meaning?: Meaning; last: number } {
    const { code } = this;
    const name = code.slice(i);
    const dot = code.is(i + 1, '?') ? i + 2 : i + 1;
    if (code.is(dot, '.') && code.kind(dot + 1) === IDENTIFIER) {
      const path = meanings.get(`${name}.${code.slice(dot + 1)}`);
      if (path) return { meaning: path, last: dot + 1 };
    }
    const meaning = meanings.get(name);
    return meaning ? { meaning, last: i } : { last: i };
  }

  private memberOf(table: string, key: string): Range | undefined {
    const { code } = this;
    const member = this.literals.table(table)?.find((item) => item.key === key);
    if (!member) return undefined;
    return { start: code.tokens.starts[member.value.from]!, end: code.tokens.ends[member.value.to - 1]! };
  }
}
