/** The wire shapes of pages of lines, in the words of a family. */
import { type TInteger, type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox';
import type { JobDefinition } from './family.ts';

export const LINES_PAGE_DEFAULT = 50;
const LINES_PAGE_MAX = 100;
const CURSOR_MAX = 200;
const OUTCOMES_MAX = 20;

const strict = { additionalProperties: false } as const;
const count = (description: string) => Type.Integer({ minimum: 0, description });
const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export function linesQuery({ outcomes, query = {} }: JobDefinition['lines']): TObject {
  return Type.Object(
    {
      status: Type.Optional(
        Type.Array(Type.Enum([...outcomes], { type: 'string' }), {
          minItems: 1,
          maxItems: OUTCOMES_MAX,
          description: 'Only lines of these outcomes: repeat it for several. The words are those of `counts`.',
        }),
      ),
      ...query,
      cursor: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: CURSOR_MAX,
          description: '`next_cursor` of a page that was asked for with the same filters and order.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: LINES_PAGE_MAX,
          description: `Lines of a page; ${LINES_PAGE_DEFAULT} if absent. A page may have fewer.`,
        }),
      ),
    },
    strict,
  );
}

const progress = {
  lines_done: count('Lines of the job that are done, whatever the filters.'),
  lines_total: count('Lines of the job.'),
  may_grow: Type.Boolean({ description: 'Whether the job is open, so that what is shown can still grow.' }),
};

export function linesPage<Line extends TSchema, Fields extends TProperties>({
  line,
  fields = {} as Fields,
}: {
  line: Line;
  fields?: Fields;
}) {
  return Type.Object(
    {
      lines: Type.Array(line, { description: 'The lines, each as the result in JSON has it, with its line number.' }),
      next_cursor: orNull(
        Type.String(),
        'Send it as `cursor` for what follows; null at the end. A page may be empty and have one: the filters found nothing in what ' +
          'was looked at, or the next lines are not done yet.',
      ),
      ...progress,
      ...fields,
    },
    { description: 'A page of lines.' },
  );
}

export function headingsPage<Outcome extends string>({
  fields = {},
  outcomes,
}: {
  fields?: TProperties;
  outcomes: readonly Outcome[];
}) {
  const { as_of, law_read_to, data_versions } = fields;
  const Rate = Type.Object(
    {
      percent: orNull(Type.Number({ minimum: 0 }), 'The percentage; null for a minimum import price.'),
      words: Type.String({ description: 'The rate as lines have it: what is charged, and on what.' }),
    },
    { description: 'A rate.' },
  );
  const Heading = Type.Object(
    {
      heading: Type.String({ description: 'The chapter 99 heading, or `not published`.', examples: ['9903.81.91'] }),
      lines: count('Lines that have it. A line with several headings counts for each.'),
      outcomes: Type.Object(
        Object.fromEntries(
          outcomes.map((outcome) => [outcome, Type.Optional(count(`Lines \`${outcome}\`.`))]),
        ) as Record<Outcome, TOptional<TInteger>>,
        { description: 'These lines by outcome; those without a line are absent.' },
      ),
      highest_rate: orNull(
        Rate,
        'The highest rate of lines that have this heading alone. Null if there are none: of a line with several headings it is not ' +
          'known which rate is whose.',
      ),
    },
    { description: 'Lines of one heading.' },
  );
  return Type.Object(
    {
      headings: Type.Array(Heading, { description: 'The heading with the most lines first.' }),
      lines_counted: count(
        'Lines that were counted. If fewer than `lines_done`, ask again: each request counts up to 50,000 lines more.',
      ),
      ...progress,
      as_of: as_of!,
      law_read_to: law_read_to!,
      data_versions: data_versions!,
    },
    { description: 'Lines by chapter 99 heading.' },
  );
}
