/** Headless Chromium prints HTML. One browser and one page make all documents; fonts come from loopback, then from its cache. */
import { qrCode } from '../../../src/entry/pdf/qr.ts';
import { launchChromium, NO_CHROMIUM } from '../../chromium.ts';
import { type CertificateInput, type CertificatePeer, FONT_FILES, type FontName } from './certificate-peer.ts';

export async function chromiumPeer(): Promise<CertificatePeer> {
  const browser = await launchChromium();
  if (!browser) throw new Error(NO_CHROMIUM);
  const fonts = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const name = new URL(request.url).pathname.slice(1) as FontName;
      const headers = { 'access-control-allow-origin': '*', 'cache-control': 'max-age=3600' };
      return name in FONT_FILES ? new Response(Bun.file(FONT_FILES[name]), { headers }) : new Response('', { headers });
    },
  });
  const page = await browser.newPage();
  await page.goto(fonts.url.href);
  return {
    async render(input) {
      await page.setContent(html(input), { waitUntil: 'load' });
      await page.evaluate('document.fonts.ready.then(() => 0)');
      return page.pdf({ format: 'Letter' });
    },
    async close() {
      await browser.close();
      await fonts.stop(true);
    },
  };
}

function html({ content, verifyUrl }: CertificateInput): string {
  const { size, runs } = qrCode(verifyUrl);
  const d = runs.map(([x, y, length]) => `M${x} ${y}h${length}v1h${-length}z`).join('');
  const faces = Object.keys(FONT_FILES).map((name) => `@font-face{font-family:${name};src:url(/${name})}`);
  const sections = content.sections.map(({ number, heading, rows }) => {
    const items = rows.map(
      ({ label, value, details = [] }) =>
        `<dt>${asHtml(label)}</dt><dd>${asHtml(value ?? 'Not stated in the request.')}</dd>` +
        details.map((detail) => `<dd class="detail">${asHtml(detail)}</dd>`).join(''),
    );
    return `<h2>${number ?? ''} ${asHtml(heading)}</h2><dl>${items.join('')}</dl>`;
  });
  return `<!doctype html><html lang="en"><title>${asHtml(content.title)}</title><style>${faces.join('')}
@page{margin:54pt} body{font:9.5pt sans,chinese;width:420pt;margin:0} h1,h2,dt{font-family:bold,chinese;font-weight:400}
h1{font-size:18pt} h2{font-size:11pt} dt,.detail{font-size:8pt} dd{margin:0} svg{position:absolute;left:436pt;top:0;width:64pt}
</style><svg viewBox="0 0 ${size} ${size}"><path d="${d}"/></svg><h1>${asHtml(content.title)}</h1><p>${asHtml(content.basis)}</p>
${content.identity.map(({ label, value = '' }) => `<p>${asHtml(label)}: ${asHtml(value)}</p>`).join('')}
${sections.join('')}<p>${asHtml(content.footer)}</p></html>`;
}

function asHtml(text: string): string {
  return Bun.escapeHTML(text);
}
