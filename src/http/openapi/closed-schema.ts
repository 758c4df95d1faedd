/** Schemas for a document that says which fields are refused. */
import type { TSchema } from 'typebox';

/** A copy of a schema with `additionalProperties: false` in every object of it. */
export function closedSchema<S extends TSchema>(schema: S): S {
  return closed(schema) as S;
}

function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  // A field of a request could itself be called `properties`. Only a schema has a type in text.
  return copy.type === 'object' && typeof copy.properties === 'object'
    ? { ...copy, additionalProperties: false }
    : copy;
}
