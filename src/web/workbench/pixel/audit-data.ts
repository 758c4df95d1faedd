/** What pages of audits of stores ask the API for. */
import type { JobPage, PixelAudit, PixelAuditLines } from '../../../api/v2/jobs/answers.ts';
import type { Ask } from '../ask/ask.ts';

export type StoreLine = PixelAuditLines['lines'][number];

/** Stores of one audit are 500 at most. */
const PAGES_MAX = 6;
/** Earlier audits in which a store is looked for. */
const EARLIER_MAX = 5;

const pathOf = (id: string) => `/api/v2/pixel/audits/${id}` as const;

export const readAudit = (ask: Ask, id: string) => ask.json<PixelAudit>('GET', pathOf(id));

export function isOpen({ status }: Pick<PixelAudit, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** All stores that are done. */
export async function readStores(ask: Ask, id: string): Promise<StoreLine[]> {
  const stores: StoreLine[] = [];
  let cursor = '';
  for (let page = 0; page < PAGES_MAX; page++) {
    const { lines, next_cursor } = await ask.json<PixelAuditLines>('GET', `${pathOf(id)}/lines?limit=100${cursor}`);
    stores.push(...lines);
    if (!next_cursor || lines.length === 0) break;
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
  return stores;
}

export interface Earlier {
  /** Of each store the latest line of an audit before this one. */
  byStore: Map<string, StoreLine & { at: string }>;
  /** Audits that were looked through. */
  audits: number;
}

/** The same stores in finished audits that were sent before. */
export async function readEarlier(ask: Ask, audit: PixelAudit): Promise<Earlier> {
  const { jobs } = await ask.json<JobPage>('GET', '/api/v2/pixel/audits?status=finished&limit=20');
  const before = jobs
    .filter(({ id, accepted_at }) => id !== audit.id && accepted_at <= audit.accepted_at)
    .slice(0, EARLIER_MAX);
  const byStore: Earlier['byStore'] = new Map();
  for (const { id, accepted_at } of before) {
    for (const store of await readStores(ask, id)) {
      if (!byStore.has(store.store)) byStore.set(store.store, { ...store, at: accepted_at });
    }
  }
  return { byStore, audits: before.length };
}

const rulesOf = ({ rules }: StoreLine) => new Set(rules.split(' ').filter(Boolean));

/** What changed between two scans of a store, by the rules that found something. */
export function changesOf(now: StoreLine, then: StoreLine): { added: string[]; gone: string[]; same: number } {
  const [after, before] = [rulesOf(now), rulesOf(then)];
  return {
    added: [...after].filter((rule) => !before.has(rule)),
    gone: [...before].filter((rule) => !after.has(rule)),
    same: [...after].filter((rule) => before.has(rule)).length,
  };
}

/** The worst store first. A store that was not judged is worse than any score: nothing is known of it. */
export function worstFirst(stores: readonly StoreLine[]): StoreLine[] {
  return stores.toSorted((a, b) => (a.score ?? -1) - (b.score ?? -1) || a.line - b.line);
}
