import type { TariffAudit, TariffAuditLine } from '../../../api/v2/jobs/answers.ts';
import { fragment } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import { found, readAudit, readLines } from './audit-data.ts';
import { type AuditQuery, auditParams, readAuditQuery } from './audit-query.ts';
import { type Goods, readDuty } from './duty-data.ts';
import { DutyOfNumber, DutyPart, dutyPage } from './duty-view.tsx';
import { readFacts } from './facts.ts';
import { LinePart, linePage } from './line-view.tsx';
import { NO_SUCH_LINE } from './lists-handler.ts';

/** Pages of 100 that are read to find a line whose page is not in the address. */
const PAGES_MAX = 20;

/** One number, without a list. */
export async function showDuty(request: SignedInRequest): Promise<Response> {
  const { ask, url, isFragment } = request;
  const goods = {
    code: (url.searchParams.get('code') ?? '').trim(),
    origin: (url.searchParams.get('origin') ?? '').trim(),
    entryDate: readDay(url.searchParams.get('entry_date') ?? ''),
  };
  if (goods.code === '') return dutyPage(request, undefined);
  const view = await readDuty(ask, goods, readFacts(url.searchParams));
  return isFragment ? fragment(DutyOfNumber({ request, view })) : dutyPage(request, view);
}

/** One line of a list, beside the list or as a page of its own. */
export async function showLine(request: SignedInRequest): Promise<Response> {
  const { ask, params, url, isFragment } = request;
  const query = readAuditQuery(url.searchParams);
  const audit = await readAudit(ask, params.id!);
  const line = await findLine(request, audit, query, Number(params.line));
  const goods = goodsOf(audit, line.columns, line.line, url.searchParams.get('origin') ?? '');
  const duty = goods && (await readDuty(ask, goods, readFacts(url.searchParams)));
  const kept = keptParams(query, url.searchParams);
  const view = { audit, query, columns: line.columns, line: line.line, duty, kept };
  // A changed fact asks for the answer alone, a chosen line for the panel.
  const action = url.pathname;
  if (isFragment && request.request.headers.get('hx-target') === 'duty' && duty) {
    return fragment(DutyPart({ request, view: duty, action, kept }));
  }
  return isFragment ? fragment(LinePart({ request, view })) : linePage(request, view);
}

/** The page that the address names has the line. A link from elsewhere may name none: then the list is read from its beginning. */
async function findLine(
  { ask }: SignedInRequest,
  { id }: TariffAudit,
  query: AuditQuery,
  wanted: number,
): Promise<{ columns: string[]; line: TariffAuditLine }> {
  const shown = await readLines(ask, id, query);
  const onPage = shown.lines.find(({ line }) => line === wanted);
  if (onPage) return { columns: shown.columns, line: onPage };
  let place = { ...query, statuses: [], heading: '', text: '', sort: 'line', cursor: '' };
  for (let page = 0; page < PAGES_MAX; page++) {
    const { lines, columns, next_cursor } = await readLines(ask, id, place, 100);
    const line = lines.find((each) => each.line === wanted);
    if (line) return { columns, line };
    if (!next_cursor) break;
    place = { ...place, cursor: next_cursor };
  }
  throw NO_SUCH_LINE;
}

/** What the answers of the questions are sent with: the place in the list, and a stated origin. */
function keptParams(query: AuditQuery, params: URLSearchParams): URLSearchParams {
  const kept = auditParams(query);
  const origin = params.get('origin');
  if (origin) kept.set('origin', origin);
  return kept;
}

/** Undefined for a line that has no number to look up. */
function goodsOf(
  { columns: named }: TariffAudit,
  columns: string[],
  line: TariffAuditLine,
  stated: string,
): Goods | undefined {
  const code = found(line, 'number');
  if (code === '') return undefined;
  const cell = (name: string | undefined) =>
    name === undefined ? '' : (line.cells[columns.indexOf(name)] ?? '').trim();
  return { code, origin: cell(named.origin) || stated.trim(), entryDate: readDay(found(line, 'as_of')) };
}

function readDay(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
}
