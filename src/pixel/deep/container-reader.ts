/**
 * Fetches and reads the scripts that pages and custom pixels name: GTM containers, payloads of Google tags, loaders on the shop's own
 * domain, and what these load in turn. What the children load is not read.
 */
import type { ShopAddresses } from '../../domain/scan-report.ts';
import type { ContainerReference } from '../containers/reference.ts';
import type { FetchedPage } from '../fetch/page-fetch.ts';
import type { ShopVisit } from '../fetch/shop-visit.ts';
import type { UnreadFact } from '../tags/facts.ts';
import { notRead } from './not-read.ts';
import { googleAddress } from './references.ts';
import type { ScanBudget } from './scan-budget.ts';
import type { ScanRun } from './scan-run.ts';
import { unreadScript } from './unread.ts';

/** Pages name one or two containers, and up to four Google tags. Without a limit, one scan could cause many fetches. */
const MOST = { container: 5, google_tag: 8, child: 5 };
const WORDS = { container: 'containers', google_tag: 'Google tags', child: 'containers that others load' };
/** As many as the queue runs for one shop. */
const AT_ONCE = 2;
const SCRIPT_MS = 5_000;

export interface ContainerReaderParts {
  run: ScanRun;
  budget: ScanBudget;
  /** Fetches a script on the very host of the shop. */
  visit: ShopVisit;
  /** Final address of the first page. */
  pageUrl: string;
  shop: ShopAddresses;
}

/** What came of one script. */
interface ReadFile {
  facts?: Uint8Array;
  unread?: UnreadFact;
  /** Scripts that it loads. */
  children?: ContainerReference[];
  mayImprove?: boolean;
}

export class ContainerReader {
  /** The facts of each script that was read. */
  readonly facts: Uint8Array[] = [];
  /** One for each script that was not read in full, so that the report does not look complete. */
  readonly unread: UnreadFact[] = [];
  /** A script was not read for a reason that may be gone in a moment. */
  mayImprove = false;
  readonly #parts: ContainerReaderParts;
  readonly #seen = new Set<string>();
  readonly #left = { ...MOST };

  constructor(parts: ContainerReaderParts) {
    this.#parts = parts;
  }

  /** Reads what pages or custom pixels name, and then what these scripts load. A script that fails becomes a fact. */
  async read(references: readonly ContainerReference[]): Promise<void> {
    const children = await this.#readAll(references, false);
    const grandchildren = await this.#readAll(children, true);
    for (const reference of grandchildren.filter((child) => this.#isNew(child)))
      this.unread.push(unreadScript(reference, 'Only another container that was read loads it.'));
  }

  /** Reads the new ones of some scripts. What was found is kept in their order, not in that of the answers. */
  async #readAll(references: readonly ContainerReference[], areChildren: boolean): Promise<ContainerReference[]> {
    const wanted = references.flatMap((reference) => this.#wanted(reference, areChildren));
    const read: ReadFile[] = [];
    let next = 0;
    const readNext = async (): Promise<void> => {
      while (next < wanted.length) {
        const at = next++;
        read[at] = await this.#readOne(wanted[at]!);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readNext));
    for (const { facts, unread, mayImprove } of read) {
      if (facts) this.facts.push(facts);
      if (unread) this.unread.push(unread);
      this.mayImprove ||= mayImprove ?? false;
    }
    return read.flatMap(({ children }) => children ?? []);
  }

  #isNew({ pixel = '', url }: ContainerReference): boolean {
    const key = `${pixel} ${url}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  #wanted(named: ContainerReference, isChild: boolean): ContainerReference[] {
    const url = this.#addressOf(named);
    const reference = { ...named, url: url ?? named.url };
    if (!this.#isNew(reference)) return [];
    if (url === undefined) {
      this.unread.push(unreadScript(reference, 'It is on a host that does not belong to the shop.'));
      return [];
    }
    const kind = isChild ? 'child' : reference.kind === 'google_tag' ? 'google_tag' : 'container';
    if (this.#left[kind]-- > 0) return [reference];
    const most = MOST[kind];
    const what = WORDS[kind];
    this.unread.push(unreadScript(reference, `A scan reads at most ${most} ${what}.`));
    return [];
  }

  /**
   * The address to fetch. On the shop's own domain, it is the one in the page. Elsewhere only Google's own address for the id is
   * fetched, so that a page cannot send the scan to a host of its choice.
   */
  #addressOf({ id = '', url }: ContainerReference): string | undefined {
    const named = URL.parse(url, this.#parts.pageUrl);
    const shop = new URL(this.#parts.pageUrl).hostname.replace(/^www\./, '');
    if (named && (named.hostname === shop || named.hostname.endsWith(`.${shop}`))) return named.href;
    return googleAddress(id);
  }

  async #readOne(reference: ContainerReference): Promise<ReadFile> {
    const { run, shop } = this.#parts;
    try {
      const { body } = await this.#fetch(reference.url);
      const read = await run.read(body, (reader, readFor) => reader.container(reference, shop, body, readFor));
      const { facts, containers: children, truncated } = read;
      const cut = truncated && { unread: unreadScript(reference, 'It is larger than the limit of a scan.') };
      return { facts, children, ...cut };
    } catch (error) {
      const { message, mayImprove } = notRead(error);
      return { unread: unreadScript(reference, message), mayImprove };
    }
  }

  /** Scripts on the shop's own host are requests to the shop like any other. */
  async #fetch(url: string): Promise<FetchedPage> {
    const { budget, pageUrl, run, visit } = this.#parts;
    if (new URL(url).host === new URL(pageUrl).host)
      return visit.get(url, { expected: 'script', totalMs: SCRIPT_MS, namedBy: pageUrl });
    budget.check();
    return run.fetchScript(url, pageUrl, { totalMs: Math.min(SCRIPT_MS, budget.leftMs) });
  }
}
