/**
 * The tariff number in a cell of a stranger's sheet. Blanks between its parts and the name of the schedule before it lose nothing and are
 * read. A number that was damaged is never repaired: the answer says what happened to it, and what it probably was. A person may accept
 * the one number that is probable, unless digits were lost.
 */
import { type Cell, cellText } from '../../domain/table.ts';
import { CHAPTERS_WITHOUT_PRODUCTS, formatCode, parseCode, plainCode, readDigits } from '../hts-code.ts';

export type CodeReading =
  | { kind: 'blank' }
  /** `text` is what a lookup is asked, `digits` what it reads. */
  | { kind: 'code'; text: string; digits: string }
  /** `probably`: numbers that the schedule has and that the damage would turn into this text; empty if nobody can say. */
  | {
      kind: 'damaged';
      what: string;
      probably: string[];
      /** The one number that is probable, if no digit was lost: a person may accept it. Null if they must look it up. */
      acceptable: string | null;
    }
  | { kind: 'invalid'; what: string };

/** Whether the schedule has a number of 4, 6, 8 or 10 digits. */
type Exists = (digits: string) => boolean;

/** Longer texts are no number, whatever happened to them. */
const TEXT_MAX = 80;
const QUOTES = `="'\u2019\``;
const PROBABLY_MAX = 3;

export function readCode(cell: Cell | undefined, exists: Exists): CodeReading {
  const text = cellText(cell);
  if (isBlank(text)) return { kind: 'blank' };
  if (typeof cell === 'object') {
    if (cell.type === 'date')
      return damaged('a spreadsheet turned it into a date', numbersOfDate(cell.iso?.slice(0, 10) ?? text, exists));
    if (cell.type === 'boolean' || cell.type === 'error') return { kind: 'invalid', what: 'is not a number' };
    if (cell.type === 'number' && cell.raw.toLowerCase().includes('e'))
      return damaged(LOST_DIGITS, expanded(cell.raw, exists));
  }
  const written = plainCode(text);
  const digits = parseCode(written);
  if (digits !== null) return { kind: 'code', text: written, digits };
  if (text.length > TEXT_MAX) return { kind: 'invalid', what: 'is not a tariff number' };
  const chapter = readDigits(written)?.slice(0, 2);
  if (chapter !== undefined && CHAPTERS_WITHOUT_PRODUCTS.includes(chapter)) {
    return { kind: 'invalid', what: `is of chapter ${chapter}, which classifies no product` };
  }
  const reading = damageOf(text, exists) ?? { kind: 'invalid', what: 'is not a tariff number' };
  // The value has the digits that the format of the cell hides.
  if (typeof cell === 'object' && reading.kind === 'damaged' && /^\d{3,10}$/.test(cell.raw)) {
    const hidden = [cell.raw, `0${cell.raw}`].filter(isKnownTo(exists));
    if (hidden.length > 0) return damaged(reading.what, hidden, hidden[0] === cell.raw);
  }
  return reading;
}

/** Nothing that can be seen. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cf}]*$/u.test(text);
}

const LOST_DIGITS = 'a spreadsheet wrote it in powers of ten, and its last digits are lost';

/** @param isWhole every digit of the first number is there: the others of `probably` would not be */
function damaged(what: string, probably: string[], isWhole = false): CodeReading {
  const numbers = [...new Set(probably)].slice(0, PROBABLY_MAX).map(printed);
  return { kind: 'damaged', what, probably: numbers, acceptable: isWhole && numbers.length === 1 ? numbers[0]! : null };
}

/** What was done to a text that no lookup accepts; undefined if nothing is likely. */
function damageOf(text: string, exists: Exists): CodeReading | undefined {
  const plain = plainText(text);
  const isPlain = plain === text;
  const known = (candidates: string[]) => candidates.filter(isKnownTo(exists));
  if (parseCode(plain) !== null) {
    return damaged(isPlain ? 'it has signs around it' : signsOf(text), [readDigits(plain)!], true);
  }
  const number = withoutEnds(plain, QUOTES);
  if (number !== plain) {
    const inside = readDigits(number.trim()) ?? zeroAdded(number.trim(), exists)[0];
    return inside === undefined
      ? undefined
      : damaged('it has quotes or apostrophes around it', known([inside]), inside === readDigits(number.trim()));
  }
  if (/^\d(?:[.,]\d+)?[eE]\+?\d{1,2}$/.test(plain)) return damaged(LOST_DIGITS, expanded(plain, exists));
  if (isDate(plain)) return damaged('a spreadsheet turned it into a date', numbersOfDate(plain, exists));
  if (/^\d{4}\.\d$/.test(plain)) return damaged('its last zero is missing', known([`${plain.replace('.', '')}0`]));
  if (/^\d{3,10}[.,]0{1,2}$/.test(plain)) {
    const whole = plain.slice(0, plain.search(/[.,]/));
    return damaged('a spreadsheet wrote it as a decimal number', known([whole, `0${whole}`]), isEven(whole));
  }
  const grouped = /^\d{1,3}(?:[.,' \u2019]\d{3})+(?:[.,]0{1,2})?$/.test(plain) && plain.length > 4;
  if (grouped) {
    const whole = plain.replace(/[.,]0{1,2}$/, '').replace(/\D/g, '');
    return damaged('its digits are grouped in threes', known([whole, `0${whole}`]), isEven(whole));
  }
  const zero = zeroAdded(plain, exists);
  if (zero.length > 0 || /^\d{3}(?:\.\d\d){0,3}$|^\d{3}\.\d\d\.\d{4}$/.test(plain)) {
    return damaged('a leading zero is missing', zero);
  }
  if (/^\d+$/.test(plain) && plain.length > 2 && plain.length < 10) return damaged('a digit is missing', []);
  if (/^[\d.]+$/.test(plain) && digitsOf(plain).length > 10) {
    return damaged('it has more than ten digits', []);
  }
  const letters = [...plain].map((sign) => DIGIT_OF.get(sign) ?? sign).join('');
  const changed = [...plain].filter((sign) => DIGIT_OF.has(sign)).length;
  // In a word most signs are letters.
  if (changed > 0 && changed * 2 <= digitsOf(letters).length && readDigits(letters) !== null) {
    return damaged('it has a letter in place of a digit', known([readDigits(letters)!]), true);
  }
  return separated(plain, exists);
}

/** Letters that are taken for digits. */
const DIGIT_OF: ReadonlyMap<string, string> = new Map(
  (
    [
      ['oO', '0'],
      ['Il|', '1'],
      ['sS', '5'],
      ['B', '8'],
      ['zZ', '2'],
    ] as const
  ).flatMap(([signs, digit]) => [...signs].map((sign) => [sign, digit] as const)),
);

function isEven(digits: string): boolean {
  return digits.length % 2 === 0;
}

/** The same text without invisible signs, with ordinary blanks and digits. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function signsOf(text: string): string {
  return /[\uff10-\uff19\u0660-\u0669]/.test(text) ? 'it is written in other digits' : 'it has invisible signs in it';
}

/** A number with other separators, or in the middle of words; several numbers in one cell. */
function separated(plain: string, exists: Exists): CodeReading | undefined {
  if (/^\d[\d .,/_-]*\d$/.test(plain)) {
    const digits = digitsOf(plain);
    const groups = plain.split(/[ ,/_-]+/).map((part) => readDigits(part));
    const numbers = groups.filter((part) => part !== null && part.length >= 6 && isKnownTo(exists)(part));
    if (numbers.length > 1) return damaged('several numbers are in one cell', numbers as string[]);
    const known = groups.filter((part) => part !== null && isKnownTo(exists)(part)).length;
    const isOne = known < 2 || /(?:^|[ ,/_-])\d{1,3}(?:$|[ ,/_-])/.test(plain);
    if (readDigits(digits) !== null) {
      return damaged('its digits are separated by other signs than dots', [digits].filter(isKnownTo(exists)), isOne);
    }
    return damaged('it is not 4, 6, 8 or 10 digits', []);
  }
  const written = plain
    .split(/[^\d.]+/)
    .map((part) => readDigits(withoutEnds(part, '.')))
    .filter((part) => part !== null);
  const numbers = written.filter((part) => part.length >= 6 && isKnownTo(exists)(part));
  if (numbers.length === 0) return undefined;
  return numbers.length > 1
    ? damaged('several numbers are in one cell', numbers)
    : damaged('other words are in the cell', numbers, written.length === 1);
}

function zeroAdded(text: string, exists: Exists): string[] {
  const digits = readDigits(`0${text}`);
  return digits === null ? [] : [digits].filter(isKnownTo(exists));
}

/**
 * Powers of ten keep the first digits, and the last of these was rounded. Gives the number if the others were zeros and the schedule
 * has it, else the headings that it may begin with, as `7317…`.
 */
function expanded(text: string, exists: Exists): string[] {
  const [mantissa = '', exponent = ''] = text.toLowerCase().replace(',', '.').replace('+', '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const length = whole.length + Number(exponent);
  const kept = whole + fraction;
  if (!/^\d{1,10}$/.test(kept) || !(length >= 3 && length <= 10)) return [];
  const padded = (digits: string) => (length % 2 === 0 ? digits : `0${digits}`);
  const number = padded(kept.slice(0, length).padEnd(length, '0'));
  if (kept.length >= 4 && isKnownTo(exists)(number)) return [number];
  const places = 10 ** Math.max(0, length - kept.length);
  const [least, most] = [Number(kept) * places - places / 2, Number(kept) * places + places / 2];
  const heading = (value: number) => Number(padded(String(Math.floor(value)).padStart(length, '0')).slice(0, 4));
  const headings: string[] = [];
  for (let each = heading(least); each <= heading(most) && headings.length <= PROBABLY_MAX; each++) {
    const digits = String(each).padStart(4, '0');
    if (isKnownTo(exists)(digits)) headings.push(`${digits}…`);
  }
  if (headings.length <= PROBABLY_MAX) return headings;
  const chapters = new Set([heading(least), heading(most)].map((each) => String(each).padStart(4, '0').slice(0, 2)));
  return chapters.size === 1 && kept.length > 1 ? [`${[...chapters][0]}…`] : [];
}

const DATE = /^((?:19|20)\d\d|\d{1,2})([./-])(\d{1,2})\2((?:19|20)\d\d|\d{1,2})(?:[ T][\d:.]+Z?)?$/;
const NAMED_MONTH = /^\d{1,4}[./ -](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?:[./ -]\d{2,4})?$/i;
const MONTH_FIRST = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[./ -]\d{1,4}$/i;

function isDate(text: string): boolean {
  return DATE.test(text) || NAMED_MONTH.test(text) || MONTH_FIRST.test(text);
}

/** The numbers of the schedule that a spreadsheet reads as this day: 2009.12.25 is orange juice, and Christmas. */
function numbersOfDate(text: string, exists: Exists): string[] {
  const parts = DATE.exec(text);
  if (!parts) return [];
  const [first, second, third] = [parts[1]!, parts[3]!, parts[4]!].map((part) => part.padStart(2, '0')) as [
    string,
    string,
    string,
  ];
  const year = [first, third].find((part) => part.length === 4);
  const candidates = [`${first}${second}${third}`];
  if (year !== undefined) {
    const others = first === year ? [second, third] : [first, second];
    candidates.push(`${year}${others.join('')}`, `${year}${others.toReversed().join('')}`);
    candidates.push(`${others.join('')}${year.slice(2)}`, `${others.toReversed().join('')}${year.slice(2)}`);
  }
  return candidates.filter((digits) => readDigits(digits) !== null && isKnownTo(exists)(digits));
}

function isKnownTo(exists: Exists): (digits: string) => boolean {
  return (digits) => parseCode(digits) !== null && exists(digits);
}

/** A number as the schedule prints it. A text that ends in `…` is only the beginning of one. */
function printed(digits: string): string {
  return digits.endsWith('…') ? digits : formatCode(digits);
}

/** A text without some signs at its beginning and end. */
function withoutEnds(text: string, signs: string): string {
  let [from, to] = [0, text.length];
  while (from < to && signs.includes(text[from]!)) from++;
  while (to > from && signs.includes(text[to - 1]!)) to--;
  return text.slice(from, to);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
