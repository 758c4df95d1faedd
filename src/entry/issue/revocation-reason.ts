/** Why a certificate is revoked, as somebody typed it. */
import { PortsideError } from '../../domain/errors.ts';
import { cleanText } from './clean-text.ts';

/** In characters (Unicode code points). */
export const REASON_MAX = 300;

/**
 * The reason in one line, without what cannot be seen.
 * @throws PortsideError `invalid_request` if nothing is left, or more than `REASON_MAX` characters are
 */
export function readReason(text: string): string {
  const cleaned = cleanText(text, false);
  if (!cleaned) throw faulty('Must be a reason that can be read.');
  if ([...cleaned].length > REASON_MAX) throw faulty(`Must be at most ${REASON_MAX} characters long.`);
  return cleaned;
}

function faulty(message: string): PortsideError {
  return new PortsideError('invalid_request', { details: [{ path: '/reason', message }] });
}
