/** Number formats in their parts: sections for positive, negative and zero, each a list of tokens (ECMA-376 Part 1, 18.8.31). */
import type { Decimal } from './decimal.ts';

export type FormatToken =
  /** `0`, `#` or `?`: the place of a digit. */
  | { type: 'digit'; text: string }
  | { type: 'literal'; text: string }
  | { type: 'point' | 'comma' | 'percent' | 'general' | 'slash' }
  /** `E+` or `E-`. */
  | { type: 'exponent'; text: string }
  /** Letters of a date: `yyyy`, `mm`, `AM/PM`; in brackets for elapsed time. */
  | { type: 'date'; text: string; isElapsed: boolean };

export interface FormatSection {
  kind: 'number' | 'date';
  tokens: readonly FormatToken[];
  /** Whether a minus is put before a negative number: a section of its own for negative numbers says how they look. */
  signed: boolean;
}

interface ParsedSection {
  tokens: FormatToken[];
  condition: { operator: string; bound: number } | undefined;
}

const parsed = new Map<string, ParsedSection[]>();
const PARSED_MAX = 1000;

export function sectionFor(format: string, value: Decimal): FormatSection {
  let sections = parsed.get(format);
  if (!sections) {
    if (parsed.size === PARSED_MAX) parsed.clear();
    sections = splitSections(format).map(parseSection);
    parsed.set(format, sections);
  }
  const at = chosen(sections, value);
  const { tokens } = sections[at]!;
  const kind = tokens.some(({ type }) => type === 'date') ? 'date' : 'number';
  return { kind, tokens, signed: at === 0 || sections[at]!.condition !== undefined };
}

function chosen(sections: readonly ParsedSection[], value: Decimal): number {
  if (sections.some(({ condition }) => condition)) {
    const number = Number(`${value.isNegative ? '-' : ''}0.${value.digits || '0'}e${value.point}`);
    const at = sections.findIndex(({ condition }) => condition === undefined || holds(condition, number));
    return Math.max(0, at);
  }
  if (sections.length > 2 && value.digits === '') return 2;
  return sections.length > 1 && value.isNegative ? 1 : 0;
}

function holds({ operator, bound }: { operator: string; bound: number }, number: number): boolean {
  if (operator === '<') return number < bound;
  if (operator === '<=') return number <= bound;
  if (operator === '>') return number > bound;
  if (operator === '>=') return number >= bound;
  return operator === '=' ? number === bound : number !== bound;
}

function splitSections(format: string): string[] {
  const sections = [''];
  let isQuoted = false;
  for (let at = 0; at < format.length; at++) {
    const char = format[at]!;
    if (char === '"') isQuoted = !isQuoted;
    if (char === ';' && !isQuoted) sections.push('');
    else sections[sections.length - 1] += char;
    if (char === '\\' && !isQuoted) sections[sections.length - 1] += format[++at] ?? '';
  }
  return sections;
}

function parseSection(text: string): ParsedSection {
  const tokens: FormatToken[] = [];
  let condition: ParsedSection['condition'];
  const literal = (shown: string) => tokens.push({ type: 'literal', text: shown });
  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    const rest = text.slice(at, at + 8).toLowerCase();
    if (char === '"') {
      const end = endOf(text, '"', at + 1);
      literal(text.slice(at + 1, end));
      at = end + 1;
    } else if (char === '[') {
      const end = endOf(text, ']', at + 1);
      const inside = text.slice(at + 1, end);
      const compared = /^(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)$/.exec(inside);
      if (compared) condition = { operator: compared[1]!, bound: Number(compared[2]) };
      else if (/^(?:h+|m+|s+)$/i.test(inside))
        tokens.push({ type: 'date', text: inside.toLowerCase(), isElapsed: true });
      else if (inside.startsWith('$')) literal(inside.slice(1).split('-')[0]!);
      at = end + 1;
    } else if (char === '\\') {
      literal(text[at + 1] ?? '');
      at += 2;
    } else if (char === '_' || char === '*') {
      // A blank as wide as a character, and a character that fills the cell.
      if (char === '_') literal(' ');
      at += 2;
    } else if (rest.startsWith('general')) {
      tokens.push({ type: 'general' });
      at += 7;
    } else if (rest.startsWith('am/pm') || rest.startsWith('a/p')) {
      const length = rest.startsWith('am/pm') ? 5 : 3;
      tokens.push({ type: 'date', text: rest.slice(0, length), isElapsed: false });
      at += length;
    } else if (rest.startsWith('e+') || rest.startsWith('e-')) {
      tokens.push({ type: 'exponent', text: rest.slice(0, 2) });
      at += 2;
    } else if ('ymdhs'.includes(char.toLowerCase())) {
      let end = at;
      while (text[end]?.toLowerCase() === char.toLowerCase()) end++;
      tokens.push({ type: 'date', text: text.slice(at, end).toLowerCase(), isElapsed: false });
      at = end;
    } else {
      tokens.push(single(char));
      at++;
    }
  }
  return { tokens, condition };
}

function single(char: string): FormatToken {
  if (char === '0' || char === '#' || char === '?') return { type: 'digit', text: char };
  if (char === '.') return { type: 'point' };
  if (char === ',') return { type: 'comma' };
  if (char === '%') return { type: 'percent' };
  if (char === '/') return { type: 'slash' };
  return char === '@' ? { type: 'general' } : { type: 'literal', text: char };
}

function endOf(text: string, char: string, from: number): number {
  const end = text.indexOf(char, from);
  return end < 0 ? text.length : end;
}
