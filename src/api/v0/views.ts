/** What the products know, in the shapes of v0. Pure. */

import type { Listing, TariffList } from '../../domain/tariff-list.ts';
import { allCitations, type Rule, searchCitations } from '../../entry/issue/citations.ts';
import { changesBetween } from '../../tariff/changes.ts';
import { nextChanges } from '../../tariff/explain.ts';
import { LISTS_PATH } from './operations.ts';

/** Enough of a list to choose and to fetch it. */
export function listSummaries(lists: readonly TariffList[], today: string) {
  return lists.map((list) => ({
    list_id: list.list_id,
    title: list.title,
    version: list.version,
    as_of: list.as_of,
    source: list.source,
    rows: list.listings.length,
    next_change: nextChanges([list], today)[0] ?? null,
    json: `${LISTS_PATH}/${list.list_id}.json`,
    csv: `${LISTS_PATH}/${list.list_id}.csv`,
  }));
}

export function changesAnswer(lists: readonly TariffList[], from: string, to: string) {
  const { added, removed, rerated, moved } = changesBetween(lists, from, to);
  const views = (changes: typeof added) =>
    changes.map(({ code, programme, before, after }) => ({
      code,
      programme,
      before: before.map(changedListing),
      after: after.map(changedListing),
    }));
  return { from, to, added: views(added), removed: views(removed), rerated: views(rerated), moved: views(moved) };
}

function changedListing({ terms, from, to }: Listing) {
  const { note, ch99_heading, rate, rate_kind, charged_on = null, source } = terms;
  return { note, ch99_heading, rate, rate_kind, charged_on, from, to, source };
}

/** `query`: words or a citation; empty for the whole catalogue. */
export function citations(query: string) {
  const found = query.trim() === '' ? allCitations() : searchCitations(query);
  return found.map(({ citation, title, appliesTo, certificate, basis, vacated = false, note }: Rule) => ({
    citation,
    title,
    applies_to: appliesTo,
    certificate,
    basis,
    vacated,
    note: note ?? null,
  }));
}
