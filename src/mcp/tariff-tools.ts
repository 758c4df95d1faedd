/** Tools for the tariff: lookup, duties, search and audit. */
import { Type } from 'typebox';
import { PortsideError } from '../domain/errors.ts';
import { isRefusal } from '../tariff/duties/answer.ts';
import type { IsolatedDuties } from '../tariff/duties/isolated-duties.ts';
import { type Explanation, explain } from '../tariff/explain/explain.ts';
import { plainCode } from '../tariff/hts-code.ts';
import { lawReadTo } from '../tariff/law/law-read.ts';
import { RESULTS_MAX } from '../tariff/search/search.ts';
import { searchTariff } from '../tariff/search/search-tariff.ts';
import type { Tariff } from '../tariff/tariff.ts';
import type { TariffData } from '../tariff/tariff-data.ts';
import { firstOf, type Tool, tool } from './tool.ts';

/** Codes that are explained at once: an explanation has about 3,000 characters. */
const CODES_MAX = 8;
const DUTY_ITEMS_MAX = 10;
const AUDIT_CODES_MAX = 1000;
/** Listings of one kind in an explanation. */
const LISTINGS_MAX = 4;
const AUDIT_LINES_MAX = 150;

const NOT_A_RULING =
  'Information from public lists as they were read to the date in law_read_to. It is not a ruling; only U.S. Customs and ' +
  'Border Protection decides how goods are classified and which duty is owed.';

const code = Type.String({ minLength: 1, maxLength: 64, description: 'An HTS number of 4, 6, 8 or 10 digits.' });
const asOf = Type.Optional(
  Type.String({ description: 'A day, YYYY-MM-DD, from 2025-03-12. Today in New York if absent.' }),
);
const strict = { additionalProperties: false } as const;

export function tariffTools(tariff: Tariff, duties: Pick<IsolatedDuties, 'answer'>): Tool[] {
  return [
    tool({
      name: 'tariff_lookup',
      title: 'Look HTS numbers up in the Section 232 lists',
      description:
        'Says for each HTS number whether Section 232 duties (steel, aluminum, copper, autos, trucks, timber, semiconductors, …) cover ' +
        'it: status, programme, chapter 99 heading, rate, conditions, near misses, announced changes, successors of a retired number, ' +
        'with the source of each. "clear" says that no list in force covers the number, and not that the number is right for the goods.',
      input: Type.Object({ codes: Type.Array(code, { minItems: 1, maxItems: CODES_MAX }), as_of: asOf }, strict),
      run({ codes, as_of }) {
        const { data } = tariff;
        const onDate = tariff.at(as_of);
        const results = codes.map((each) => bounded(explain(onDate.lookup(plainCode(each)), onDate.asOf, data)));
        return { results, ...basisOf(data) };
      },
    }),
    tool({
      name: 'tariff_duties',
      title: 'Work out which Section 232 duty is owed',
      description:
        'Says which chapter 99 headings to declare and what is owed for goods of an HTS number, from origin, date and facts. Where ' +
        'facts are missing it answers every alternative and the questions that decide between them: ask the user, and never guess a ' +
        'fact. "settled" is true only if one answer is left.',
      input: Type.Object(
        {
          items: Type.Array(
            Type.Object(
              {
                code,
                origin: Type.Optional(
                  Type.String({ pattern: '^[A-Z]{2}$', description: 'Country of origin, two letters.' }),
                ),
                entry_date: Type.Optional(Type.String({ description: 'The day of entry, YYYY-MM-DD.' })),
                facts: Type.Optional(
                  Type.Record(
                    Type.String(),
                    Type.Union([Type.Boolean(), Type.Number(), Type.String(), Type.Array(Type.String())]),
                    {
                      description:
                        'What is known of the goods, such as value, metal_weight_share, usmca. Absent means unknown.',
                    },
                  ),
                ),
              },
              strict,
            ),
            { minItems: 1, maxItems: DUTY_ITEMS_MAX },
          ),
        },
        strict,
      ),
      async run({ items }) {
        const results = await duties.answer(
          items.map(({ facts = {}, ...item }) => ({ ...item, facts })),
          { owner: 'mcp' },
        );
        const details = results.flatMap((result, index) =>
          isRefusal(result)
            ? result.refused.map(({ path, message }) => ({ path: `/items/${index}${path}`, message }))
            : [],
        );
        if (details.length > 0) throw new PortsideError('invalid_request', { details });
        return { results, ...basisOf(tariff.data) };
      },
    }),
    tool({
      name: 'tariff_search',
      title: 'Search the tariff schedule by words',
      description:
        'Finds HTS numbers by the words of their descriptions, or by the beginning of a number. It finds candidates and does not ' +
        'classify: which number fits goods is for the importer or broker to decide.',
      input: Type.Object(
        {
          query: Type.String({ minLength: 1, maxLength: 200 }),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: RESULTS_MAX, description: '10 if absent.' })),
        },
        strict,
      ),
      run: ({ query, limit = 10 }) => ({
        ...searchTariff(query, limit, tariff.data, tariff.at()),
        ...basisOf(tariff.data),
      }),
    }),
    tool({
      name: 'tariff_audit',
      title: 'Look a whole parts list up',
      description:
        'Looks up to 1,000 HTS numbers up and answers counts by status, and the lines that need attention. For a spreadsheet use the ' +
        'command `portside tariff audit FILE`, which keeps its columns.',
      input: Type.Object(
        { codes: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: AUDIT_CODES_MAX }), as_of: asOf },
        strict,
      ),
      run({ codes, as_of }) {
        const onDate = tariff.at(as_of);
        const lines = codes.map((text, at) =>
          auditLine(explain(onDate.lookup(plainCode(text)), onDate.asOf, tariff.data), at + 1),
        );
        const counts = Object.fromEntries(
          [...Map.groupBy(lines, ({ status }) => status)].map(([status, all]) => [status, all.length]),
        );
        const { shown, omitted } = firstOf(
          lines.filter(({ status, attention }) => status !== 'clear' || attention.length > 0),
          AUDIT_LINES_MAX,
        );
        return {
          as_of: onDate.asOf,
          lines_total: codes.length,
          counts,
          lines: shown,
          lines_omitted: omitted,
          ...basisOf(tariff.data),
        };
      },
    }),
  ];
}

/** A line of an audit. `attention`: why nobody may rely on the status alone. */
function auditLine(
  { code, status, matched, other_programmes, retired_on, schedule, unsettled_law }: Explanation,
  line: number,
) {
  const listings = [...matched, ...other_programmes];
  const distinct = (texts: readonly (string | null)[]) => [...new Set(texts.filter((text) => text !== null))];
  return {
    line,
    code,
    status,
    programmes: distinct(listings.map(({ programme }) => programme)),
    headings: distinct(listings.map(({ ch99_heading }) => ch99_heading)),
    sources: distinct(listings.map(({ source }) => source)).slice(0, 3),
    attention: [
      ...(retired_on === null ? [] : [`the number was retired on ${retired_on}`]),
      ...(schedule?.exists === false && retired_on === null ? ['the schedule has no such number'] : []),
      ...(unsettled_law ? ['a change is announced that was not read'] : []),
    ],
  };
}

/** An explanation with a bound on its lists. What is left out is counted. */
function bounded(explanation: Explanation): object {
  const { matched, other_programmes, near_misses, next_changes, removed } = explanation;
  const lists = { matched, other_programmes, near_misses, next_changes, removed };
  const cut = Object.entries(lists).map(([name, list]) => [name, firstOf<object>(list, LISTINGS_MAX)] as const);
  return {
    ...explanation,
    ...Object.fromEntries(cut.map(([name, { shown }]) => [name, shown])),
    omitted: Object.fromEntries(cut.flatMap(([name, { omitted }]) => (omitted > 0 ? [[name, omitted]] : []))),
  };
}

/** What every answer about law says of itself. */
function basisOf(data: TariffData): object {
  return {
    law_read_to: lawReadTo(data),
    lists: data.lists.map(({ list_id, version, source }) => ({ list_id, version, source })),
    schedule: data.schedule.edition.revision,
    note: NOT_A_RULING,
  };
}
