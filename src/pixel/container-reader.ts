/** Fetches and reads the scripts that a page names: its GTM containers, and loaders on the shop's own domain. */
import { PortsideError } from '../domain/errors.ts';
import type { FetchedPage } from './fetch/page-fetch.ts';
import type { PageReader, ReadFor } from './page-reader.ts';
import { type ContainerReference, gtmAddress } from './tags/container.ts';
import type { UnreadFact } from './tags/facts.ts';

/** Pages name one or two. Without a limit, one scan could cause many fetches. */
export const CONTAINERS_MAX = 5;

export interface ReadContainers {
  /** The facts of each container that was read, for the rules. */
  facts: Uint8Array[];
  /** One for each container that was not read in full, so that the report does not look complete. */
  unread: UnreadFact[];
  /** A container was not read for a reason that may be gone in a moment. */
  mayImprove: boolean;
}

/** Fetches the script of a container. Its address is checked like that of a page. */
export type FetchContainer = (url: string) => Promise<FetchedPage>;

/** Reads at most five of the containers that a page names, all at once. A container that fails becomes a fact. */
export async function readContainers(
  containers: readonly ContainerReference[],
  pageUrl: string,
  fetchContainer: FetchContainer,
  reader: PageReader,
  readFor: ReadFor,
): Promise<ReadContainers> {
  const byUrl = new Map<string, ContainerReference>();
  for (const container of containers) {
    const url = addressOf(container, pageUrl);
    if (url !== undefined && !byUrl.has(url)) byUrl.set(url, { ...container, url });
  }
  const wanted = [...byUrl.values()];
  const read = await Promise.all(
    wanted.slice(0, CONTAINERS_MAX).map((container) => readContainer(container, fetchContainer, reader, readFor)),
  );
  const skipped = wanted
    .slice(CONTAINERS_MAX)
    .map((container) => unread(container, `A scan reads only ${CONTAINERS_MAX} containers.`));
  return {
    facts: read.flatMap(({ facts }) => facts ?? []),
    unread: [...read.flatMap(({ fault }) => fault ?? []), ...skipped],
    mayImprove: read.some(({ mayImprove }) => mayImprove),
  };
}

async function readContainer(
  container: ContainerReference,
  fetchContainer: FetchContainer,
  reader: PageReader,
  readFor: ReadFor,
): Promise<{ facts?: Uint8Array; fault?: UnreadFact; mayImprove?: boolean }> {
  let fetched = false;
  try {
    const { body } = await fetchContainer(container.url);
    fetched = true;
    const { facts, truncated } = await reader.container(container, body, readFor);
    return truncated ? { facts, fault: unread(container, 'It is larger than the limit of a scan.') } : { facts };
  } catch (error) {
    if (!(error instanceof PortsideError) || error.code === 'internal') throw error;
    const otherwise = fetched ? 'It could not be read.' : 'It could not be fetched.';
    const mayImprove = error.code === 'unavailable' || error.code === 'upstream_timeout';
    return { fault: unread(container, REASONS[error.code] ?? otherwise), mayImprove };
  }
}

const REASONS: Partial<Record<string, string>> = {
  invalid_request: 'A scan may not connect to its address.',
  upstream_timeout: 'It did not answer in time.',
  unavailable: 'Too many scans are running.',
};

/**
 * The address to fetch. On the shop's own domain, it is the one in the page. Elsewhere only GTM's own address for the id is
 * fetched, so that a page cannot send the scan to a host of its choice.
 */
function addressOf(container: ContainerReference, pageUrl: string): string | undefined {
  const url = URL.parse(container.url, pageUrl);
  const shop = new URL(pageUrl).hostname.replace(/^www\./, '');
  if (url && (url.hostname === shop || url.hostname.endsWith(`.${shop}`))) return url.href;
  return container.kind === 'gtm' && container.id ? gtmAddress(container.id) : undefined;
}

function unread({ kind, id, url }: ContainerReference, reason: string): UnreadFact {
  return {
    kind: 'unread',
    what: kind === 'gtm' ? 'container' : 'loader',
    id: id ?? url.replace(/[?#].*/s, ''),
    reason,
    offset: 0,
    line: 1,
    column: 1,
    script: 0,
    excerpt: '',
  };
}
