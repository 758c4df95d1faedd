/** @jsxImportSource preact */
import type { Static } from 'typebox';
import type { JobList } from '../../../api/v2/jobs/schema.ts';
import { CODES_MAX, STORES_MAX, type WatchKind } from '../../../domain/watch.ts';
import type { ApiFailure } from '../ask/api-failure.ts';
import { Card, Heading, Notice } from '../shell/elements.tsx';
import { FailureNotice, headersOf } from '../shell/failure.tsx';
import { Button, Csrf, SelectField, TextArea, TextField } from '../shell/fields.tsx';
import { formatCount, plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { covered, type SignedInRequest } from '../workbench-request.ts';
import { WATCH_STYLE } from './assets.ts';

export interface NewWatchForm {
  kind: WatchKind;
  /** The form does its work once. */
  once: string;
  /** What was typed, or named by the link. */
  values: URLSearchParams;
  audits: Static<typeof JobList>['jobs'];
  /** What is wrong with what is to be watched. */
  error?: string;
  failure?: ApiFailure;
}

const KINDS: readonly (readonly [kind: WatchKind, text: string])[] = [
  ['tariff', 'Tariff numbers'],
  ['pixel', 'Stores'],
];

/** A form of a page may hold 64 KiB: so many numbers with their line ends always fit. */
const PASTED_MAX = 3000;

export function newWatchPage(request: SignedInRequest, form: NewWatchForm): Response {
  const { kind, once, values, failure, error } = form;
  const isRefused = failure !== undefined || error !== undefined;
  return page(request, {
    title: 'New watch',
    section: 'watches',
    styles: [WATCH_STYLE],
    status: failure?.status ?? (error ? 422 : 200),
    ...(failure && { headers: headersOf(failure) }),
    isError: isRefused,
    body: (
      <>
        <Heading title="New watch" up={{ href: '/work/watches', text: 'Watches' }} />
        {failure && <FailureNotice request={request} failure={failure} />}
        {!covered(request, kind) && (
          <Notice tone="mild">This key is for certificates only: what follows would be refused.</Notice>
        )}
        <Card>
          <nav aria-label="What is watched">
            <ul class="kinds">
              {KINDS.filter(([one]) => covered(request, one)).map(([one, text]) => (
                <li key={one}>
                  <a href={`/work/watches/new?kind=${one}`} aria-current={one === kind ? 'page' : undefined}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <form
            method="post"
            action="/work/watches/new"
            class="watch-form"
            data-draft={`watch ${kind}`}
            data-returned={isRefused ? '' : undefined}
          >
            <Csrf request={request} />
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="once" value={once} />
            {kind === 'tariff' ? <Numbers form={form} /> : <Stores form={form} />}
            <TextField
              id="name"
              label="Name"
              hint="Optional. Events repeat it."
              maxLength={200}
              autocomplete="off"
              value={values.get('name') ?? ''}
            />
            <TextField
              id="webhook"
              type="url"
              label="Webhook"
              hint="Optional. A public https address on port 443 that is sent each event. Its secret is shown once, on the next page."
              placeholder="https://hooks.example.com/portside"
              autocomplete="off"
              spellcheck={false}
              value={values.get('webhook') ?? ''}
            />
            <Button primary>Watch</Button>
          </form>
        </Card>
      </>
    ),
  });
}

function Numbers({ form: { values, audits, error } }: { form: NewWatchForm }) {
  return (
    <>
      <TextArea
        id="codes"
        label="Tariff numbers"
        hint={`4, 6, 8 or 10 digits, one on each line. Some ${formatCount(PASTED_MAX)} fit here; an audit may have ${formatCount(CODES_MAX)}.`}
        error={error}
        rows={7}
        class="mono"
        spellcheck={false}
        placeholder={'9401.61.4011\n7318.15.20'}
        value={values.get('codes') ?? ''}
      />
      {audits.length > 0 && (
        <SelectField
          id="audit"
          label="Or the numbers of a finished audit"
          value={values.get('audit') ?? ''}
          options={[
            ['', 'None'],
            ...audits.map(
              ({ id, accepted_at, lines_total }) =>
                [
                  id,
                  `${accepted_at.slice(0, 10)} ${accepted_at.slice(11, 16)}, ${plural(lines_total, 'line')}`,
                ] as const,
            ),
          ]}
        />
      )}
      <p class="hint">
        You are told when a revision changes one of these numbers, and 30 days before a change that is announced. It
        costs no requests.
      </p>
    </>
  );
}

function Stores({ form: { values, error } }: { form: NewWatchForm }) {
  return (
    <>
      <TextArea
        id="stores"
        label="Stores"
        hint={`Addresses, one on each line, up to ${STORES_MAX}.`}
        error={error}
        rows={4}
        spellcheck={false}
        placeholder="https://shop.example.com/"
        value={values.get('stores') ?? ''}
      />
      <SelectField
        id="every"
        label="Scan each store"
        hint="Each scan is a request of your key. The first one is what later ones are compared with. This cannot be changed later."
        value={values.get('every') ?? 'day'}
        options={[
          ['day', 'every day'],
          ['week', 'every week'],
        ]}
      />
    </>
  );
}
