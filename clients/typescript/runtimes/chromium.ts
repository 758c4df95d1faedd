import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Played } from '../test/play.ts';

export const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => Bun.which(name)).find(Boolean);

/** The outcomes of all cases in a page. The page and the scripted server are two origins, so the browser checks none. */
export async function playInChromium(file: string, server: string): Promise<Played[]> {
  if (!CHROMIUM) throw new Error('Chromium is not installed.');
  const report = Promise.withResolvers<string>();
  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/report') report.resolve(await request.text());
      if (pathname === '/page.mjs')
        return new Response(Bun.file(file), { headers: { 'Content-Type': 'text/javascript' } });
      return new Response('<!doctype html><script type="module" src="/page.mjs"></script>', {
        headers: { 'Content-Type': 'text/html' },
      });
    },
  });
  const profile = mkdtempSync(join(tmpdir(), 'portside-chromium-'));
  const address = `http://127.0.0.1:${site.port}/?server=${encodeURIComponent(server)}`;
  const child = Bun.spawn(
    [
      CHROMIUM,
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-web-security',
    ].concat(`--user-data-dir=${profile}`, address),
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  );
  try {
    const ended = child.exited.then((status) => `Chromium ended with status ${status}`);
    const said = await Promise.race([report.promise, ended]);
    if (!said.startsWith('[')) throw new Error(`the page failed: ${said}`);
    return JSON.parse(said) as Played[];
  } finally {
    child.kill();
    await child.exited;
    await site.stop(true);
    rmSync(profile, { recursive: true, force: true });
  }
}
