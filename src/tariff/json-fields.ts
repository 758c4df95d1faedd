/** Tariff files as checked JSON: every refusal names the line at fault. */
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** The place of a value in a file: keys and indexes from the root, as in `['rows', 12, 'from']`. */
export type Path = readonly (string | number)[];

/**
 * A tariff file was refused as a whole. `line` is 1-based, null if no single line is at fault; `column` is the name of the column or
 * key of the value at fault, if there is one. `reason` is for the operator.
 */
export class TariffFileError extends Error {
  constructor(
    readonly line: number | null,
    readonly reason: string,
    readonly column: string | null = null,
  ) {
    super(line === null ? reason : `line ${line}${column === null ? '' : `, column "${column}"`}: ${reason}`);
    this.name = 'TariffFileError';
  }
}

/** Returns the line a value came from. Slow, so call it only to report a fault. */
export type LineOf = (path: Path) => number;

/** The line of an offset in a text, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

const STRICT = { disallowComments: true, allowTrailingComma: false };

/**
 * `JSON.parse` with line numbers on demand. The built-in parser is fast but gives no positions, so a second parser
 * finds them after a fault.
 * @throws TariffFileError for invalid JSON
 */
export function parseJson(text: string): { value: unknown; lineOf: LineOf } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const errors: ParseError[] = [];
    try {
      parseTree(text, errors, STRICT);
    } catch {
      // The second parser calls itself for each bracket, and runs out of stack.
      throw new TariffFileError(1, 'not valid JSON (nested too deeply)');
    }
    const first = errors[0];
    const what = first ? printParseErrorCode(first.error) : 'cannot be read';
    throw new TariffFileError(lineAt(text, first?.offset ?? 0), `not valid JSON (${what})`);
  }
  const lineOf: LineOf = (path) => {
    const root = parseTree(text);
    for (let length = path.length; root && length > 0; length--) {
      const node = findNodeAtLocation(root, path.slice(0, length));
      if (node) return lineAt(text, node.offset);
    }
    return 1;
  };
  return { value, lineOf };
}

/** Checked access to the fields of a parsed object. Every method throws TariffFileError with the line of the faulty value. */
export class Fields {
  private readonly value: Record<string, unknown>;

  constructor(
    value: unknown,
    private readonly lineOf: LineOf,
    private readonly parent: Fields | null = null,
    private readonly steps: Path = [],
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.refuse('must be an object');
    this.value = value as Record<string, unknown>;
  }

  refuse(reason: string, key?: string): never {
    const path = key === undefined ? this.path() : [...this.path(), key];
    throw new TariffFileError(this.lineOf(path), key === undefined ? reason : `${key} ${reason}`);
  }

  /** Built only for a refusal: there are thousands of rows, and the server start waits for them. */
  private path(): Path {
    return this.parent ? [...this.parent.path(), ...this.steps] : this.steps;
  }

  has(key: string): boolean {
    return this.value[key] !== undefined;
  }

  keys(): string[] {
    return Object.keys(this.value);
  }

  /** Refuses unknown keys. Otherwise a misspelt `to` would leave a listing without an end. */
  only(known: readonly string[]): void {
    for (const key in this.value) if (!known.includes(key)) this.refuse(`has an unknown field "${key.slice(0, 40)}"`);
  }

  text(key: string, lengthMax = 500): string {
    const value = this.value[key];
    if (typeof value !== 'string' || value.length === 0) this.refuse('must be a non-empty text', key);
    if (value.length > lengthMax) this.refuse(`must have at most ${lengthMax} characters`, key);
    return value;
  }

  matching(key: string, pattern: RegExp, what: string): string {
    const value = this.text(key);
    if (!pattern.test(value)) this.refuse(`must be ${what}`, key);
    return value;
  }

  oneOf<T extends string>(key: string, values: readonly T[]): T {
    const value = this.value[key] as T;
    if (!values.includes(value)) this.refuse(`must be one of: ${values.join(', ')}`, key);
    return value;
  }

  number(key: string, min: number, max: number): number {
    const value = this.value[key];
    if (typeof value !== 'number' || !(value >= min && value <= max)) {
      this.refuse(`must be a number from ${min} to ${max}`, key);
    }
    return value;
  }

  flag(key: string): boolean {
    const value = this.value[key];
    if (typeof value !== 'boolean') this.refuse('must be true or false', key);
    return value;
  }

  isNull(key: string): boolean {
    return this.value[key] === null;
  }

  object(key: string): Fields {
    return new Fields(this.value[key], this.lineOf, this, [key]);
  }

  /** The objects of an array. */
  each(key: string, lengthMax: number): Fields[] {
    const values = this.value[key];
    if (!Array.isArray(values)) this.refuse('must be an array', key);
    if (values.length > lengthMax) this.refuse(`must have at most ${lengthMax} rows`, key);
    return values.map((value, at) => new Fields(value, this.lineOf, this, [key, at]));
  }

  texts(key: string, lengthMax: number): string[] {
    const values = this.value[key];
    if (!Array.isArray(values) || values.length > lengthMax || values.some((value) => typeof value !== 'string')) {
      this.refuse(`must be an array of at most ${lengthMax} texts`, key);
    }
    return values;
  }

  /** An array of arrays of texts. */
  textLists(key: string, lengthMax: number): string[][] {
    const values = this.value[key];
    const isTexts = (list: unknown) => Array.isArray(list) && list.every((text) => typeof text === 'string');
    if (!Array.isArray(values) || values.length > lengthMax || !values.every(isTexts)) {
      this.refuse(`must be an array of at most ${lengthMax} arrays of texts`, key);
    }
    return values;
  }
}
