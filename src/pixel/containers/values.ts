/**
 * The values of settings and variables. A value is a set of alternatives, each with the conditions under which it holds, because a
 * lookup table on something unknown may give any of its rows. What only a visitor's browser knows is `UNKNOWN`.
 * A little over 400 lines, because every kind of variable refers to every other.
 */
import type { Effort } from '../../domain/effort.ts';
import { type Literal, type LiteralObject, LongText, listOf, textOf, UNKNOWN } from '../javascript/literal.ts';
import { Patterns } from './pattern.ts';
import type { Container } from './resource.ts';
import { type AddressQuestion, partOf, type Situation } from './situation.ts';
import { describeVariable, shownValue } from './words.ts';

/** `undefined` is the value of a variable that is not set. */
export type Value = Literal | undefined;

export interface Condition {
  /** In words, such as `on the host b.example`. */
  text: string;
  /** Whether it is met in this shop. */
  here: boolean | 'unknown';
}

export interface Alternative {
  value: Value;
  conditions: readonly Condition[];
}

/** Deeper settings are not read. A macro that refers to itself gives undefined before, as in Google's library. */
const DEPTH_MAX = 24;
/** Alternatives of one value. Two tables in one text multiply. */
const ALTERNATIVES_MAX = 32;
/** No id is longer, and no text that a condition is compared with. */
const TEXT_CHARS_MAX = 2000;
const ROWS_MAX = 1000;
/** Units for one row of a table, whose conditions are joined with those of its value. */
const ROW_WORK = 16;

const UNKNOWN_ONLY: readonly Alternative[] = [{ value: UNKNOWN, conditions: [] }];
const always = (value: Value): readonly Alternative[] => [{ value, conditions: [] }];

export class Values {
  /** Alternatives were left out, or a value was too deep or too long to read. */
  cut = false;
  private readonly open = new Set<number>();
  private cycles = 0;
  private readonly known = new WeakMap<Situation, Map<number, readonly Alternative[]>>();

  readonly patterns: Patterns;

  constructor(
    private readonly container: Container,
    private readonly effort: Effort,
  ) {
    this.patterns = new Patterns(effort);
  }

  /**
   * What a setting may be. With `rows: 'all'` the rows of a table that are for other hosts are listed too, with `here: false`.
   * @param stands replaces an unknown part of a text, which otherwise makes the whole text unknown.
   */
  alternatives(
    value: Value,
    situation: Situation,
    rows: 'met' | 'all' = 'met',
    stands?: string,
  ): readonly Alternative[] {
    return this.read(value, { situation, rows, stands, depth: 0 });
  }

  /** The value, if there is only one and no condition decides about it. */
  single(value: Value, situation: Situation): Value {
    const found = this.alternatives(value, situation);
    return found.length === 1 ? found[0]!.value : UNKNOWN;
  }

  /** The settings of a variable such as `__gas`. */
  macroOf(value: Value): LiteralObject | undefined {
    const [kind, index] = listOf(value);
    return kind === 'macro' && typeof index === 'number' ? this.container.macros[index] : undefined;
  }

  private read(value: Value, reading: Reading): readonly Alternative[] {
    this.effort.done += typeof value === 'string' ? 1 + value.length / 8 : 1;
    if (value instanceof LongText) return always(value.text);
    if (!Array.isArray(value)) return always(value);
    if (this.effort.spent || reading.depth > DEPTH_MAX) return this.tooMuch();
    const deeper = { ...reading, depth: reading.depth + 1 };
    const [kind, ...parts] = value;
    switch (kind) {
      case 'macro':
        return typeof parts[0] === 'number' ? this.macro(parts[0], deeper) : always(undefined);
      case 'template':
        return this.joined(parts, deeper);
      case 'escape':
        return this.read(parts[0], deeper).map(({ value: text, conditions }) => ({
          value:
            text === UNKNOWN || text === reading.stands ? orStanding(reading) : escaped(textFrom(text), parts.slice(1)),
          conditions,
        }));
      case 'list':
        return this.combined(parts, deeper, (values) => values.map((item) => item ?? null));
      case 'map':
        return this.combined(parts, deeper, (values) => {
          const map: LiteralObject = new Map();
          for (let i = 0; i + 1 < values.length; i += 2) map.set(textFrom(values[i]), values[i + 1] ?? null);
          return map;
        });
      default:
        return UNKNOWN_ONLY;
    }
  }

  private macro(index: number, reading: Reading): readonly Alternative[] {
    const macro = this.container.macros[index];
    if (!macro) return always(undefined);
    if (this.open.has(index)) {
      this.cycles++;
      return always(undefined);
    }
    const isKept = reading.rows === 'met';
    const known = this.knownIn(reading.situation);
    const before = isKept ? known.get(index) : undefined;
    if (before) return standing(before, reading);
    this.open.add(index);
    const cycles = this.cycles;
    const read = this.evaluated(macro, { ...reading, stands: undefined });
    const found: Alternative[] = read.map(({ value, conditions }) => ({ value: converted(value, macro), conditions }));
    this.open.delete(index);
    // In a cycle the answer depends on where it was entered.
    if (isKept && cycles === this.cycles) known.set(index, found);
    return standing(found, reading);
  }

  private knownIn(situation: Situation): Map<number, readonly Alternative[]> {
    const known = this.known.get(situation) ?? new Map();
    this.known.set(situation, known);
    return known;
  }

  private evaluated(macro: LiteralObject, reading: Reading): readonly Alternative[] {
    const { situation } = reading;
    switch (textOf(macro, 'function')) {
      case '__c':
        return this.read(macro.get('vtp_value'), reading);
      case '__e':
        return situation.event === undefined ? UNKNOWN_ONLY : always(situation.event);
      case '__cid':
        return this.container.id === undefined ? UNKNOWN_ONLY : always(this.container.id);
      case '__ctv':
        return this.container.version === undefined ? UNKNOWN_ONLY : always(this.container.version);
      // True only in the preview of the editor.
      case '__dbg':
        return always(false);
      case '__uv':
        return always(undefined);
      case '__u':
        return always(this.address(macro, situation));
      case '__f':
        return always(this.referrer(macro, situation));
      case '__jsm':
        return always(this.returned(macro, reading));
      case '__smm':
        return this.table(macro, reading, (key, input) => key === input);
      case '__remm':
        return this.table(macro, reading, (key, input) => this.matches(macro, key, input));
      default:
        return UNKNOWN_ONLY;
    }
  }

  private address(macro: LiteralObject, situation: Situation): Value {
    const question = this.question(macro, situation);
    if (!question || macro.has('vtp_customUrlSource')) return UNKNOWN;
    if (situation.anyQuery && (question.component === 'QUERY' || question.component === 'FRAGMENT')) return UNKNOWN;
    const part = partOf(situation.url, situation.host, question);
    return part.known ? part.value : UNKNOWN;
  }

  private referrer(macro: LiteralObject, situation: Situation): Value {
    const { referrer } = situation;
    if (referrer === undefined) return UNKNOWN;
    const question = this.question(macro, situation);
    const address = URL.parse(referrer);
    if (!question || !address) return referrer === '' ? '' : UNKNOWN;
    const part = partOf(address, undefined, question);
    return part.known ? part.value : UNKNOWN;
  }

  private question(macro: LiteralObject, situation: Situation): AddressQuestion | undefined {
    const plain = (key: string): Value => (macro.has(key) ? this.single(macro.get(key), situation) : undefined);
    const component = plain('vtp_component') ?? 'URL';
    const key = plain('vtp_queryKey');
    const pages = plain('vtp_defaultPages');
    if (typeof component !== 'string' || key === UNKNOWN || pages === UNKNOWN) return undefined;
    const text = Array.isArray(key) ? key.map(textFrom) : textFrom(key ?? '');
    const multiple = plain('vtp_multiQueryKeys') === true || plain('vtp_enableMultiQueryKeys') === true;
    const keys = Array.isArray(text) ? text : multiple ? text.replace(/\s+/g, '').split(',') : [text];
    return {
      component: component === '' ? 'URL' : component,
      keys: textFrom(key ?? '') === '' ? undefined : keys,
      ignoresEmpty: plain('vtp_ignoreEmptyQueryParam') === true || plain('vtp_enableIgnoreEmptyQueryParam') === true,
      stripsWww: plain('vtp_stripWww') === true,
      defaultPages: Array.isArray(pages) ? pages.map(textFrom) : undefined,
    };
  }

  /** The literal of a body such as `(function(){return "G-ABC"})();`. Any other body is code, which is not run. */
  private returned(macro: LiteralObject, reading: Reading): Value {
    const code = this.single(macro.get('vtp_javascript'), reading.situation);
    if (typeof code !== 'string' || code.length > TEXT_CHARS_MAX) return UNKNOWN;
    const open = code.indexOf('return');
    const before = code.slice(0, Math.max(0, open)).replace(/\s+/g, '');
    if (open < 0 || before !== '(function(){') return UNKNOWN;
    const rest = code.slice(open + 'return'.length);
    const end = rest.lastIndexOf('}');
    if (end < 0 || !['})()', '})();'].includes(rest.slice(end).replace(/\s+/g, ''))) return UNKNOWN;
    const text = rest.slice(0, end).trim();
    return literalOf(text.endsWith(';') ? text.slice(0, -1).trim() : text);
  }

  private matches(macro: LiteralObject, key: string, input: string): boolean | undefined {
    const ignoreCase = macro.get('vtp_ignoreCase') === true;
    if (macro.get('vtp_fullMatch') !== true) return this.matched(key, ignoreCase, input);
    // Whether alternatives at the top are anchored one by one or together was not seen, so both must agree.
    const [loose, strict] = [`^${key}$`, `^(?:${key})$`].map((source) => this.matched(source, ignoreCase, input));
    return loose === strict ? loose : undefined;
  }

  private matched(source: string, ignoreCase: boolean, input: string): boolean | undefined {
    const pattern = this.patterns.of(source, ignoreCase);
    if (pattern === 'invalid' || pattern === 'unknown') return undefined;
    return pattern.test(input, this.effort);
  }

  /** A lookup table, whose keys are texts or regular expressions. The first that fits counts; of equal texts the last. */
  private table(
    macro: LiteralObject,
    reading: Reading,
    fits: (key: string, input: string) => boolean | undefined,
  ): readonly Alternative[] {
    const found: Alternative[] = [];
    const inputs = this.read(macro.get('vtp_input'), reading);
    const rows = this.rowsOf(macro, reading);
    const name = describeVariable(macro.get('vtp_input'), this.container);
    // Visitors never see the preview of the editor.
    const isPreview = name.text === 'the debug mode';
    // The editor writes a default even where it is switched off.
    const otherwise = macro.get('vtp_defaultValue');
    for (const input of inputs) {
      const text = input.value === UNKNOWN ? undefined : textFrom(input.value);
      let isOpen = true;
      for (const row of rows) {
        const fit = !isOpen ? false : text === undefined ? undefined : fits(row.key, text);
        if (fit === false && (reading.rows === 'met' || text === undefined || isPreview)) continue;
        const condition = isPreview ? undefined : conditionOf(name, row.key, fit ?? 'unknown');
        found.push(...this.row(macro, row, text, fit, reading).map(withConditions(input.conditions, condition)));
        if (fit === true) isOpen = false;
        this.effort.done += ROW_WORK * (1 + found.length);
        if (found.length > ALTERNATIVES_MAX || this.effort.spent) return this.tooMuch();
      }
      if (!isOpen && reading.rows === 'met') continue;
      const here = !isOpen
        ? false
        : found.some(({ conditions }) => conditions.at(-1)?.here === 'unknown')
          ? 'unknown'
          : true;
      const condition =
        rows.length === 0 || isPreview
          ? undefined
          : { text: name.isHost ? 'on other hosts' : `where ${name.text} is none of the listed ones`, here };
      found.push(...this.read(otherwise, reading).map(withConditions(input.conditions, condition as Condition)));
      if (found.length > ALTERNATIVES_MAX) return this.tooMuch();
    }
    return found;
  }

  private row(
    macro: LiteralObject,
    row: Row,
    input: string | undefined,
    fit: boolean | undefined,
    reading: Reading,
  ): readonly Alternative[] {
    const values = this.read(row.value, reading);
    if (macro.get('vtp_replaceAfterMatch') !== true) return values;
    return values.map(({ value, conditions }) => {
      const isPlain = typeof value === 'string' && !value.includes('$');
      if (typeof value !== 'string' || input === undefined || fit !== true) return { value: UNKNOWN, conditions };
      const text = this.replaced(macro, row.key, input, value);
      return { value: text ?? (isPlain && text !== undefined ? value : UNKNOWN), conditions };
    });
  }

  /** The input with every match replaced, as `String.replace` does it. Undefined if that is not known. */
  private replaced(macro: LiteralObject, key: string, input: string, by: string): string | undefined {
    const source = macro.get('vtp_fullMatch') === true ? `^(?:${key})$` : key;
    const pattern = this.patterns.of(source, macro.get('vtp_ignoreCase') === true);
    if (pattern === 'invalid' || pattern === 'unknown' || (by.includes('$') && !pattern.knowsGroups)) return undefined;
    let text = '';
    let at = 0;
    for (let from = 0; from <= input.length; ) {
      const found = pattern.exec(input, from, this.effort);
      if (found === undefined) return undefined;
      if (found === false) break;
      const [start, end] = [found[0]!, found[1]!];
      text += input.slice(at, start) + expanded(by, found, input);
      at = end;
      from = end > start ? end : end + 1;
      if (text.length > TEXT_CHARS_MAX) return undefined;
    }
    return text + input.slice(at);
  }

  private rowsOf(macro: LiteralObject, reading: Reading): Row[] {
    const rows = listOf(macro.get('vtp_map')).slice(1);
    if (rows.length > ROWS_MAX) this.cut = true;
    const found: Row[] = [];
    for (const row of rows.slice(0, ROWS_MAX)) {
      const fields = fieldsOf(row);
      const key = this.single(fields.get('key'), reading.situation);
      if (key !== UNKNOWN && fields.has('key') && fields.has('value'))
        found.push({ key: textFrom(key), value: fields.get('value') });
    }
    if (textOf(macro, 'function') !== '__smm') return found;
    return [...new Map(found.map((row) => [row.key, row])).values()];
  }

  private joined(parts: readonly Literal[], reading: Reading): readonly Alternative[] {
    return this.combined(parts, reading, (values) => {
      if (values.includes(UNKNOWN)) return UNKNOWN;
      const texts = values.map((value) => (value === undefined || value === null ? '' : textFrom(value)));
      const length = texts.reduce((sum, text) => sum + text.length, 0);
      // A long text may stand in many places, so it is not joined before it is paid for.
      this.effort.done += length;
      if (this.effort.spent) return orStanding(reading);
      // No id is so long.
      if (reading.stands === undefined && length > TEXT_CHARS_MAX) return UNKNOWN;
      return texts.join('');
    });
  }

  /** Every combination of the alternatives of several parts. */
  private combined(
    parts: readonly Literal[],
    reading: Reading,
    make: (values: Value[]) => Value,
  ): readonly Alternative[] {
    let lists: { values: Value[]; conditions: readonly Condition[] }[] = [{ values: [], conditions: [] }];
    for (const part of parts) {
      const found = this.read(part, reading);
      if (this.effort.spent || lists.length * found.length > ALTERNATIVES_MAX) return this.tooMuch();
      if (found.length === 1) {
        for (const list of lists) list.values.push(found[0]!.value);
        if (found[0]!.conditions.length > 0)
          for (const list of lists) list.conditions = merged(list.conditions, found[0]!.conditions);
        continue;
      }
      lists = lists.flatMap((list) =>
        found.map(({ value, conditions }) => ({
          values: [...list.values, value],
          conditions: merged(list.conditions, conditions),
        })),
      );
      this.effort.done += lists.length * parts.length;
    }
    return lists.map(({ values, conditions }) => ({ value: make(values), conditions }));
  }

  private tooMuch(): readonly Alternative[] {
    this.cut = true;
    return UNKNOWN_ONLY;
  }
}

interface Reading {
  situation: Situation;
  rows: 'met' | 'all';
  stands: string | undefined;
  depth: number;
}

interface Row {
  key: string;
  value: Literal | undefined;
}

/** The fields of a row such as `["map", "key", K, "value", V]`, by name. Their values are not read yet. */
export function fieldsOf(row: Literal | undefined): LiteralObject {
  const [kind, ...parts] = listOf(row);
  const fields: LiteralObject = new Map();
  if (kind !== 'map') return fields;
  for (let i = 0; i + 1 < parts.length; i += 2)
    if (typeof parts[i] === 'string') fields.set(parts[i] as string, parts[i + 1]!);
  return fields;
}

/** `String(value)` of JavaScript. */
export function textFrom(value: Value): string {
  if (value instanceof LongText) return value.text;
  if (Array.isArray(value)) return value.map((item) => (item === null ? '' : textFrom(item))).join(',');
  if (value instanceof Map) return '[object Object]';
  return String(value);
}

function orStanding({ stands }: Reading): Value {
  return stands ?? UNKNOWN;
}

function standing(found: readonly Alternative[], { stands }: Reading): readonly Alternative[] {
  if (stands === undefined) return found;
  return found.map(({ value, conditions }) => ({ value: value === UNKNOWN ? stands : value, conditions }));
}

/** Two parts that depend on one table do not list its condition twice. */
function merged(a: readonly Condition[], b: readonly Condition[]): readonly Condition[] {
  return [...a, ...b.filter((condition) => !a.some(({ text }) => text === condition.text))];
}

function withConditions(before: readonly Condition[], condition: Condition | undefined) {
  return ({ value, conditions }: Alternative): Alternative => ({
    value,
    conditions: merged(merged(before, condition ? [condition] : []), conditions),
  });
}

function conditionOf(name: { text: string; isHost: boolean }, key: string, here: boolean | 'unknown'): Condition {
  const shown = shownValue(key);
  return { text: name.isHost ? `on the host ${shown}` : `where ${name.text} is ${shown}`, here };
}

/** 16 writes a JavaScript literal with its quotes. Other codes encode single characters, of which no id has any. */
function escaped(text: string, codes: readonly Literal[]): string {
  return codes.includes(16) ? JSON.stringify(text) : text;
}

const LITERALS = new Map<string, Value>(
  Object.entries({ '!0': true, '!1': false, true: true, false: false, null: null }),
);

function literalOf(text: string): Value {
  if (/^"[^"\\]*"$/.test(text) || /^'[^'\\]*'$/.test(text)) return text.slice(1, -1);
  if (/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  const known = LITERALS.get(text);
  return known === undefined ? UNKNOWN : known;
}

function converted(value: Value, macro: LiteralObject): Value {
  let result = value;
  const change = (key: string, from: Value): void => {
    if (result === from && macro.has(key)) {
      const to = macro.get(key);
      result = Array.isArray(to) ? UNKNOWN : to;
    }
  };
  const letters = macro.get('convert_case_to');
  if (typeof result === 'string' && letters !== undefined && letters !== null && letters !== false)
    result = letters === 1 ? result.toLowerCase() : result.toUpperCase();
  change('convert_null_to', null);
  change('convert_undefined_to', undefined);
  change('convert_true_to', true);
  change('convert_false_to', false);
  return result;
}

/** `$1`, `$&` and `$$` in a replacement. */
function expanded(by: string, found: readonly (number | undefined)[], input: string): string {
  return by.replace(/\$(\$|&|\d{1,2})/g, (whole, what: string) => {
    if (what === '$') return '$';
    const group = what === '&' ? 0 : Number(what);
    if (group === 0 && what !== '&') return whole;
    if (2 * group >= found.length) return whole;
    const [start, end] = [found[2 * group], found[2 * group + 1]];
    return start === undefined || end === undefined ? '' : input.slice(start, end);
  });
}
