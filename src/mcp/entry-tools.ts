/** Tools for certificates of conformity: check a request, make a certificate, verify a PDF. */
import { Type } from 'typebox';
import { certificateStatus } from '../domain/certificate-life.ts';
import type { CertificateRecord } from '../domain/certificate-store.ts';
import type { Clock } from '../domain/clock.ts';
import { makeCertificate } from '../entry/issue/certificate.ts';
import { readRequest } from '../entry/issue/validate.ts';
import { type FileVerdict, fileFault } from '../entry/verify/verify-file.ts';
import { type Tool, ToolRefusal, tool } from './tool.ts';

const NOT_A_TEST =
  'A General Certificate of Conformity states what the certifier attests to (16 CFR part 1110). Portside checks its form, not the ' +
  'product: the certifier is responsible for what is stated.';
const SOURCE = '16 CFR 1110.11(a)';

export interface EntryToolParts {
  clock: Pick<Clock, 'now'>;
  /** Absent if no certificate can be stored here; then `whyNot` says why. */
  issue?(body: unknown): Promise<{ record: CertificateRecord; file: string }>;
  /** Absent if there is no database. */
  verify?(file: string): Promise<FileVerdict>;
  whyNot: string;
}

const request = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'The request of POST /api/v2/entry/certificates: product_info, cpsc_rules_cited, domestic_manufacturer or foreign_manufacturer, ' +
    'importer, records_contact, testing_labs, attestation … Check it first: the answer names what is missing.',
});

export function entryTools({ clock, issue, verify, whyNot }: EntryToolParts): Tool[] {
  return [
    tool({
      name: 'certificate_check',
      title: 'Check the data of a certificate, without making it',
      description:
        'Says which elements of 16 CFR 1110.11(a) a request states, what is missing, and each defect with its source. Stores nothing.',
      input: Type.Object({ request }, { additionalProperties: false }),
      run({ request: body }) {
        const read = readRequest(body, clock.now(), 'v2');
        const certificate = makeCertificate(read, { gccId: '', issuedAtMs: clock.now(), verifyUrl: '' });
        return answer(certificate);
      },
    }),
    tool({
      name: 'certificate_make',
      title: 'Make a General Certificate of Conformity',
      description:
        'Makes and stores a certificate, writes its PDF beside the data, and answers its id, state, what is missing and each defect. A ' +
        'certificate cannot be deleted, so check the request first and ask the user.',
      input: Type.Object({ request }, { additionalProperties: false }),
      writes: true,
      async run({ request: body }) {
        if (!issue) throw new ToolRefusal(whyNot);
        const { record, file } = await issue(body);
        const certificate = makeCertificate(JSON.parse(record.requestJson), record);
        return {
          gcc_id: record.gccId,
          sha256: record.sha256,
          verify_url: record.verifyUrl,
          file,
          ...answer(certificate),
        };
      },
    }),
    tool({
      name: 'certificate_verify',
      title: 'Verify the PDF of a certificate',
      description:
        'Says whether a PDF file on this machine is a certificate on record here, unchanged, signed and in effect. "reliable" is false ' +
        'with the reason otherwise.',
      input: Type.Object(
        { file: Type.String({ minLength: 1, maxLength: 4096, description: 'The path of the PDF.' }) },
        { additionalProperties: false },
      ),
      async run({ file }) {
        if (!verify) throw new ToolRefusal(whyNot);
        const verdict = await verify(file);
        const fault = fileFault(verdict);
        return {
          verdict: verdict.kind,
          reliable: fault === undefined,
          ...(fault !== undefined && { reason: fault }),
          signature: verdict.signature.kind,
          ...(verdict.kind !== 'unknown' && {
            gcc_id: verdict.record.gccId,
            state: verdict.record.state,
            status: certificateStatus(verdict.record),
            verify_url: verdict.record.verifyUrl,
          }),
          note: NOT_A_TEST,
        };
      },
    }),
  ];
}

function answer({ state, missing, defects, notes }: ReturnType<typeof makeCertificate>): object {
  return { state, missing, defects, notes, source: SOURCE, note: NOT_A_TEST };
}
