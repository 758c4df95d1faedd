/** The routes of v0. They need no key. Every request except a preflight passes the rate limit before its input is read. */
import { Elysia } from 'elysia';
import type { Scanner } from '../../pixel/scan.ts';
import type { IsolatedDuties } from '../../tariff/duties/isolated-duties.ts';
import type { Tariff } from '../../tariff/tariff.ts';
import { CITATIONS, citationsRoute } from './citations/route.ts';
import { elysiaPath } from './operation.ts';
import { pixelRulesRoute, RULES } from './pixel-rules/route.ts';
import { PUBLIC_SCAN, publicScanRoute } from './pixel-scan/route.ts';
import { preflight, type RateLimitGuard } from './rate-limit-guard.ts';
import { CHANGES, changesRoute } from './tariff-changes/route.ts';
import { DUTY, dutyRoute } from './tariff-duties/route.ts';
import { EXPLAIN, explainRoute } from './tariff-explain/route.ts';
import { HISTORY, historyRoute } from './tariff-history/route.ts';
import { LIST_FILE_PATH, LISTS, listRoutes } from './tariff-lists/route.ts';
import { CHAPTERS, SCHEDULE, scheduleRoutes } from './tariff-schedule/route.ts';
import { SEARCH, searchRoute } from './tariff-search/route.ts';

export interface V0Parts {
  tariff: Tariff;
  /** For callers without a key. */
  duties: IsolatedDuties;
  /** For callers without a key: it shares no cache with that of v1. */
  scanner: Scanner;
  rateLimit: RateLimitGuard;
}

export function v0Routes({ tariff, duties, scanner, rateLimit }: V0Parts) {
  const reads = new Elysia({ name: 'v0-reads' })
    .onTransform(async ({ request, set }) => rateLimit.admitRead({ request, set }))
    .use(explainRoute(tariff))
    .use(dutyRoute(duties, (request) => rateLimit.networkOf(request)))
    .use(historyRoute(tariff))
    .use(listRoutes(tariff))
    .use(changesRoute(tariff))
    .use(searchRoute(tariff))
    .use(scheduleRoutes(tariff))
    .use(pixelRulesRoute())
    .use(citationsRoute());

  const scans = new Elysia({ name: 'v0-scans' })
    .onTransform(async ({ request, set }) => rateLimit.admitScan({ request, set }))
    .use(publicScanRoute(scanner, (request) => rateLimit.networkOf(request)));

  const preflights = new Elysia({ name: 'v0-preflights' });
  for (const path of [
    EXPLAIN.path,
    DUTY.path,
    HISTORY.path,
    LISTS.path,
    LIST_FILE_PATH,
    CHANGES.path,
    SEARCH.path,
    CHAPTERS.path,
    SCHEDULE.path,
    RULES.path,
    CITATIONS.path,
  ]) {
    preflights.options(elysiaPath(path), () => preflight('GET, HEAD, OPTIONS'));
  }
  preflights.options(PUBLIC_SCAN.path, () => preflight('OPTIONS, POST'));
  return new Elysia({ name: 'v0' }).use(reads).use(scans).use(preflights);
}
