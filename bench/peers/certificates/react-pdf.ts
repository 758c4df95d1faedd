/** @react-pdf/renderer: the same words as a tree of elements. Fonts are registered and read once. */
import { Document, Font, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer';
import { createElement as h } from 'react';
import { qrCode } from '../../../src/entry/pdf/qr.ts';
import { type CertificateInput, type CertificatePeer, FONT_FILES, type FontName, fontFor } from './certificate-peer.ts';

export async function reactPdfPeer(): Promise<CertificatePeer> {
  for (const [family, src] of Object.entries(FONT_FILES)) Font.register({ family, src });
  // Words are not broken. Chinese has no spaces, so it may break anywhere.
  Font.registerHyphenationCallback((word) => (fontFor(word) === 'chinese' ? [...word] : [word]));
  return { render: (input) => renderToBuffer(tree(input)), close: async () => {} };
}

function tree({ content, verifyUrl }: CertificateInput) {
  const line = (text: string, fontSize: number, usual: FontName = 'sans') =>
    h(Text, { style: { fontFamily: fontFor(text, usual), fontSize, width: 420 } }, text);
  const { size, runs } = qrCode(verifyUrl);
  const d = runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h${-length}z`).join('');
  const qr = h(
    Svg,
    { viewBox: `0 0 ${size} ${size}`, style: { position: 'absolute', top: 54, left: 490, width: 64, height: 64 } },
    h(Path, { d, fill: 'black' }),
  );
  const sections = content.sections.map(({ number, heading, rows }) =>
    h(
      View,
      { key: heading, style: { marginTop: 6 } },
      line(number ? `${number}  ${heading}` : heading, 11, 'bold'),
      ...rows.flatMap(({ label, value, details = [] }) => [
        line(label, 8, 'bold'),
        line(value ?? 'Not stated in the request.', 9.5),
        ...details.map((detail) => line(detail, 8)),
      ]),
    ),
  );
  const identity = content.identity.map(({ label, value }) => line(`${label}: ${value}`, 9));
  const head = [line(content.title, 18, 'bold'), line(content.basis, 9), ...identity];
  const foot = line(content.footer, 7.5);
  return h(Document, {}, h(Page, { size: 'LETTER', style: { padding: 54 } }, qr, ...head, ...sections, foot));
}
