/** The documents that all checks read: one for each request of the fixtures, always with the same id and time. */
import type { Certificate } from '../../src/domain/certificate.ts';
import { attachedRecord } from '../../src/entry/issue/attached-record.ts';
import { makeCertificate, verifyUrlOf } from '../../src/entry/issue/certificate.ts';
import { readRequest } from '../../src/entry/issue/validate.ts';
import { NOW_MS, REQUESTS } from './certificate-fixtures.ts';

export interface DocumentCase {
  /** Name of the request file, without its extension. */
  name: string;
  certificate: Certificate;
  recordJson: string;
}

export function documentCases(): DocumentCase[] {
  return REQUESTS.map(([file, body], index) => {
    const gccId = `0b9f8a52-7c1d-4e6a-9d0b-${String(index).padStart(12, '0')}`;
    const verifyUrl = verifyUrlOf('https://portside.example', gccId);
    const certificate = makeCertificate(readRequest(body, NOW_MS), { gccId, issuedAtMs: NOW_MS, verifyUrl });
    return { name: file.replace('.json', ''), certificate, recordJson: JSON.stringify(attachedRecord(certificate)) };
  });
}
