/** A third of the maximum load for a long time: no request fails, and memory does not grow. */
import { issueKey, serve } from '../../support/program.ts';
import { type Answer, certificate, harmlessStorefront, lookup, readBack, residentMb, scan } from './callers.ts';
import type { Fault } from './trial.ts';

/** One round of `--quick`, and of a run at length. */
const SECONDS = { quick: 15, full: 1800 };
const CAPACITY_MS = 3000;
const CALLERS = 16;
const SAMPLE_MS = 1000;
/** Of every hundred requests. The others are lookups. Most scans are answered from the cache. */
const SCANS = 10;
const CERTIFICATES = 1;
/** Pages of the storefront: few enough for the cache, and more than the scans of a second. */
const PAGES = 500;
/** In the second half of the run, when the caches are full. */
const SLOPE_MB_PER_HOUR_MAX = 20;

/** Hours of certificates are more than the defaults allow. */
const RESOURCES = ['--stored-max', '900TB', '--cpu-per-day', '100000h', '--fetched-per-day', '900TB'];

export const soak: Fault = {
  name: 'soak',
  rounds: { quick: 1, full: 1 },
  async run(trial) {
    const shop = harmlessStorefront();
    const { key } = await issueKey(trial.dir, '--per-minute', '100000000', '--per-day', '100000000', ...RESOURCES);
    const server = await serve(trial.dir, [], { PORTSIDE_SCAN_ALLOW: shop.host, PORTSIDE_SCAN_CACHE_SECONDS: '60' });
    const { url, child } = server;
    let asked = 0;
    const act = async (): Promise<void> => {
      const turn = asked++ % 100;
      let answer: Answer;
      if (turn < CERTIFICATES) {
        answer = await certificate(url, key, `M-${asked}`);
        if (answer.status === 200) {
          const { status, sound } = await readBack(url, (answer.body as { gcc_pdf_url: string }).gcc_pdf_url);
          trial.holds(status === 200 && sound, `a certificate reads back as ${status}`);
        }
      } else if (turn < CERTIFICATES + SCANS) {
        answer = await scan(url, key, `http://${shop.host}/${Math.floor(asked / 100) % PAGES}`);
      } else answer = await lookup(url, key);
      trial.holds(answer.status === 200, `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    };

    const measured = asked;
    const capacityEndMs = performance.now() + CAPACITY_MS;
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (performance.now() < capacityEndMs) await act();
      }),
    );
    const perSecond = (asked - measured) / (CAPACITY_MS / 1000);
    const pauseMs = (3000 * CALLERS) / perSecond;

    const seconds = Number(process.env.PORTSIDE_SOAK_SECONDS ?? SECONDS[trial.quick ? 'quick' : 'full']);
    for (let round = 0; round < trial.roundsMax; round++) {
      const samples: [second: number, mb: number][] = [];
      const begunMs = performance.now();
      const endMs = begunMs + seconds * 1000;
      const callers = Array.from({ length: CALLERS }, async (_, i) => {
        for (let nextMs = begunMs + (pauseMs * i) / CALLERS; nextMs < endMs; nextMs += pauseMs) {
          await Bun.sleep(Math.max(0, nextMs - performance.now()));
          await act();
        }
      });
      while (performance.now() < endMs) {
        samples.push([(performance.now() - begunMs) / 1000, await residentMb(child.pid)]);
        await Bun.sleep(SAMPLE_MS);
      }
      await Promise.all(callers);
      const later = samples.slice(samples.length >> 1);
      const perHour = slope(floor(later)) * 3600;
      if (seconds >= SECONDS.full)
        trial.holds(perHour < SLOPE_MB_PER_HOUR_MAX, `memory grows by ${perHour} MB an hour`);
      trial.note(`${seconds} s at ${Math.round(perSecond / 3)} a second of ${Math.round(perSecond)}`);
      trial.note(`${later[0]![1].toFixed(0)} to ${later.at(-1)![1].toFixed(0)} MB in the second half`);
      if (seconds >= 300) trial.note(`the floor moves by ${perHour.toFixed(1)} MB an hour`);
      trial.round();
    }
    trial.holds((await server.stop()) === 0, 'the stop was not clean');
    shop.close();
  },
};

/** The minimum of each minute. A leak raises it; garbage that is not yet collected does not. */
function floor(samples: [second: number, mb: number][]): [second: number, mb: number][] {
  const minutes = Map.groupBy(samples, ([second]) => Math.floor(second / 60));
  return [...minutes].map(([minute, group]) => [minute * 60, Math.min(...group.map(([, mb]) => mb))]);
}

/** Least squares: megabytes a second. */
function slope(points: [x: number, y: number][]): number {
  const mean = (of: number[]) => of.reduce((sum, n) => sum + n, 0) / of.length;
  const x = mean(points.map(([at]) => at));
  const y = mean(points.map(([, mb]) => mb));
  const over = points.reduce((sum, [at, mb]) => sum + (at - x) * (mb - y), 0);
  const under = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
