/** @jsxImportSource preact */
import type { DetailedReport } from '../../../domain/scan-report.ts';
import { type Comparison, noteOf } from '../../scan-report/compare-reports.ts';
import { ReportSections } from '../../scan-report/report-page.tsx';
import type { ApiFailure } from '../ask/api-failure.ts';
import { Card, Heading, Status, Time } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, Csrf } from '../shell/fields.tsx';
import { plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import { PIXEL_STYLE } from './assets.ts';
import { ScanCard } from './stores-view.tsx';

export interface ReportProps {
  report: DetailedReport;
  url: string;
  journey: boolean;
  atMs: number;
  /** With the scan before, if the page of that one asked for this. */
  comparison: Comparison | undefined;
  /** The button that watches the store does its work once. */
  once: string;
}

/** The report of one store, as a merchant would forward it. */
export function Report({ request, drawn }: { request: SignedInRequest; drawn: ReportProps }) {
  const { report, url, journey, atMs, comparison, once } = drawn;
  return (
    <>
      <Heading
        title={<span class="address">{url}</span>}
        up={{ href: '/work/pixel', text: 'Pixel' }}
        lead={
          <>
            Scanned <Time at={atMs} />. This page is not kept: save the report to come back to it.
          </>
        }
      >
        <form method="post" action="/work/pixel/reports" enctype="multipart/form-data">
          <Csrf request={request} />
          <input type="hidden" name="url" value={url} />
          <input type="hidden" name="at" value={atMs} />
          <input type="hidden" name="report" value={JSON.stringify(report)} />
          <Button primary>Save as one file</Button>
        </form>
        <form method="post" action="/work/pixel/watches">
          <Csrf request={request} />
          <input type="hidden" name="url" value={url} />
          <input type="hidden" name="once" value={once} />
          <Button>Watch this store</Button>
        </form>
        <button type="button" data-prints>
          Print
        </button>
        <form method="post" action="/work/pixel/scans" enctype="multipart/form-data">
          <Csrf request={request} />
          <input type="hidden" name="url" value={url} />
          <input type="hidden" name="fresh" value="on" />
          {journey && <input type="hidden" name="journey" value="on" />}
          <input type="hidden" name="before" value={noteOf(url, report)} />
          <Button>Scan again and compare</Button>
        </form>
      </Heading>
      {comparison && <ComparisonCard comparison={comparison} report={report} />}
      <div class="tracking-report">
        <ReportSections report={report} />
      </div>
    </>
  );
}

/** What is new, what is gone, and what is not known. */
function ComparisonCard({
  comparison: { appeared, gone, same },
  report,
}: {
  comparison: Comparison;
  report: DetailedReport;
}) {
  return (
    <Card id="comparison-title" title="Compared with the scan before">
      <Findings title="New" tone="bad" list={appeared} />
      <Findings title="Gone" tone="good" list={gone} />
      <p>{plural(same, 'finding')} as before.</p>
      {(report.state !== 'judged' || report.not_looked_at.length > 0) && (
        <p class="hint">Not everything was looked at, so what is not found any more can still be there.</p>
      )}
    </Card>
  );
}

function Findings({ title, tone, list }: { title: string; tone: 'bad' | 'good'; list: Comparison['gone'] }) {
  if (list.length === 0) return null;
  return (
    <>
      <h3>
        <Status tone={tone}>{title}</Status>
      </h3>
      <ul>
        {list.map(({ rule, says }) => (
          <li key={rule + says}>{says}</li>
        ))}
      </ul>
    </>
  );
}

interface RefusedProps {
  url: string;
  journey: boolean;
  failure: ApiFailure;
}

/** Nothing is known of the store. What was typed stays. */
export function scanRefusedPage(request: SignedInRequest, { url, journey, failure }: RefusedProps): Response {
  return page(request, {
    title: 'The store was not scanned',
    section: 'pixel',
    styles: [PIXEL_STYLE],
    status: failure.status,
    headers: failure.retryAfterS === undefined ? {} : { 'retry-after': String(failure.retryAfterS) },
    isError: true,
    body: <Refusal request={request} refused={{ url, journey, failure }} />,
  });
}

export function Refusal({
  request,
  refused: { url, journey, failure },
}: {
  request: SignedInRequest;
  refused: RefusedProps;
}) {
  return (
    <>
      <Heading title="The store was not scanned" up={{ href: '/work/pixel', text: 'Pixel' }} />
      <FailureNotice request={request} failure={failure} />
      <div class="columns">
        <ScanCard request={request} url={url} journey={journey} />
      </div>
    </>
  );
}
