/** What a worker process does for certificates: lay out the text of a request, and read the lines of a batch. */
import type { Certificate } from '../domain/certificate.ts';
import type { TaskGroup, TaskOutput } from '../domain/isolated-tasks.ts';
import { type LinesInput, prepareLines, prepareParties } from './batch/accept-batch.ts';
import { renderCertificate } from './pdf/render-certificate.ts';

export interface CertificateInput {
  certificate: Certificate;
  recordJson?: string | undefined;
}

export const entryTasks: TaskGroup = {
  tasks: {
    certificate({ certificate, recordJson }: CertificateInput): Partial<TaskOutput> {
      return { bytes: renderCertificate(certificate, recordJson) };
    },
    'batch-lines': (input: LinesInput, [chunk]: Uint8Array[]) => prepareLines(input, chunk!),
    'batch-parties': (input: LinesInput, [chunk]: Uint8Array[]) => prepareParties(input, chunk!),
  },
  /** Fonts are read before the first order, and their time is not charged to it. */
  warmUp: () => renderCertificate(WARM_UP),
};

/** Uses the Latin fonts and every heading. The fonts of other scripts are read when a text first needs them. */
const WARM_UP: Certificate = {
  gccId: '00000000-0000-4000-8000-000000000000',
  issuedAtMs: 0,
  verifyUrl: 'https://localhost/verify/00000000-0000-4000-8000-000000000000',
  request: {
    product_info: { name: 'Warm-up', date_of_manufacture: '2026-01-01', place_of_manufacture: 'Nowhere' },
    manufacturer: { name: 'None', address: 'None', contact_email: 'none@example.com' },
    testing_lab: { name: 'None', test_date: '2026-01-01' },
    cpsc_rules_cited: [],
    exclusions: [],
  },
  state: 'incomplete',
  missing: ['/cpsc_rules_cited', '/certifier', '/records_contact', '/manufacturer/phone', '/attestation'],
  defects: [],
  notes: [],
  citations: [],
};
