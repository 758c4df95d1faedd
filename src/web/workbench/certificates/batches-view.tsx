/** @jsxImportSource preact */
import type { EntryBatch, EntryBatchLines, JobPage } from '../../../api/v2/jobs/answers.ts';
import type { ApiFailure } from '../ask/api-failure.ts';
import {
  ButtonLink,
  Card,
  Empty,
  Heading,
  JobStatus,
  Notice,
  Pages,
  Progress,
  Status,
  Table,
  Time,
} from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, Csrf, FileField, SelectField } from '../shell/fields.tsx';
import { formatCount, plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { jobPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { CERTIFICATE_STYLE } from './assets.ts';
import { STATES } from './certificate-data.ts';

export interface BatchesForm {
  once: string;
  error?: string;
  failure?: ApiFailure;
}

export interface BatchView {
  batch: EntryBatch;
  lines: EntryBatchLines;
  status: '' | 'issued' | 'checked' | 'not_made';
  cursor: string;
}

const SHEET_BYTES_MAX = 32 * 1024 * 1024;
const isOpen = ({ status }: EntryBatch) => status === 'queued' || status === 'running';

export function batchesPage(
  request: SignedInRequest,
  { jobs, form }: { jobs: JobPage['jobs']; form: BatchesForm },
): Response {
  const { failure, error } = form;
  return page(request, {
    title: 'Certificates from a sheet',
    section: 'certificates',
    styles: [CERTIFICATE_STYLE],
    status: failure?.status ?? (error ? 422 : 200),
    isError: failure !== undefined || error !== undefined,
    body: (
      <>
        <Heading
          title="Certificates from a sheet"
          up={{ href: '/work/certificates', text: 'Certificates' }}
          lead="A certificate for each line. A line with an error makes none and says which cell is wrong; mend those lines and send them alone."
        />
        {failure && <FailureNotice request={request} failure={failure} />}
        {error && <Notice tone="bad">{error}</Notice>}
        <Card id="sheet-title" title="Send a sheet">
          <SheetForm request={request} once={form.once} />
          <p class="hint">
            Columns are the fields of a certificate, such as product_name, sku, date_of_manufacture, rules,
            manufacturer_name. The <a href="/docs/guides/a-batch-of-certificates">guide</a> has all of them. Each line
            that is sent makes a certificate, also if it was sent before.
          </p>
        </Card>
        <Card id="jobs-title" title="Earlier sheets">
          {jobs.length === 0 && (
            <Empty title="None yet">
              <p>The result of a sheet stays here for seven days. Its certificates stay.</p>
            </Empty>
          )}
          {jobs.length > 0 && (
            <Table label="Earlier sheets" stacked>
              <thead>
                <tr>
                  <th scope="col">Sheet</th>
                  <th scope="col">Status</th>
                  <th scope="col" class="number">
                    Lines
                  </th>
                  <th scope="col">Sent</th>
                </tr>
              </thead>
              <tbody>
                {jobs.map(({ id, status, lines_total, accepted_at }) => (
                  <tr key={id}>
                    <th scope="row">
                      <a class="mono" href={jobPage('entry_batches', id)}>
                        {id.slice(4, 12)}
                      </a>
                    </th>
                    <td data-label="Status">
                      <JobStatus status={status} />
                    </td>
                    <td data-label="Lines" class="number">
                      {formatCount(lines_total)}
                    </td>
                    <td data-label="Sent">
                      <Time at={accepted_at} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Card>
      </>
    ),
  });
}

function SheetForm({ request, once }: { request: SignedInRequest; once: string }) {
  return (
    <form method="post" action="/work/certificates/batches" enctype="multipart/form-data">
      <Csrf request={request} />
      <input type="hidden" name="once" value={once} />
      <SelectField
        id="step"
        label="What to do"
        hint="A certificate is never changed afterwards. Checking costs nothing."
        value="check"
        options={[
          ['check', 'Check it: say what each certificate would state, and make none'],
          ['make', 'Make a certificate of each line, also where something is missing or wrong'],
        ]}
      />
      <FileField
        id="file"
        label="Sheet"
        hint="CSV, XLSX or JSON, up to 5,000 lines"
        accept=".csv,.xlsx,.json"
        bytesMax={SHEET_BYTES_MAX}
      />
      <Button primary>Send</Button>
    </form>
  );
}

export function batchPage(request: SignedInRequest, view: BatchView): Response {
  const { batch } = view;
  return page(request, {
    title: `Sheet ${batch.id.slice(4, 12)}`,
    section: 'certificates',
    styles: [CERTIFICATE_STYLE],
    body: (
      <>
        <Heading
          title={
            <>
              Sheet <span class="mono">{batch.id.slice(4, 12)}</span>
            </>
          }
          up={{ href: '/work/certificates/batches', text: 'Certificates from a sheet' }}
          lead={
            <>
              {plural(batch.lines_total, 'line')}, sent <Time at={batch.accepted_at} />
            </>
          }
        />
        <BatchPart request={request} view={view} />
      </>
    ),
  });
}

/** What changes while certificates are made. */
export function BatchPart({ request, view }: { request: SignedInRequest; view: BatchView }) {
  const { batch, status, cursor } = view;
  const query = new URLSearchParams({ ...(status && { status }), ...(cursor && { cursor }) }).toString();
  const address = jobPage('entry_batches', batch.id);
  const polling = isOpen(batch)
    ? { 'hx-get': `${address}${query && `?${query}`}`, 'hx-trigger': 'every 1s', 'hx-swap': 'outerHTML' }
    : {};
  return (
    <div id="batch" {...polling}>
      <SummaryCard request={request} batch={batch} />
      <LinesTable view={view} />
    </div>
  );
}

function SummaryCard({ request, batch }: { request: SignedInRequest; batch: EntryBatch }) {
  const { id, status, counts, lines_done, lines_total, failure, readings = [], dry_run: isCheck } = batch;
  const address = jobPage('entry_batches', id);
  return (
    <Card
      id="result-title"
      title="Result"
      aside={
        <span class="actions">
          <JobStatus status={status} />
          {isOpen(batch) && <a href={address}>Refresh</a>}
        </span>
      }
    >
      {(isOpen(batch) || lines_done < lines_total) && (
        <Progress label="lines done" done={lines_done} total={lines_total} />
      )}
      {failure && <p>{failure}</p>}
      {(counts.not_made ?? 0) > 0 && (
        <p>
          <a href={`${address}?status=not_made`}>
            <strong>
              {plural(counts.not_made ?? 0, 'line')} {isCheck ? 'would make' : 'made'} no certificate.
            </strong>
          </a>{' '}
          Mend the cells that are named below, and send these lines alone: each line that is sent makes a certificate.
        </p>
      )}
      {isCheck ? (
        <>
          <p>
            <strong>Nothing was made.</strong> Of {plural(lines_done - (counts.not_made ?? 0), 'certificate')},{' '}
            {formatCount(counts.stated ?? 0)} would be stated, {formatCount(counts.stated_with_defects ?? 0)} stated
            with defects, and {formatCount(counts.incomplete ?? 0)} incomplete.
          </p>
          <p>
            Mend the sheet, and check it again; or{' '}
            <a href="/work/certificates/batches">send it to make the certificates</a>.
          </p>
        </>
      ) : (
        <p>
          <a href={`${address}?status=issued`}>{plural(lines_done - (counts.not_made ?? 0), 'certificate')}</a>
        </p>
      )}
      {readings.map((reading) => (
        <p key={reading} class="hint">
          {reading}
        </p>
      ))}
      {status === 'finished' && (
        <div class="actions">
          <ButtonLink primary href={`${address}/result?format=xlsx`}>
            Download XLSX
          </ButtonLink>
          <ButtonLink href={`${address}/result?format=csv`}>CSV</ButtonLink>
          <ButtonLink href="/work/certificates/batches">{isCheck ? 'Send a sheet' : 'Send mended lines'}</ButtonLink>
        </div>
      )}
      <form method="post" action={`${address}/removal`} class="removal">
        <Csrf request={request} />
        <Button danger>{isOpen(batch) ? 'Cancel' : 'Remove the result'}</Button>
      </form>
    </Card>
  );
}

function LinesTable({ view: { batch, lines, status, cursor } }: { view: BatchView }) {
  const address = jobPage('entry_batches', batch.id);
  const query = (more: Record<string, string>) =>
    `${address}?${new URLSearchParams({ ...(status && { status }), ...more })}`;
  if (lines.lines.length === 0) return <Empty title={isOpen(batch) ? 'No line is done yet' : 'No lines'} />;
  return (
    <>
      <Table label="Lines" stacked>
        <thead>
          <tr>
            <th scope="col" class="number">
              Line
            </th>
            <th scope="col">Product</th>
            <th scope="col">Outcome</th>
            <th scope="col">The certificate, or what is wrong</th>
          </tr>
        </thead>
        <tbody>
          {lines.lines.map((line) => (
            <LineRow key={line.line} line={line} />
          ))}
        </tbody>
      </Table>
      <Pages
        label="Pages of lines"
        first={cursor ? query({}) : undefined}
        next={lines.next_cursor ? query({ cursor: lines.next_cursor }) : undefined}
      />
    </>
  );
}

/** By the names of the API. */
const STATE_WORDS = new Map(Object.entries(STATES));

function LineRow({
  line: { line, sku, product, outcome, id, state, errors, gaps },
}: {
  line: EntryBatchLines['lines'][number];
}) {
  const isMade = outcome === 'issued';
  const isGood = isMade || outcome === 'checked';
  return (
    <tr>
      <td data-label="Line" class="number">
        {formatCount(line)}
      </td>
      <th scope="row">
        {product || '(no name)'}
        <span class="under">{sku}</span>
      </th>
      <td data-label="Outcome">
        <Status tone={isGood ? 'info' : 'bad'}>{isGood ? outcome : 'not made'}</Status>
      </td>
      <td data-label="Cells">
        {isMade ? (
          <a href={`/work/certificates/${id}`}>{state.replaceAll('_', ' ')}</a>
        ) : (
          <ul class="cells">
            {outcome === 'checked' && <li>{STATE_WORDS.get(state)?.text ?? state}</li>}
            {[errors, gaps]
              .flatMap((texts) => (texts === '' ? [] : texts.split('\n')))
              .map((error) => {
                const at = error.indexOf(': ');
                return (
                  <li key={error}>
                    <strong class="mono">{at > 0 ? error.slice(0, at) : ''}</strong>{' '}
                    {at > 0 ? error.slice(at + 2) : error}
                  </li>
                );
              })}
          </ul>
        )}
      </td>
    </tr>
  );
}
