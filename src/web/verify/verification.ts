/**
 * What the public may know about a certificate: that it was issued, when, the hash of its PDF, and which product and certifier it is of,
 * so that the paper in a hand can be held against it. Whoever has its number has seen the certificate: the number cannot be guessed.
 * Addresses, telephones, other names and the reason of a revocation are not here (ADR 131).
 */
import type { CertificateState, GccRequest } from '../../domain/certificate.ts';
import { type CertificateStatus, certificateStatus } from '../../domain/certificate-life.ts';
import { type CertificateRecord, publicPdfUrl } from '../../domain/certificate-store.ts';

export interface Verification {
  gcc_id: string;
  /** ISO 8601, UTC. */
  issued_at: string;
  sha256: string;
  /** As the certificate states it. */
  product: { name: string; name_en?: string; model?: string; sku?: string; gtin?: string; lot?: string };
  /** The name of the certifier. Absent if the certificate states none. */
  certifier?: string;
  /** Where the PDF can be downloaded, if the certifier lets anyone. */
  public_pdf_url?: string;
  state: CertificateState;
  status: CertificateStatus;
  /** Also true of a superseded certificate: it is not in effect. */
  revoked: boolean;
  revoked_at?: string;
  /** The certificate that replaces it. Why is not public: a reason may name a person or a product. */
  successor_id?: string;
  /** What became of that one since. */
  successor_status?: CertificateStatus;
  /** Absent on certificates from before there were signatures. */
  signature?: {
    /** Name in the certificate of the signer. */
    signer: string;
    /** Its fingerprint. */
    certificate_sha256: string;
    /** What the time stamp says: ISO 8601, UTC. Absent without one. */
    time_stamped_at?: string;
  };
}

export interface VerifiedBeside {
  /** The name in the certificate of the signer, if the document is signed. */
  signerName?: string | undefined;
  /** The certificate that replaces it, if one does. */
  successor?: CertificateRecord | undefined;
}

export function verification(record: CertificateRecord, { signerName, successor }: VerifiedBeside = {}): Verification {
  const { gccId, issuedAtMs, sha256, state, revokedAtMs, successorId, signer, timestampedAtMs } = record;
  const { product_info, certifier } = JSON.parse(record.requestJson) as Partial<GccRequest>;
  const { name = '', name_en, model, sku, gtin, lot } = product_info ?? {};
  const publicUrl = publicPdfUrl(record);
  return {
    gcc_id: gccId,
    issued_at: new Date(issuedAtMs).toISOString(),
    sha256,
    product: {
      name,
      ...(name_en !== undefined && { name_en }),
      ...(model !== undefined && { model }),
      ...(sku !== undefined && { sku }),
      ...(gtin !== undefined && { gtin }),
      ...(lot !== undefined && { lot }),
    },
    ...(certifier?.name !== undefined && { certifier: certifier.name }),
    ...(publicUrl !== undefined && { public_pdf_url: publicUrl }),
    state,
    status: certificateStatus(record),
    revoked: revokedAtMs !== undefined,
    ...(revokedAtMs === undefined ? {} : { revoked_at: new Date(revokedAtMs).toISOString() }),
    ...(successorId === undefined ? {} : { successor_id: successorId }),
    ...(successor && { successor_status: certificateStatus(successor) }),
    ...(signer !== undefined && {
      signature: {
        signer: signerName ?? 'unknown',
        certificate_sha256: signer,
        ...(timestampedAtMs !== undefined && { time_stamped_at: new Date(timestampedAtMs).toISOString() }),
      },
    }),
  };
}
