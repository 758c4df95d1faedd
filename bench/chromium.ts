/** A headless Chromium for those benches that set a browser beside Portside. */
import { type Browser, chromium } from 'playwright-core';
import { missingTool } from './bench.ts';

export const NO_CHROMIUM = 'chromium not installed';

/** Nothing but the page asked for: no sandbox (it needs privileges), no network of its own, no name that resolves. */
const ARGS = (
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update ' +
  '--disable-sync'
).split(' ');
const NO_NAMES = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

export async function launchChromium(): Promise<Browser | undefined> {
  if (missingTool(['chromium'])) return undefined;
  return chromium.launch({ executablePath: Bun.which('chromium')!, args: [...ARGS, NO_NAMES] });
}
