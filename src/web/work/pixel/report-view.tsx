/** @jsxImportSource preact */
import type { DetailedReport } from '../../../domain/scan-report.ts';
import { ReportSections } from '../../scan-report/report-page.tsx';
import type { ApiFailure } from '../ask/api-failure.ts';
import { Heading, Time } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, Csrf } from '../shell/fields.tsx';
import { page } from '../shell/layout.tsx';
import type { SignedInRequest } from '../work-request.ts';
import { PIXEL_STYLE, REPORT_STYLE } from './assets.ts';
import { ScanCard } from './stores-view.tsx';

interface ReportProps {
  report: DetailedReport;
  url: string;
  journey: boolean;
  atMs: number;
}

/** The report of one store, as a merchant would forward it. */
export function reportPage(request: SignedInRequest, { report, url, journey, atMs }: ReportProps): Response {
  return page(request, {
    title: `Report of ${url}`,
    section: 'pixel',
    styles: [PIXEL_STYLE, REPORT_STYLE],
    body: (
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
          <button type="button" data-prints>
            Print
          </button>
          <form method="post" action="/work/pixel/scans">
            <Csrf request={request} />
            <input type="hidden" name="url" value={url} />
            <input type="hidden" name="fresh" value="on" />
            {journey && <input type="hidden" name="journey" value="on" />}
            <Button>Scan again</Button>
          </form>
        </Heading>
        <div class="tracking-report">
          <ReportSections report={report} />
        </div>
      </>
    ),
  });
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
    body: (
      <>
        <Heading title="The store was not scanned" up={{ href: '/work/pixel', text: 'Pixel' }} />
        <FailureNotice request={request} failure={failure} />
        <div class="columns">
          <ScanCard request={request} url={url} journey={journey} />
        </div>
      </>
    ),
  });
}
