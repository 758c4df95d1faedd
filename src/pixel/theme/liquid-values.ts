/** Values of Liquid expressions that the files of a theme decide: literals, assigned literals, settings, and a few filters. */
import type { ThemeSettings } from './theme-settings.ts';

/** What a name was assigned: an expression, or a value that was passed to a snippet. Without either it is not known. */
export interface Expression {
  text?: string;
  value?: Value;
}

/** A chain of assignments is followed this far. */
const DEPTH_MAX = 8;
const EXPRESSION_CHARS_MAX = 2000;

type Truth = boolean | 'unknown';
export type Value = string | boolean | null;

/** `name = expression` of an assign tag. */
export function readAssign(rest: string): { name: string; text: string } | undefined {
  const match = /^([\w-]{1,100})\s*=([\s\S]*)$/.exec(rest);
  return match ? { name: match[1]!, text: match[2]!.trim() } : undefined;
}

/** The value of one term, such as `settings.x` or `'text'`. Undefined if it is not known. */
export function termValue(
  term: string,
  settings: ThemeSettings,
  assigned: ReadonlyMap<string, Expression>,
): Value | undefined {
  return term.length > EXPRESSION_CHARS_MAX ? undefined : termOf(term.trim(), settings, assigned);
}

/**
 * What an output writes. Undefined if that is known only when the theme runs.
 * @param assets gets the name of each asset whose address the expression asks for
 */
export function writtenBy(
  expression: string,
  settings: ThemeSettings,
  assigned: ReadonlyMap<string, Expression>,
  assets?: Set<string>,
  depth = 0,
): string | undefined {
  if (expression.length > EXPRESSION_CHARS_MAX) return undefined;
  const [first = '', ...filters] = splitOutsideQuotes(expression, '|');
  let value = termOf(first.trim(), settings, assigned, assets, depth);
  for (const filter of filters) value = filtered(value, filter.trim(), assets);
  return typeof value === 'string'
    ? value
    : value === null
      ? ''
      : typeof value === 'boolean'
        ? String(value)
        : undefined;
}

/** Whether a condition holds: `settings.x`, `settings.x != blank`, `a and b`. Unknown unless the files of the theme decide it. */
export function truthOf(condition: string, settings: ThemeSettings, assigned: ReadonlyMap<string, Expression>): Truth {
  if (condition.length > EXPRESSION_CHARS_MAX) return 'unknown';
  return truthOfWords(wordsOf(condition), settings, assigned);
}

function truthOfWords(
  words: readonly string[],
  settings: ThemeSettings,
  assigned: ReadonlyMap<string, Expression>,
): Truth {
  // Liquid has no precedence: `a and b or c` is `a and (b or c)`.
  const at = words.findIndex((word) => word === 'and' || word === 'or');
  if (at >= 0) {
    const left = truthOfWords(words.slice(0, at), settings, assigned);
    const right = truthOfWords(words.slice(at + 1), settings, assigned);
    const decides = words[at] === 'or';
    if (left === decides || right === decides) return decides;
    return left === 'unknown' || right === 'unknown' ? 'unknown' : !decides;
  }
  const [term = '', operator, right = ''] = words;
  if (words.length === 1) return truthy(termOf(term, settings, assigned));
  if (words.length !== 3 || operator === undefined) return 'unknown';
  const left = termOf(term, settings, assigned);
  if (COMPARES.has(operator)) return compared(left, operator, termOf(right, settings, assigned));
  if (operator !== '==' && operator !== '!=') return 'unknown';
  const value = right === 'blank' || right === 'empty' ? 'blank' : termOf(right, settings, assigned);
  if (left === undefined || value === undefined) return 'unknown';
  // An empty setting has no value and is an empty text as well.
  const isNothing = (one: Value) => one === null || one === '';
  const equal =
    value === 'blank'
      ? left === null || left === false || String(left).trim() === ''
      : left === value || (isNothing(left) && isNothing(value));
  return equal === (operator === '==');
}

const COMPARES: ReadonlySet<string> = new Set(['>', '<', '>=', '<=', 'contains']);

function compared(left: Value | undefined, operator: string, right: Value | undefined): Truth {
  if (left === undefined || right === undefined) return 'unknown';
  if (operator === 'contains') return typeof left === 'string' && typeof right === 'string' && left.includes(right);
  const [a, b] = [Number(left ?? Number.NaN), Number(right ?? Number.NaN)];
  return operator === '>' ? a > b : operator === '<' ? a < b : operator === '>=' ? a >= b : a <= b;
}

/** The words between blanks that are not in quotes. */
function wordsOf(condition: string): string[] {
  const words: string[] = [];
  let word = '';
  let quote = '';
  for (const c of condition) {
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === ' ' || c === '\t' || c === '\n' || c === '\r') {
      if (word !== '') words.push(word);
      word = '';
      continue;
    }
    word += c;
  }
  return word === '' ? words : [...words, word];
}

/** In Liquid only `nil` and `false` are false. An empty text is true. */
function truthy(value: Value | undefined): Truth {
  return value === undefined ? 'unknown' : value !== null && value !== false;
}

/** The name in `settings.name` and `settings['name']`. */
export function settingIn(term: string): string | undefined {
  const match = /^settings(?:\.([\w-]{1,100})|\[\s*(?:'([^']{1,100})'|"([^"]{1,100})")\s*\])$/.exec(term);
  return match ? (match[1] ?? match[2] ?? match[3]) : undefined;
}

function termOf(
  term: string,
  settings: ThemeSettings,
  assigned: ReadonlyMap<string, Expression>,
  assets?: Set<string>,
  depth = 0,
): Value | undefined {
  const literal = /^'([^']*)'$|^"([^"]*)"$/.exec(term);
  if (literal) return literal[1] ?? literal[2] ?? '';
  if (/^-?\d{1,20}$/.test(term)) return term;
  if (term === 'true' || term === 'false') return term === 'true';
  if (term === 'nil' || term === 'null') return null;
  if (term.endsWith('.size')) {
    const whole = termOf(term.slice(0, -'.size'.length), settings, assigned, assets, depth);
    return whole === undefined ? undefined : String(whole === null ? 0 : String(whole).length);
  }
  const setting = settingIn(term);
  if (setting !== undefined) return settings.value(setting);
  const known = assigned.get(term);
  if (known?.value !== undefined) return known.value;
  if (known?.text === undefined || depth > DEPTH_MAX) return undefined;
  const alone = splitOutsideQuotes(known.text, '|');
  // Without a filter the value keeps its type: an unset setting stays nil, and false stays false.
  if (alone.length === 1) return termOf(alone[0]!.trim(), settings, assigned, assets, depth + 1);
  return writtenBy(known.text, settings, assigned, assets, depth + 1);
}

function filtered(value: Value | undefined, filter: string, assets?: Set<string>): Value | undefined {
  const name = /^\w+/.exec(filter)?.[0] ?? '';
  const literal = /^\w+\s*:\s*(?:'([^']*)'|"([^"]*)")\s*$/.exec(filter);
  const argument = literal ? (literal[1] ?? literal[2]) : undefined;
  if (name === 'default') return value === undefined ? undefined : isBlank(value) ? argument : value;
  if (value === undefined) return undefined;
  const text = value === null ? '' : String(value);
  switch (name) {
    case 'strip':
    case 'lstrip':
    case 'rstrip':
      return text.trim();
    case 'json':
      return typeof value === 'string' ? JSON.stringify(value) : text || 'null';
    case 'escape':
    case 'strip_html':
    case 'strip_newlines':
      return /[<>&"'\n]/.test(text) ? undefined : text;
    case 'append':
      return argument === undefined ? undefined : text + argument;
    case 'prepend':
      return argument === undefined ? undefined : argument + text;
    case 'asset_url':
      assets?.add(text);
      return `/cdn/shop/t/1/assets/${text}`;
    case 'script_tag':
      return `<script src="${text}"></script>`;
    case 'stylesheet_tag':
      return '';
    default:
      return undefined;
  }
}

function isBlank(value: Value): boolean {
  return value === null || value === false || value === '';
}

/** The parts between signs that are not in quotes: filters between bars, parameters between commas. */
export function splitOutsideQuotes(expression: string, sign: '|' | ','): string[] {
  const parts: string[] = [];
  let from = 0;
  let quote = '';
  for (let i = 0; i < expression.length; i++) {
    const c = expression[i]!;
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === sign) {
      parts.push(expression.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, expression.slice(from)];
}
