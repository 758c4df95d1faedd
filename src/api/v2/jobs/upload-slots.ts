/** How many uploads are held in memory at once. An upload is read in full before its job is accepted. */
import { PortsideError } from '../../../domain/errors.ts';

/** Each takes twice its size while it is put together: 400 MB at most. */
const UPLOADS_MAX = 6;
/** Of one lineage, so that none keeps the others out. */
const UPLOADS_OF_LINEAGE_MAX = 2;
const RETRY_AFTER_S = 5;

export class UploadSlots {
  readonly #held = new Map<number, number>();

  /** @throws PortsideError `rate_limited` for a lineage that has enough under way, `unavailable` when all slots are taken */
  async run<T>(lineageId: number, work: () => Promise<T>): Promise<T> {
    const own = this.#held.get(lineageId) ?? 0;
    if (own >= UPLOADS_OF_LINEAGE_MAX) {
      const message = `This API key has ${own} uploads under way. Wait until one of them is answered.`;
      throw new PortsideError('rate_limited', { message, retryAfterS: RETRY_AFTER_S });
    }
    if (this.underWay >= UPLOADS_MAX) {
      const message = 'Too many files are being uploaded at this moment. Try again shortly.';
      throw new PortsideError('unavailable', { message, retryAfterS: RETRY_AFTER_S });
    }
    this.#held.set(lineageId, own + 1);
    try {
      return await work();
    } finally {
      const left = this.#held.get(lineageId)! - 1;
      if (left === 0) this.#held.delete(lineageId);
      else this.#held.set(lineageId, left);
    }
  }

  get underWay(): number {
    return this.#held.values().reduce((sum, count) => sum + count, 0);
  }
}
