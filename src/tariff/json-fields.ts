/** Tariff files as checked JSON: every refusal names the line at fault. */
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { Fields } from '../domain/fields.ts';
import { stepsOf } from '../domain/json-pointer.ts';

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

/** Returns the line a value came from, by its JSON pointer. Slow, so call it only to report a fault. */
export type LineOf = (pointer: string) => number;

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
  const lineOf: LineOf = (pointer) => {
    let node = parseTree(text);
    let offset = 0;
    // Ends at the innermost value that is there: the place of an absent field is that of its object.
    for (const step of stepsOf(pointer)) {
      node = node && findNodeAtLocation(node, [node.type === 'array' ? Number(step) : step]);
      if (!node) break;
      offset = node.offset;
    }
    return lineAt(text, offset);
  };
  return { value, lineOf };
}

/** The fields of a parsed value. Every method throws TariffFileError with the line of the faulty value. */
export function fieldsOf(value: unknown, lineOf: LineOf): Fields {
  return Fields.of<never>(value, (pointer, message, name) => {
    throw new TariffFileError(lineOf(pointer), name === undefined ? message : `${name} ${message}`);
  });
}

/** The same of the text of a file. @throws TariffFileError for invalid JSON */
export function parseFields(text: string): Fields {
  const { value, lineOf } = parseJson(text);
  return fieldsOf(value, lineOf);
}
