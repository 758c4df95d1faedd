/** @jsxImportSource preact */
/** The table of an audit. Buttons that are only styles choose which stores are shown, also those of the reports below. */
import type { StoreStanding } from '../../pixel/audit/store-outcome.ts';
import { toneOf } from './report-words.ts';

export const STATE_WORDS: Record<StoreStanding['state'], string> = {
  judged: 'judged',
  partly_judged: 'read in part',
  not_judged: 'not judged',
  not_scanned: 'not scanned',
  same: 'named twice',
};

/** Trait of a store, as a class, and the words of its button. `fleet.css` hides the others. */
const FILTERS = [
  ['all', 'All'],
  ['errors', 'Errors'],
  ['warnings', 'Warnings'],
  ['doubles', 'Doubled events'],
  ['partly', 'Read in part'],
  ['unknown', 'Not judged'],
  ['clean', 'Nothing found'],
] as const;

/** @returns classes: the filters that show the store */
export function traitsOf({ state, errors, warnings, notes, doubles, unread }: StoreStanding): string {
  const isJudged = state === 'judged' || state === 'partly_judged';
  const traits = {
    all: true,
    errors: isJudged && errors > 0,
    warnings: isJudged && warnings > 0,
    doubles: isJudged && doubles > 0,
    partly: state === 'partly_judged',
    unknown: state === 'not_judged' || state === 'not_scanned',
    // What was read in part is never called clean.
    clean: state === 'judged' && errors + warnings + notes + doubles + unread === 0,
  };
  return Object.entries(traits)
    .filter(([, has]) => has)
    .map(([trait]) => `is-${trait}`)
    .join(' ');
}

export function FleetTable({ standings }: { standings: readonly StoreStanding[] }) {
  const traits = standings.map((standing) => traitsOf(standing).split(' '));
  return (
    <>
      <h2>The stores</h2>
      <fieldset class="filters">
        <legend>Show</legend>
        {FILTERS.map(([name, words]) => {
          const count = traits.filter((list) => list.includes(`is-${name}`)).length;
          return (
            <label key={name}>
              <input type="radio" name="show" id={`show-${name}`} checked={name === 'all'} disabled={count === 0} />
              <span>
                {words} <small>{count}</small>
              </span>
            </label>
          );
        })}
      </fieldset>
      <section class="wide" tabindex={0} aria-label="Stores">
        <table id="stores">
          <thead>
            <tr>
              <th scope="col" data-words data-first>
                Store
              </th>
              <th scope="col" data-first>
                Score
              </th>
              <th scope="col" data-words>
                State
              </th>
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
  const { line, address, state, score, errors, warnings, doubles, unread, fault } = standing;
  const hasReport = state !== 'same' && state !== 'not_scanned';
  const isJudged = hasReport && state !== 'not_judged';
  const name = address.replace(/^https:\/\//, '').replace(/^([^/]+)\/$/, '$1');
  const count = (value: number, isKnown: boolean, words: string) => (
    <td class={isKnown && value > 0 ? words : ''} data-value={isKnown ? value : -1}>
      {isKnown ? value : ''}
    </td>
  );
  return (
    <tr class={traitsOf(standing)}>
      <th scope="row" data-value={name}>
        <a href={`#store-${line}`}>{name}</a>
        {fault !== undefined && <small class="fault">{fault}</small>}
        <small class="brief">{briefOf(standing, isJudged)}</small>
      </th>
      <td data-value={score ?? (state === 'same' ? 101 : -1)}>
        <Mark standing={standing} />
      </td>
      <td data-value={STATE_WORDS[state]}>{STATE_WORDS[state]}</td>
      {count(errors, isJudged, 'some-errors')}
      {count(warnings, isJudged, 'some')}
      {count(doubles, isJudged, 'some-errors')}
      {count(unread, hasReport, 'some')}
    </tr>
  );
}

/** The other columns, for a narrow screen. */
function briefOf({ state, errors, warnings, doubles, unread }: StoreStanding, isJudged: boolean): string {
  const counts = isJudged
    ? [
        [errors, 'error'],
        [warnings, 'warning'],
        [doubles, 'double'],
      ]
    : [];
  const words = counts.flatMap(([count, noun]) => (count ? `${count} ${noun}${count === 1 ? '' : 's'}` : []));
  return [STATE_WORDS[state], ...words, ...(isJudged && unread > 0 ? [`${unread} not looked at`] : [])].join(' · ');
}

export function Mark({ standing: { state, score } }: { standing: StoreStanding }) {
  const isUnknown = state === 'not_scanned' || state === 'not_judged';
  const tone = state === 'same' ? 'none' : isUnknown ? 'bad' : toneOf({ state, score });
  return <span class={`mark ${tone}`}>{score ?? (isUnknown ? '?' : '–')}</span>;
}
