/** @jsxImportSource preact */
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import type { UsageReport } from './report.ts';
import { UsageSections } from './report-view.tsx';

export function usagePage(request: OperatorRequest, report: UsageReport): Response {
  return page(request, {
    title: 'Usage',
    section: 'usage',
    body: (
      <>
        <div class="heading">
          <h1>Usage of all keys</h1>
          <span class="quiet">Times are UTC</span>
        </div>
        <UsageSections request={request} {...report} />
      </>
    ),
  });
}
