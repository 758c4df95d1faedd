/** Requests whose body may be absent. If one is sent, it must have no field. */
import { Type } from 'typebox';
import { PortsideError } from '../../domain/errors.ts';
import { strictSchema } from '../../http/standard-schema.ts';

const { validate } = strictSchema(Type.Object({}, { additionalProperties: false }))['~standard'];

/** @throws PortsideError `invalid_json`, `invalid_request` */
export async function requireNothing(request: Request): Promise<void> {
  const text = await request.text();
  if (text === '') return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PortsideError('invalid_json');
  }
  validate(value);
}
