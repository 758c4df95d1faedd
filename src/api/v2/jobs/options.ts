/** The options of an upload, from the query of its address. */
import type { TObject } from 'typebox';
import { queryFieldsOf } from '../../../http/request-url.ts';
import { strictSchema } from '../../../http/standard-schema.ts';

/** @returns reads a query. It throws PortsideError `invalid_request`: an unknown or repeated name, or a value that is not one. */
export function queryReader<T>(schema: TObject): (url: string) => T {
  const { validate } = strictSchema(schema)['~standard'];
  return (url) => {
    const fields = Object.entries(queryFieldsOf(url)).map(([name, value]) => [name, readValue(schema, name, value)]);
    return validate(Object.fromEntries(fields)).value as T;
  };
}

/** A text as the type that the schema wants. What is not spelt as people write it stays a text, which the schema then refuses. */
function readValue(schema: TObject, name: string, value: string | string[]): unknown {
  const wanted = Object.hasOwn(schema.properties, name)
    ? (schema.properties[name] as { type?: string }).type
    : undefined;
  if (wanted === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (wanted === 'integer' && typeof value === 'string' && /^\d{1,6}$/.test(value)) return Number(value);
  if (wanted === 'array' && typeof value === 'string') return [value];
  return value;
}
