/** Reads the profile of a party, with the rules of the texts of a certificate. */
import { PortsideError } from '../../domain/errors.ts';
import type { PartyDetails } from '../../domain/party-profile.ts';
import { FieldReader } from './field-reader.ts';
import { PartyDetailsSchema } from './request-schema.ts';

/** What the registry takes as the key of a party, without what would need another spelling in an address. */
const ALTERNATE_ID = /^[0-9A-Za-z]([0-9A-Za-z ._:+-]{0,48}[0-9A-Za-z._:+-])?$/;
export const ALTERNATE_ID_PATTERN = ALTERNATE_ID.source;

/** @throws PortsideError `invalid_request` if a party cannot have this key */
export function readAlternateId(text: string): string {
  if (ALTERNATE_ID.test(text)) return text;
  throw new PortsideError('invalid_request', {
    details: [
      {
        path: '/alternate_id',
        message:
          'Must be 1 to 50 letters without accents, digits, blanks and . _ : + -, begin with a letter or a digit and not end with a blank.',
      },
    ],
  });
}

/**
 * The cleaned details of a party, from a request body (parsed JSON).
 *
 * @throws PortsideError `invalid_request` whose `details` name every failing path (RFC 6901) but never a value
 */
export function readPartyDetails(body: unknown): PartyDetails {
  // A profile has no dates.
  const reader = new FieldReader(0);
  const details = reader.read(PartyDetailsSchema, body) as PartyDetails | undefined;
  // The schema says that it is an address. In the other fields an empty text is the same as none.
  const isEmpty = details && details.email === undefined && (body as { email?: unknown }).email !== undefined;
  if (isEmpty && !reader.faults.some(({ path }) => path === '/email')) {
    reader.faults.push({ path: '/email', message: 'Must be an e-mail address, or left out.' });
  }
  if (details?.roles?.length === 0) reader.faults.push({ path: '/roles', message: 'Must have at least one item.' });
  reader.requireBounds();
  reader.refuseFaults(body, PartyDetailsSchema);
  return { ...details!, roles: [...new Set(details!.roles)] };
}
