/** pdfkit as its guide shows it: a new document, fonts by file name, flowing text. Neither tagged nor archival. */
import PDFDocument from 'pdfkit';
import { qrCode } from '../../../src/entry/pdf/qr.ts';
import { type CertificateInput, type CertificatePeer, FONT_FILES, type FontName, fontFor } from './certificate-peer.ts';

const QR_POINTS = 64;

export async function pdfkitPeer(): Promise<CertificatePeer> {
  return { render, close: async () => {} };
}

function render({ content, verifyUrl }: CertificateInput): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: 'LETTER', margin: 54, font: FONT_FILES.sans });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const write = (text: string, size: number, usual: FontName = 'sans') => {
    doc.font(FONT_FILES[fontFor(text, usual)]).fontSize(size).text(text, { width: 420 });
  };
  const { size, runs } = qrCode(verifyUrl);
  const module = QR_POINTS / size;
  for (const [x, y, length] of runs) doc.rect(490 + x * module, 54 + y * module, length * module, module);
  doc.fill('black');
  write(content.title, 18, 'bold');
  write(content.basis, 9);
  for (const { label, value } of content.identity) write(`${label}: ${value}`, 9);
  for (const { number, heading, rows } of content.sections) {
    doc.moveDown(0.5);
    write(number ? `${number}  ${heading}` : heading, 11, 'bold');
    for (const { label, value, details = [] } of rows) {
      write(label, 8, 'bold');
      write(value ?? 'Not stated in the request.', 9.5);
      for (const detail of details) write(detail, 8);
    }
  }
  write(content.footer, 7.5);
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  doc.on('end', () => resolve(Buffer.concat(chunks)));
  doc.end();
  return promise;
}
