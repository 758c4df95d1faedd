/** Typst inside this process: one compiler for all documents, fonts read once. Its documents are tagged. */
import { dirname } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { qrCode } from '../../../src/entry/pdf/qr.ts';
import { type CertificateInput, type CertificatePeer, FONT_FILES } from './certificate-peer.ts';

const TEMPLATE = `
#let data = json(bytes(sys.inputs.certificate))
#set page(paper: "us-letter", margin: 54pt)
#set text(font: ("Noto Sans", "Noto Sans SC"), size: 9.5pt, lang: "en", fallback: false)
#let line-of(body, size, weight: 400) = block(width: 420pt, above: 3pt, below: 3pt, text(size: size, weight: weight, body))
#set document(title: data.content.title)
#place(top + right, image(bytes(data.qr), format: "svg", width: 64pt, alt: "QR code"))
#line-of(data.content.title, 18pt, weight: 600)
#line-of(data.content.basis, 9pt)
#for row in data.content.identity { line-of(row.label + ": " + row.value, 9pt) }
#for section in data.content.sections {
  heading(level: 1, text(size: 11pt, weight: 600, if "number" in section { str(section.number) + "  " } + section.heading))
  for row in section.rows {
    line-of(row.label, 8pt, weight: 600)
    line-of(row.at("value", default: "Not stated in the request."), 9.5pt)
    for detail in row.at("details", default: ()) { line-of(detail, 8pt) }
  }
}
#line-of(data.content.footer, 7.5pt)
`;
/** Clear the compiler's cache after this many documents. They all differ, so the cache would grow for ever. */
const EVICT_AFTER = 20;

export async function typstPeer(): Promise<CertificatePeer> {
  const fontPaths = Object.values(FONT_FILES).map((file) => dirname(file));
  const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths }] });
  let made = 0;
  return {
    async render(input) {
      if (++made % EVICT_AFTER === 0) compiler.evictCache(EVICT_AFTER);
      return compiler.pdf({ mainFileContent: TEMPLATE, inputs: { certificate: inputOf(input) } });
    },
    close: async () => {},
  };
}

function inputOf({ content, verifyUrl }: CertificateInput): string {
  const { size, runs } = qrCode(verifyUrl);
  const d = runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h${-length}z`).join('');
  const qr = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${d}"/></svg>`;
  return JSON.stringify({ content, qr });
}
