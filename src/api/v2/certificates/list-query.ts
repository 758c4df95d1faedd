/** The query of a list of certificates, and its cursor. */
import type { CertificateRecord, CertificateSearch } from '../../../domain/certificate-store.ts';
import { DAY_MS } from '../../../domain/clock.ts';
import { PortsideError } from '../../../domain/errors.ts';
import { cleanText } from '../../../entry/issue/clean-text.ts';
import { queryReader } from '../query-reader.ts';
import { CertificateQuery, PAGE_DEFAULT } from './schema.ts';

const readQuery = queryReader(CertificateQuery);

/** @throws PortsideError `invalid_request`: an unknown or repeated name, or a value that is not one */
export function readListQuery(url: string): Omit<CertificateSearch, 'lineageId'> {
  const { product, sku, status, from, to, cursor, limit = PAGE_DEFAULT } = readQuery(url);
  if (from !== undefined && to !== undefined && to < from) throw faultAt('/to', 'must not be before from');
  return {
    // As the texts of a request are cleaned before they are stored.
    text: product === undefined ? '' : (cleanText(product, false) ?? product),
    ...(sku !== undefined && { sku: cleanText(sku, false) ?? sku }),
    ...(status !== undefined && { status: status as NonNullable<CertificateSearch['status']> }),
    ...(from !== undefined && { sinceMs: Date.parse(from) }),
    ...(to !== undefined && { untilMs: Date.parse(to) + DAY_MS }),
    ...(cursor !== undefined && { after: readCursor(cursor) }),
    limit,
  };
}

type Place = Pick<CertificateRecord, 'issuedAtMs' | 'gccId'>;

/**
 * A place in the list. It says nothing about whose list it is: the key decides that, at every page. So it needs no signature, and
 * the cursor of another key shows nothing of that key.
 */
export function cursorAfter({ issuedAtMs, gccId }: Place): string {
  return Buffer.from(`${issuedAtMs} ${gccId}`).toString('base64url');
}

const PLACE = /^(0|[1-9]\d{0,14}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function readCursor(cursor: string): Place {
  const [, issuedAtMs, gccId] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const place = issuedAtMs !== undefined && gccId !== undefined && { issuedAtMs: Number(issuedAtMs), gccId };
  // Decoding skips what is not base64url. Only the spelling that was sent out counts.
  if (!place || cursorAfter(place) !== cursor) throw faultAt('/cursor', 'must be the next_cursor of another page');
  return place;
}

function faultAt(path: string, message: string): PortsideError {
  return new PortsideError('invalid_request', { details: [{ path, message }] });
}
