/**
 * A store on this machine with theme code, app pixels, custom pixels and containers, all of them data. It records every request, with
 * the time of a clock that only moves when a scan waits. What Google serves is answered in the process.
 */
import type { Clock } from '../../src/domain/clock.ts';
import { type FetchedPage, type FetchOptions, StorefrontFetch } from '../../src/pixel/fetch/page-fetch.ts';
import { parseAllowList, type Target } from '../../src/pixel/fetch/target.ts';
import { PageReader } from '../../src/pixel/page-reader.ts';
import { Scanner, type ScannerOptions } from '../../src/pixel/scan.ts';
import { pixelTasks } from '../../src/pixel/worker-tasks.ts';
import { InlineTasks } from './inline-tasks.ts';
import { sandboxDocument } from './sandbox-document.ts';
import { answer, type Script, type Storefront, storefront } from './scripted-storefront.ts';

export const SHOP_HOST = 'shop.example';
export const PIXEL_HASH = '0a1b2c3dw4e5f60718p29a0b1c2dm3e4f5061';
const GOOGLE = 'www.googletagmanager.com';

interface MadeUpPixel {
  id: string;
  version?: string;
  name?: string;
  /** The merchant's code. */
  code: string;
  /** Where the shop serves it: `web-pixels` by default. */
  root?: 'web-pixels' | 'wpm';
}

/** The resource of a container or of the payload of a Google tag, and what else is in the file beside it. */
interface MadeUpContainer {
  resource: object;
  blob?: object;
}

export interface MadeUpStore {
  /** In the head of every page. */
  theme: string;
  /** Entries of `webPixelsConfigList` for apps, as Shopify writes them. */
  apps: object[];
  pixels: MadeUpPixel[];
  /** By id, such as `GTM-MADEUP1` or `G-MADEUP0001`. */
  containers: Record<string, MadeUpContainer>;
  /** Bodies of pages by path. The head of the store comes before them. */
  pages: Record<string, string>;
  /** robots.txt. Undefined: there is none. */
  robots: string | undefined;
  /** Answers of its own for some paths, with their queries. They win over everything else. */
  answers: Record<string, Script>;
}

const PAGES: MadeUpStore['pages'] = {
  '/': '<a href="/collections/all">All</a> <a href="/collections/cups">Cups</a> <a href="/products/cup?variant=1">Cup</a>',
  '/products/cup': '<h1>Cup</h1><a href="/cart/add?id=1">Add</a>',
  '/collections/cups': '<h1>Cups</h1><a href="/products/cup">Cup</a>',
  '/collections/all': '<h1>All</h1>',
  '/cart': '<h1>Cart</h1><a href="/checkout">Check out</a>',
  '/search': '<h1>Search</h1>',
};

const EMPTY_STORE: MadeUpStore = {
  theme: '',
  apps: [],
  pixels: [],
  containers: {},
  pages: PAGES,
  robots: undefined,
  answers: {},
};

interface StoreRequest {
  /** With its query. */
  path: string;
  /** By the clock of the store. */
  atMs: number;
  head: string;
}

export interface OpenStore {
  url: string;
  requests: StoreRequest[];
  /** Addresses at Google that were asked for. */
  google: string[];
  clock: Clock & { ms: number };
  tasks: InlineTasks;
  front: Storefront;
  scanner(options?: Partial<ScannerOptions>): Scanner;
  paths(): string[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openStore(changes: Partial<MadeUpStore> = {}): Promise<OpenStore> {
  const store = { ...EMPTY_STORE, ...changes };
  const requests: StoreRequest[] = [];
  const clock: OpenStore['clock'] = {
    ms: 1_000_000,
    now: () => clock.ms,
    monotonic: () => clock.ms,
    sleep: async (ms) => {
      clock.ms += ms;
    },
    random: (length) => new Uint8Array(length),
  };
  const front = await storefront((socket, head) => {
    const path = head.split(' ')[1]!;
    requests.push({ path, atMs: clock.ms, head });
    scriptFor(store, path)(socket, head);
  });
  const fetch = new StoreFetch(store, front.port);
  const tasks = new InlineTasks(pixelTasks);
  return {
    url: `http://${SHOP_HOST}:${front.port}/`,
    requests,
    google: fetch.google,
    clock,
    tasks,
    front,
    scanner: (options) => new Scanner({ fetch, clock, reader: new PageReader(tasks), ...options }),
    paths: () => requests.map(({ path }) => path),
    [Symbol.asyncDispose]: () => front[Symbol.asyncDispose](),
  };
}

const TEXT = { headers: { 'Content-Type': 'text/plain' } };

function scriptFor(store: MadeUpStore, path: string): Script {
  if (Object.hasOwn(store.answers, path)) return store.answers[path]!;
  const { pathname } = new URL(path, 'http://x');
  if (pathname === '/robots.txt' && store.robots !== undefined) return answer(store.robots, TEXT);
  const pixel = store.pixels.find(({ id, version = '1', root = 'web-pixels' }) =>
    pathname.startsWith(`/${root}@${PIXEL_HASH}/custom/web-pixel-${id}@${version}/sandbox/modern/`),
  );
  if (pixel) return answer(sandboxDocument(pixel.code, pixel.id));
  if (Object.hasOwn(store.pages, pathname)) return answer(pageOf(store, store.pages[pathname]!));
  return answer('<h1>Not found</h1>', { status: '404 Not Found' });
}

/** A page of the store with Shopify's own code in its head. */
function pageOf({ theme, apps, pixels }: MadeUpStore, body: string): string {
  const custom = pixels.map(({ id, version = '1', name }) => ({
    id,
    type: 'CUSTOM',
    runtimeContext: 'LAX',
    scriptVersion: version,
    privacyPurposes: ['ANALYTICS', 'MARKETING'],
    ...(name !== undefined && { name }),
  }));
  const settings = {
    webPixelsConfigList: [...apps, ...custom],
    hashVersion: PIXEL_HASH,
    surface: 'storefront-renderer',
  };
  return `<!doctype html><html><head><title>A made-up store</title>
<script>Shopify.shop = "made-up.myshopify.com"; Shopify.currency = {"active":"EUR","rate":"1.0"};</script>
<script id="web-pixels-manager-setup">(function (start) { start(${JSON.stringify(settings)}); })();</script>
${theme}</head><body>${body}${'<p>Cups and saucers of every size, made by hand and sent everywhere.</p>'.repeat(12)}</body></html>`;
}

/** Fetches from the store over the loopback, and answers for Google. Any other name does not resolve. */
class StoreFetch extends StorefrontFetch {
  readonly google: string[] = [];
  readonly #store: MadeUpStore;

  constructor(store: MadeUpStore, port: number) {
    super({
      resolve: async (name) => {
        if (name === SHOP_HOST || name.endsWith(`.${SHOP_HOST}`)) return ['127.0.0.1'];
        throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      },
      userAgent: 'PortsideScan/1.0 (+mailto:ops@example.com)',
      allow: parseAllowList(
        [SHOP_HOST, `www.${SHOP_HOST}`, `sst.${SHOP_HOST}`].map((host) => `${host}:${port}`).join(),
      ),
      limits: { totalMs: 20_000 },
    });
    this.#store = store;
  }

  override async fetch(target: Target, options: FetchOptions = {}): Promise<FetchedPage> {
    if (target.hostname !== GOOGLE) return super.fetch(target, options);
    this.google.push(target.url);
    const container = this.#store.containers[target.parts.searchParams.get('id') ?? ''];
    const text = container === undefined ? ';' : `var data = ${JSON.stringify(container)};`;
    const bytes = Buffer.from(text);
    options.onBytes?.(bytes.length);
    const body = { bytes, cut: false, contentType: 'text/javascript', decodedBytesMax: 1 << 22 };
    return { url: target.url, status: 200, body };
  }
}
