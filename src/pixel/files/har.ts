/**
 * A HAR file that a browser saved (HTTP Archive 1.2, w3c.github.io/web-performance/specs/HAR): the pages, scripts and pixels in it are
 * read as a scan reads them, and what was sent to vendors is listed as it was sent.
 */
import type { Effort } from '../../domain/effort.ts';
import type { ShopAddresses } from '../../domain/scan-report.ts';
import { containerFacts } from '../containers/container-facts.ts';
import { customPixelFacts } from '../custom-pixels/read-custom-pixel.ts';
import { unreadPixel, unreadScript } from '../deep/unread.ts';
import { createMatcher } from '../matcher.ts';
import type { ReaderFaults } from '../reader-faults.ts';
import type { Fact, HitFact, TagFact, UnreadFact } from '../tags/facts.ts';
import { libraryOf } from '../tags/library.ts';
import { hitsOf } from './hits.ts';

/** A visit of a shop makes a few hundred requests. */
const ENTRIES_MAX = 20_000;
const PAGES_MAX = 10;
const CONTAINERS_MAX = 20;
const HITS_MAX = 1000;
const NOWHERE = { offset: 0, line: 1, column: 1, script: 0, excerpt: '' };
const PIXEL_PATH = '/custom/web-pixel-';
const NO_CONTENT = 'The file was saved without its content.';
const FAULT = 'It could not be read because of a fault of this program.';

interface HarEntry {
  url: URL;
  method: string;
  /** Unix milliseconds. */
  atMs: number;
  sent: string;
  mimeType: string;
  status: number;
  text: string | undefined;
}

/** @param json the parsed file, with a list `log.entries` */
export function harFacts(json: unknown, effort: Effort, faults?: ReaderFaults): Fact[] {
  const entries = entriesOf(json);
  const facts: Fact[] = [];
  const documents = pagesIn(entries);
  const host = documents[0]?.url.hostname;
  const shop: ShopAddresses | undefined = host === undefined ? undefined : { host, pages: {} };
  const contained = (read: () => Fact[], instead: () => Fact[]): Fact[] =>
    faults ? faults.contain(read, instead) : read();
  for (const { url, text } of documents) {
    const matcher = createMatcher({ ...(faults && { faults }) });
    matcher.push(text!);
    const read = matcher.finish({ url: url.href });
    effort.done += matcher.effort.done;
    facts.push(...read.facts.map((fact) => (documents.length > 1 ? { ...fact, page: url.pathname } : fact)));
  }
  if (documents.length === 0) facts.push(unreadPage(entries));
  const seen = new Set<string>();
  for (const entry of entries) {
    if (effort.spent) break;
    const pixel = sandboxIn(entry.url);
    const library = libraryOf(entry.url.href);
    const id = library?.id;
    if (pixel) {
      if (seen.has(pixel.pixelId)) continue;
      seen.add(pixel.pixelId);
      const reference = { ...pixel, hash: '' };
      const unread = (reason: string) => [unreadPixel(reference, reason)];
      facts.push(
        ...(entry.text === undefined
          ? unread(NO_CONTENT)
          : contained(
              () => customPixelFacts(entry.text!, reference),
              () => unread(FAULT),
            )),
      );
    } else if (library && id !== undefined && !seen.has(`${library.vendor} ${id}`)) {
      seen.add(`${library.vendor} ${id}`);
      facts.push(loadedTag(library, id, entry));
      if (library.name !== 'gtm.js' && library.name !== 'gtag/js') continue;
      if (seen.size > CONTAINERS_MAX) continue;
      const kind = library.name === 'gtm.js' ? ('gtm' as const) : ('google_tag' as const);
      const reference = { kind, id, url: entry.url.origin + entry.url.pathname };
      const unread = (reason: string) => [unreadScript(reference, reason)];
      facts.push(
        ...(entry.text === undefined
          ? unread(NO_CONTENT)
          : contained(
              () => containerFacts(entry.text!, reference, shop),
              () => unread(FAULT),
            )),
      );
    }
  }
  facts.push(...hitFacts(entries, effort));
  if (effort.spent || entries.length === ENTRIES_MAX)
    facts.push({ ...NOWHERE, kind: 'mark', name: 'cut', value: 'it has more requests than are read' });
  return facts;
}

/** The custom pixel whose document has this address: `/web-pixels@…/custom/web-pixel-ID@VERSION/sandbox/…`. */
function sandboxIn({ pathname }: URL): { pixelId: string; version: string } | undefined {
  if (!/^\/(?:wpm|web-pixels)@/.test(pathname)) return undefined;
  const at = pathname.indexOf(PIXEL_PATH);
  const rest = at < 0 ? '' : pathname.slice(at + PIXEL_PATH.length);
  const [, pixelId, version] = /^(\d{1,20})@(\d{1,6})\/sandbox\//.exec(rest) ?? [];
  return pixelId === undefined || version === undefined ? undefined : { pixelId, version };
}

function hitFacts(entries: readonly HarEntry[], effort: Effort): HitFact[] {
  const found: HitFact[] = [];
  for (const { url, method, sent, atMs } of entries) {
    effort.done += url.href.length + sent.length;
    if (effort.spent || found.length >= HITS_MAX) break;
    if (method === 'OPTIONS') continue;
    for (const hit of hitsOf(url, sent)) found.push({ ...NOWHERE, kind: 'hit', atMs, ...hit });
  }
  return found;
}

/** What the browser loaded is evidence of a tag that runs. It is no install beside the code that loads it. */
function loadedTag(
  { vendor, name, firstParty }: NonNullable<ReturnType<typeof libraryOf>>,
  id: string,
  { url }: HarEntry,
): TagFact {
  const address = url.origin + url.pathname;
  return {
    ...NOWHERE,
    excerpt: address.slice(0, 100),
    kind: 'tag',
    vendor,
    form: 'injected',
    via: 'loader',
    id,
    library: name,
    url: address,
    ...(firstParty && { firstParty }),
  };
}

/** The documents of the shop: HTML that was answered with 200, of the first host that sent any. Frames of others are not pages. */
function pagesIn(entries: readonly HarEntry[]): HarEntry[] {
  const documents = entries.filter(
    ({ mimeType, status, text, url }) =>
      /^(?:text\/html|application\/xhtml)/i.test(mimeType) &&
      (status === 200 || status === 304) &&
      /<(?:html|head|body)[\s>]/i.test(text?.slice(0, 4096) ?? '') &&
      !sandboxIn(url),
  );
  const host = documents[0]?.url.host;
  const paths = new Map<string, HarEntry>();
  for (const entry of documents)
    if (entry.url.host === host && paths.size < PAGES_MAX && !paths.has(entry.url.pathname))
      paths.set(entry.url.pathname, entry);
  return [...paths.values()];
}

function unreadPage(entries: readonly HarEntry[]): UnreadFact {
  const page = entries.find(({ mimeType, url }) => /^text\/html/i.test(mimeType) && !sandboxIn(url));
  const id = page?.url.pathname ?? '/';
  const reason = entries.length === 0 ? 'The file has no request.' : 'The file has no content of a page.';
  return { ...NOWHERE, kind: 'unread', what: 'page', id, reason };
}

/** Entries with an address of HTTP. A stranger wrote the file, so each field may be anything. */
function entriesOf(json: unknown): HarEntry[] {
  const { entries } = Object(Object(json).log) as { entries?: unknown };
  return (Array.isArray(entries) ? entries : []).slice(0, ENTRIES_MAX).flatMap((item: unknown) => {
    const { request, response, startedDateTime } = Object(item) as Record<string, unknown>;
    const { url, method, postData } = Object(request) as Record<string, unknown>;
    const { status, content } = Object(response) as Record<string, unknown>;
    const { mimeType, text, encoding } = Object(content) as Record<string, unknown>;
    const { text: sent, params } = Object(postData) as Record<string, unknown>;
    const address = typeof url === 'string' && url.length <= 100_000 ? URL.parse(url) : null;
    if (!address || !/^https?:$/.test(address.protocol)) return [];
    const body = typeof text !== 'string' || text === '' ? undefined : text;
    return {
      url: address,
      method: String(method ?? 'GET').toUpperCase(),
      atMs: Date.parse(String(startedDateTime ?? '')) || 0,
      sent: typeof sent === 'string' && sent !== '' ? sent : formOf(params),
      mimeType: String(mimeType ?? ''),
      status: Number(status) || 0,
      text: body !== undefined && encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : body,
    };
  });
}

/** Some browsers list the fields of a form instead of its text. */
function formOf(params: unknown): string {
  if (!Array.isArray(params)) return '';
  const pairs = params.slice(0, 200).map((item: unknown) => {
    const { name, value } = Object(item) as Record<string, unknown>;
    return [String(name ?? ''), String(value ?? '')];
  });
  return new URLSearchParams(pairs).toString();
}
