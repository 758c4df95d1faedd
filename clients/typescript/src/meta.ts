import type { ResponseHeaders } from './fetch.ts';

/** What is left of one limit of the key, from the latest answer of the server. */
export interface RateWindow {
  limit: number | undefined;
  remaining: number;
  resetSeconds: number | undefined;
}

/** By the name of the window: `minute` (sliding) and `day` (UTC). */
export type RateLimit = Partial<Record<'minute' | 'day', RateWindow>> & Record<string, RateWindow | undefined>;

/** The tariff list behind an answer. Store it with the answer for audits. */
export interface TariffList {
  id: string;
  version: string;
  /** `YYYY-MM-DD`. */
  asOf: string;
}

/** What came with a result. A lookup of more than 50 codes has the lowest limits and all request ids of its requests. */
export interface Meta {
  requestId: string | undefined;
  requestIds: string[];
  rateLimit: RateLimit;
  /** Lookups only. */
  list: TariffList | undefined;
}

export function readMeta(headers: ResponseHeaders): Meta {
  const requestId = headers.get('x-request-id') ?? undefined;
  const id = headers.get('x-tariff-list');
  const version = headers.get('x-tariff-list-version');
  const asOf = headers.get('x-tariff-as-of');
  return {
    requestId,
    requestIds: requestId ? [requestId] : [],
    rateLimit: readRateLimit(headers),
    list: id && version && asOf ? { id, version, asOf } : undefined,
  };
}

/** `RateLimit` and `RateLimit-Policy` (IETF draft): `"minute";r=99;t=60, "day";r=9999;t=3600`. Unreadable parts are left out. */
export function readRateLimit(headers: ResponseHeaders): RateLimit {
  const policies = readItems(headers.get('ratelimit-policy'));
  const windows: RateLimit = {};
  for (const [name, { r, t }] of readItems(headers.get('ratelimit'))) {
    if (r !== undefined) windows[name] = { limit: policies.get(name)?.q, remaining: r, resetSeconds: t };
  }
  return windows;
}

function readItems(header: string | null): Map<string, Record<string, number>> {
  const items = new Map<string, Record<string, number>>();
  for (const [, name = '', parameters = ''] of (header ?? '').matchAll(/"(\w+)"((?:;\w+=\d+)*)/g)) {
    const numbers: Record<string, number> = Object.create(null);
    for (const [, key = '', value] of parameters.matchAll(/;(\w+)=(\d+)/g)) numbers[key] = Number(value);
    items.set(name, numbers);
  }
  return items;
}

/** All parts must come from one list; `lookup` checks that. */
export function joinMeta(parts: Meta[]): Meta {
  const rateLimit: RateLimit = {};
  for (const part of parts) {
    for (const [name, window] of Object.entries(part.rateLimit)) {
      if (window && window.remaining <= (rateLimit[name]?.remaining ?? Infinity)) rateLimit[name] = window;
    }
  }
  return { ...parts[0]!, requestIds: parts.flatMap((part) => part.requestIds), rateLimit };
}
