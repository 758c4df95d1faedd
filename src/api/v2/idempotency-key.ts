/** The `Idempotency-Key` of v2: its schema and how it is read. */
import { Type } from 'typebox';
import { PortsideError } from '../../domain/errors.ts';

const KEY = '^[ -~]{1,255}$';
const PATTERN = new RegExp(KEY);

/** The schema of the headers. @param description what the same key gives */
export const idempotencyHeaders = (description: string) =>
  Type.Object({
    'Idempotency-Key': Type.Optional(
      Type.String({
        pattern: KEY,
        description: `Any text of your own, 1 to 255 printable ASCII characters. ${description}`,
      }),
    ),
  });

/** The `Idempotency-Key` of a request. @throws PortsideError `invalid_request` if it is not 1 to 255 characters of printable ASCII */
export function idempotencyKeyOf({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === null || PATTERN.test(key)) return key ?? undefined;
  const message = 'The Idempotency-Key header must be 1 to 255 characters of printable ASCII.';
  throw new PortsideError('invalid_request', { message, details: [] });
}
