/** The query of a list, validated by its schema. */
import type { Static, TSchema } from 'typebox';
import { queryFieldsOf } from '../../http/request-url.ts';
import { strictSchema } from '../../http/standard-schema.ts';

/** @throws PortsideError `invalid_request`: an unknown or repeated name, or a value that is not one */
export function queryReader<S extends TSchema>(schema: S): (url: string) => Static<S> {
  const { validate } = strictSchema(schema)['~standard'];
  return (url) => {
    const fields: Record<string, unknown> = queryFieldsOf(url);
    // Digits as people write them. `Number` would also read `0x10` and an empty text.
    if (typeof fields.limit === 'string' && /^\d{1,4}$/.test(fields.limit)) fields.limit = Number(fields.limit);
    return validate(fields).value;
  };
}
