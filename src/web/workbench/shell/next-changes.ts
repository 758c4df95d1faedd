/** Announced changes of the tariff, which the calendar and the first page show. */
import type { Static } from 'typebox';
import type { ChangesAnswer } from '../../../api/v0/tariff-changes/schema.ts';
import type { Ask } from '../ask/ask.ts';

export type Changes = Static<typeof ChangesAnswer>;
export type AnnouncedChange = Changes['announced'][number];

/** Later than anything that is announced. */
const LAST_DAY = '2099-12-31';

export function readChanges(ask: Ask, from: string, to: string): Promise<Changes> {
  return ask.json<Changes>('GET', `/api/v0/tariff/changes?from=${from}&to=${to}`);
}

/** What is announced for days after `after` (`YYYY-MM-DD`). */
export function readAnnounced(ask: Ask, after: string): Promise<Changes> {
  return readChanges(ask, after, LAST_DAY);
}
