/** `GET /api/v0/tariff/hts/{code}/history`: which Section 232 terms held for a number, and when. */
import { PortsideError } from '../../../domain/errors.ts';
import { keptAnswer } from '../../../http/cached-response.ts';
import { operation } from '../../../http/operation.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { explain } from '../../../tariff/explain/explain.ts';
import { termsOverTime } from '../../../tariff/explain/history.ts';
import { formatCode, parseCode, plainCode } from '../../../tariff/hts-code.ts';
import { FIRST_DATE } from '../../../tariff/tariff.ts';
import type { V0Parts } from '../parts.ts';
import { READ, READ_ERRORS, TARIFF_CACHE_S, TARIFF_HEADERS } from '../reads.ts';
import { CodeParams } from '../tariff-explain/schema.ts';
import { TariffHistory } from './schema.ts';

export const HISTORY = operation({
  ...READ,
  path: '/api/v0/tariff/hts/{code}/history',
  params: validatedSchema(CodeParams),
  text: {
    operationId: 'readTariffHistory',
    tag: 'tariff',
    summary: 'Read what applied to a code over time',
    description:
      `Periods from ${FIRST_DATE} on, where the lists begin: the programmes that list the code, with headings, rates and sources. ` +
      'A number means the goods that it meant on each day: one that was given to other goods has their periods since. Not a ruling.',
    answer: { description: 'The periods.', schema: TariffHistory, headers: TARIFF_HEADERS },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: { steel: { summary: 'A number that three lists had', parameters: { code: '7326.90.8688' } } },
  },
  handler:
    ({ tariff }: V0Parts) =>
    ({ params, request }) => {
      const digits = parseCode(plainCode(params.code));
      if (digits === null) {
        const message = 'must be a number of 4, 6, 8 or 10 digits, of chapters 01 to 97 except 77';
        throw new PortsideError('invalid_request', { details: [{ path: '/code', message }] });
      }
      const onDate = tariff.at();
      const code = formatCode(digits);
      const now = explain(onDate.lookup(code), onDate.asOf, tariff.data);
      const { law_read_to, announced, unsettled_law, retired_on, successors, replaces, removed } = now;
      const answer = {
        code,
        as_of: onDate.asOf,
        exists: now.schedule?.exists ?? false,
        first_day: FIRST_DATE,
        periods: termsOverTime(digits, FIRST_DATE, tariff.data),
        ...{ law_read_to, announced, unsettled_law, retired_on, successors, replaces, removed },
      };
      return keptAnswer(request, JSON.stringify(answer), TARIFF_CACHE_S, onDate.headers);
    },
});
