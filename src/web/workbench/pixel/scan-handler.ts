import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { PixelReport } from '../../../api/v2/pixel-scans/schema.ts';
import type { MadeWatch } from '../../../api/v2/watches/schema.ts';
import type { DetailedReport } from '../../../domain/scan-report.ts';
import { PageError } from '../../../http/browser/page-error.ts';
import { seeOther } from '../../../http/browser/see-other.ts';
import { makeToken } from '../../../http/browser/session-token.ts';
import { compare } from '../../scan-report/compare-reports.ts';
import { scanReportHtml } from '../../scan-report/report-page.tsx';
import tokens from '../../tokens.css' with { type: 'text' };
import { ApiFailure } from '../ask/api-failure.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { watchPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { scanLines } from './read-steps.ts';
import { scanRefusedPage } from './report-view.tsx';
import { scanPage } from './scan-view.tsx';
import { storeAddress } from './store-address.ts';

/** A report is not kept. Whoever comes back to its address is asked for the store again. */
export async function askToScan(): Promise<Response> {
  return seeOther('/work/pixel');
}

/** Scans a store now. It is counted as over HTTP, and shows everything that the scan has to say. */
export async function scanStore(request: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const { form, ask } = request;
  const url = storeAddress(form.get('url') ?? '');
  const journey = form.has('journey');
  const drawn = (report: DetailedReport) => {
    const comparison = compare(form.get('before') ?? '', url, report);
    return { report, url, journey, atMs: clock.now(), comparison, once: makeToken(clock) };
  };
  try {
    const answer = await ask.response('POST', '/api/v2/pixel/scans', {
      json: { url, journey },
      // A person who scans again has changed something.
      headers: { accept: 'application/x-ndjson', ...(form.has('fresh') && { 'cache-control': 'no-cache' }) },
    });
    return scanPage(request, { url, journey, lines: scanLines(answer), draw: drawn });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return scanRefusedPage(request, { url, journey, failure: error });
  }
}

/** Has the store looked at every week. Its holder is told when it changes its tracking. */
export async function watchStore({ form, ask }: SignedInRequest, { clock }: WorkbenchDependencies): Promise<Response> {
  const store = storeAddress(form.get('url') ?? '');
  const watch = await ask.json<Static<typeof MadeWatch>>('POST', '/api/v2/watches', {
    json: { stores: [store], every: 'week' },
    headers: { 'idempotency-key': form.get('once') || makeToken(clock) },
  });
  return seeOther(watchPage(watch.id));
}

/** The report that the page shows, as one file. The page has it, so the store is not scanned again. */
export async function saveReport({ form }: SignedInRequest): Promise<Response> {
  const url = (form.get('url') ?? '').slice(0, 2048);
  const report = readReport(form.get('report') ?? '');
  const atMs = Number(form.get('at'));
  if (!report || !Number.isSafeInteger(atMs) || Math.abs(atMs) > 8.64e15) {
    throw new PageError(400, 'Refused', 'This is not a report of a scan. Scan the store again.');
  }
  const host = URL.parse(url)?.hostname.replaceAll(/[^\w.-]/g, '') || 'store';
  return new Response(scanReportHtml({ report, name: url, atMs, tokens: tokens as unknown as string }), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="tracking-report-${host}.html"`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'no-store',
    },
  });
}

function readReport(text: string): DetailedReport | undefined {
  try {
    const report: unknown = JSON.parse(text);
    return Value.Check(PixelReport, report) ? (report as DetailedReport) : undefined;
  } catch {
    return undefined;
  }
}
