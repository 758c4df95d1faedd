/** What a page's containers hold: the public scripts of its GTM containers, and loaders on the shop's own domain. */
import { PortsideError } from '../../domain/errors.ts';
import type { LocatedFinding } from '../../domain/scan-report.ts';
import type { ContainerReference, MatchedPage } from '../matched-page.ts';
import type { FetchQueue } from './fetch-queue.ts';
import type { StorefrontFetch } from './page-fetch.ts';

/** Pages name one or two; more would make one scan many. */
const CONTAINERS_MAX = 5;
const CONTAINER_MS = 5_000;

/** The script of one container, as far as it was read. */
interface ContainerScript {
  container: ContainerReference;
  text: string;
}

export interface ContainerReading {
  fetch: StorefrontFetch;
  /** All findings of the page and of what its containers hold: what is double shows only together. */
  matchTogether(page: MatchedPage, scripts: ContainerScript[]): LocatedFinding[];
}

/**
 * Fetches at most five containers side by side and judges them with the page. One that cannot be read becomes a
 * `scan_truncated` finding: the rest of the answer stands, but must not pass for the whole.
 */
export async function readContainers(
  page: MatchedPage,
  pageUrl: string,
  { fetch, matchTogether }: ContainerReading,
  queue: FetchQueue,
): Promise<LocatedFinding[]> {
  const wanted = new Map<string, ContainerReference>();
  for (const container of page.containers) {
    const url = addressOf(container, pageUrl);
    if (url !== undefined && !wanted.has(url)) wanted.set(url, { ...container, url });
  }
  const chosen = [...wanted.values()];
  const read = await Promise.all(
    chosen.slice(0, CONTAINERS_MAX).map((container) => readContainer(container, fetch, queue)),
  );
  const left = chosen.slice(CONTAINERS_MAX).map((container) => unread(container, `Only ${CONTAINERS_MAX} are read.`));
  return [
    ...matchTogether(
      page,
      read.flatMap(({ script }) => script ?? []),
    ),
    ...read.flatMap(({ fault }) => fault ?? []),
    ...left,
  ];
}

async function readContainer(
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
    return truncated ? { script, fault: unread(container, 'It is larger than a scan reads.') } : { script };
  } catch (error) {
    if (!(error instanceof PortsideError)) throw error;
    return { fault: unread(container, SENTENCES[error.code] ?? 'It could not be fetched.') };
  }
}

const SENTENCES: Partial<Record<string, string>> = {
  invalid_request: 'Its address is not one that a scan may reach.',
  upstream_timeout: 'It did not answer in time.',
  unavailable: 'Too many scans are running.',
};

/** On the shop's own domain: as the page says. Anywhere else: GTM's own address for the id, and nothing but GTM's. */
function addressOf(container: ContainerReference, pageUrl: string): string | undefined {
  const url = URL.parse(container.url, pageUrl);
  const shop = new URL(pageUrl).hostname.replace(/^www\./, '');
  if (url && (url.hostname === shop || url.hostname.endsWith(`.${shop}`))) return url.href;
  if (container.kind !== 'gtm' || !container.id) return undefined;
  return `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container.id)}`;
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
