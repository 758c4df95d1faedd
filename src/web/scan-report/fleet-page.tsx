/** @jsxImportSource preact */
/**
 * The audit of many stores as one HTML file that an agency forwards: what was found, a table with the worst store first, and the report
 * of each. Nothing is loaded from elsewhere. The only script orders the table. It is written a store at a time, because hundreds of
 * reports do not fit into memory together.
 */
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { sha256Hex } from '../../domain/sha256.ts';
import type { StoreOutcome, StoreStanding } from '../../pixel/audit/store-outcome.ts';
import fleetStyle from './fleet.css' with { type: 'text' };
import { FleetFindings } from './fleet-findings.tsx';
import sortScript from './fleet-sort.client.js' with { type: 'text' };
import { FleetTable, Mark, STATE_WORDS, traitsOf } from './fleet-table.tsx';
import style from './report.css' with { type: 'text' };
import { dateWords, ReportSections } from './report-page.tsx';

/** What was looked at of each store. */
export interface FleetScans {
  deep: boolean;
  journey: boolean;
}

export interface FleetPage extends FleetScans {
  /** The worst first. */
  standings: readonly StoreStanding[];
  /** When the audit ended, Unix milliseconds. */
  atMs: number;
  /** Styles that every page shares. */
  tokens: string;
  /** The outcome of a line of the list. */
  outcomeOf(line: number): StoreOutcome;
}

const SCRIPT_HASH = Buffer.from(sha256Hex(sortScript), 'hex').toString('base64');
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_HASH}'`;

/** The document in pieces, in order. */
export function* fleetReportHtml(page: FleetPage): Generator<string> {
  const { standings, outcomeOf } = page;
  yield `<!doctype html>\n<html lang="en">${render(<Head {...page} />)}<body><main>`;
  yield render(<Overview {...page} />);
  for (const standing of standings)
    yield render(<StoreReport standing={standing} outcome={outcomeOf(standing.line)} />);
  yield `</main><script>${sortScript}</script></body></html>\n`;
}

function Head({ standings, tokens, atMs }: FleetPage) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta http-equiv="Content-Security-Policy" content={POLICY} />
      <title>{`Tracking audit of ${counted(standings.length, 'store')}, ${dateWords(atMs)}`}</title>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the files are ours */}
      <style dangerouslySetInnerHTML={{ __html: tokens + style + fleetStyle }} />
    </head>
  );
}

function Overview({ standings, atMs, deep, journey }: FleetPage) {
  const stores = standings.filter(({ state }) => state !== 'same');
  const twice = standings.length - stores.length;
  const judged = stores.filter(({ state }) => state === 'judged' || state === 'partly_judged');
  const unknown = stores.length - judged.length;
  const scores = judged.flatMap(({ score }) => score ?? []).sort((a, b) => a - b);
  const figures: [name: string, value: string, tone: string][] = [
    ['Judged', `${judged.length} of ${stores.length}`, ''],
    ['Not judged', String(unknown), unknown > 0 ? 'bad-text' : ''],
    ['With errors', String(judged.filter(({ errors }) => errors > 0).length), ''],
    ['With doubled events', String(judged.filter(({ doubles }) => doubles > 0).length), ''],
    ['Median score', scores.length === 0 ? '–' : String(scores[Math.floor((scores.length - 1) / 2)]), ''],
  ];
  return (
    <>
      <header>
        <p class="kicker">Portside tracking audit</p>
        <h1>{counted(stores.length, 'store')}, the worst first</h1>
        <p class="quiet">
          Ended <time dateTime={new Date(atMs).toISOString()}>{dateWords(atMs)}</time>. {scopeOf({ deep, journey })}
          {twice > 0 && ` ${counted(twice, 'line')} of the list ${twice === 1 ? 'names' : 'name'} a store again.`}
        </p>
      </header>
      {unknown > 0 && (
        <p class="notice">
          <b>
            {counted(unknown, 'store')} {unknown === 1 ? 'was' : 'were'} not judged.
          </b>{' '}
          Nothing can be said about {unknown === 1 ? 'its' : 'their'} tags: not that they are right, and not that they
          are wrong.
        </p>
      )}
      <dl class="sums">
        {figures.map(([name, value, tone]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={tone}>{value}</dd>
          </div>
        ))}
      </dl>
      <FleetFindings standings={judged} />
      <FleetTable standings={standings} />
      <h2>The report of each store</h2>
    </>
  );
}

function scopeOf({ deep, journey }: FleetScans): string {
  const pages = journey ? 'the page, a product, a collection, the cart and the search' : 'the page';
  return `Read of each store: ${pages}${deep ? `, and what ${journey ? 'they name' : 'it names'}` : ' alone'}.`;
}

/** The id is inside, because a browser opens what a link leads into. */
function StoreReport({ standing, outcome }: { standing: StoreStanding; outcome: StoreOutcome }): VNode {
  const { line, address, state, fault } = standing;
  return (
    <details class={`store ${traitsOf(standing)}`}>
      <summary>
        <Mark standing={standing} /> <span class="name">{address}</span> <small>{STATE_WORDS[state]}</small>
      </summary>
      <div id={`store-${line}`}>
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
        <p class="back">
          <a href="#stores">All stores</a>
        </p>
      </div>
    </details>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
