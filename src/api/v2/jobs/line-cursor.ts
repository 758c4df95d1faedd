/**
 * Cursors of pages of lines: a place in the job, what its lines depend on, and the question. So no walk mixes two revisions of the lists
 * or two filters. Whose job it is, the key decides at every page, so a cursor is not signed.
 */
import { PortsideError } from '../../../domain/errors.ts';
import { sha256Hex } from '../../../domain/sha256.ts';

export interface LinePlace {
  /** Of a page in the order of the table: the chunk and its row. Of a sorted one: 0 and the place in the order. */
  chunk: number;
  row: number;
  /** `Job.basis` that the pages so far rest on; undefined before the first line. */
  basis: string | undefined;
}

const PLACE = /^lines (\d{1,5}) (\d{1,7}) ([0-9a-f]{16}|-) ([0-9a-f]{16})$/;
const markOf = (text: string): string => sha256Hex(text).slice(0, 16);
const basisMark = (basis: string | undefined): string => (basis === undefined ? '-' : markOf(basis));

/** @param question filters and order, in one spelling */
export function lineCursor({ chunk, row, basis }: LinePlace, question: string): string {
  return Buffer.from(`lines ${chunk} ${row} ${basisMark(basis)} ${markOf(question)}`).toString('base64url');
}

/** @throws PortsideError `invalid_request` for anything but a cursor of the same question */
export function readLineCursor(cursor: string, question: string): { chunk: number; row: number; mark: string } {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, chunk, row, mark, asked] = PLACE.exec(text) ?? [];
  // Decoding skips what is not base64url. Only the spelling that was sent out counts.
  const isSpelt = Buffer.from(text, 'latin1').toString('base64url') === cursor;
  if (mark === undefined || !isSpelt) throw refused('must be the next_cursor of another page');
  if (asked !== markOf(question)) throw refused('must be the next_cursor of a page with the same filters and order');
  return { chunk: Number(chunk), row: Number(row), mark };
}

/** Whether a page that rests on `basis` may follow one with this mark. */
export function follows(mark: string, basis: string | undefined): boolean {
  return mark === '-' || mark === basisMark(basis);
}

function refused(message: string): PortsideError {
  return new PortsideError('invalid_request', { details: [{ path: '/cursor', message }] });
}
