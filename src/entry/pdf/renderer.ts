/**
 * Has certificates drawn in isolated workers, so that neither a lookup nor another caller waits for a text that is slow to lay
 * out. Short certificates of a caller go before long ones, and callers take turns.
 */
import type { Certificate } from '../../domain/certificate.ts';
import { PortsideError } from '../../domain/errors.ts';
import { type IsolatedTasks, isStarved, type TaskBudget, TaskFault, TaskOverrun } from '../../domain/isolated-tasks.ts';
import type { ChargeCost } from '../../domain/resource-cost.ts';
import type { CertificateInput } from '../worker-tasks.ts';

/**
 * A request of the greatest size takes 0.1 to 0.5 s, depending on its script, and up to 2 s in a worker whose code is not
 * compiled yet.
 */
const CERTIFICATE_BUDGET: TaskBudget = {
  cpuMs: 5000,
  memoryBytes: 512 * 1024 * 1024,
  outputBytes: 32 * 1024 * 1024,
  wallMs: 60_000,
};

export const CERTIFICATE_CPU_MS = CERTIFICATE_BUDGET.cpuMs;
export const CERTIFICATE_MEMORY_BYTES = CERTIFICATE_BUDGET.memoryBytes;
/** Characters of the waiting requests as JSON: room for 64 usual certificates, or for about ten of the greatest size. */
export const CERTIFICATE_CHARS_MAX = 400_000;
/** A certificate lets one later one of its caller pass for this many of its characters: about 70 at the greatest size. */
export const CERTIFICATE_CHARS_PER_PASS = 500;

/** After a certificate got too little of the processor for a minute. */
const RETRY_AFTER_S = 5;

/** For whom a certificate is drawn, and who is told the cost. */
export interface RenderFor {
  owner: string;
  charge?: ChargeCost | undefined;
}

export class CertificateRenderer {
  readonly #work: IsolatedTasks;

  constructor(tasks: IsolatedTasks) {
    this.#work = tasks;
  }

  /**
   * The PDF of `certificate` with `recordJson` attached.
   * @throws PortsideError `invalid_request` if its text cannot be laid out within the limits, `unavailable` with `Retry-After`
   *   when too many certificates wait or the machine is too busy, `internal` when it cannot be drawn or its worker dies
   */
  async render(
    certificate: Certificate,
    recordJson: string | undefined,
    { owner, charge }: RenderFor,
  ): Promise<Uint8Array> {
    const input: CertificateInput = { certificate, recordJson };
    const size = JSON.stringify(certificate.request).length;
    const order = { task: 'certificate', input, budget: CERTIFICATE_BUDGET, owners: [owner], size };
    try {
      const { bytes, cost } = await this.#work.run(order);
      charge?.({ cpuMs: cost.cpuMs, bytesFetched: 0 });
      return bytes;
    } catch (error) {
      if (!(error instanceof TaskOverrun || error instanceof TaskFault)) throw error;
      charge?.({ cpuMs: error.cost.cpuMs, bytesFetched: 0 });
      if (isStarved(error)) throw new PortsideError('unavailable', { retryAfterS: RETRY_AFTER_S, cause: error });
      if (error instanceof TaskFault) throw new PortsideError('internal', { cause: error });
      throw new PortsideError('invalid_request', {
        message:
          'The text of this certificate cannot be laid out within the limits. Shorten it, or split it into several.',
        cause: error,
      });
    }
  }
}
