/**
 * The life of a certificate. It is active from its issue on. It may be revoked once, for good. If the revocation names the
 * certificate that replaces it, it is superseded. Nothing ever makes it active again, so successors cannot form a circle.
 */
import { PortsideError } from './errors.ts';

export const CERTIFICATE_STATUSES = ['active', 'superseded', 'revoked'] as const;
/** A superseded certificate is revoked too, and somebody says which one to use instead. */
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/** What is known of the life of a certificate. */
export interface CertificateLife {
  /** The lineage of the key that asked for it. Absent if no key did, as on the command line. */
  lineageId?: number;
  /** When it was revoked or superseded, Unix milliseconds. */
  revokedAtMs?: number;
  revocationReason?: string;
  /** The certificate that supersedes it. */
  successorId?: string;
}

export interface Revocation {
  /** The certificate that is revoked. */
  gccId: string;
  /** Unix milliseconds. */
  atMs: number;
  /** Why, in one line. */
  reason?: string;
  /** The certificate that replaces it. */
  successorId?: string;
}

export function certificateStatus({ revokedAtMs, successorId }: CertificateLife): CertificateStatus {
  if (revokedAtMs === undefined) return 'active';
  return successorId === undefined ? 'revoked' : 'superseded';
}

/**
 * Whether a revocation is to be written. False if it was made already: a repetition, or one that says less, changes nothing, so
 * that a lost answer can be asked for again. Both certificates must be locked meanwhile.
 *
 * @param successor the certificate with the id `successorId`, if there is one
 * @throws PortsideError `conflict` if the certificate was revoked in another way; `invalid_request` if the successor is the
 *   certificate itself, is not active, or was not made by the same lineage of keys.
 */
export function isNewRevocation(
  certificate: CertificateLife,
  successor: CertificateLife | undefined,
  { gccId, reason, successorId }: Revocation,
): boolean {
  if (certificate.revokedAtMs !== undefined) {
    const saysOther =
      (reason !== undefined && reason !== certificate.revocationReason) ||
      (successorId !== undefined && successorId !== certificate.successorId);
    if (!saysOther) return false;
    throw new PortsideError('conflict', {
      message:
        'This certificate was revoked before, with another reason or another successor. A revocation is final. ' +
        'Read the certificate to see what it says.',
    });
  }
  if (successorId === undefined) return true;
  if (successorId === gccId) throw successorFault('Must be another certificate than the one that is revoked.');
  if (!successor || successor.lineageId !== certificate.lineageId) {
    throw successorFault('Must be a certificate that the same API key made, or a key it was rotated from or to.');
  }
  if (successor.revokedAtMs !== undefined) throw successorFault('Must be an active certificate.');
  return true;
}

function successorFault(message: string): PortsideError {
  return new PortsideError('invalid_request', { details: [{ path: '/successor_id', message }] });
}
