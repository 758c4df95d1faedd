/** @jsxImportSource preact */
import type { TariffAudit, TariffAuditLine } from '../../../api/v2/jobs/answers.ts';
import { ButtonLink, Facts, Heading, Notice, Status } from '../shell/elements.tsx';
import { page } from '../shell/layout.tsx';
import { jobPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { TARIFF_STYLE } from './assets.ts';
import { found } from './audit-data.ts';
import { type AuditQuery, changedQuery } from './audit-query.ts';
import type { DutyView } from './duty-data.ts';
import { DutyPart } from './duty-view.tsx';
import { longDescription, outcomeOf } from './words.ts';

export interface LineView {
  audit: TariffAudit;
  query: AuditQuery;
  columns: string[];
  line: TariffAuditLine;
  /** Undefined if the line has no number to look up. */
  duty: DutyView | undefined;
  /** What the answers of the questions are sent with. */
  kept: URLSearchParams;
}

interface LineProps {
  request: SignedInRequest;
  view: LineView;
}

const addressOf = ({ audit, line }: LineView) => `${jobPage('tariff_audits', audit.id)}/lines/${line.line}`;

export function linePage(request: SignedInRequest, view: LineView): Response {
  const { audit, line, query } = view;
  const list = jobPage('tariff_audits', audit.id);
  return page(request, {
    title: `Line ${line.line}`,
    section: 'tariff',
    styles: [TARIFF_STYLE],
    body: (
      <>
        <Heading
          title={`Line ${line.line}`}
          up={{
            href: `${list}${changedQuery(query, { cursor: query.cursor })}`,
            text: `List ${audit.id.slice(4, 12)}`,
          }}
        />
        <LinePart request={request} view={view} isPage />
      </>
    ),
  });
}

/** Everything about one line. */
export function LinePart({ request, view, isPage }: LineProps & { isPage?: boolean }) {
  const { line, columns, duty, query, kept } = view;
  const words = outcomeOf(found(line, 'result'));
  const address = addressOf(view);
  return (
    <section class="card" aria-labelledby="line-title">
      <div class="card-head">
        <h2 id="line-title">
          <span class="mono">{found(line, 'number') || 'No number'}</span>
        </h2>
        <Status tone={words?.tone ?? 'dim'}>{found(line, 'result')}</Status>
      </div>
      <p>{longDescription(found(line, 'description'))}</p>
      {words && <p class="hint">{words.meaning}</p>}
      {found(line, 'missing') && <Notice tone="mild">{found(line, 'missing')}</Notice>}
      <Facts
        facts={line.cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [[columns[at] ?? '', cell] as const]))}
      />
      <Facts
        facts={(
          [
            ['Rate', 'rate'],
            ['Heading', 'heading'],
            ['Programme', 'coverage'],
            ['Column 1', 'column_1'],
            ['Probably', 'probably'],
            ['Number accepted', 'accepted'],
            ['Replaced by', 'successor'],
            ['Next change', 'next_change'],
            ['Day', 'as_of'],
            ['Source', 'source'],
          ] as const
        ).flatMap(([name, column]) => (found(line, column) ? [[name, found(line, column)] as const] : []))}
      />
      {duty && <DutyPart request={request} view={duty} action={address} kept={kept} />}
      {!isPage && (
        <ButtonLink href={`${address}${changedQuery(query, { cursor: query.cursor })}`}>Open as a page</ButtonLink>
      )}
    </section>
  );
}
