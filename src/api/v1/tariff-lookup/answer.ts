/** What a lookup answers, without Elysia. */
import type { Static } from 'typebox';
import type { DirectOperation } from '../../../http/direct-route.ts';
import { nameIgnoredFields } from '../../../http/pointer-list.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import type { Tariff, TariffOnDate } from '../../../tariff/tariff.ts';
import { TARIFF_LOOKUP_PATH } from '../paths.ts';
import { LookupRequest } from './schema.ts';

type HeaderFields = Record<string, string | number | string[] | undefined>;

export const lookupBody = validatedSchema(LookupRequest);

/** The body of the answer. It adds the header fields that say which list it is from, and what was ignored. */
export function lookupAnswer(onDate: TariffOnDate, body: Static<typeof LookupRequest>, headers: HeaderFields): string {
  Object.assign(headers, onDate.headers);
  nameIgnoredFields(headers, LookupRequest, body);
  return onDate.lookupJson(body.codes);
}

/** The lookup as of today. */
export function directLookup(tariff: Tariff): DirectOperation {
  const { validate } = lookupBody['~standard'];
  return {
    path: TARIFF_LOOKUP_PATH,
    method: 'POST',
    answer: (body, { headers }) => lookupAnswer(tariff.at(), validate(body).value, headers),
  };
}
