/** A scanner whose pages a test provides, and whose fetches wait while the test holds them. Reads pages in this process. */
import { PortsideError } from '../../src/domain/errors.ts';
import type { FetchQueueLimits } from '../../src/pixel/fetch/fetch-queue.ts';
import { type FetchedPage, type FetchOptions, StorefrontFetch } from '../../src/pixel/fetch/page-fetch.ts';
import type { Target } from '../../src/pixel/fetch/target.ts';
import { PageReader } from '../../src/pixel/page-reader.ts';
import { Scanner, type ScannerOptions, type ScanOptions } from '../../src/pixel/scan.ts';
import { pixelTasks } from '../../src/pixel/worker-tasks.ts';
import { InlineTasks } from './inline-tasks.ts';

export const META = '123456789012345';
export const script = (code: string) => `<script>${code}</script>`;
export const src = (url: string) => `<script src="${url}"></script>`;
/** A page with one tag. */
export const PAGE = script(`fbq('init','${META}')`);

/** Returns pages by URL, without a network. While `hold` is set, every fetch waits for `release`. */
class HeldFetch extends StorefrontFetch {
  readonly begun: string[] = [];
  readonly held: (() => void)[] = [];
  pages = new Map<string, string | PortsideError>();
  hold = false;

  constructor() {
    super({ resolve: async () => [], userAgent: 'test' });
  }

  override async fetch({ url }: Target, { onBytes }: FetchOptions = {}): Promise<FetchedPage> {
    this.begun.push(url);
    if (this.hold) await new Promise<void>((go) => this.held.push(go));
    const page = this.pages.get(url) ?? PAGE;
    if (page instanceof PortsideError) throw page;
    const bytes = Buffer.from(page);
    onBytes?.(bytes.length);
    const body = { bytes, cut: false, contentType: 'text/html; charset=utf-8', decodedBytesMax: 1_000_000 };
    return { url, status: 200, body };
  }

  release(): void {
    for (const go of this.held.splice(0)) go();
  }
}

export function setUp(options: Partial<ScannerOptions> = {}, limits: Partial<FetchQueueLimits> = {}) {
  const fetch = new HeldFetch();
  const clock = {
    ms: 1_000_000,
    now: () => clock.ms,
    monotonic: () => clock.ms,
    sleep: async (ms: number) => {
      clock.ms += ms;
    },
  };
  const tasks = new InlineTasks(pixelTasks);
  return {
    fetch,
    clock,
    tasks,
    scanner: new Scanner({ fetch, clock, reader: new PageReader(tasks), limits, ...options }),
  };
}

export const scan = (scanner: Scanner, url: string, options: Partial<ScanOptions> = {}) =>
  scanner.scan(url, { owner: 'key 1', ...options });

export const URL_A = 'https://a.example/';
export const turn = () => new Promise<void>((done) => setImmediate(done));
