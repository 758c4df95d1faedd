/** @jsxImportSource preact */
/** A scan while it runs, and last its report. */
import type { ComponentChildren } from 'preact';
import type { DetailedReport } from '../../../domain/scan-report.ts';
import type { ScanStep } from '../../../domain/scan-step.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { Status } from '../shell/elements.tsx';
import { Slot, streamedPage } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import { PIXEL_STYLE, REPORT_STYLE } from './assets.ts';
import type { ScanLine } from './read-steps.ts';
import { Refusal, Report, type ReportProps } from './report-view.tsx';

interface ScanProps {
  url: string;
  journey: boolean;
  lines: AsyncIterable<ScanLine>;
  draw(report: DetailedReport): ReportProps;
}

/** Steps are shown until the report is there: the style sheet hides them then. */
export function scanPage(request: SignedInRequest, { url, journey, lines, draw }: ScanProps): Response {
  async function* parts(): AsyncGenerator<ComponentChildren> {
    try {
      for await (const line of lines) {
        if (line?.type === 'report')
          yield (
            <div class="scan-end">
              <Report request={request} drawn={draw(line.report)} />
            </div>
          );
        else yield line && <Step step={line} />;
      }
    } catch (error) {
      // The status is sent already, so the page says what the API has said.
      if (!(error instanceof ApiFailure)) throw error;
      yield (
        <div class="scan-end">
          <Refusal request={request} refused={{ url, journey, failure: error }} />
        </div>
      );
    }
  }
  const options = {
    title: `Report of ${url}`,
    section: 'pixel',
    styles: [PIXEL_STYLE, REPORT_STYLE],
    body: (
      <>
        <p class="scan-title">
          Scanning <strong class="address">{url}</strong>
        </p>
        <Slot />
      </>
    ),
  } as const;
  return streamedPage(request, options, parts());
}

const PAGES: Record<ScanStep['page'], string> = {
  home: 'Home page',
  product: 'A product',
  collection: 'A collection',
  cart: 'Cart',
  search: 'Search',
  thank_you: 'Thank-you page',
  other: 'The page',
  named: 'Containers and code that the pages name',
};
const STATES = {
  reading: { text: 'reading', tone: 'info' },
  read: { text: 'read', tone: 'good' },
  not_read: { text: 'not read', tone: 'mild' },
} as const;

function Step({ step: { page, path, state, reason } }: { step: ScanStep }) {
  const { text, tone } = STATES[state];
  return (
    <div class={`scan-step ${state}`}>
      <Status tone={tone}>{text}</Status>
      <span>
        {PAGES[page]}
        {path && <code>{path}</code>}
        {reason && <span class="under">{reason}</span>}
      </span>
    </div>
  );
}
