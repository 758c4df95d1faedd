/**
 * Where a shop serves the code of its custom pixels: a sandbox document for each entry of the pixel list, on the shop's own host. The
 * parts of an address come from one load of the page, because Shopify changes hash and versions at any time. A worker finds them, and
 * the server makes addresses of them.
 */
import type { EntryFact, Fact, MarkFact, Place, UnreadFact } from '../tags/facts.ts';

/** A store has a few. Each is one request to the shop. */
export const CUSTOM_PIXELS_MAX = 10;
/** Of a sandbox document. Real ones have at most 220,000 bytes, most of them Shopify's library. */
export const SANDBOX_BYTES_MAX = 1 << 20;
const PATH_CHARS_MAX = 256;
/** `web-pixels` is the root since 2026. Older shops answer it with 404, and serve `wpm`. */
const ROOTS = ['web-pixels', 'wpm'];
const NOWHERE: Place = { offset: 0, line: 1, column: 1, script: 0, excerpt: '' };

/** A custom pixel that a page names. */
export interface CustomPixelReference {
  /** Digits. */
  pixelId: string;
  /** Digits: how often the merchant saved the code. */
  version: string;
  /** Version of Shopify's pixel code. */
  hash: string;
  /** Origin of the shop, as the page says. */
  base?: string;
  name?: string;
}

const ID = /^\d{1,20}$/;
const VERSION = /^\d{1,6}$/;
const HASH = /^[0-9a-z]{20,64}$/;

/** Whether the parts have the shapes of an address, and nothing else. */
export function isReference({ pixelId, version, hash }: CustomPixelReference): boolean {
  return ID.test(pixelId) && VERSION.test(version) && HASH.test(hash);
}

/** The custom pixels that the facts of a page name, and those that cannot be asked for. Shopify's own default is neither. */
export function customPixelReferences(facts: readonly Fact[]): {
  references: CustomPixelReference[];
  unread: UnreadFact[];
} {
  const hash = markOf(facts, 'pixel_hash') ?? '';
  const base = markOf(facts, 'pixel_base');
  const references: CustomPixelReference[] = [];
  const unread: UnreadFact[] = [];
  for (const { type, pixelId = '', scriptVersion: version = '', context = 'LAX', name } of entriesOf(facts)) {
    if (type !== 'CUSTOM' || !ID.test(pixelId)) continue;
    const named = name !== undefined && { name };
    const skip = (reason: string) =>
      unread.push({ ...NOWHERE, kind: 'unread', what: 'custom_pixel', id: pixelId, ...named, reason });
    if (!HASH.test(hash)) skip('The page does not name the version of Shopify’s pixel code, which its address needs.');
    else if (!VERSION.test(version)) skip('The page does not name the version of its code, which its address needs.');
    else if (context !== 'LAX') skip('It runs in a context whose address is not known.');
    else if (references.length === CUSTOM_PIXELS_MAX) skip(`A scan reads at most ${CUSTOM_PIXELS_MAX} custom pixels.`);
    else references.push({ pixelId, version, hash, ...(base !== undefined && { base }), ...named });
  }
  return { references, unread };
}

function entriesOf(facts: readonly Fact[]): EntryFact[] {
  return facts.filter((fact): fact is EntryFact => fact.kind === 'entry');
}

function markOf(facts: readonly Fact[], name: MarkFact['name']): string | undefined {
  return facts.find((fact): fact is MarkFact => fact.kind === 'mark' && fact.name === name)?.value;
}

/** The addresses of the code, in the order to try. The second is only for an answer of 404 to the first. */
export function customPixelUrls({ pixelId, version, hash, base }: CustomPixelReference, pageUrl: string): string[] {
  const page = new URL(pageUrl);
  const rest = `@${hash}/custom/web-pixel-${pixelId}@${version}/sandbox/modern${pathOf(page)}`;
  return ROOTS.map((root) => `${originOf(base, page)}/${root}${rest}`);
}

/** The origin of the shop, or of the page if they are different sites: a page must not send a scan to a host of its choice. */
function originOf(base: string | undefined, page: URL): string {
  const named = URL.parse(base ?? '');
  const shop = page.hostname.replace(/^www\./, '');
  const isShop = named?.hostname === shop || named?.hostname.endsWith(`.${shop}`);
  return named && isShop && named.protocol === page.protocol && named.port === page.port ? named.origin : page.origin;
}

/** The path of the page, which Shopify's script appends so that the frame's address resembles it. Paths of files are left out. */
function pathOf({ pathname }: URL): string {
  return pathname.length > PATH_CHARS_MAX || /\.(js|json|xml)$/i.test(pathname) ? '/' : pathname;
}
