/** Why something was not read, in a sentence for the report. */
import { PortsideError } from '../../domain/errors.ts';

export class NotRead extends Error {
  /**
   * @param message a sentence that contains nothing that the shop sent
   * @param mayImprove the reason may be gone in a moment, so the report is not reused for long
   */
  constructor(
    message: string,
    readonly mayImprove = false,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** The sentence for an error of a fetch or of a reader. @throws the error itself if it is our own fault */
export function notRead(error: unknown): NotRead {
  if (error instanceof NotRead) return error;
  if (!(error instanceof PortsideError) || error.code === 'internal') throw error;
  if (error.cause instanceof NotRead) return error.cause;
  switch (error.code) {
    case 'invalid_request':
      return new NotRead('A scan may not connect to its address.', false, error);
    case 'unavailable':
      return new NotRead('Too many scans are running.', true, error);
    default:
      return new NotRead(error.message, error.code === 'upstream_timeout', error);
  }
}
