/** A search of the schedule in use, with what the lists say of each result. */

import type { Standing } from '../../domain/tariff-standing.ts';
import { standingAt } from '../explain/standing.ts';
import { lawReadTo } from '../law/law-read.ts';
import type { LookupStatus } from '../lookup/answer.ts';
import type { TariffOnDate } from '../tariff.ts';
import type { TariffData } from '../tariff-data.ts';
import { type SearchAnswer, type SearchResult, searchSchedule } from './search.ts';

export interface ListedResult extends SearchResult {
  /** What a lookup of the code answers. */
  status: LookupStatus;
  /** The same in the words that people read. */
  standing: Standing;
}

export interface TariffSearch extends Omit<SearchAnswer, 'results'> {
  as_of: string;
  law_read_to: string;
  results: ListedResult[];
}

export function searchTariff(query: string, limit: number, data: TariffData, onDate: TariffOnDate): TariffSearch {
  const { results, ...answer } = searchSchedule(data.schedule, query, limit);
  return {
    ...answer,
    as_of: onDate.asOf,
    law_read_to: lawReadTo(data),
    results: results.map((result) => {
      const answer = onDate.lookup(result.code);
      return { ...result, status: answer.status, standing: standingAt(result.code, answer, onDate.asOf, data) };
    }),
  };
}
