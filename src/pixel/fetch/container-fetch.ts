/** Fetches the scripts that a page names: its GTM containers, and loaders on the shop's own domain. */
import { PortsideError } from '../../domain/errors.ts';
import type { LocatedFinding } from '../../domain/scan-report.ts';
import { type ContainerReference, gtmAddress } from '../tags/container.ts';
import type { FetchQueue } from './fetch-queue.ts';
import type { StorefrontFetch } from './page-fetch.ts';

/** Pages name one or two. Without a limit, one scan could cause many fetches. */
const CONTAINERS_MAX = 5;
const CONTAINER_MS = 5_000;

/** The script of one container, or the part of it that was read. */
interface ContainerScript {
  container: ContainerReference;
  text: string;
}

export interface FetchedContainers {
  scripts: ContainerScript[];
  /** One `scan_truncated` finding for each container that was not read in full, so that the report does not look complete. */
  unread: LocatedFinding[];
}

/** Fetches at most five of the containers that a page names, all at once. A container that fails becomes a finding. */
export async function fetchContainers(
  containers: readonly ContainerReference[],
  pageUrl: string,
  fetch: StorefrontFetch,
  queue: FetchQueue,
): Promise<FetchedContainers> {
  const byUrl = new Map<string, ContainerReference>();
  for (const container of containers) {
    const url = addressOf(container, pageUrl);
    if (url !== undefined && !byUrl.has(url)) byUrl.set(url, { ...container, url });
  }
  const wanted = [...byUrl.values()];
  const fetched = await Promise.all(
    wanted.slice(0, CONTAINERS_MAX).map((container) => fetchContainer(container, fetch, queue)),
  );
  const skipped = wanted
    .slice(CONTAINERS_MAX)
    .map((container) => unread(container, `A scan reads only ${CONTAINERS_MAX} containers.`));
  return {
    scripts: fetched.flatMap(({ script }) => script ?? []),
    unread: [...fetched.flatMap(({ fault }) => fault ?? []), ...skipped],
  };
}

async function fetchContainer(
  container: ContainerReference,
  fetch: StorefrontFetch,
  queue: FetchQueue,
): Promise<{ script?: ContainerScript; fault?: LocatedFinding }> {
  const parts: string[] = [];
  try {
    const target = fetch.target(container.url);
    const options = { expected: 'script', totalMs: CONTAINER_MS } as const;
    const { truncated } = await queue.run(target.hostname, () =>
      fetch.fetch(target, (text) => parts.push(text), options),
    );
    const script = { container, text: parts.join('') };
    return truncated ? { script, fault: unread(container, 'It is larger than the limit of a scan.') } : { script };
  } catch (error) {
    if (!(error instanceof PortsideError)) throw error;
    return { fault: unread(container, REASONS[error.code] ?? 'It could not be fetched.') };
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

function unread(container: ContainerReference, why: string): LocatedFinding {
  const name = container.id ?? 'a loader on the shop’s own domain';
  return {
    rule_id: 'scan_truncated',
    severity: 'info',
    message: `The container ${name} was not read in full. ${why}`,
    remedy: 'Scan again, or look into the container by hand.',
    origin: container.id ?? container.url.replace(/[?#].*/s, ''),
  };
}
