/** Reads everything that the pages of a scan name: containers, Google tags, custom pixels, and what those load. */
import type { ShopAddresses } from '../../domain/scan-report.ts';
import type { ShopVisit } from '../fetch/shop-visit.ts';
import type { ReadPage } from '../page-reader.ts';
import type { UnreadFact } from '../tags/facts.ts';
import { ContainerReader } from './container-reader.ts';
import { readCustomPixels } from './custom-pixel-reader.ts';
import type { ScanBudget } from './scan-budget.ts';
import type { ScanRun } from './scan-run.ts';

export interface DeepParts {
  run: ScanRun;
  budget: ScanBudget;
  visit: ShopVisit;
  /** Final address of the first page. */
  pageUrl: string;
  shop: ShopAddresses;
}

export interface ReadFiles {
  facts: Uint8Array[];
  unread: UnreadFact[];
  mayImprove: boolean;
}

/** The containers are fetched while the shop is asked for its pixels, one after another. Then follow the containers of the pixels. */
export async function readNamed(pages: readonly ReadPage[], parts: DeepParts): Promise<ReadFiles> {
  const containers = new ContainerReader(parts);
  const [read] = await Promise.all([
    readCustomPixels(
      pages.flatMap(({ customPixels }) => customPixels),
      parts.pageUrl,
      parts.visit,
      parts.run,
    ),
    containers.read(pages.flatMap((page) => page.containers)),
  ]);
  await containers.read(read.containers);
  return {
    facts: [...containers.facts, ...read.facts],
    unread: [...containers.unread, ...read.unread],
    mayImprove: containers.mayImprove || read.mayImprove,
  };
}
