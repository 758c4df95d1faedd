/** @jsxImportSource preact */
import type { JobPage } from '../../../api/v2/jobs/answers.ts';
import type { ApiFailure } from '../ask/api-failure.ts';
import { Card, Empty, Heading, JobStatus, Notice, Pages, Table, Time } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, CheckField, Csrf, FileField, TextArea, TextField } from '../shell/fields.tsx';
import { formatCount } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { jobPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { PIXEL_STYLE } from './assets.ts';

export interface StoresForm {
  /** The form does its work once. */
  once: string;
  stores: string;
  journey: boolean;
  error?: string;
  failure?: ApiFailure;
}

const FILE_BYTES_MAX = 8 * 1024 * 1024;

export function storesPage(request: SignedInRequest, { jobs, form }: { jobs: JobPage; form: StoresForm }): Response {
  const { failure, error } = form;
  return page(request, {
    title: 'Pixel',
    section: 'pixel',
    styles: [PIXEL_STYLE],
    status: failure?.status ?? (error ? 422 : 200),
    isError: failure !== undefined || error !== undefined,
    body: (
      <>
        <Heading
          title="Pixel"
          lead="Which tags a store really fires, what fires twice or no longer fires, and what to do about it."
        />
        {failure && <FailureNotice request={request} failure={failure} />}
        {error && <Notice tone="bad">{error}</Notice>}
        <div class="columns">
          <ScanCard request={request} />
          <ManyCard request={request} form={form} />
        </div>
        <AuditsCard jobs={jobs} isFirst={!request.url.searchParams.has('cursor')} />
      </>
    ),
  });
}

export function ScanCard({ request, url, journey }: { request: SignedInRequest; url?: string; journey?: boolean }) {
  return (
    <Card id="scan-title" title="Scan a store">
      <form method="post" action="/work/pixel/scans" enctype="multipart/form-data" data-draft="pixel-scan">
        <Csrf request={request} />
        <TextField
          id="url"
          label="Address of the store"
          hint="Such as shop.example. A shop that is inside of this program: https://demo-store.portside.invalid/"
          required
          maxLength={2048}
          value={url}
        />
        <CheckField
          id="journey"
          label="Visit the shop as a buyer does"
          hint="Also a product, a collection, the cart and the search. It takes up to two minutes, and nothing is bought."
          checked={journey}
        />
        <Button primary>Scan</Button>
        <p class="hint">One request of the day, also with all these pages.</p>
      </form>
    </Card>
  );
}

function ManyCard({ request, form }: { request: SignedInRequest; form: StoresForm }) {
  return (
    <Card id="many-title" title="Scan many stores">
      <form method="post" action="/work/pixel" enctype="multipart/form-data" data-draft="pixel-stores">
        <Csrf request={request} />
        <input type="hidden" name="once" value={form.once} />
        <TextArea id="stores" label="One address a line" rows={4} spellcheck={false} class="mono" value={form.stores} />
        <div class="check">
          <input id="journeys" name="journey" type="checkbox" value="on" checked={form.journey} />
          <label for="journeys">Visit each shop as a buyer does</label>
        </div>
        <FileField
          id="file"
          label="Or a file"
          hint="CSV, XLSX or JSON with up to 500 addresses. Then the typed ones are not used."
          accept=".csv,.xlsx,.json"
          bytesMax={FILE_BYTES_MAX}
          isOptional
        />
        <Button>Scan all</Button>
      </form>
    </Card>
  );
}

function AuditsCard({ jobs: { jobs, next_cursor }, isFirst }: { jobs: JobPage; isFirst: boolean }) {
  return (
    <Card id="audits-title" title="Earlier scans of many stores">
      {jobs.length === 0 && (
        <Empty title="None yet">
          <p>The result of a list of stores stays here for seven days.</p>
        </Empty>
      )}
      {jobs.length > 0 && (
        <Table label="Earlier scans of many stores" stacked>
          <thead>
            <tr>
              <th scope="col">List</th>
              <th scope="col">Status</th>
              <th scope="col" class="number">
                Stores
              </th>
              <th scope="col">Sent</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ id, status, lines_done, lines_total, accepted_at }) => (
              <tr key={id}>
                <th scope="row">
                  <a class="mono" href={jobPage('pixel_audits', id)}>
                    {id.slice(4, 12)}
                  </a>
                </th>
                <td data-label="Status">
                  <JobStatus status={status} />
                </td>
                <td data-label="Stores" class="number">
                  {lines_done < lines_total
                    ? `${formatCount(lines_done)} of ${formatCount(lines_total)}`
                    : formatCount(lines_total)}
                </td>
                <td data-label="Sent">
                  <Time at={accepted_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Pages
        label="Pages of lists"
        first={isFirst ? undefined : '/work/pixel'}
        next={next_cursor ? `/work/pixel?cursor=${encodeURIComponent(next_cursor)}` : undefined}
      />
    </Card>
  );
}
