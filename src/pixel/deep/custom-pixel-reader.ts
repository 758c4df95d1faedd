/** Fetches and reads the code of the custom pixels that pages name, from the shop's own host and nowhere else. */

import { PortsideError } from '../../domain/errors.ts';
import type { ContainerReference } from '../containers/reference.ts';
import { type CustomPixelReference, customPixelUrls, SANDBOX_BYTES_MAX } from '../custom-pixels/address.ts';
import { BadStatus } from '../fetch/fetch-errors.ts';
import type { FetchedPage } from '../fetch/page-fetch.ts';
import type { ShopVisit } from '../fetch/shop-visit.ts';
import type { UnreadFact } from '../tags/facts.ts';
import { NotRead, notRead } from './not-read.ts';
import type { ScanRun } from './scan-run.ts';
import { unreadPixel } from './unread.ts';

const OPTIONS = { expected: 'sandbox', bodyBytesMax: SANDBOX_BYTES_MAX, totalMs: 5_000 } as const;

export interface ReadPixels {
  facts: Uint8Array[];
  unread: UnreadFact[];
  /** Containers and Google tags that the code loads. */
  containers: ContainerReference[];
  mayImprove: boolean;
}

/** Pages name at most ten. Each is a request to the shop. */
export async function readCustomPixels(
  references: readonly CustomPixelReference[],
  pageUrl: string,
  visit: ShopVisit,
  run: ScanRun,
): Promise<ReadPixels> {
  const found: ReadPixels = { facts: [], unread: [], containers: [], mayImprove: false };
  /** Which of the two addresses the shop knows. It is the same for all its pixels. */
  let root = 0;
  for (const reference of newestOf(references)) {
    try {
      const { page, at } = await fetchDocument(reference, root, pageUrl, visit);
      root = at;
      const { body } = page;
      const read = await run.read(body, (reader, readFor) => reader.customPixel(reference, body, readFor));
      found.facts.push(read.facts);
      found.containers.push(...read.containers);
      if (read.truncated) found.unread.push(unreadPixel(reference, 'Its code is longer than the limit of a scan.'));
    } catch (error) {
      const { message, mayImprove } = notRead(error);
      found.unread.push(unreadPixel(reference, message));
      found.mayImprove ||= mayImprove;
    }
  }
  return found;
}

/** Each pixel once. Pages from a cache may name an older version of it. */
function newestOf(references: readonly CustomPixelReference[]): CustomPixelReference[] {
  const byId = new Map<string, CustomPixelReference>();
  for (const reference of references) {
    const known = byId.get(reference.pixelId);
    if (!known || Number(reference.version) > Number(known.version)) byId.set(reference.pixelId, reference);
  }
  return [...byId.values()];
}

/** The document of a pixel, and which of its addresses it has. An answer of 404 leads to the next address. */
async function fetchDocument(
  { base: _, ...reference }: CustomPixelReference,
  first: number,
  pageUrl: string,
  visit: ShopVisit,
): Promise<{ page: FetchedPage; at: number }> {
  // Whatever base the page names, its pixels are asked for at the host that served the page.
  const urls = customPixelUrls(reference, pageUrl);
  for (let at = first; ; at++) {
    try {
      return { page: await visit.get(urls[at]!, OPTIONS), at };
    } catch (error) {
      if (at + 1 >= urls.length || !isMissing(error)) throw error;
    }
  }
}

function isMissing(error: unknown): boolean {
  const { cause } = error instanceof NotRead ? error : {};
  return cause instanceof PortsideError && cause.cause instanceof BadStatus && cause.cause.status === 404;
}
