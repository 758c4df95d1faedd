/** Lists and tables that code writes out: their items as ranges of tokens. */
import { IDENTIFIER, STRING } from '../javascript/lexer.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { isMember } from './expressions.ts';

const ITEMS_MAX = 40;
const KEY_CHARS_MAX = 128;

/** Tokens from the first one to the one after the last. */
export interface Span {
  from: number;
  to: number;
}

/** An item of a list or a member of a table. */
export interface Item {
  /** The key of a member, and the text of an item that is one string. */
  key?: string;
  value: Span;
}

export interface List {
  items: Item[];
  of: 'items' | 'keys' | 'entries';
}

/** The literals of one script. Each is read once, however often it is used. */
export class Literals {
  private readonly items = new Map<number, Item[] | undefined>();
  private readonly named = new Map<string, number>();

  constructor(private readonly code: StaticEvaluator) {}

  /** The items of the bracket `open`. Undefined if there are too many, or others than plain ones. */
  itemsOf(open: number): Item[] | undefined {
    if (!this.items.has(open)) this.items.set(open, this.read(open));
    return this.items.get(open);
  }

  private read(open: number): Item[] | undefined {
    const { code } = this;
    const close = code.tokens.partners[open] ?? -1;
    if (close < open || code.spent) return undefined;
    const isTable = code.is(open, '{');
    const items: Item[] = [];
    for (let i = open + 1; i < close; i++) {
      const from = isTable ? i + 2 : i;
      if (code.is(i, '.') || (isTable && !code.is(i + 1, ':')) || items.length === ITEMS_MAX) return undefined;
      const key = isTable ? code.key(i) : undefined;
      let to = from;
      while (to < close && !code.is(to, ',')) {
        code.steps++;
        to = code.after(to);
      }
      if (to === from) return undefined;
      const text = !isTable && to === from + 1 && code.kind(from) === STRING ? code.string(from, KEY_CHARS_MAX) : key;
      items.push({ value: { from, to }, ...(text !== undefined && { key: text }) });
      i = to;
    }
    return items;
  }

  /** The members of the table `name`. Undefined if it is not a literal that is assigned once. */
  table(name: string): Item[] | undefined {
    const open = this.literalNamed(name);
    return open >= 0 && this.code.is(open, '{') ? this.itemsOf(open) : undefined;
  }

  /** The bracket of the list or table that the one assignment to `name` has, also within `Object.freeze(…)`. Or -1. */
  private literalNamed(name: string): number {
    const known = this.named.get(name);
    if (known !== undefined) return known;
    const { code } = this;
    const mentions = code.mentions(name);
    code.steps += mentions.length;
    const at = mentions.filter((mention) => code.isAssignment(mention + 1) && !isMember(code, mention));
    const value = at[0]! + 2;
    const open = code.isName(value, 'Object') && code.is(value + 3, '(') ? value + 4 : value;
    const found = at.length === 1 && (code.is(open, '[') || code.is(open, '{')) ? open : -1;
    this.named.set(name, found);
    return found;
  }

  /**
   * The items of the list that is the expression `from` to `to`: a literal, the name of one, `Object.keys(table)`,
   * `Object.entries(table)`. An item of `Object.keys` has no value of its own.
   */
  listAt(from: number, to: number): List | undefined {
    const { code } = this;
    if (
      code.isName(from, 'Object') &&
      code.is(from + 1, '.') &&
      code.is(from + 3, '(') &&
      code.after(from + 3) === to
    ) {
      const kind = code.slice(from + 2);
      if (kind !== 'keys' && kind !== 'entries' && kind !== 'values') return undefined;
      const items = code.is(from + 4, '{') ? this.itemsOf(from + 4) : this.table(code.slice(from + 4));
      return items && { items, of: kind === 'values' ? 'items' : kind };
    }
    const isName = code.kind(from) === IDENTIFIER && to === from + 1;
    const open = isName ? this.literalNamed(code.slice(from)) : code.after(from) === to ? from : -1;
    const items = open >= 0 && code.is(open, '[') ? this.itemsOf(open) : undefined;
    return items && { items, of: 'items' };
  }
}
