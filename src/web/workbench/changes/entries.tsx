/** @jsxImportSource preact */
/** One change of the calendar, as the list and the page of a day show it. */
import type { ComponentChildren } from 'preact';
import { Status } from '../shell/elements.tsx';
import { plural } from '../shell/format.ts';
import { schedulePage } from '../shell/links.ts';
import { certaintyText, programmeName, rateText } from '../shell/tariff-words.ts';
import type { Calendar, Scheduled } from './calendar.ts';
import { announcedKey, type Comparison } from './my-lists.ts';

const NUMBERS_SHOWN = 12;

type Announced = Calendar['announced'][number];
type Other = Calendar['other'][number];

/** Numbers as links. Those beyond the first are in a part that opens. */
function Numbers({ codes }: { codes: readonly string[] }) {
  const [first, rest] = [codes.slice(0, NUMBERS_SHOWN), codes.slice(NUMBERS_SHOWN)];
  return (
    <>
      <NumberLinks codes={first} />
      {rest.length > 0 && (
        <details>
          <summary>{plural(rest.length, 'more number')}</summary>
          <NumberLinks codes={rest} />
        </details>
      )}
    </>
  );
}

function NumberLinks({ codes }: { codes: readonly string[] }) {
  return (
    <ul class="numbers">
      {codes.map((code) => (
        <li key={code}>
          <a href={schedulePage(code)}>{code}</a>
        </li>
      ))}
    </ul>
  );
}

interface MineProps {
  comparison: Comparison;
  /** Undefined if no history of a number says whether it is concerned. */
  codes: readonly string[] | undefined;
  /** Then: why. */
  why?: string;
}

/** Numbers of the lists that were compared. */
export function Mine({ comparison: { compared }, codes, why }: MineProps) {
  if (codes === undefined) return <p class="mine quiet">Your numbers: not compared. {why}</p>;
  if (compared === 0) return <p class="mine quiet">Your numbers: nothing was compared.</p>;
  if (codes.length === 0) {
    return <p class="mine quiet">{`None of your ${plural(compared, 'number')} that were compared.`}</p>;
  }
  return (
    <div class="mine">
      <p>
        <Status tone="bad">{`${plural(codes.length, 'number')} of yours`}</Status>{' '}
        <span class="quiet">of {plural(compared, 'number')} compared</span>
      </p>
      <Numbers codes={codes} />
    </div>
  );
}

/**
 * The history of a number names announced changes that have a day. It cannot name one that states no numbers, so "none of yours" would say
 * more than was looked at.
 */
function touched(change: Announced, { announced }: Comparison): Pick<MineProps, 'codes' | 'why'> {
  if (change.date === null) return { codes: undefined, why: 'Only changes with a date are.' };
  if (change.codes.length === 0 && change.subdivisions.length === 0)
    return { codes: undefined, why: 'Its numbers are not stated.' };
  return { codes: announced.get(announcedKey(change)) ?? [] };
}

interface EntryProps {
  subject: string;
  /** Undefined for what the lists say: the API states none. */
  certainty?: string;
  source: string;
  children: ComponentChildren;
}

function Entry({ subject, certainty, source, children }: EntryProps) {
  return (
    <li class="entry">
      <p class="entry-head">
        <strong>{programmeName(subject)}</strong>
        <Status tone={certainty === 'law' ? 'mild' : 'info'}>
          {certainty === undefined ? 'on the list, as announced' : certaintyText(certainty)}
        </Status>
      </p>
      {children}
      <p class="under">Source: {source}</p>
    </li>
  );
}

export function AnnouncedEntry({ change, comparison }: { change: Announced; comparison: Comparison }) {
  const { programme, certainty, source, what, rate, codes, subdivisions, headings, origins, open_from } = change;
  return (
    <Entry subject={programme} certainty={certainty} source={source}>
      <p>{what}</p>
      {rate && (
        <p>
          {rate.before === null
            ? 'No duty'
            : rateText({ rate: rate.before, rate_kind: rate.before_kind ?? 'additional' })}{' '}
          → <strong>{rateText({ rate: rate.after, rate_kind: rate.after_kind })}</strong>
        </p>
      )}
      {open_from && <p>From {open_from} on it is open which law holds.</p>}
      <p class="under">
        {[
          subdivisions.length > 0 && `All of note ${subdivisions.join(', ')}`,
          headings.length > 0 && `headings ${headings.join(', ')}`,
          origins.length > 0 && `goods of ${origins.join(', ')} only`,
        ]
          .filter(Boolean)
          .join('; ')}
      </p>
      {codes.length > 0 && <Numbers codes={codes} />}
      <Mine comparison={comparison} {...touched(change, comparison)} />
    </Entry>
  );
}

/** What a list has from a day on, as it was announced. */
export function ScheduledEntry({ scheduled, comparison }: { scheduled: Scheduled; comparison: Comparison }) {
  const { programme, changes, date } = scheduled;
  const listings = changes.flatMap(({ after }) => after);
  const rates = [...new Set(listings.map(rateText))];
  const sources = [...new Set(changes.flatMap(({ after, before }) => [...after, ...before]).map((l) => l.source))];
  return (
    <Entry subject={programme} source={sources.join('; ')}>
      <p>
        Not read as in force: {plural(changes.length, 'number')}
        {rates.length > 0 && `, ${rates.join('; ')}`}.
      </p>
      <Numbers codes={changes.map(({ code }) => code)} />
      <Mine comparison={comparison} codes={comparison.byDay.get(`${date} ${programme}`) ?? []} />
    </Entry>
  );
}

export function OtherEntry({ change, comparison }: { change: Other; comparison: Comparison }) {
  const { measure, certainty, source, what, ends, codes, headings } = change;
  return (
    <Entry subject={measure} certainty={certainty} source={source}>
      <p>{what}</p>
      <p class="under">
        Not Section 232.{headings.length > 0 && ` Headings ${headings.join(', ')}.`}
        {ends && ` Ends ${ends}.`}
      </p>
      {codes.length > 0 && <Numbers codes={codes} />}
      <Mine comparison={comparison} codes={undefined} why="The history of a number has Section 232 only." />
    </Entry>
  );
}
