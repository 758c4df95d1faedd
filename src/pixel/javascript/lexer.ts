/**
 * A small JavaScript lexer. It separates code from strings, comments and regular expressions, and matches brackets. It does not
 * parse: the code of a page may be invalid, and a few tokens are enough to recognise a tag. One linear pass, at most `TOKENS_MAX`
 * tokens. Never throws.
 */

export const IDENTIFIER = 1;
export const STRING = 2;
/** A template literal without substitutions. It has the same meaning as a string. */
export const TEMPLATE = 3;
/** A piece of a template literal around `${…}`. */
export const TEMPLATE_PIECE = 4;
export const NUMBER = 5;
const REGEX = 6;
export const PUNCTUATOR = 7;
export const OPEN = 8;
export const CLOSE = 9;

const TOKENS_MAX = 400_000;
/**
 * A slash that could begin a regular expression costs a search to the end of its line. After this many failed searches, every
 * slash is a division, so that the cost stays linear.
 */
const FAILURES_MAX = 16;

const SPACE = 1;
const LETTER = 2;
const DIGIT = 3;
const QUOTE = 4;
const OPENING = 5;
const CLOSING = 6;

const CLASSES = new Uint8Array(128);
for (const c of ' \t\n\r\v\f') CLASSES[c.charCodeAt(0)] = SPACE;
for (const c of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$\\') CLASSES[c.charCodeAt(0)] = LETTER;
for (const c of '0123456789') CLASSES[c.charCodeAt(0)] = DIGIT;
for (const c of '"\'') CLASSES[c.charCodeAt(0)] = QUOTE;
for (const c of '([{') CLASSES[c.charCodeAt(0)] = OPENING;
for (const c of ')]}') CLASSES[c.charCodeAt(0)] = CLOSING;

/** An expression follows these words, so a slash after them begins a regular expression. */
const BEFORE_EXPRESSION = new Set(
  'return typeof case in of delete void throw new else do instanceof yield await'.split(' '),
);
/** A statement follows the closing parenthesis of these, as in `if (x) /re/`. */
const STATEMENT_HEADS = new Set(['if', 'while', 'for', 'with']);

const NEWLINE = 10;
const SLASH = 47;
const STAR = 42;
const BACKSLASH = 92;
const BACKTICK = 96;
const DOLLAR = 36;
const LESS = 60;
const MINUS = 45;
const BRACE_OPEN = 123;
const BRACE_CLOSE = 125;
const PAREN_CLOSE = 41;

export class Tokens {
  count = 0;
  /** The text has more tokens than `TOKENS_MAX`. The rest was not read. */
  cut = false;
  kinds = new Uint8Array(1024);
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  /** Index of the innermost opening bracket around each token, or -1. */
  parents = new Int32Array(1024);
  /** For a bracket, the index of its partner. Otherwise -1. */
  partners = new Int32Array(1024);

  add(kind: number, start: number, end: number, parent: number): number {
    const i = this.count++;
    if (i === this.kinds.length) this.grow();
    this.kinds[i] = kind;
    this.starts[i] = start;
    this.ends[i] = end;
    this.parents[i] = parent;
    this.partners[i] = -1;
    return i;
  }

  private grow(): void {
    const size = this.kinds.length * 2;
    const bytes = new Uint8Array(size);
    bytes.set(this.kinds);
    this.kinds = bytes;
    const widen = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(size);
      to.set(from);
      return to;
    };
    this.starts = widen(this.starts);
    this.ends = widen(this.ends);
    this.parents = widen(this.parents);
    this.partners = widen(this.partners);
  }
}

/** Splits `text` into `tokens`, which are cleared first, so that every script can use the same store. */
export function lex(text: string, tokens = new Tokens()): Tokens {
  tokens.count = 0;
  const open: number[] = [];
  const length = text.length;
  let parent = -1;
  let failures = 0;
  let i = 0;
  while (i < length && tokens.count < TOKENS_MAX) {
    const c = text.charCodeAt(i);
    const group = c < 128 ? CLASSES[c]! : c === 0x2028 || c === 0x2029 || c === 0xfeff || c === 0xa0 ? SPACE : LETTER;
    if (group === SPACE) {
      i++;
    } else if (group === LETTER || group === DIGIT) {
      const start = i++;
      while (i < length) {
        const d = text.charCodeAt(i);
        if (d < 128) {
          const next = CLASSES[d]!;
          if (next !== LETTER && next !== DIGIT) break;
        } else if (d === 0x2028 || d === 0x2029 || d === 0xa0) break;
        i++;
      }
      tokens.add(group === LETTER ? IDENTIFIER : NUMBER, start, i, parent);
    } else if (group === QUOTE) {
      const end = stringEnd(text, i, c);
      tokens.add(STRING, i, end, parent);
      i = end;
    } else if (group === OPENING) {
      parent = tokens.add(OPEN, i, i + 1, parent);
      open.push(parent);
      i++;
    } else if (group === CLOSING) {
      i++;
      const opener = parent;
      const opening = opener < 0 ? 0 : text.charCodeAt(tokens.ends[opener]! - 1);
      if (opening !== 0 && (opening === 40 ? c === PAREN_CLOSE : c === opening + 2)) {
        open.pop();
        parent = open.length > 0 ? open[open.length - 1]! : -1;
        const closer = tokens.add(CLOSE, i - 1, i, parent);
        tokens.partners[opener] = closer;
        tokens.partners[closer] = opener;
        if (c === BRACE_CLOSE && text.charCodeAt(tokens.starts[opener]!) === DOLLAR) i = template(i);
      } else {
        tokens.add(CLOSE, i - 1, i, parent);
      }
    } else if (c === SLASH) {
      const next = text.charCodeAt(i + 1);
      if (next === SLASH) i = lineEnd(text, i);
      else if (next === STAR) {
        const end = text.indexOf('*/', i + 2);
        i = end < 0 ? length : end + 2;
      } else {
        const expected = failures < FAILURES_MAX && beginsExpression(text, tokens);
        const end = expected ? regexEnd(text, i) : -1;
        if (end < 0) {
          if (expected) failures++;
          tokens.add(PUNCTUATOR, i, ++i, parent);
        } else {
          tokens.add(REGEX, i, end, parent);
          i = end;
        }
      }
    } else if (c === BACKTICK) {
      i = template(i + 1);
    } else if (c === LESS && text.startsWith('<!--', i)) {
      // Browsers treat this as a comment to the end of the line. Code that runs often follows on the next line.
      i = lineEnd(text, i);
    } else if (c === MINUS && text.startsWith('-->', i) && startsLine(text, i)) {
      i = lineEnd(text, i);
    } else {
      tokens.add(PUNCTUATOR, i, ++i, parent);
    }
  }
  tokens.cut = i < length;
  return tokens;

  /** Reads template text from `from`, just after the backtick or a substitution. Returns where lexing continues. */
  function template(from: number): number {
    const whole = text.charCodeAt(from - 1) === BACKTICK;
    const start = whole ? from - 1 : from;
    let at = from;
    while (at < length) {
      const c = text.charCodeAt(at);
      if (c === BACKSLASH) at += 2;
      else if (c === BACKTICK) {
        tokens.add(whole ? TEMPLATE : TEMPLATE_PIECE, start, at + 1, parent);
        return at + 1;
      } else if (c === DOLLAR && text.charCodeAt(at + 1) === BRACE_OPEN) {
        if (at > start) tokens.add(TEMPLATE_PIECE, start, at, parent);
        parent = tokens.add(OPEN, at, at + 2, parent);
        open.push(parent);
        return at + 2;
      } else at++;
    }
    return length;
  }
}

function stringEnd(text: string, start: number, quote: number): number {
  let i = start + 1;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (c === quote) return i + 1;
    if (c === BACKSLASH) i += 2;
    else if (c === NEWLINE) return i;
    else i++;
  }
  return text.length;
}

/** End of a regular expression with its flags. -1 if none ends on this line, so the slash is a division. */
function regexEnd(text: string, start: number): number {
  let inClass = false;
  let i = start + 1;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (c === NEWLINE) return -1;
    if (c === BACKSLASH) i += 2;
    else {
      if (c === 91) inClass = true;
      else if (c === 93) inClass = false;
      else if (c === SLASH && !inClass) {
        i++;
        while (i < text.length && CLASSES[text.charCodeAt(i)] === LETTER) i++;
        return i;
      }
      i++;
    }
  }
  return -1;
}

function beginsExpression(text: string, tokens: Tokens): boolean {
  const last = tokens.count - 1;
  if (last < 0) return true;
  const start = tokens.starts[last]!;
  switch (tokens.kinds[last]) {
    case IDENTIFIER:
      return BEFORE_EXPRESSION.has(text.slice(start, tokens.ends[last]));
    case CLOSE: {
      const c = text.charCodeAt(start);
      if (c === BRACE_CLOSE) return true;
      if (c !== PAREN_CLOSE) return false;
      const head = tokens.partners[last]! - 1;
      return head >= 0 && STATEMENT_HEADS.has(text.slice(tokens.starts[head], tokens.ends[head]));
    }
    case PUNCTUATOR: {
      // `i++ / 2` is a division.
      const c = text.charCodeAt(start);
      return !((c === 43 || c === MINUS) && text.charCodeAt(start - 1) === c);
    }
    case OPEN:
      return true;
    default:
      return false;
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Looks back over at most 200 blanks, so that the cost stays linear. `-->` after a longer indent counts as code. */
function startsLine(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0 && i > at - 200; i--) {
    const c = text.charCodeAt(i);
    if (c === NEWLINE) return true;
    if (c !== 32 && c !== 9 && c !== 13) return false;
  }
  return at < 200;
}
