/** What a scan knows about the robots.txt of a site, and what its worker says of it. Nothing here reads the file. */

/**
 * What follows from the status of `/robots.txt` after redirects (RFC 9309, 2.3.1). `read`: a worker reads the body. `all`: there is no
 * such file, so every path may be fetched. `given`: nothing is known, so only the page that the caller asked for may be fetched. A site
 * that refuses us (401, 403, 429, 430) or fails is not asked for more.
 */
export type RobotsOutcome = 'read' | 'all' | 'given';

/** RFC 9309 asks for at least 500 KiB. No more of a file is decoded. */
export const ROBOTS_BYTES_MAX = 512 * 1024;

/** Refusals, where RFC 9309 would allow everything. A shop that blocks a scan does not want its other pages fetched. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 429, 430]);

export function robotsOutcome(status: number): RobotsOutcome {
  if (status >= 200 && status <= 299) return 'read';
  return status >= 400 && status <= 499 && !REFUSED.has(status) ? 'all' : 'given';
}

export interface RobotsAnswer {
  /** `given`: the body is a page, such as a challenge, or cannot be read. Every path is then refused. */
  outcome: Exclude<RobotsOutcome, 'all'>;
  /** For each path that was asked for, in that order. */
  allowed: boolean[];
  /** At most 1,000,000,000. A scan decides how long it waits. */
  crawlDelaySeconds?: number;
  /** Addresses as the file has them. Check them like any address from outside. */
  sitemaps: string[];
}

const CHARS_MAX = 32 * 1024;
const PATHS_MAX = 64;
const SITEMAPS_MAX = 5;
const ADDRESS_CHARS_MAX = 2048;

/** Checks what a worker says about `paths` paths. Undefined if no worker says that: then nothing is known. */
export function parseRobotsAnswer(text: string, paths: number): RobotsAnswer | undefined {
  if (text.length > CHARS_MAX || paths > PATHS_MAX) return undefined;
  const { outcome, allowed, crawlDelaySeconds, sitemaps } = parsed(text);
  if (outcome !== 'read' && outcome !== 'given') return undefined;
  if (!isListOf(allowed, (item) => typeof item === 'boolean') || allowed.length !== paths) return undefined;
  const isAddress = (item: unknown) => typeof item === 'string' && item.length <= ADDRESS_CHARS_MAX;
  if (!isListOf(sitemaps, isAddress) || sitemaps.length > SITEMAPS_MAX) return undefined;
  if (crawlDelaySeconds !== undefined && !(Number(crawlDelaySeconds) >= 0 && Number(crawlDelaySeconds) <= 1e9))
    return undefined;
  return {
    outcome,
    allowed: allowed as boolean[],
    ...(crawlDelaySeconds !== undefined && { crawlDelaySeconds: Number(crawlDelaySeconds) }),
    sitemaps: sitemaps as string[],
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function isListOf(value: unknown, is: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(is);
}
