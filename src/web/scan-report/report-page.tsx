/** @jsxImportSource preact */
/**
 * The report of a scan as one HTML file that a merchant forwards: no script, nothing from elsewhere, light and dark, and it prints.
 */
import { render } from 'preact-render-to-string';
import type { DetailedFinding, DetailedReport, FindingPlace, Severity } from '../../domain/scan-report.ts';
import { firstSteps } from '../../pixel/report/first-steps.ts';
import { scoreScope } from '../../pixel/report/score-scope.ts';
import { statementOf } from '../../pixel/report/statement.ts';
import { categoryName } from '../../pixel/rules/category-names.ts';
import { EventTable } from './event-table.tsx';
import { GraphPicture } from './graph-picture.tsx';
import style from './report.css' with { type: 'text' };
import { SEVERITY_WORDS, STATE_WORDS, toneOf } from './report-words.ts';

export interface ReportPage {
  report: DetailedReport;
  /** What was scanned: an address, or the name of a file. */
  name: string;
  /** When, Unix milliseconds. */
  atMs: number;
  /** Styles that every page shares. */
  tokens: string;
}

const SEVERITIES: Severity[] = ['error', 'warn', 'info'];

/** A complete HTML document. */
export function scanReportHtml(page: ReportPage): string {
  return `<!doctype html>\n${render(<Document {...page} />)}\n`;
}

function Document({ report, name, atMs, tokens }: ReportPage) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>{`Tracking report of ${name}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: both files are ours */}
        <style dangerouslySetInnerHTML={{ __html: tokens + style }} />
      </head>
      <body>
        <main>
          <header>
            <p class="kicker">Portside tracking report</p>
            <h1>{name}</h1>
            <p class="quiet">
              Scanned <time dateTime={new Date(atMs).toISOString()}>{dateWords(atMs)}</time>
            </p>
          </header>
          <ReportSections report={report} />
        </main>
      </body>
    </html>
  );
}

/** Everything that a report has to say. */
export function ReportSections({ report }: { report: DetailedReport }) {
  return (
    <>
      <FirstSteps report={report} />
      <Verdict report={report} />
      <Findings findings={report.findings} />
      <Destinations report={report} />
      <LookedAt report={report} />
    </>
  );
}

/** What a merchant should do before anything else, in a few words. */
function FirstSteps({ report }: { report: DetailedReport }) {
  const steps = firstSteps(report);
  if (steps.length === 0) return null;
  return (
    <section class="first-steps">
      <h2>{steps.length === 1 ? 'Do this first' : `Do these ${steps.length === 2 ? 'two' : 'three'} things first`}</h2>
      <ol>
        {steps.map(({ what, how }) => (
          <li key={what}>
            <strong>{what}.</strong> {how}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Verdict({ report }: { report: DetailedReport }) {
  const { score, state, score_explanation: explanation, severity_counts: counts } = report;
  const scope = scoreScope(report);
  return (
    <section class={`verdict ${toneOf(report)}`}>
      <p class="score">{score === null ? 'Not judged' : <Score score={score} />}</p>
      <div>
        <p>
          <strong>{STATE_WORDS[state]}</strong>
        </p>
        <p>{SEVERITIES.map((severity) => counted(counts[severity], severity)).join(', ')}.</p>
        {scope !== undefined && <p class="quiet">{scope}</p>}
        {score !== null && (explanation.parts.length > 0 || explanation.caps.length > 0) && (
          <ul class="parts">
            {explanation.parts.map(({ category, points }) => (
              <li key={category}>
                <b>−{points}</b> {categoryName(category)}
              </li>
            ))}
            {explanation.caps.map(({ at, reason }) => (
              <li key={reason}>
                <b>at most {at}</b> {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Score({ score }: { score: number }) {
  return (
    <>
      {score}
      <small>/100</small>
    </>
  );
}

function Findings({ findings }: { findings: readonly DetailedFinding[] }) {
  const causes = Map.groupBy(findings, ({ cause }) => cause);
  return (
    <section>
      <h2>What was found</h2>
      {findings.length === 0 && <p>Nothing was found in what was read.</p>}
      {[...causes].map(([cause, group]) => (
        <Cause key={cause} findings={group} />
      ))}
    </section>
  );
}

/** What to do. Several sentences are steps, in their order. */
function Remedy({ text, source }: { text: string; source: string }) {
  const steps = text.split(/(?<=\.) (?=\p{Lu})/u);
  const link = /^https:/.test(source) && <a href={source}>Source</a>;
  if (steps.length === 1)
    return (
      <p class="remedy">
        <b>What to do:</b> {text} {link}
      </p>
    );
  return (
    <div class="remedy">
      <b>What to do:</b> {link}
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}

/** The findings of one cause: the gravest as the heading, the others as details. */
function Cause({ findings }: { findings: readonly DetailedFinding[] }) {
  const [main, ...details] = findings;
  const places = unique(findings.flatMap((finding) => finding.places));
  const { severity, remedy, evidence, points, source } = main!;
  return (
    <article class={severity}>
      <h3>
        <span class="severity">{SEVERITY_WORDS[severity]}</span> {statementOf(main!)}
      </h3>
      {points > 0 && <p class="points">{points} points</p>}
      {evidence.length > 0 && (
        <ul>
          {evidence.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <Remedy text={remedy} source={source} />
      {details.length > 0 && (
        <details open>
          <summary>Also part of it</summary>
          <ul>
            {details.map((finding) => (
              <li key={finding.rule_id + finding.message}>{statementOf(finding)}</li>
            ))}
          </ul>
        </details>
      )}
      {places.length > 0 && (
        <ul class="places">
          {places.map((place) => (
            <li key={JSON.stringify(place)}>
              {placeWords(place)}
              {place.excerpt && <Excerpt text={place.excerpt} />}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** Ids of Google and Meta, as they stand in code. */
const TAG_IDS = /(\b(?:G-[A-Z0-9]{4,12}|GTM-[A-Z0-9]{4,10}|(?:UA|AW)-\d{4,12}(?:-\d{1,4})?|\d{13,17})\b)/;

/** The code of a place, with the tag in it marked. */
function Excerpt({ text }: { text: string }) {
  // Every second part is an id.
  const parts = text.split(TAG_IDS);
  // biome-ignore lint/correctness/useJsxKeyInIterable: this is drawn once
  return <code>{parts.map((part, at) => (at % 2 === 1 ? <mark>{part}</mark> : part))}</code>;
}

function Destinations({ report: { graph } }: { report: DetailedReport }) {
  if (graph.sendings.length === 0) return null;
  return (
    <section>
      <h2>What sends where</h2>
      <p class="quiet">Red: an event reaches a destination twice. Dashed: under a condition that was not decided.</p>
      <section class="wide" tabindex={0} aria-label="Senders and destinations">
        <GraphPicture graph={graph} />
      </section>
      <EventTable graph={graph} />
    </section>
  );
}

function LookedAt({ report: { looked_at, not_looked_at, pages } }: { report: DetailedReport }) {
  return (
    <section>
      {pages.length + looked_at.length > 0 && <h2>What was looked at</h2>}
      <ul>
        {pages.map(({ url, kind }) => (
          <li key={url}>
            {url} <small>{kind.replaceAll('_', ' ')}</small>
          </li>
        ))}
        {looked_at
          .filter(({ kind }) => kind !== 'page')
          .map(({ kind, id, name, version }) => (
            <li key={`${kind} ${id}`}>
              {kindWords(kind)} {name ?? id}
              {version !== undefined && <small> version {version}</small>}
            </li>
          ))}
      </ul>
      {not_looked_at.length > 0 && (
        <>
          <h2>What was not looked at</h2>
          <ul class="unread">
            {not_looked_at.map(({ kind, id, name, reason }) => (
              <li key={`${kind} ${id} ${reason}`}>
                <b>
                  {kindWords(kind)} {name ?? id}
                </b>
                : {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function placeWords({
  kind,
  pages,
  line,
  column,
  app,
  container,
  tag_id,
  tag_name,
  trigger,
  pixel_id,
  pixel_name,
  file,
}: FindingPlace): string {
  const at = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}`;
  const names = {
    page: 'Page code',
    loader: `Loader ${container ?? ''}`,
    container: `Container ${container ?? ''}`,
    app_pixel: `App pixel ${pixel_name ?? pixel_id ?? ''}`,
    custom_pixel: `Custom pixel ${pixel_name ?? pixel_id ?? ''}`,
    theme_file: file ?? '',
  };
  const where = names[kind].trim();
  const tag = tag_id === undefined ? '' : `tag ${tag_name ?? tag_id}`;
  const block = app === undefined ? '' : `app block ${app}`;
  return [where, block, tag, trigger ?? '', kind === 'app_pixel' ? '' : at, pages ? `on ${pages.join(', ')}` : '']
    .filter(Boolean)
    .join(', ');
}

function kindWords(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

function counted(count: number, severity: Severity): string {
  return `${count} ${SEVERITY_WORDS[severity].toLowerCase()}${count === 1 ? '' : 's'}`;
}

function unique(places: readonly FindingPlace[]): FindingPlace[] {
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

export function dateWords(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
