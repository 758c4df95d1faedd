/** Reads the form of a page. Only a page of this site, shown to the same session, may send one. */
import { timingSafeEqual } from 'node:crypto';
import { PortsideError } from '../../domain/errors.ts';
import { readBoundedBody } from '../bounded-body.ts';
import type { Client } from './client.ts';
import { PageError } from './page-error.ts';
import { isSameOrigin } from './same-origin.ts';

/** The longest form holds texts of some kilobytes, percent-encoded. */
export const FORM_BYTES_MAX = 64 * 1024;

/** @throws PageError 413 */
export async function readFormBytes(
  request: Request,
  bytesMax: number,
  sizeText: string,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readBoundedBody(request, bytesMax);
  } catch (error) {
    if (!(error instanceof PortsideError && error.code === 'payload_too_large')) throw error;
    throw new PageError(413, 'Too large', `The form is larger than ${sizeText}. Nothing was changed.`);
  }
}

/** @throws PageError 403 */
export function requireSameOrigin(request: Request, client: Pick<Client, 'hosts'>): void {
  if (!isSameOrigin(request, client)) {
    throw new PageError(403, 'Refused', 'The form came from another site. Nothing was changed.');
  }
}

/** @throws PageError 403 if `given` is not the form token `expected` of the session */
export function requireFormToken(given: string | null | undefined, expected: string): void {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  if (one.length === other.length && timingSafeEqual(one, other)) return;
  const message = 'The form belongs to an earlier session. Nothing was changed. Open the page again.';
  throw new PageError(403, 'Refused', message);
}

export function parseFields(bytes: Uint8Array): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(bytes));
}
