/** @jsxImportSource preact */
import type { JobPage } from '../../../api/v2/jobs/answers.ts';
import type { ApiFailure } from '../ask/api-failure.ts';
import { ButtonLink, Card, Empty, Heading, JobStatus, Notice, Pages, Table, Time } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, Csrf, FileField, TextArea, TextField } from '../shell/fields.tsx';
import { formatCount } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { jobPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { TARIFF_STYLE } from './assets.ts';

export interface ListForm {
  /** The form does its work once. */
  once: string;
  list: string;
  as_of?: string;
  code_column?: string;
  origin_column?: string;
  date_column?: string;
  value_column?: string;
  sheet?: string;
  /** `true`, or empty. */
  accept_probable?: string;
  /** What is wrong with the list. */
  error?: string;
  failure?: ApiFailure;
}

const FILE_BYTES_MAX = 32 * 1024 * 1024;

export function listsPage(request: SignedInRequest, { audits, form }: { audits: JobPage; form: ListForm }): Response {
  const { failure, error } = form;
  return page(request, {
    title: 'Tariff',
    section: 'tariff',
    styles: [TARIFF_STYLE],
    status: failure?.status ?? (error ? 422 : 200),
    isError: failure !== undefined || error !== undefined,
    body: (
      <>
        <Heading
          title="Tariff"
          lead="Check a parts list against the Section 232 lists, line by line, or work out the duty of one number."
        >
          <ButtonLink href="/work/schedule">Search the schedule</ButtonLink>
          <ButtonLink href="/work/changes">Changes</ButtonLink>
        </Heading>
        {failure && <FailureNotice request={request} failure={failure} />}
        {error && <Notice tone="bad">{error}</Notice>}
        <div class="wide-and-narrow">
          <ListCard request={request} form={form} />
          <NumberCard />
        </div>
        <AuditsCard audits={audits} isFirst={!request.url.searchParams.has('cursor')} />
      </>
    ),
  });
}

function ListCard({ request, form }: { request: SignedInRequest; form: ListForm }) {
  const columns = ['code_column', 'origin_column', 'date_column', 'value_column', 'sheet'] as const;
  return (
    <Card id="list-title" title="Check a list">
      <form
        method="post"
        action="/work/tariff"
        enctype="multipart/form-data"
        data-draft="tariff-list"
        hx-boost="true"
        hx-encoding="multipart/form-data"
      >
        <Csrf request={request} />
        <input type="hidden" name="once" value={form.once} />
        <TextArea
          id="list"
          label="Paste numbers, or rows of a spreadsheet"
          hint="One line for each part. A header with the names of the columns helps: origin, entry date and value are used if they are there."
          rows={7}
          class="mono"
          spellcheck={false}
          value={form.list}
        />
        <details open={columns.some((name) => form[name]) || Boolean(form.as_of)}>
          <summary>Day and columns</summary>
          <TextField
            id="as_of"
            type="date"
            label="Day of entry"
            hint="For lines without a date of their own. Today in New York if it is empty."
            min="2025-03-12"
            value={form.as_of}
          />
          <div class="field-row">
            <TextField id="code_column" label="Column of the numbers" hint="Name or letter" value={form.code_column} />
            <TextField id="origin_column" label="Column of the origin" value={form.origin_column} />
            <TextField id="date_column" label="Column of the entry date" value={form.date_column} />
            <TextField id="value_column" label="Column of the value" value={form.value_column} />
            <TextField id="sheet" label="Sheet of the workbook" value={form.sheet} />
          </div>
        </details>
        <FileField
          id="file"
          label="Or a file"
          hint="CSV, XLSX or JSON, up to 32 MB and 500,000 lines. You can drop it here. Then the pasted text is not used."
          accept=".csv,.xlsx,.json"
          bytesMax={FILE_BYTES_MAX}
          isOptional
        />
        <label>
          <input type="checkbox" name="accept_probable" value="true" checked={form.accept_probable === 'true'} /> Use
          the probable number where a number is damaged and no digit was lost. The result names each, beside what you
          sent.
        </label>
        <Button primary>Check the list</Button>
        <p class="hint">50 different numbers count as one request of the day.</p>
      </form>
    </Card>
  );
}

function NumberCard() {
  return (
    <Card id="number-title" title="One number">
      <form method="get" action="/work/tariff/duties">
        <TextField id="code" label="HTS number" hint="4 to 10 digits" required class="mono" />
        <TextField id="origin" label="Country of origin" hint="Its name, or two letters: Germany, DE" />
        <Button>Work out the duty</Button>
      </form>
    </Card>
  );
}

function AuditsCard({ audits: { jobs, next_cursor }, isFirst }: { audits: JobPage; isFirst: boolean }) {
  return (
    <Card id="audits-title" title="Your lists">
      {jobs.length === 0 && (
        <Empty title="No lists yet">
          <p>A list that you check stays here for seven days, with its result.</p>
        </Empty>
      )}
      {jobs.length > 0 && (
        <Table label="Your lists" stacked>
          <thead>
            <tr>
              <th scope="col">List</th>
              <th scope="col">Status</th>
              <th scope="col" class="number">
                Lines
              </th>
              <th scope="col">Sent</th>
              <th scope="col">Kept until</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ id, status, lines_done, lines_total, accepted_at, expires_at }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={jobPage('tariff_audits', id)} class="mono">
                    {id.slice(4, 12)}
                  </a>
                </th>
                <td data-label="Status">
                  <JobStatus status={status} />
                </td>
                <td data-label="Lines" class="number">
                  {lines_done < lines_total
                    ? `${formatCount(lines_done)} of ${formatCount(lines_total)}`
                    : formatCount(lines_total)}
                </td>
                <td data-label="Sent">
                  <Time at={accepted_at} />
                </td>
                <td data-label="Kept until">
                  <Time at={expires_at} empty="7 days after its end" />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Pages
        label="Pages of lists"
        first={isFirst ? undefined : '/work/tariff'}
        next={next_cursor ? `/work/tariff?cursor=${encodeURIComponent(next_cursor)}` : undefined}
      />
    </Card>
  );
}
