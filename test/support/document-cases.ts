/** The documents that all checks read, always with the same ids and time: one for each request of the fixtures and of the corpus. */
import type { Certificate } from '../../src/domain/certificate.ts';
import { attachedRecord } from '../../src/entry/issue/attached-record.ts';
import { makeCertificate, verifyUrlOf } from '../../src/entry/issue/certificate.ts';
import { readRequest } from '../../src/entry/issue/validate.ts';
import { corpusRequests } from './certificate-corpus.ts';
import { NOW_MS, REQUESTS } from './certificate-fixtures.ts';

export interface DocumentCase {
  /** Name of the request file, without its extension, or of the request of the corpus. */
  name: string;
  certificate: Certificate;
  recordJson: string;
}

type RequestForm = NonNullable<Parameters<typeof readRequest>[2]>;

function documentCase(name: string, body: unknown, form: RequestForm, baseUrl: string, gccId: string): DocumentCase {
  const verifyUrl = verifyUrlOf(baseUrl, gccId);
  const certificate = makeCertificate(readRequest(body, NOW_MS, form), { gccId, issuedAtMs: NOW_MS, verifyUrl });
  return { name, certificate, recordJson: JSON.stringify(attachedRecord(certificate)) };
}

const numbered = (prefix: string, index: number) => `${prefix}-7c1d-4e6a-9d0b-${String(index).padStart(12, '0')}`;

/** The requests of the fixtures, as v1. */
export function documentCases(): DocumentCase[] {
  return REQUESTS.map(([file, body], index) =>
    documentCase(file.replace('.json', ''), body, 'v1', 'https://portside.example', numbered('0b9f8a52', index)),
  );
}

/** The requests of the corpus, in every script and shape. */
export function corpusCases(): DocumentCase[] {
  return corpusRequests().map(({ name, body, form, baseUrl }, index) =>
    documentCase(name, body, form, baseUrl, numbered('1c0e9b63', index)),
  );
}
