/**
 * Wiring of the three products, for routes, jobs and watches. It decides nothing. Most of a server's code is behind it, so a server
 * opens it when the first of them needs it.
 */
import { entryBatches } from './api/v2/jobs/entry-batches.ts';
import { pixelAudits } from './api/v2/jobs/pixel-audits.ts';
import { tableReader } from './api/v2/jobs/table-reader.ts';
import { tariffAudits } from './api/v2/jobs/tariff-audits.ts';
import type { Core } from './app-core.ts';
import type { JobKind, JobWork } from './domain/job.ts';
import { type LoggedScan, loggedScan } from './domain/scan-log.ts';
import { entryBatchWork } from './entry/batch/batch-work.ts';
import { CertificateIssuer } from './entry/issue/certificate-issuer.ts';
import { SampleCertificate } from './entry/issue/sample-certificate.ts';
import { CertificateRenderer } from './entry/pdf/renderer.ts';
import type { DocumentSigner } from './entry/sign/document-signer.ts';
import { openWorkerPools } from './isolation/open-pools.ts';
import type { LossyWriter } from './limits/lossy-writer.ts';
import type { ResourceMeter } from './limits/resource-meter.ts';
import { pixelAuditWork } from './pixel/audit/audit-work.ts';
import { openScanners } from './pixel/open-scanner.ts';
import { watchedStores } from './pixel/watched-stores.ts';
import { tariffAuditWork } from './tariff/audit/audit-work.ts';
import { ANONYMOUS_DUTY_CPU_MS, IsolatedDuties } from './tariff/duties/isolated-duties.ts';

export interface ProductParts {
  signer: DocumentSigner;
  meter: ResourceMeter;
  scanLog: LossyWriter<LoggedScan>;
  /** Told of each decision of the outbound guard, by class of address. */
  onOutbound(label: string): void;
}

export type Products = ReturnType<typeof openProducts>;

export function openProducts(core: Core, { signer, meter, scanLog, onOutbound }: ProductParts) {
  const { config, storage, clock, log, network, tariff, address } = core;
  const baseUrl = () => config.base_url || address();
  const workers = openWorkerPools((message) => log.info(message));
  const scanWorkers = { keyed: workers.scans, anonymous: workers.anonymous_scans };
  const scanners = openScanners(config, clock, network, scanWorkers, onOutbound, (scan, withKey) =>
    scanLog.push(loggedScan(scan, withKey)),
  );
  const renderer = new CertificateRenderer(workers.certificates);
  const render: CertificateRenderer['render'] = (...parts) => renderer.render(...parts);
  const issuer = new CertificateIssuer({
    render,
    signer,
    store: storage.certificates,
    requireRoom: () => storage.disk?.require('storing'),
    clock,
  });
  const read = tableReader(workers.spreadsheets);
  return {
    workers,
    scanners,
    watchedStores: watchedStores({ scanner: scanners.keyed, meter }),
    duties: new IsolatedDuties(tariff, workers.duties),
    anonymousDuties: new IsolatedDuties(tariff, workers.anonymous_duties, ANONYMOUS_DUTY_CPU_MS),
    issuer,
    sample: new SampleCertificate({ render, baseUrl }),
    jobWorks: {
      tariff_audit: tariffAuditWork(tariff, workers.tariff_audits),
      pixel_audit: pixelAuditWork({
        scanner: scanners.keyed,
        meter,
        clock,
        onFault: (error) => log.fault('jobs', error),
      }),
      entry_batch: entryBatchWork({ issuer, filings: storage.filings, meter, baseUrl }),
    } satisfies Record<JobKind, JobWork>,
    jobFamilies: [
      tariffAudits({ read, tariff, work: workers.tariff_audits }),
      pixelAudits({ read }),
      entryBatches({ read, work: workers.certificates, clock }),
    ],
  };
}
