/** The query of a list of jobs, and its cursor. */
import { PortsideError } from '../../../domain/errors.ts';
import type { JobStatus } from '../../../domain/job.ts';
import { queryReader } from '../query-reader.ts';
import { JobQuery, PAGE_DEFAULT } from './schema.ts';

const readQuery = queryReader(JobQuery);

/** @throws PortsideError `invalid_request`: an unknown or repeated name, or a value that is not one */
export function readJobQuery(url: string): { status?: JobStatus; after?: string; limit: number } {
  const { status, cursor, limit = PAGE_DEFAULT } = readQuery(url);
  return { limit, ...(status !== undefined && { status }), ...(cursor !== undefined && { after: readCursor(cursor) }) };
}

/** A place in the list. The key decides at every page whose list it is, so the cursor of another key shows nothing of that key. */
export function cursorAfter(place: string): string {
  return Buffer.from(place).toString('base64url');
}

/** As the storage of jobs writes it. */
const PLACE = /^\d{1,15}\.job_[0-9A-Za-z]{24}$/;

function readCursor(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString('latin1');
  // Decoding skips what is not base64url. Only the spelling that was sent out counts.
  if (!PLACE.test(place) || cursorAfter(place) !== cursor) {
    const details = [{ path: '/cursor', message: 'must be the next_cursor of another page' }];
    throw new PortsideError('invalid_request', { details });
  }
  return place;
}
