/** pdf-lib with its own fontkit. It only places single lines, so this file breaks lines and pages. */
import fontkit from '@pdf-lib/fontkit';
import { PDFDocument, type PDFFont } from 'pdf-lib';
import { qrCode } from '../../../src/entry/pdf/qr.ts';
import { type CertificateInput, type CertificatePeer, FONT_FILES, type FontName, fontFor } from './certificate-peer.ts';

const WIDTH = 420;
const MARGIN = 54;
const QR_POINTS = 64;

export async function pdfLibPeer(): Promise<CertificatePeer> {
  const names = Object.keys(FONT_FILES) as FontName[];
  const files = new Map<FontName, ArrayBuffer>();
  for (const name of names) files.set(name, await Bun.file(FONT_FILES[name]).arrayBuffer());
  return { render: (input) => render(input, files), close: async () => {} };
}

async function render(
  { content, verifyUrl }: CertificateInput,
  files: Map<FontName, ArrayBuffer>,
): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  doc.registerFontkit(fontkit);
  const fonts = new Map<FontName, PDFFont>();
  let page = doc.addPage([612, 792]);
  let y = 792 - MARGIN;
  const write = async (text: string, size: number, usual: FontName = 'sans') => {
    const name = fontFor(text, usual);
    let font = fonts.get(name);
    if (!font) {
      font = await doc.embedFont(files.get(name)!, { subset: true });
      fonts.set(name, font);
    }
    for (const line of breakLines(text, font, size)) {
      if (y < MARGIN + size) {
        page = doc.addPage([612, 792]);
        y = 792 - MARGIN;
      }
      y -= size * 1.36;
      page.drawText(line, { x: MARGIN, y, size, font });
    }
  };
  const { size, runs } = qrCode(verifyUrl);
  const module = QR_POINTS / size;
  const path = runs.map(([x, row, length]) => `M${x} ${row}h${length}v1h${-length}z`).join('');
  page.drawSvgPath(path, { x: 490, y, scale: module, borderWidth: 0 });
  await write(content.title, 18, 'bold');
  await write(content.basis, 9);
  for (const { label, value } of content.identity) await write(`${label}: ${value}`, 9);
  for (const { number, heading, rows } of content.sections) {
    y -= 6;
    await write(number ? `${number}  ${heading}` : heading, 11, 'bold');
    for (const { label, value, details = [] } of rows) {
      await write(label, 8, 'bold');
      await write(value ?? 'Not stated in the request.', 9.5);
      for (const detail of details) await write(detail, 8);
    }
  }
  await write(content.footer, 7.5);
  return doc.save();
}

/** Lines break after words and between Chinese characters. */
function breakLines(text: string, font: PDFFont, size: number): string[] {
  if (font.widthOfTextAtSize(text, size) <= WIDTH) return [text];
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+\s*|\s+/g) ?? []) {
    if (line !== '' && font.widthOfTextAtSize(line + piece, size) > WIDTH) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return [...lines, line];
}
