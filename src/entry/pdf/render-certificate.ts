/** Renders a certificate as a PDF that is both PDF/A-3a (archivable) and PDF/UA-1 (accessible). Same input, same bytes. */
import type { Certificate } from '../../domain/certificate.ts';
import { RECORD_SCHEMA, RECORD_VERSION } from '../issue/attached-record.ts';
import { certificateContent } from './certificate-content.ts';
import { layOutCertificate } from './certificate-layout.ts';
import { type FileAttachment, PdfDocument } from './pdf-document.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The PDF of `certificate`, with `recordJson` attached as its machine-readable form. It blocks the thread for a few
 * milliseconds, or half a second for the longest texts: a server calls it in a worker (`renderer.ts`).
 * @throws Error if `gccId` is not a lower-case UUID. It is the only variable part of the metadata, which is not escaped
 */
export function renderCertificate(certificate: Certificate, recordJson?: string): Uint8Array {
  const { gccId, issuedAtMs, verifyUrl } = certificate;
  if (!UUID.test(gccId)) throw new Error('gccId must be a lower-case UUID');
  const pdf = new PdfDocument({ title: `General Certificate of Conformity ${gccId}`, createdMs: issuedAtMs });
  const { structure, bookmarks } = layOutCertificate(pdf, certificateContent(certificate), verifyUrl);
  const attachment: FileAttachment | undefined =
    recordJson === undefined
      ? undefined
      : {
          name: `GCC-${gccId}.json`,
          mediaType: 'application/json',
          description: `The data of this certificate, as ${RECORD_SCHEMA} version ${RECORD_VERSION}`,
          bytes: new TextEncoder().encode(recordJson),
        };
  return pdf.finish({ structure, bookmarks, attachment });
}
