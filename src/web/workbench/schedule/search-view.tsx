/** @jsxImportSource preact */
import { ApiFailure } from '../ask/api-failure.ts';
import { ButtonLink, Card, Empty, Heading, Table } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, TextField } from '../shell/fields.tsx';
import { plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { newListPage, schedulePage } from '../shell/links.ts';
import { covered, type SignedInRequest } from '../workbench-request.ts';
import type { Found, Result, Tree } from './answers.ts';
import { SCHEDULE_STYLE } from './assets.ts';
import { Marks, MarksHint } from './marks.tsx';

export function SearchForm({ query = '' }: { query?: string }) {
  return (
    <search>
      <form class="schedule-search" action="/work/schedule" method="get">
        <TextField id="q" type="search" label="Search by words or number" value={query} maxLength={200} required />
        <Button primary>Search</Button>
      </form>
    </search>
  );
}

export function chaptersPage(request: SignedInRequest, tree: Tree): Response {
  const lead = `${tree.revision}. Find a number by words, or walk down from its chapter.`;
  return page(request, {
    title: 'Schedule',
    section: 'schedule',
    styles: [SCHEDULE_STYLE],
    body: (
      <>
        <Heading title="Schedule" lead={lead} />
        <SearchForm />
        <Card id="chapters-title" title="Chapters" aside={<span class="quiet">1 to 97</span>}>
          <p>
            A chapter shows which Section 232 programmes list something in it. Chapters 98 and 99 are not in the tree.
          </p>
          <ul class="chapters">
            {tree.children.map(({ code, listed, description }) => (
              <li key={code}>
                <a href={schedulePage(code)}>Chapter {code}</a>
                {description && <span>{description}</span>}
                {listed.length > 0 && <Marks listed={listed} status={null} />}
              </li>
            ))}
          </ul>
          <MarksHint asOf={tree.as_of} lawReadTo={tree.law_read_to} />
        </Card>
      </>
    ),
  });
}

interface SearchProps {
  query: string;
  found: Found | ApiFailure;
  results: readonly Result[];
}

export function searchPage(request: SignedInRequest, { query, found, results }: SearchProps): Response {
  const isFailure = found instanceof ApiFailure;
  return page(request, {
    title: `Search: ${query}`,
    section: 'schedule',
    styles: [SCHEDULE_STYLE],
    status: isFailure ? found.status : 200,
    isError: isFailure,
    body: (
      <>
        <Heading title="Search of the schedule" up={{ href: '/work/schedule', text: 'Schedule' }} />
        <SearchForm query={query} />
        {isFailure ? (
          <FailureNotice request={request} failure={found} />
        ) : (
          <FoundCards request={request} query={query} found={found} results={results} />
        )}
      </>
    ),
  });
}

interface FoundProps extends SearchProps {
  request: SignedInRequest;
  found: Found;
}

function FoundCards({ request, query, found, results }: FoundProps) {
  const isNumber = /^[\d.\s]{4,}$/.test(query);
  return (
    <>
      <UnknownWords found={found} />
      {results.length === 0 && (
        <Empty title="Nothing was found">
          <p>The schedule in use has no row with this. That says nothing about duties.</p>
          {isNumber && (
            <ButtonLink href={schedulePage(query.replaceAll(/\s/g, ''))}>What became of this number</ButtonLink>
          )}
        </Empty>
      )}
      {results.length > 0 && (
        <>
          <p class="found">
            <span>
              <strong>{plural(found.total, 'row')}</strong>
              {results.length < found.total && `, the best ${results.length} are shown`}.
              {!found.all_words && ' No row has all the words: these have the most.'}
            </span>
            {covered(request, 'tariff') && <AddNumbers results={results} />}
          </p>
          {byChapter(results).map(([chapter, rows]) => (
            <Card
              key={chapter}
              id={`chapter-${chapter}`}
              title={<a href={schedulePage(chapter)}>Chapter {chapter}</a>}
              aside={<span class="quiet">{plural(rows.length, 'row')}</span>}
            >
              <Results chapter={chapter} rows={rows} />
            </Card>
          ))}
          <MarksHint asOf={found.as_of} lawReadTo={found.law_read_to} />
        </>
      )}
    </>
  );
}

/** Goods are entered under numbers of 10 digits only. */
function AddNumbers({ results }: { results: readonly Result[] }) {
  const codes = results.map(({ code }) => code).filter((code) => code.replaceAll('.', '').length === 10);
  return codes.length === 0 ? null : <a href={newListPage(codes)}>Add {plural(codes.length, 'number')} to a list</a>;
}

function UnknownWords({ found: { unknown } }: { found: Found }) {
  if (unknown.length === 0) return null;
  return (
    <ul class="unknown">
      {unknown.map(({ word, like }) => (
        <li key={word}>
          No description has <strong>{word}</strong>.{' '}
          {like.length > 0 && (
            <>
              Like it:{' '}
              {like.map((other, i) => (
                <span key={other}>
                  {i > 0 && ', '}
                  <a href={`/work/schedule?q=${encodeURIComponent(other)}`}>{other}</a>
                </span>
              ))}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** In the order of the best row of each chapter; within one in the order of the schedule. */
function byChapter(results: readonly Result[]): [string, Result[]][] {
  const chapters = Map.groupBy(results, ({ chapter }) => chapter);
  return [...chapters].map(([chapter, rows]) => [chapter, rows.toSorted((a, b) => (a.code < b.code ? -1 : 1))]);
}

function Results({ chapter, rows }: { chapter: string; rows: readonly Result[] }) {
  return (
    <Table label={`Results in chapter ${chapter}`} stacked>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Description</th>
          <th scope="col">General</th>
          <th scope="col">Section 232 lists</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, above, description, general, listed, status, numbers }) => (
          <tr key={code}>
            <th scope="row">
              <a class="code" href={schedulePage(code)}>
                {code}
              </a>
            </th>
            <td>
              {above.length > 0 && <span class="under">{above.join(' › ')}</span>}
              {description}
              {numbers > 1 && <span class="under">{plural(numbers, 'number')} below</span>}
            </td>
            <td data-label="General">{general || <span class="quiet">see below it</span>}</td>
            <td data-label="Lists">
              <Marks listed={listed} status={status} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
