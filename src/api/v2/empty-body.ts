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

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** The `Idempotency-Key` of a request. @throws PortsideError `invalid_request` if it is not 1 to 255 characters of printable ASCII */
export function idempotencyKeyOf({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === null || IDEMPOTENCY_KEY.test(key)) return key ?? undefined;
  throw new PortsideError('invalid_request', {
    message: 'The Idempotency-Key header must be 1 to 255 characters of printable ASCII.',
  });
}
