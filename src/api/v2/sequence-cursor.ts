/** Cursors of lists in the order of a sequence. Whose rows are listed, the key decides at every page, so a cursor is not signed. */
import { PortsideError } from '../../domain/errors.ts';

type List = 'watches' | 'events' | 'parties';

export function sequenceCursor(list: List, seq: number): string {
  return Buffer.from(`${list} ${seq}`).toString('base64url');
}

/** @throws PortsideError `invalid_request` for anything but a cursor of this list */
export function readSequenceCursor(list: List, cursor: string): number {
  const [, seq] = /^\w+ (0|[1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  // Decoding skips what is not base64url. Only the spelling that was sent out counts.
  if (seq !== undefined && sequenceCursor(list, Number(seq)) === cursor) return Number(seq);
  throw new PortsideError('invalid_request', {
    details: [{ path: '/cursor', message: 'must be the next_cursor of another page' }],
  });
}
