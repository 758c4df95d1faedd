/** A certificate to a PDF that is PDF/A-3a (archive) and PDF/UA-1 (accessible) at once: same input, same bytes. */

import type { Certificate } from '../../domain/certificate.ts';
import { certificateContent } from './certificate-content.ts';
import { layOutCertificate } from './certificate-layout.ts';
import { PdfDocument } from './pdf-document.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The document of `certificate`, with `recordJson` attached as its machine-readable twin.
 * Takes a few milliseconds of CPU, half a second for the longest texts, and blocks for as long: serve it from a worker (`render.ts`).
 * @throws Error if `gccId` is not a lower-case UUID: it is the only variable part of the metadata
 */
export function renderCertificate(certificate: Certificate, recordJson?: string): Uint8Array {
  const { gccId, issuedAtMs, verifyUrl } = certificate;
  if (!UUID.test(gccId)) throw new Error('gccId must be a lower-case UUID');
  const container = new PdfDocument({ title: `General Certificate of Conformity ${gccId}`, createdMs: issuedAtMs });
  const { canvases, root } = layOutCertificate(container, certificateContent(certificate), verifyUrl);
  return container.finish(
    canvases,
    root,
    recordJson === undefined
      ? undefined
      : {
          name: `GCC-${gccId}.json`,
          mediaType: 'application/json',
          description: 'The data of this certificate in machine-readable form',
          bytes: new TextEncoder().encode(recordJson),
        },
  );
}
