/** The query of an address, validated by its schema. */
import type { Static, TObject } from 'typebox';
import { queryFieldsOf } from '../../http/request-url.ts';
import { strictSchema } from '../../http/standard-schema.ts';

/** More than any number that is asked for has. A longer one stays a text, which the schema refuses. */
const DIGITS_MAX = 6;

/** @returns reads a query. It throws PortsideError `invalid_request`: an unknown or repeated name, or a value that is not one. */
export function queryReader<S extends TObject>(schema: S): (url: string) => Static<S> {
  const { validate } = strictSchema(schema)['~standard'];
  return (url) => {
    const fields = Object.entries(queryFieldsOf(url)).map(([name, value]) => {
      const { type } = (Object.hasOwn(schema.properties, name) ? schema.properties[name] : {}) as { type?: string };
      return [name, readValue(type, value)];
    });
    return validate(Object.fromEntries(fields)).value;
  };
}

/** A text as the type that the schema wants. Other spellings than people use stay texts, which the schema refuses. */
function readValue(wanted: string | undefined, value: string | string[]): unknown {
  if (typeof value !== 'string') return value;
  if (wanted === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  // `Number` would also read `0x10` and an empty text.
  if (wanted === 'integer' && value.length <= DIGITS_MAX && /^\d+$/.test(value)) return Number(value);
  return wanted === 'array' ? [value] : value;
}
