/** Audits of stores as jobs: a store is scanned as a single scan would be, and its report is kept with the job. */
import { PortsideError } from '../../domain/errors.ts';
import type { ChunkOutcome, Job, JobChunk, JobProcessor } from '../../domain/job.ts';
import type { MeteredWork } from '../../domain/resource-meter.ts';
import type { ResourceAmounts } from '../../domain/resources.ts';
import { packRows, unpackRows } from '../../spreadsheet/row-chunk.ts';
import type { Scanner } from '../scan.ts';
import { mostOfScan } from '../scan-most.ts';
import { type PixelAuditOptions, pagesMost } from './accept-audit.ts';
import { withScheme } from './store-address.ts';
import { faultOf, type Store, type StoreOutcome, standingOf } from './store-outcome.ts';

export interface PixelAuditParts {
  scanner: Pick<Scanner, 'scan'>;
  /** Runs work at the expense of a lineage. */
  meter: { run<T>(lineageId: number, most: ResourceAmounts, work: MeteredWork<T>): Promise<T> };
  clock: { now(): number };
  /** Told of stores that our reader failed at. */
  onFault(error: unknown): void;
}

/** Outputs are packed `StoreOutcome`s. A store that cannot be scanned is an outcome of its line, never a failed job. */
export function pixelAuditProcessor(parts: PixelAuditParts): JobProcessor {
  return {
    kind: 'pixel_audit',
    async run(job: Job, chunk: JobChunk, signal: AbortSignal): Promise<ChunkOutcome> {
      const options = job.options as PixelAuditOptions;
      const [store] = unpackRows<Store & { sameAs?: number }>(chunk.input);
      if (signal.aborted) throw new PortsideError('unavailable');
      const outcome = await outcomeOf(store!, options, job.lineageId, parts);
      const { state, fault } = standingOf(outcome);
      const fetched = 'report' in outcome ? outcome.report.pages.length : 0;
      const charged = 'sameAs' in outcome ? 0 : pagesMost(options);
      return {
        output: packRows([outcome]),
        counts: { [state]: 1 },
        errors: fault === undefined ? [] : [{ line: store!.line, message: fault }],
        unitsUnused: Math.max(0, charged - fetched),
      };
    },
  };
}

async function outcomeOf(
  { line, address, sameAs }: Store & { sameAs?: number },
  { deep, journey }: PixelAuditOptions,
  lineageId: number,
  { scanner, meter, clock, onFault }: PixelAuditParts,
): Promise<StoreOutcome> {
  if (sameAs !== undefined) return { line, address, sameAs };
  try {
    const scan = await meter.run(lineageId, mostOfScan(deep || journey), (charge) =>
      scanner.scan(withScheme(address), { owner: `key ${lineageId}`, deep, journey, charge }),
    );
    return { line, address, url: scan.url, atMs: clock.now() - scan.ageSeconds * 1000, report: scan.report };
  } catch (error) {
    const fault = faultOf(error);
    if (error instanceof PortsideError && error.code === 'internal') onFault(error.cause ?? error);
    return { line, address, fault };
  }
}
