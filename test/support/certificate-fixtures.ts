import { readdirSync } from 'node:fs';
import type { CertificateRecord } from '../../src/domain/certificate-store.ts';
import { type RequestForm, readRequest } from '../../src/entry/issue/validate.ts';
import { certificateRequests } from './paths.ts';

/** The time of every test on certificates: 2026-11-20 12:00 UTC. */
export const NOW_MS = Date.UTC(2026, 10, 20, 12);

const folder = `${certificateRequests}/`;

/** Every request in the fixtures folder: file name and parsed body. */
export const REQUESTS: [name: string, body: unknown][] = await Promise.all(
  readdirSync(folder)
    .sort()
    .map(async (file): Promise<[string, unknown]> => [file, await Bun.file(folder + file).json()]),
);

export interface RequestBody {
  product_info: Record<string, unknown>;
  manufacturer: Record<string, unknown>;
  testing_lab: Record<string, unknown>;
  [field: string]: unknown;
}

/** A valid request; a new object at every call. */
export function validBody(): RequestBody {
  return {
    product_info: {
      name: 'Adult bicycle helmet',
      model: 'MRD-M',
      date_of_manufacture: '2025-03-14',
      place_of_manufacture: 'Shenzhen, China',
    },
    manufacturer: {
      name: 'Bright Harbor Sports Co., Ltd.',
      address: '88 Keji Road, Shenzhen',
      contact_email: 'qa@harbor.example',
    },
    testing_lab: { name: 'Harbor Testing Laboratories', test_date: '2025-02-20' },
  };
}

/** A stored record whose request is `body`. */
export function recordOf(
  body: unknown,
  fields: Partial<CertificateRecord> = {},
  form: RequestForm = 'v1',
): CertificateRecord {
  return {
    gccId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    keyId: 'key-of-the-caller',
    requestId: 'request-id-of-the-call',
    issuedAtMs: NOW_MS,
    verifyUrl: 'https://portside.example/verify/7c9e6679-7425-40de-944b-e07fc1f90ae7',
    requestJson: JSON.stringify(readRequest(body, NOW_MS, form)),
    sha256: 'ab'.repeat(32),
    pdfBytes: 31_000,
    state: 'incomplete',
    ...fields,
  };
}
