/** The v1 lookup over HTTP. The only file of this room that knows Elysia. */
import { Elysia } from 'elysia';
import { textBody } from '../http/body.ts';
import { admitted, withCaller } from '../http/caller.ts';
import { documented, standard } from '../http/schema.ts';
import { AsOfQuery, LookupRequest } from './schema.ts';
import type { Tariff } from './tariff.ts';

export const TARIFF_LOOKUP_PATH = '/api/v1/tariff/hts/lookup';

export function tariffRoutes(tariff: Tariff) {
  return new Elysia({ name: 'tariff' }).use(withCaller).post(
    TARIFF_LOOKUP_PATH,
    ({ body, caller, query, set }) => {
      admitted(caller);
      const onDate = tariff.at(query.as_of);
      Object.assign(set.headers, onDate.headers);
      set.headers['content-type'] = 'application/json';
      return textBody(onDate.lookupJson(body.codes));
    },
    // `Tariff.at` reads the date itself, so that a day outside the lists and a day that is none are refused alike.
    {
      parse: 'json',
      body: standard(LookupRequest),
      query: documented(AsOfQuery, (value) => value as { as_of?: string }),
    },
  );
}
