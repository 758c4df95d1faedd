/** What v1 and v2 do alike to make a certificate. They differ in the fields of the request, and in the answer. */
import type { CertificateRecord } from '../domain/certificate-store.ts';
import type { RequestForm } from '../entry/issue/validate.ts';
import type { Caller } from '../keys/key-cache.ts';
import { type EntryParts, verifyBase } from './certificate-links.ts';

interface Call {
  request: Request;
  /** The parsed JSON. The issuer validates it. */
  body: unknown;
  caller: Caller;
  requestId: string;
  form: RequestForm;
}

/** @throws PortsideError as `CertificateIssuer.issue` does */
export function issueCertificate(parts: EntryParts, call: Call): Promise<CertificateRecord> {
  const { request, body, requestId, form } = call;
  const { keyId, lineageId } = call.caller;
  return parts.issuer.issue({
    body,
    form,
    keyId: String(keyId),
    lineage: String(lineageId),
    lineageId,
    requestId,
    baseUrl: verifyBase(parts),
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    meter: (most, work) => parts.meter.run(lineageId, most, work),
    signal: request.signal,
  });
}
