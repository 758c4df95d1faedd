/** @jsxImportSource preact */
/** What an event says changed, for people. Everything is read from its body as it was sent, which may be of an older version. */
import type { DutyTerm, TariffChange } from '../../../domain/tariff-outlook.ts';
import { Status, Table } from '../shell/elements.tsx';
import { formatCount } from '../shell/format.ts';
import type { WatchEvent } from './read-watches.ts';

/** What is shown of long lists. The body has all. */
const CHANGES_MAX = 50;
const CODES_MAX = 12;
const BODY_CHARS_MAX = 20_000;

const CERTAINTIES = new Map<string, string>(
  Object.entries({ announced: 'announced, not law', withdrawn: 'no longer announced' }),
);

/** The lists of a store that changed, by their names in the body. */
const STORE_LISTS: readonly (readonly [name: string, text: string])[] = [
  ['findings_added', 'New findings'],
  ['findings_gone', 'Findings gone'],
  ['findings_changed', 'Findings with other ids'],
  ['tags_added', 'New tags'],
  ['tags_gone', 'Tags gone'],
  ['containers', 'Containers'],
  ['no_longer_read', 'Could not be read this time: nothing of it is said to be gone'],
];

export function EventFacts({ event: { id, type, body } }: { event: WatchEvent }) {
  const data = body.data as Record<string, unknown>;
  const text = JSON.stringify(body, null, 2);
  return (
    <>
      {type.startsWith('tariff.') && <Changes data={data} />}
      {type === 'pixel.changed' && <StoreLists data={data} />}
      <details>
        <summary>The body as it is sent</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them. */}
        <section class="scroll" tabIndex={0} aria-label={`Body of event ${id}`}>
          <pre>{text.slice(0, BODY_CHARS_MAX)}</pre>
        </section>
        {text.length > BODY_CHARS_MAX && (
          <p class="hint">
            The first {formatCount(BODY_CHARS_MAX)} of {formatCount(text.length)} characters. The API has all of it.
          </p>
        )}
      </details>
    </>
  );
}

function Changes({ data }: { data: Record<string, unknown> }) {
  const changes = listOf<TariffChange>(data.changes);
  if (changes.length === 0) return null;
  return (
    <>
      <Table label="Changes" stacked>
        <thead>
          <tr>
            <th scope="col">First day</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Numbers</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, CHANGES_MAX).map((change, i) => (
            <ChangeRow key={String(i)} change={change} />
          ))}
        </tbody>
      </Table>
      {changes.length > CHANGES_MAX && (
        <p class="hint">And {formatCount(changes.length - CHANGES_MAX)} more changes.</p>
      )}
      <p class="hint">The law was read to {String(data.law_read_to)}. This is not a ruling.</p>
    </>
  );
}

function ChangeRow({ change }: { change: TariffChange }) {
  const { effective_date, programme, certainty, before, after, what, source, codes } = change;
  const standing = CERTAINTIES.get(certainty);
  return (
    <tr>
      <th scope="row">
        {effective_date}
        <span class="under">{programme.replaceAll('_', ' ')}</span>
        {standing && <Status tone="mild">{standing}</Status>}
      </th>
      {what === undefined ? (
        <>
          <td data-label="Before">{termsText(before)}</td>
          <td data-label="After">
            <span>
              {termsText(after)}
              <span class="under">{source}</span>
            </span>
          </td>
        </>
      ) : (
        <td colSpan={2} data-label="What">
          <span>
            {what}
            <span class="under">{source}</span>
          </span>
        </td>
      )}
      <td data-label="Numbers">
        {codes.slice(0, CODES_MAX).join(', ')}
        {codes.length > CODES_MAX && ` and ${formatCount(codes.length - CODES_MAX)} more`}
      </td>
    </tr>
  );
}

/** `25 percent, note 37(d), heading 9903.76.02` */
function termsText(terms: readonly DutyTerm[]): string {
  if (terms.length === 0) return 'no duty listed';
  return terms
    .map(({ rate, rate_kind, charged_on, note, ch99_heading, coverage }) =>
      [
        rate === null ? 'a minimum import price' : `${rate} percent${charged_on ? ` of the ${charged_on}` : ''}`,
        rate_kind === 'total_incl_column1' ? 'column 1 duty included' : '',
        coverage === 'part' ? 'part of its goods' : '',
        note ? `note ${note}` : '',
        ch99_heading ? `heading ${ch99_heading}` : '',
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join('; or ');
}

function StoreLists({ data }: { data: Record<string, unknown> }) {
  return (
    <>
      {STORE_LISTS.map(([name, text]) => {
        const entries = listOf(data[name]);
        if (entries.length === 0) return null;
        return (
          <div key={name}>
            <p>
              <strong>{text}</strong>
            </p>
            <ul class="changed">
              {entries.map((entry, i) => (
                <li key={String(i)}>{entryText(entry)}</li>
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}

/** A tag is a text, a finding has a message, a container its versions. */
function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const fields = entry as Record<string, unknown>;
  if (typeof fields.message === 'string') return fields.message;
  if ('from' in fields || 'to' in fields) {
    const version = (value: unknown) => (value === null ? 'none' : `version ${value}`);
    return `${fields.id}: ${version(fields.from)} before, ${version(fields.to)} now`;
  }
  return Object.values(fields)
    .filter((value) => typeof value === 'string')
    .join(', ');
}

function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? value : [];
}
