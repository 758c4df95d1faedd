/** `POST /api/v2/tariff/duties`. */
import type { Static } from 'typebox';
import { requireCaller } from '../../../http/caller.ts';
import { KEYED_BODY_ERRORS } from '../../../http/openapi/operation-text.ts';
import { operation } from '../../../http/operation.ts';
import { strictSchema } from '../../../http/standard-schema.ts';
import { textBody } from '../../../http/text-body.ts';
import type { ResourceMeter } from '../../../limits/resource-meter.ts';
import type { DutyItem } from '../../../tariff/duties/answer.ts';
import { DUTIES_CPU_MS, type IsolatedDuties } from '../../../tariff/duties/isolated-duties.ts';
import { answerItems } from './answer-items.ts';
import { DutiesRequest, DutiesResponse } from './schema.ts';

export interface DutyParts {
  duties: IsolatedDuties;
  meter: Pick<ResourceMeter, 'run'>;
}

const MOST = { storedBytes: 0, cpuMs: DUTIES_CPU_MS, bytesFetched: 0 };

export const DUTIES = operation({
  path: '/api/v2/tariff/duties',
  method: 'post',
  product: 'tariff',
  body: strictSchema(DutiesRequest),
  text: {
    operationId: 'workOutDuties',
    tag: 'tariff',
    summary: 'Work out the Section 232 duties of up to 50 lines',
    description:
      'Which chapter 99 headings to declare, at which rate, and what they displace. A fact that is not stated is unknown: the ' +
      'answer then has every alternative, and the facts to ask for. Duties other than Section 232 are not considered. Not a ruling.',
    answer: { description: 'One result for each item, in order.', schema: DutiesResponse },
    errors: KEYED_BODY_ERRORS,
    examples: {
      two_lines: {
        summary: 'A line with facts, and one without',
        body: {
          items: [
            {
              code: '7326.90.8688',
              origin: 'CN',
              entry_date: '2026-06-10',
              facts: { contains_listed_metal: true, value: 10_000 },
            },
            { code: '8708.10.3050' },
          ],
        },
      },
    },
  },
  handler:
    ({ duties, meter }: DutyParts) =>
    async ({ body, caller, set }) => {
      const { lineageId } = requireCaller(caller);
      // The schema of the facts is made from their vocabulary, so its static type knows no single fact.
      const { items } = body as Static<typeof DutiesRequest> & { items: DutyItem[] };
      const results = await meter.run(lineageId, MOST, (charge) =>
        answerItems(items, duties, { owner: `key ${lineageId}`, charge }, (index, path) => `/items/${index}${path}`),
      );
      set.headers['content-type'] = 'application/json';
      return textBody(JSON.stringify({ results }));
    },
});
