/** A headless Chromium for the benches that compare Portside with a browser. */
import { type Browser, chromium } from 'playwright-core';
import { missingTool } from './bench.ts';

export const NO_CHROMIUM = 'chromium not installed';

/** Only loads the given page: no sandbox (it needs privileges), no background network, no name resolution. */
const ARGS = (
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update ' +
  '--disable-sync'
).split(' ');
const NO_NAMES = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

export async function launchChromium(): Promise<Browser | undefined> {
  if (missingTool(['chromium'])) return undefined;
  return chromium.launch({ executablePath: Bun.which('chromium')!, args: [...ARGS, NO_NAMES] });
}
