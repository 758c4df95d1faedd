/**
 * Visits the pages of a shop that have templates of their own: home, one product, one collection, cart and search. It never puts
 * anything into a cart. Which pages were not read, and why, is a part of the report.
 */
import type { JourneyPage, PageKind } from '../../domain/scan-report.ts';
import type { ScanStep } from '../../domain/scan-step.ts';
import { NotRead, notRead } from '../deep/not-read.ts';
import type { ScanRun } from '../deep/scan-run.ts';
import { unreadPage } from '../deep/unread.ts';
import type { ShopVisit } from '../fetch/shop-visit.ts';
import type { FactPart, ReadPage } from '../page-reader.ts';
import type { UnreadFact } from '../tags/facts.ts';
import type { PageLinks } from './page-links.ts';
import { SITEMAP_BYTES_MAX, type SitemapLinks } from './sitemap.ts';
import { pathOfStop, stopsAfter } from './visit-list.ts';

/** A page of a journey that was read. */
interface VisitedPage extends FactPart {
  url: string;
  journey: JourneyPage;
  read: ReadPage;
}

export interface Journey {
  /** The page that the caller gave comes first. */
  pages: VisitedPage[];
  unread: UnreadFact[];
  mayImprove: boolean;
}

/** Pages that a shop shows in the place of all its pages. */
const CLOSED: Partial<Record<PageKind, string>> = {
  password: 'The shop is closed by its password page.',
  closed: 'The shop is closed.',
  blocked: 'The shop answered with a challenge instead of a page.',
};

/** A scan of a single page. Its facts have no page, because there is only one. */
export function onePage(url: string, read: ReadPage): Journey {
  const { page: _, ...only } = visited(url, read);
  return { pages: [only], unread: [], mayImprove: false };
}

/** Goes on from the page that the caller gave. */
export async function readJourney(
  url: string,
  read: ReadPage,
  visit: ShopVisit,
  run: ScanRun,
  onStep: (step: ScanStep) => void,
): Promise<Journey> {
  const first = visited(url, read);
  onStep({ page: first.journey, path: first.page, state: 'read' });
  const given = new URL(url).pathname;
  const journey: Journey = { pages: [first], unread: [], mayImprove: false };
  const kind = read.report.page_kind;
  if (CLOSED[kind] !== undefined) visit.stop(new NotRead(CLOSED[kind]));
  const links: PageLinks = { ...read.links };
  for (const stop of stopsAfter(first.journey)) {
    const isUnknown = stop === 'product' && links.product === undefined;
    onStep({ page: stop, state: 'reading' });
    try {
      if (isUnknown) Object.assign(links, await linksOfSitemap(url, visit, run), links);
      const path = pathOfStop(stop, given, links);
      if (path === undefined) throw new NotRead('No page that was read, and no sitemap, names one.');
      const next = await readStop(new URL(path, url).href, visit, run);
      onStep({ page: stop, path: next.page, state: 'read' });
      journey.pages.push(next);
      links.product ??= next.read.links.product;
      links.collection ??= next.read.links.collection;
    } catch (error) {
      const { message, mayImprove } = notRead(error);
      onStep({ page: stop, state: 'not_read', reason: message });
      journey.unread.push(unreadPage(pathOfStop(stop, given, links) ?? `a ${stop} page`, message));
      journey.mayImprove ||= mayImprove;
    }
  }
  return journey;
}

async function readStop(address: string, visit: ShopVisit, run: ScanRun): Promise<VisitedPage & { page: string }> {
  const { url, body } = await visit.get(address, { expected: 'page' });
  const read = await run.read(body, (reader, readFor) => reader.page(url, body, readFor, true));
  const closed = CLOSED[read.report.page_kind];
  if (closed !== undefined) {
    const reason = new NotRead(closed, true);
    visit.stop(reason);
    throw reason;
  }
  return visited(url, read);
}

function visited(url: string, read: ReadPage): VisitedPage & { page: string } {
  const page = new URL(url).pathname;
  return { url, journey: read.report.pages[0]?.journey ?? 'other', page, read, facts: read.facts };
}

/** What the sitemap of the shop names. An index leads to one list of products. */
async function linksOfSitemap(url: string, visit: ShopVisit, run: ScanRun): Promise<PageLinks> {
  const index = await readSitemap(new URL('/sitemap.xml', url).href, visit, run);
  const { products, ...links } = index;
  if (links.product !== undefined || products === undefined) return links;
  return { ...links, ...(await readSitemap(products, visit, run)) };
}

async function readSitemap(address: string, visit: ShopVisit, run: ScanRun): Promise<SitemapLinks> {
  const { url, body } = await visit.get(address, { expected: 'sitemap', bodyBytesMax: SITEMAP_BYTES_MAX });
  return run.read(body, (reader, readFor) => reader.sitemap(url, body, readFor));
}
