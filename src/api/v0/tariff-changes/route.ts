/** `GET /api/v0/tariff/changes`: what changed between two days. */
import { PortsideError } from '../../../domain/errors.ts';
import type { Listing } from '../../../domain/tariff-list.ts';
import { keptAnswer } from '../../../http/cached-response.ts';
import { operation } from '../../../http/operation.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { type Change, lawChangesBetween } from '../../../tariff/law/changes.ts';
import { checkDate } from '../../../tariff/tariff.ts';
import type { TariffData } from '../../../tariff/tariff-data.ts';
import type { V0Parts } from '../parts.ts';
import { READ, READ_ERRORS, TARIFF_CACHE_S } from '../reads.ts';
import { ChangesAnswer, ChangesQuery } from './schema.ts';

export const CHANGES = operation({
  ...READ,
  path: '/api/v0/tariff/changes',
  query: validatedSchema(ChangesQuery),
  text: {
    operationId: 'listTariffChanges',
    tag: 'tariff',
    summary: 'What was added, removed, re-rated between two days',
    description:
      'Compares what is in force on `from` with what is in force on `to`, number by number. What is only announced for days ' +
      'after `law_read_to` stands apart.',
    answer: { description: 'The changes, codes ascending.', schema: ChangesAnswer },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: {
      none: {
        summary: 'Two days with the same law',
        parameters: { from: '2026-06-09', to: '2026-06-10' },
        answer: {
          from: '2026-06-09',
          to: '2026-06-10',
          law_read_to: '2026-10-09',
          added: [],
          removed: [],
          rerated: [],
          moved: [],
          scheduled: [],
          announced: [],
          other_measures: [],
        },
      },
    },
  },
  handler:
    ({ tariff }: V0Parts) =>
    ({ query, request }) => {
      const from = checkDate(query.from, '/from');
      const to = query.to === undefined ? tariff.today() : checkDate(query.to, '/to');
      if (from > to) {
        const details = [{ path: '/from', message: 'must not be after "to"' }];
        throw new PortsideError('invalid_request', { details });
      }
      return keptAnswer(request, JSON.stringify(changesAnswer(tariff.data, from, to)), TARIFF_CACHE_S);
    },
});

function changesAnswer(data: TariffData, from: string, to: string) {
  const { added, removed, rerated, moved, scheduled, law_read_to, announced, other_measures } = lawChangesBetween(
    data,
    from,
    to,
  );
  return {
    from,
    to,
    law_read_to,
    added: added.map(changeOnWire),
    removed: removed.map(changeOnWire),
    rerated: rerated.map(changeOnWire),
    moved: moved.map(changeOnWire),
    scheduled: scheduled.map(changeOnWire),
    announced,
    other_measures,
  };
}

function changeOnWire({ code, programme, before, after }: Change) {
  return { code, programme, before: before.map(listingOnWire), after: after.map(listingOnWire) };
}

function listingOnWire({ terms, from, to }: Listing) {
  const { note, ch99_heading, rate, rate_kind, charged_on = null, source } = terms;
  return { note, ch99_heading, rate, rate_kind, charged_on, from, to, source };
}
