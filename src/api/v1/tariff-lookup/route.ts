/** `POST /api/v1/tariff/hts/lookup`. */
import { requireCaller } from '../../../http/caller.ts';
import { KEYED_BODY_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { nameIgnoredFields } from '../../../http/pointer-list.ts';
import { documentedSchema, validatedSchema } from '../../../http/standard-schema.ts';
import { textBody } from '../../../http/text-body.ts';
import type { Tariff } from '../../../tariff/tariff.ts';
import { TARIFF_LOOKUP_PATH } from '../paths.ts';
import { AsOfQuery, LOOKUP_EXAMPLES, LookupRequest, LookupResponse } from './schema.ts';

export const LOOKUP = operation({
  path: TARIFF_LOOKUP_PATH,
  method: 'post',
  product: 'tariff',
  // Only documented: `Tariff.at` checks the date, so that an invalid date and one before the lists get the same error.
  query: documentedSchema(AsOfQuery, (value) => value as { as_of?: string }),
  body: validatedSchema(LookupRequest),
  text: {
    operationId: 'lookupHtsCodes',
    tag: 'tariff',
    summary: 'Look HTS codes up on the Section 232 derivative list',
    description:
      'Says of 1 to 50 codes whether they are on the derivative list (BIS-14, which here means U.S. note 16(c)), on another ' +
      'Section 232 list, or near a listed number. A code alone cannot decide weight, origin or stacking: a lookup is not a ruling.',
    answer: {
      description: 'One result for each code, in order.',
      schema: LookupResponse,
      headers: ['X-Tariff-List', 'X-Tariff-List-Version', 'X-Tariff-As-Of', 'X-Tariff-Law-Read-To', 'X-Ignored-Fields'],
    },
    errors: KEYED_BODY_ERRORS,
    examples: LOOKUP_EXAMPLES,
  },
  handler:
    ({ tariff }: { tariff: Tariff }) =>
    ({ body, caller, query, set }) => {
      requireCaller(caller);
      const onDate = tariff.at(query.as_of);
      Object.assign(set.headers, onDate.headers);
      nameIgnoredFields(set.headers, LookupRequest, body);
      set.headers['content-type'] = 'application/json';
      return textBody(onDate.lookupJson(body.codes));
    },
});
