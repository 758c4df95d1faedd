/** Which fields of an amount a call passes. */
import { memberAt, memberOf } from '../javascript/expression.ts';
import { objectOf, UNKNOWN } from '../javascript/literal.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';

/** Where an amount stands in the data of an event: the vendor's names for it. */
export const AMOUNT = ['value', 'currency'];

/**
 * The fields that the object at token `dataAt` surely does not have, or has empty. Undefined if it has all of them, or if the data is
 * computed and may have them.
 */
export function lackingOf(
  code: StaticEvaluator,
  dataAt: number | undefined,
  fields: readonly string[],
): string[] | undefined {
  if (dataAt === undefined) return [...fields];
  if (isNothing(code, dataAt)) return [...fields];
  const data = objectOf(code.value(dataAt));
  const isLiteral = code.is(dataAt, '{');
  if ((!data && !isLiteral) || data?.has('...')) return undefined;
  const lacking = fields.filter((field) => {
    const at = memberAt(code, dataAt, field);
    if (at >= 0 && isNothing(code, at)) return true;
    const value = memberOf(code, dataAt, field);
    if (value === undefined) return at < 0 && !(isLiteral && hasSpread(code, dataAt));
    return value !== UNKNOWN && (value === null || (typeof value === 'string' && value.trim() === ''));
  });
  return lacking.length > 0 ? lacking : undefined;
}

function isNothing(code: StaticEvaluator, at: number): boolean {
  return code.isName(at, 'undefined') || code.isName(at, 'null');
}

/** `{...data}`: what it has is not seen. */
function hasSpread(code: StaticEvaluator, open: number): boolean {
  const close = code.tokens.partners[open]!;
  for (let i = open + 1; i < close; i = code.after(i)) {
    code.steps++;
    if (code.is(i, '.') && code.is(i + 1, '.') && code.is(i + 2, '.')) return true;
  }
  return close < 0;
}
