/** A key sees only the certificates of its lineage: the key and the keys it was rotated from or to. */
import type { CertificateRecord, CertificateStore } from '../../../domain/certificate-store.ts';
import { PortsideError } from '../../../domain/errors.ts';

/** As the service writes it. Any other spelling is unknown, so that each certificate has one address. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws PortsideError `not_found`, the same whether another lineage made the certificate or nobody did */
export async function requireOwned(
  { certificates }: { certificates: Pick<CertificateStore, 'get'> },
  lineageId: number,
  id: string,
): Promise<CertificateRecord> {
  const record = ID.test(id) ? await certificates.get(id) : undefined;
  if (record?.lineageId !== lineageId) {
    throw new PortsideError('not_found', { message: 'This API key made no certificate with this id.' });
  }
  return record;
}
