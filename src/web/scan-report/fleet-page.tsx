/** @jsxImportSource preact */
/**
 * The audit of many stores as one HTML file: a table with the worst store first, and below it the report of each. No script, nothing
 * from elsewhere, light and dark. It is written a store at a time, because hundreds of reports do not fit into memory together.
 */
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { StoreOutcome, StoreStanding } from '../../pixel/audit/store-outcome.ts';
import fleetStyle from './fleet.css' with { type: 'text' };
import style from './report.css' with { type: 'text' };
import { dateWords, ReportSections, toneOf } from './report-page.tsx';

export interface FleetPage {
  /** The worst first. */
  standings: readonly StoreStanding[];
  /** When the audit ended, Unix milliseconds. */
  atMs: number;
  /** Styles that every page shares. */
  tokens: string;
  outcomeOf(standing: StoreStanding): StoreOutcome;
}

const STATE_WORDS: Record<StoreStanding['state'], string> = {
  judged: 'read in full',
  partly_judged: 'read in part',
  not_judged: 'not judged',
  not_scanned: 'not scanned',
  same: 'named twice',
};

/** The document in pieces, in order. */
export function* fleetReportHtml({ standings, atMs, tokens, outcomeOf }: FleetPage): Generator<string> {
  const head = render(<Head tokens={tokens} atMs={atMs} />);
  yield `<!doctype html>\n<html lang="en">${head}<body><main>`;
  yield render(<Overview standings={standings} atMs={atMs} />);
  for (const standing of standings) yield render(<StoreReport standing={standing} outcome={outcomeOf(standing)} />);
  yield '</main></body></html>\n';
}

function Head({ tokens, atMs }: { tokens: string; atMs: number }) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
      <title>{`Tracking audit of ${dateWords(atMs)}`}</title>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the files are ours */}
      <style dangerouslySetInnerHTML={{ __html: tokens + style + fleetStyle }} />
    </head>
  );
}

function Overview({ standings, atMs }: { standings: readonly StoreStanding[]; atMs: number }) {
  return (
    <>
      <header>
        <p class="kicker">Portside tracking audit</p>
        <h1>{counted(standings.length, 'store')}, the worst first</h1>
        <p class="quiet">
          Ended <time dateTime={new Date(atMs).toISOString()}>{dateWords(atMs)}</time>. A store that was not judged is
          not a clean store.
        </p>
      </header>
      <dl class="sums">
        {summaryOf(standings).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section class="wide" tabindex={0} aria-label="Stores">
        <table>
          <thead>
            <tr>
              <th scope="col">Store</th>
              <th scope="col">Score</th>
              <th scope="col">State</th>
              <th scope="col">Errors</th>
              <th scope="col">Warnings</th>
              <th scope="col">Doubles</th>
              <th scope="col">Not looked at</th>
            </tr>
          </thead>
          <tbody>
            {standings.map((standing) => (
              <Row key={standing.line} standing={standing} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Row({ standing }: { standing: StoreStanding }) {
  const { line, address, state, score, errors, warnings, doubles, unread } = standing;
  const hasReport = state !== 'same' && state !== 'not_scanned';
  const count = (value: number) => <td class={value > 0 ? 'some' : ''}>{hasReport ? value : ''}</td>;
  return (
    <tr>
      <th scope="row">
        <a href={`#store-${line}`}>{address.replace(/^https:\/\//, '')}</a>
      </th>
      <td>
        <span class={`mark ${toneOfStanding(standing)}`}>{score ?? '–'}</span>
      </td>
      <td>{STATE_WORDS[state]}</td>
      {count(errors)}
      {count(warnings)}
      {count(doubles)}
      {count(unread)}
    </tr>
  );
}

function StoreReport({ standing, outcome }: { standing: StoreStanding; outcome: StoreOutcome }): VNode {
  const { line, address, state, score, fault } = standing;
  return (
    <details class="store" id={`store-${line}`}>
      <summary>
        <span class={`mark ${toneOfStanding(standing)}`}>{score ?? '–'}</span> {address}{' '}
        <small>{STATE_WORDS[state]}</small>
      </summary>
      {'report' in outcome ? (
        <>
          <p class="quiet">
            {outcome.url}, scanned{' '}
            <time dateTime={new Date(outcome.atMs).toISOString()}>{dateWords(outcome.atMs)}</time>
          </p>
          <ReportSections report={outcome.report} />
        </>
      ) : (
        <p>{fault}</p>
      )}
    </details>
  );
}

function toneOfStanding({ state, score }: StoreStanding): string {
  if (state === 'same') return 'none';
  if (state === 'not_scanned' || state === 'not_judged') return 'bad';
  return toneOf({ state, score });
}

function summaryOf(standings: readonly StoreStanding[]): [string, string][] {
  const of = (...states: StoreStanding['state'][]) => standings.filter(({ state }) => states.includes(state));
  const judged = of('judged', 'partly_judged');
  const stores = standings.length - of('same').length;
  const scores = judged.flatMap(({ score }) => score ?? []).sort((a, b) => a - b);
  return [
    ['Judged', `${judged.length} of ${stores}`],
    ['Not judged or not scanned', String(of('not_judged', 'not_scanned').length)],
    ['With errors', String(judged.filter(({ errors }) => errors > 0).length)],
    ['With doubles', String(judged.filter(({ doubles }) => doubles > 0).length)],
    ['Median score', scores.length === 0 ? '–' : String(scores[Math.floor(scores.length / 2)])],
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
