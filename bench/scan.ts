/**
 * From a fetched page to its report: bytes a second, memory, and the time of one page beside a visit by a browser. All
 * contenders get the same bytes in pieces, as from a network, and each reports how many ids it found.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { systemClock } from '../src/adapters/system/clock.ts';
import { systemNetwork } from '../src/adapters/system/network.ts';
import { openCommandPool } from '../src/isolation/open-pools.ts';
import { openScanners } from '../src/pixel/open-scanner.ts';
import type { Bench, Contender, Pace, PreparedBench, Table } from './bench.ts';
import { launchChromium, NO_CHROMIUM } from './chromium.ts';
import { unitsPerSecondOf } from './in-process.ts';
import { openWorkerScanner, type WorkerScanner } from './peers/scan-in-worker.ts';
import { SCANNERS } from './peers/scanners.ts';
import { cpuSecondsBelow } from './server.ts';
import { storefront } from './storefront.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/scan');
const MEMORY_PROBE = join(import.meta.dir, 'peers/scan-memory.ts');
/** Saved pages of real shops. They are not part of the repository. */
const REAL_PAGES = join(import.meta.dir, '../../shared/pixel/pages');
const PIECE_BYTES = 65_536;
const SIZES = { small: 50_000, typical: 500_000, huge: 10_000_000 };
const SEED = 20261120;
/**
 * Passes over all contenders before the rounds of a page, in their order. Some share a parser, which is compiled again for the next
 * caller. The compiler runs beside the program and its time counts, so it gets enough time to finish. A worker that read larger pages
 * in between would be another process, because one that keeps much memory is replaced.
 */
const WARM_UP_PASSES = 2;
/** A few lines around a library, compiled after the first pass. */
const SIMPLE = /regular expressions/;
/** Of the usual length, because the contenders are warmed up with each kind of page. */
const SHARE_OF_WARM_UP = 1 / 2;
const SHARE_OF_PEERS_WARM_UP = 1 / 4;
/** Share of the usual length of a timed run, because there are many rows. */
const SHARE_OF_RUN = 1 / 5;
/** Of one measurement, because the kernel counts processor time in steps of 10 ms. */
const SCANS_AT_VISITS = 20;
/** A worker process that reads pages is fast after some hundred. */
const WARM_UP_SCANS = 200;
/** Eighteen processes a round, whose memory hardly varies. */
const MEMORY_ROUNDS_MAX = 2;

export const scan: Bench = {
  name: 'scan',
  needs: [],
  async prepare(pace, say): Promise<PreparedBench> {
    mkdirSync(FOLDER, { recursive: true });
    const share = pace.isQuick ? pace.shareOfLong : 1;
    const pages = Object.entries(SIZES).map(([size, bytes]) => {
      return { size, ...storefront(SEED, Math.max(SIZES.small, bytes * share)) };
    });
    const tables: Table[] = [];
    const worker = openWorkerScanner();
    for (const { size, html, ids } of pages) {
      say(`scan: checking the ${size} page`);
      await Bun.write(pageFile(size), html);
      const title = `Scan of a ${size} storefront page (synthetic, ${(html.length / 1e6).toFixed(2)} MB), report included`;
      tables.push(await throughputTable(`scan-${size}`, title, [Buffer.from(html)], ids, pace, worker));
    }
    const skipped: string[] = [];
    if (existsSync(REAL_PAGES)) {
      const real = readdirSync(REAL_PAGES).filter((name) => name.endsWith('.html'));
      const bodies = real.map((name) => readFileSync(join(REAL_PAGES, name)));
      const title = `Scan of ${real.length} saved pages of real shops, which are not in the repository`;
      tables.push(await throughputTable('scan-real', title, bodies, [], pace, worker));
    } else skipped.push('scan of real pages: they are not in the repository');
    tables.push(memoryTable(pace.rounds));
    const browser = await launchChromium();
    if (!browser) skipped.push(`visit by Chromium: ${NO_CHROMIUM}`);
    const visits = visitTable(
      pages.find(({ size }) => size === 'typical')!,
      browser,
      pace.warmUpSeconds > 0 ? WARM_UP_SCANS : 1,
    );
    tables.push(visits.table);
    const close = async () => {
      visits.close();
      await worker.close();
      await browser?.close();
    };
    return { tables, skipped, close };
  },
};

const pageFile = (size: string) => join(FOLDER, `${size}.html`);

function* piecesOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** @throws when Portside misses one of `expected`. The ids that other scanners find are only counted. */
async function throughputTable(
  name: string,
  title: string,
  pages: Uint8Array[],
  expected: string[],
  { seconds, warmUpSeconds }: Pace,
  worker: WorkerScanner,
): Promise<Table> {
  const bytes = pages.reduce((sum, page) => sum + page.length, 0);
  const contenders: (Contender & { warmUp(): Promise<number> })[] = [];
  const scanners = Object.entries(SCANNERS).map(
    ([name, scan]) => [name, (page: Uint8Array) => scan(piecesOf(page))] as const,
  );
  // Beside the program that reads the page itself.
  scanners.splice(1, 0, ['Portside, in its worker', worker.scan]);
  for (const [contender, scanPage] of scanners) {
    let ids = 0;
    for (const page of pages) {
      const found = await scanPage(page);
      ids += found.size;
      const missed = expected.find((id) => !found.has(id));
      if (missed && contender.startsWith('Portside')) throw new Error(`${contender} misses ${missed} in ${name}`);
    }
    const scanAll = async () => {
      for (const page of pages) await scanPage(page);
      return bytes / 1e6;
    };
    const share = contender.startsWith('Portside') ? SHARE_OF_WARM_UP : SHARE_OF_PEERS_WARM_UP;
    const warmUp = () => unitsPerSecondOf(warmUpSeconds * share, scanAll, worker.cpuMs);
    const measure = async () => ({
      mb_per_second: await unitsPerSecondOf(seconds * SHARE_OF_RUN, scanAll, worker.cpuMs),
      ids,
    });
    contenders.push({ name: contender, measure, warmUp });
  }
  const warmUp = async () => {
    for (let pass = 0; pass < (warmUpSeconds > 0 ? WARM_UP_PASSES : 1); pass++) {
      for (const { name, warmUp } of contenders) if (pass === 0 || !SIMPLE.test(name)) await warmUp();
    }
  };
  const metrics = [
    { name: 'mb_per_second', title: 'MB/s of processor time', ratio: true },
    { name: 'ids', title: 'ids found' },
  ];
  const notes = expected.length > 0 ? [`The page installs ${expected.length} ids: one each of Meta, GA4 and GTM.`] : [];
  return { name, title, metrics, contenders, notes, warmUp };
}

/** Each page has its own process, because a process does not return memory. */
function memoryTable(rounds: number): Table {
  return {
    name: 'scan-memory',
    rounds: Math.min(rounds, MEMORY_ROUNDS_MAX),
    title: 'Memory a scan takes beyond the idle process, page read from disk in pieces',
    metrics: Object.keys(SIZES).map((size) => ({ name: size, title: `${size} page, MB`, ratio: size === 'huge' })),
    contenders: Object.keys(SCANNERS).map((name) => ({
      name,
      measure: async () => Object.fromEntries(Object.keys(SIZES).map((size) => [size, peakMb(name, pageFile(size))])),
    })),
    notes: ['Peak resident memory, including garbage that the runtime has not collected yet.'],
  };
}

function peakMb(scanner: string, file: string): number {
  const probe = Bun.spawnSync([process.execPath, MEMORY_PROBE, scanner, file], { stderr: 'inherit' });
  if (!probe.success) throw new Error(`${scanner} fails on ${file}`);
  return Number(probe.stdout.toString());
}

/** Both fetch the page from loopback. The browser also runs it, but never waits for other servers: no name resolves. */
function visitTable({ html, ids }: { html: string; ids: string[] }, browser: Browser | undefined, warmUpScans: number) {
  const shop = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  });
  const url = shop.url.href;
  const config = { contact: 'bench@portside.invalid', scan_allow: [shop.url.host], scan_cache_seconds: 0 };
  const pool = openCommandPool('pixel', (message) => process.stderr.write(`${message}\n`));
  const { keyed: scanner } = openScanners(config, systemClock, systemNetwork, { keyed: pool, anonymous: pool });
  const timed = async (times: number, work: () => Promise<number>) => {
    const [startMs, startCpuS] = [performance.now(), cpuSecondsBelow(process.pid)];
    let found = 0;
    for (let i = 0; i < times; i++) found = await work();
    const [ms, cpuS] = [performance.now() - startMs, cpuSecondsBelow(process.pid) - startCpuS];
    return { ms: ms / times, cpu_ms: (cpuS / times) * 1000, ids: found };
  };
  const scanOnce = async () => {
    const { report } = await scanner.scan(url, { owner: 'bench' });
    const text = report.findings.map(({ message }) => message).join('\n');
    return ids.filter((id) => text.includes(id.split(':')[1]!)).length;
  };
  const visitOnce = async () => {
    const page = await browser!.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(url, { waitUntil: 'load' });
    requested.push(
      await page.evaluate('JSON.stringify([...((window.fbq || {}).queue || [])].map((call) => [...call]))'),
    );
    await page.close();
    return ids.filter((id) => requested.some((text) => text.includes(id.split(':')[1]!))).length;
  };
  const contenders = [{ name: 'Portside, guarded fetch and scan', measure: () => timed(SCANS_AT_VISITS, scanOnce) }];
  if (browser) contenders.push({ name: 'headless Chromium, visit', measure: () => timed(1, visitOnce) });
  const table: Table = {
    name: 'scan-visit',
    title: `One page of ${(html.length / 1e6).toFixed(2)} MB over loopback, fetched and scanned`,
    metrics: [
      { name: 'ms', title: 'ms', ratio: true },
      { name: 'cpu_ms', title: 'processor time of all processes, ms', ratio: true },
      { name: 'ids', title: `ids found of ${ids.length}` },
    ],
    contenders,
    warmUp: async () => {
      for (let i = 0; i < warmUpScans; i++) await scanOnce();
    },
    notes: [
      'The browser is already open. A visit opens a new page, waits for its load event and searches its requests.',
    ],
  };
  const close = () => {
    void shop.stop(true);
    void pool.close();
  };
  return { table, close };
}
