/**
 * What the public may know about a certificate: that it was issued, when, and the hash of its PDF. Anyone who sees a
 * certificate can open its verify page, so there is no name, address or product here.
 */
import type { CertificateState } from '../../domain/certificate.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';

export interface Verification {
  gcc_id: string;
  /** ISO 8601, UTC. */
  issued_at: string;
  sha256: string;
  state: CertificateState;
  revoked: boolean;
  revoked_at?: string;
}

export function verification({ gccId, issuedAtMs, sha256, state, revokedAtMs }: CertificateRecord): Verification {
  return {
    gcc_id: gccId,
    issued_at: new Date(issuedAtMs).toISOString(),
    sha256,
    state,
    revoked: revokedAtMs !== undefined,
    ...(revokedAtMs === undefined ? {} : { revoked_at: new Date(revokedAtMs).toISOString() }),
  };
}
