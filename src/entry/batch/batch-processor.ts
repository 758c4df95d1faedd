/** How a server makes the certificates of a batch: the work of the jobs of kind `entry_batch`. */
import { PortsideError } from '../../domain/errors.ts';
import type { FilingStore } from '../../domain/filing-store.ts';
import type { ChunkOutcome, Job, JobChunk, JobProcessor, LineError } from '../../domain/job.ts';
import type { MeteredWork } from '../../domain/resource-meter.ts';
import type { ResourceAmounts } from '../../domain/resources.ts';
import { packRows, unpackRows } from '../../spreadsheet/row-chunk.ts';
import type { CertificateIssuer } from '../issue/certificate-issuer.ts';
import { citationCodes } from '../registry/citation-codes.ts';
import { importedCodes } from '../registry/code-table.ts';
import type { EntryBatchOptions } from './accept-batch.ts';
import { checkedOutcome, type LineOutcome, makeLine } from './make-line.ts';
import type { PreparedLine } from './prepare-line.ts';

export interface BatchProcessorParts {
  issuer: Pick<CertificateIssuer, 'issue'>;
  filings: Pick<FilingStore, 'codes'>;
  /** Runs work at the expense of a lineage. */
  meter: { run<T>(lineageId: number, most: ResourceAmounts, work: MeteredWork<T>): Promise<T> };
  /** Origin of the verify page. */
  baseUrl(): string;
}

/** Outputs are packed `LineOutcome`s. */
export function entryBatchProcessor({ issuer, filings, meter, baseUrl }: BatchProcessorParts): JobProcessor {
  return {
    kind: 'entry_batch',
    async run(job: Job, chunk: JobChunk, signal: AbortSignal): Promise<ChunkOutcome> {
      const imported = await filings.codes();
      const { id, keyId, lineageId } = job;
      const parts = {
        issuer,
        batch: id,
        codes: citationCodes(importedCodes(imported)),
        headings: (job.options as EntryBatchOptions | undefined)?.headings,
        request: {
          keyId: String(keyId),
          lineage: String(lineageId),
          lineageId,
          requestId: id,
          baseUrl: baseUrl(),
          meter: <T>(most: ResourceAmounts, work: MeteredWork<T>) => meter.run(lineageId, most, work),
          signal,
        },
      };
      if ((job.options as EntryBatchOptions | undefined)?.dryRun) {
        // As of its acceptance, so that a chunk that is done again has the same output.
        const checked = unpackRows<PreparedLine>(chunk.input).map((line) =>
          checkedOutcome(line, job.acceptedAtMs, parts),
        );
        return {
          output: packRows(checked),
          counts: countsOf(checked),
          errors: checked.flatMap(errorsOf),
          unitsUnused: 0,
          basis: `codes ${imported?.importedAt ?? 'built in'}`,
        };
      }
      const outcomes: LineOutcome[] = [];
      let unitsUnused = 0;
      // One at a time: the workers are shared with those who wait for a single certificate.
      for (const line of unpackRows<PreparedLine>(chunk.input)) {
        if (signal.aborted) throw new PortsideError('unavailable');
        const outcome = await makeLine(line, parts);
        if (line.body && !outcome.certificate) unitsUnused++;
        outcomes.push(outcome);
      }
      return {
        output: packRows(outcomes),
        counts: countsOf(outcomes),
        errors: outcomes.flatMap(errorsOf),
        unitsUnused,
        basis: `codes ${imported?.importedAt ?? 'built in'}`,
      };
    },
  };
}

/** Lines by the state of their certificate, and `not_made`. */
function countsOf(outcomes: readonly LineOutcome[]): Record<string, number> {
  const counts: Record<string, number> = Object.create(null);
  for (const { certificate, checked } of outcomes) {
    const outcome = (certificate ?? checked)?.state ?? 'not_made';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

function errorsOf({ line, errors }: LineOutcome): LineError[] {
  return errors.map(({ column, message }) => ({ line, ...(column !== undefined && { column }), message }));
}
