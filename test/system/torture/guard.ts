/** Every spelling of a denied address, sent as a scan, while a canary listens on that address. */
import { deniedUrls } from '../../support/address-spellings.ts';
import { issueKey, serve } from '../../support/program.ts';
import { answer, redirect, type Storefront, storefront } from '../../support/scripted-storefront.ts';
import { isEnvelope, scan } from './callers.ts';
import { type Fault, Skipped, type Trial } from './trial.ts';

/** Scans may use this port, so that only the check of the address protects the canary. */
const CANARY_PORT = 80;
const AT_ONCE = 16;

export const outboundGuard: Fault = {
  name: 'outbound-guard',
  rounds: { quick: 1, full: 5 },
  async run(trial) {
    const canaries = await listen();
    const hits = () => canaries.reduce((sum, { hits }) => sum + hits, 0);
    try {
      trial.holds((await fetch(`http://127.0.0.1:${CANARY_PORT}/`)).ok && hits() === 1, 'the canary cannot be hit');
      let location = '';
      const front = await storefront((socket, head) => redirect(location)(socket, head));
      const { key } = await issueKey(trial.dir, '--per-minute', '1000000', '--per-day', '1000000');
      const settings = { PORTSIDE_SCAN_ALLOW: `127.0.0.1:${front.port}`, PORTSIDE_SCAN_CACHE_SECONDS: '0' };
      const server = await serve(trial.dir, [], settings);
      for (let round = 0; round < trial.roundsMax; round++) {
        const urls = [...new Set(deniedUrls(CANARY_PORT))];
        trial.holds(urls.length >= 2000, `only ${urls.length} spellings`);
        for (let at = 0; at < urls.length; at += AT_ONCE) {
          await Promise.all(urls.slice(at, at + AT_ONCE).map((url) => refuse(trial, server.url, key, url)));
        }
        const plain = urls.filter((url) => !/[^\x21-\x7e]/.test(url));
        const offset = trial.between(0, 10);
        const sample = plain.filter((_, i) => i % 11 === offset);
        for (const url of sample) {
          location = url;
          const scanned = await scan(server.url, key, `http://127.0.0.1:${front.port}/${offset}`);
          trial.holds(isEnvelope(scanned, 'upstream_failed'), `a redirect to ${url}: ${scanned.status}`);
        }
        trial.holds(hits() === 1, `${hits() - 1} scans reached the canary`);
        trial.note(`${urls.length} spellings, ${sample.length} behind redirects, ${hits() - 1} reached the canary`);
        trial.round();
      }
      trial.holds((await server.stop()) === 0, 'the stop was not clean');
      await front[Symbol.asyncDispose]();
    } finally {
      for (const canary of canaries) await canary[Symbol.asyncDispose]();
    }
  },
};

async function refuse(trial: Trial, server: string, key: string, url: string): Promise<void> {
  const scanned = await scan(server, key, url);
  trial.holds(isEnvelope(scanned, 'invalid_request'), `${JSON.stringify(url)} was answered ${scanned.status}`);
}

async function listen(): Promise<Storefront[]> {
  const canary = (host: string) => storefront(answer('<p>reached</p>'), { host, port: CANARY_PORT });
  const canaries = await canary('0.0.0.0').then(
    (one) => [one],
    (error: Error) => Promise.reject(new Skipped(`needs port ${CANARY_PORT}: ${error.message}`)),
  );
  // On a machine without IPv6 there is nothing to reach.
  const six = await canary('::1').catch(() => undefined);
  return six ? [...canaries, six] : canaries;
}
