/** How a number stands on the lists, in the words that every page, command and export has. Programs read `status`. */
import type { Standing } from '../../domain/tariff-standing.ts';
import { parseCode } from '../hts-code.ts';
import type { LookupStatus } from '../lookup/answer.ts';
import { lineDigits } from '../lookup/coverage.ts';
import { listingsOnDate } from '../lookup/listings-on-date.ts';
import type { TariffData } from '../tariff-data.ts';

const OF_STATUS: Record<LookupStatus, Standing> = {
  hit: 'listed',
  adjacent: 'near',
  in_scope_no_bis14: 'elsewhere',
  clear: 'not_listed',
  invalid: 'not_a_number',
};

/** @param answer of a lookup of the code on that day */
export function standingAt(
  code: string,
  { status, in_scope }: { status: LookupStatus; in_scope: boolean },
  asOf: string,
  data: TariffData,
): Standing {
  const digits = parseCode(code);
  if (!in_scope || status === 'hit' || digits === null) return OF_STATUS[status];
  const { coverage } = listingsOnDate(asOf, data).derivatives.of(lineDigits(digits));
  return coverage === 'none' ? 'elsewhere' : 'in_part';
}
