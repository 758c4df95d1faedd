/**
 * The record that is attached to the PDF as JSON: the request and its evaluation. With it a certificate can be read by a program for
 * as long as the file exists. It is described in `docs/certificates.md`; the file for the CPSC registry is made elsewhere.
 */
import type { Certificate, Evaluation, GccRequest } from '../../domain/certificate.ts';

/** A name, not an address: no server has to answer for it in ten years. */
export const RECORD_SCHEMA = 'urn:portside:gcc-record';
/** Raised when a field changes its meaning or goes away. A new field does not raise it. */
export const RECORD_VERSION = 1;

export interface AttachedRecord extends Evaluation {
  schema: typeof RECORD_SCHEMA;
  schemaVersion: typeof RECORD_VERSION;
  /** UUID. */
  gccId: string;
  /** ISO 8601, UTC. */
  issuedAt: string;
  verifyUrl: string;
  /** The whole cleaned request, with the field names of v2. Those of v1 are the same. */
  request: GccRequest;
}

export function attachedRecord(certificate: Certificate): AttachedRecord {
  const { gccId, issuedAtMs, verifyUrl, state, missing, defects, notes, request } = certificate;
  return {
    schema: RECORD_SCHEMA,
    schemaVersion: RECORD_VERSION,
    gccId,
    issuedAt: new Date(issuedAtMs).toISOString(),
    verifyUrl,
    state,
    missing,
    defects,
    notes,
    request,
  };
}
