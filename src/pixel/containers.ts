/** What a page's containers hold: the public scripts of its GTM containers, and loaders on the shop's own domain. */
import { PortsideError } from '../errors.ts';
import type { StorefrontFetch } from './fetch.ts';
import type { Gate } from './gate.ts';
import type { ContainerReference, LocatedFinding, MatchedPage } from './report.ts';

/** Pages name one or two; more would make one scan many. */
const CONTAINERS_MAX = 5;
const CONTAINER_MS = 5_000;

export interface ContainerReading {
  fetch: StorefrontFetch;
  matchContainer(script: string, container: ContainerReference, page: MatchedPage): LocatedFinding[];
}

/**
 * Fetches at most five containers side by side and returns their findings in the order of the page. One that cannot be
 * read becomes a `scan_truncated` finding: the rest of the answer stands, but must not pass for the whole.
 */
export async function readContainers(
  page: MatchedPage,
  pageUrl: string,
  reading: ContainerReading,
  gate: Gate,
): Promise<LocatedFinding[]> {
  const wanted = new Map<string, ContainerReference>();
  for (const container of page.containers) {
    const url = addressOf(container, pageUrl);
    if (url !== undefined && !wanted.has(url)) wanted.set(url, { ...container, url });
  }
  const chosen = [...wanted.values()];
  const findings = await Promise.all(
    chosen.slice(0, CONTAINERS_MAX).map((container) => readContainer(container, page, reading, gate)),
  );
  const left = chosen.slice(CONTAINERS_MAX).map((container) => unread(container, `Only ${CONTAINERS_MAX} are read.`));
  return [...findings.flat(), ...left];
}

async function readContainer(
  container: ContainerReference,
  page: MatchedPage,
  { fetch, matchContainer }: ContainerReading,
  gate: Gate,
): Promise<LocatedFinding[]> {
  const script: string[] = [];
  try {
    const target = fetch.target(container.url);
    const options = { expected: 'script', totalMs: CONTAINER_MS } as const;
    const fetched = await gate.run(target.hostname, () => fetch.fetch(target, (text) => script.push(text), options));
    const findings = matchContainer(script.join(''), container, page);
    return fetched.truncated ? [...findings, unread(container, 'It is larger than a scan reads.')] : findings;
  } catch (error) {
    if (!(error instanceof PortsideError)) throw error;
    return [unread(container, SENTENCES[error.code] ?? 'It could not be fetched.')];
  }
}

const SENTENCES: Partial<Record<string, string>> = {
  invalid_request: 'Its address is not one that a scan may reach.',
  upstream_timeout: 'It did not answer in time.',
  unavailable: 'Too many scans are running.',
};

/** A GTM container's address is made from its id, never taken from the page; a loader's must be on the shop's own domain. */
function addressOf(container: ContainerReference, pageUrl: string): string | undefined {
  if (container.kind === 'gtm') {
    if (!container.id) return undefined;
    return `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container.id)}`;
  }
  const url = URL.parse(container.url, pageUrl);
  const shop = new URL(pageUrl).hostname.replace(/^www\./, '');
  return url && (url.hostname === shop || url.hostname.endsWith(`.${shop}`)) ? url.href : undefined;
}

function unread(container: ContainerReference, why: string): LocatedFinding {
  const name = container.id ?? 'a loader on the shop’s own domain';
  return {
    rule_id: 'scan_truncated',
    severity: 'info',
    message: `The container ${name} was not read in full. ${why}`,
    remedy: 'Scan again, or look into the container by hand.',
    origin: container.url,
  };
}
