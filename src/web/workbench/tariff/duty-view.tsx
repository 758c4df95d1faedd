/** @jsxImportSource preact */
/** The Section 232 duty of one number, and the questions that settle it. */
import { countryLabel } from '../../../domain/country-names.ts';
import { percentText, readShare } from '../../../domain/share.ts';
import { conditionWords, factLabel, valueLabel } from '../../../tariff/duties/fact-words.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { ButtonLink, Heading, Notice, Status, Table } from '../shell/elements.tsx';
import { FailureNotice } from '../shell/failure.tsx';
import { Button, Field, TextField } from '../shell/fields.tsx';
import { page } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';
import { TARIFF_STYLE } from './assets.ts';
import type { Duty, DutyView, Explained, History } from './duty-data.ts';
import { controlOf, factField, type MissingFact } from './facts.ts';

const NEAR_SHOWN = 8;

interface FormProps {
  view: DutyView;
  /** The page that shows the answer. */
  action: string;
  /** Parameters of that page that are no facts. */
  kept: URLSearchParams;
  /** Of the titles in the answer: below that of the line, or of the page. */
  level?: 'h2' | 'h3';
}

export function dutyPage(request: SignedInRequest, view: DutyView | undefined): Response {
  const action = '/work/tariff/duties';
  return page(request, {
    title: view ? `Duty of ${view.goods.code}` : 'Duty of one number',
    section: 'tariff',
    styles: [TARIFF_STYLE],
    body: (
      <>
        <Heading
          title={
            view ? (
              <>
                Duty of <span class="mono">{view.goods.code}</span>
              </>
            ) : (
              'Duty of one number'
            )
          }
          up={{ href: '/work/tariff', text: 'Tariff' }}
          lead="What Section 232 charges, from what you know of the goods. What you do not know stays open."
        />
        <section class="card">
          <form method="get" action={action} class="filters">
            <TextField id="code" label="HTS number" required class="mono" value={view?.goods.code} />
            <TextField
              id="origin"
              label="Country of origin"
              hint="Its name, or two letters: Germany, DE"
              value={view?.goods.origin}
              error={view?.originFault}
            />
            <TextField
              id="entry_date"
              type="date"
              label="Day of entry"
              min="2025-03-12"
              value={view?.goods.entryDate}
            />
            <Button primary>Work out</Button>
          </form>
          {view && <DutyOfNumber request={request} view={view} />}
        </section>
      </>
    ),
  });
}

export function DutyOfNumber({ request, view }: { request: SignedInRequest; view: DutyView }) {
  return <DutyPart request={request} view={view} action="/work/tariff/duties" kept={goodsParams(view)} level="h2" />;
}

function goodsParams({ goods }: DutyView): URLSearchParams {
  const params = new URLSearchParams({ code: goods.code });
  if (goods.origin) params.set('origin', goods.origin);
  if (goods.entryDate) params.set('entry_date', goods.entryDate);
  return params;
}

/** The answer with its questions. It is asked for again whenever one is answered. */
export function DutyPart({
  request,
  view,
  action,
  kept,
  level: Title = 'h3',
}: FormProps & { request: SignedInRequest }) {
  const { duty, explained, history } = view;
  return (
    <div id="duty">
      {duty instanceof ApiFailure ? (
        <FailureNotice request={request} failure={duty} />
      ) : (
        <>
          <p class="goods-of">
            {duty.origin === null ? 'Goods of an unknown origin' : `Goods of ${countryLabel(duty.origin)}`}
          </p>
          {view.originFault && <Notice tone="bad">{view.originFault}</Notice>}
          <Verdict duty={duty} level={Title} />
          <Questions view={view} duty={duty} action={action} kept={kept} level={Title} />
          <Alternatives duty={duty} />
          <Announced duty={duty} level={Title} />
        </>
      )}
      {!(explained instanceof ApiFailure) && <NearMisses explained={explained} />}
      {!(history instanceof ApiFailure) && <Periods history={history} />}
      {!(duty instanceof ApiFailure) && <NotLookedAt duty={duty} />}
    </div>
  );
}

function Verdict({ duty, level: Title }: { duty: Duty; level: 'h2' | 'h3' }) {
  const { settled, declare, unsettled_law, contradictory_facts, law_read_to, entry_date } = duty;
  return (
    <div class="verdict" role="status">
      <Title>
        {settled ? <Status tone={declare?.length ? 'bad' : 'dim'}>settled</Status> : <Status tone="mild">open</Status>}{' '}
        {settled && declare?.length === 0 && 'No Section 232 duty by the lists that were read'}
        {settled &&
          declare !== null &&
          declare.length > 0 &&
          `Declare ${declare.map(({ heading }) => heading ?? 'a heading that was not read').join(' and ')}`}
        {!settled && openText(duty)}
      </Title>
      {settled && declare && declare.length > 0 && <Declarations declare={declare} />}
      {duty.duty && (
        <p>
          <strong class="number">${duty.duty.amount.toFixed(2)}</strong>{' '}
          <span class="quiet">{duty.duty.arithmetic}</span>
        </p>
      )}
      {unsettled_law && (
        <Notice tone="mild">
          An announced change that was not read may be in force on {entry_date}. Do not rely on this answer.
        </Notice>
      )}
      {contradictory_facts.length > 0 && (
        <Notice tone="bad">
          These answers contradict each other, and none is used: {contradictory_facts.map(factLabel).join(', ')}.
        </Notice>
      )}
      <p class="hint">
        Entry on {entry_date}. Law read to {law_read_to}.
      </p>
    </div>
  );
}

function Declarations({ declare }: { declare: NonNullable<Duty['declare']> }) {
  return (
    <ul class="declarations">
      {declare.map(({ heading, programme, rate, rate_kind, basis, source }) => (
        <li key={`${heading}${programme}`}>
          <strong class="mono">{heading ?? 'heading not read'}</strong> {programme}:{' '}
          {rate === null
            ? rate_kind === 'none'
              ? 'no duty'
              : 'not a percentage'
            : `${rate}% ${rate_kind === 'added' ? 'added' : 'in all'}`}{' '}
          on {basis}
          <span class="under">{source}</span>
        </li>
      ))}
    </ul>
  );
}

/** The one that settles soonest first. What was answered stays changeable. */
function Questions({ view, duty, action, kept, level: Title = 'h3' }: FormProps & { duty: Duty }) {
  const { facts } = view;
  const missing = duty.missing_facts.filter(({ fact }) => fact !== 'origin' && !facts.has(fact));
  const needsOrigin = duty.missing_facts.some(({ fact }) => fact === 'origin');
  if (missing.length === 0 && facts.size === 0 && !needsOrigin) return null;
  const answered = [...facts.keys()];
  return (
    <form
      method="get"
      action={action}
      class="questions"
      hx-get={action}
      hx-target="#duty"
      hx-swap="outerHTML"
      hx-trigger="change delay:150ms, submit"
    >
      {[...kept].map(([name, value]) => (
        <input key={`${name}${value}`} type="hidden" name={name} value={value} />
      ))}
      {(missing.length > 0 || needsOrigin) && <Title>Questions</Title>}
      {needsOrigin && (
        <TextField
          id="origin"
          label="In which country were the goods made?"
          hint="Its name, or two letters: Germany, DE"
        />
      )}
      {missing.map((fact) => (
        <Question key={fact.fact} fact={fact} value="" />
      ))}
      {answered.length > 0 && <Title>Your answers</Title>}
      {answered.map((name) => (
        <TextField
          key={name}
          id={factField(name)}
          label={factLabel(name)}
          value={answerText(name, facts.get(name) ?? '')}
          hint="Empty it to leave it open."
        />
      ))}
      <Button>Answer</Button>
    </form>
  );
}

/** An answer as it can be typed and changed: `yes`, `4%`, the words of a choice. */
function answerText(name: string, text: string): string {
  if (text === 'true' || text === 'false') return text === 'true' ? 'yes' : 'no';
  const share = name.endsWith('_share') ? readShare(text) : null;
  return share === null ? text : percentText(share);
}

function openText({ alternatives, open_questions, missing_facts }: Duty): string {
  if (missing_facts.length > 0 && alternatives.length > 1)
    return `One of ${alternatives.length} answers: the questions below decide`;
  if (missing_facts.length > 0) return 'Not settled: the questions below decide';
  return open_questions.length > 0
    ? 'Not settled: the sources leave a question open'
    : 'Not settled: no answer was found';
}

const YES: readonly (readonly [string, string])[] = [
  ['true', 'Yes'],
  ['false', 'No'],
];

function Question({ fact, value }: { fact: MissingFact; value: string }) {
  const { fact: name, question, values = [], decides } = fact;
  const id = factField(name);
  const control = controlOf(fact);
  const why = decides.length > 0 ? `Decides ${decides.join(', ')}` : undefined;
  const hint = name.endsWith('_share') ? ['4%, 0.04 or 4', why].filter(Boolean).join('. ') : why;
  if (control === 'yes' || control === 'choice' || control === 'list') {
    const options =
      control === 'yes'
        ? YES
        : [
            ...values.map((each) => [each, valueLabel(name, each)] as const),
            ...(control === 'list' ? [['none', 'none of these'] as const] : []),
          ];
    return (
      <fieldset>
        <legend>{question}</legend>
        <div class="choices">
          {options.map(([option, text]) => (
            <label key={option}>
              <input
                type={control === 'list' ? 'checkbox' : 'radio'}
                name={id}
                value={option}
                checked={option === value}
              />{' '}
              {text}
            </label>
          ))}
        </div>
        {hint && <p class="hint mono">{hint}</p>}
      </fieldset>
    );
  }
  return (
    <Field id={id} label={question} hint={hint}>
      <span class="with-unit">
        <input id={id} name={id} inputMode="decimal" aria-describedby={hint ? `${id}-hint` : undefined} />
        {fact.type === 'percent' && <span class="quiet">%</span>}
      </span>
    </Field>
  );
}

function Alternatives({ duty: { settled, alternatives, open_questions } }: { duty: Duty }) {
  if (settled) return null;
  return (
    <details>
      <summary>What may have to be declared ({alternatives.length})</summary>
      <Table label="What may have to be declared" stacked>
        <thead>
          <tr>
            <th scope="col">If</th>
            <th scope="col">Declare</th>
          </tr>
        </thead>
        <tbody>
          {alternatives.map(({ when, declare }) => {
            const conditions = Object.entries(when).map(([name, condition]) => conditionWords(name, condition));
            return (
              <tr key={JSON.stringify(when)}>
                <td data-label="If">{conditions.join('; ')}</td>
                <td data-label="Declare">
                  {declare.length === 0 ? 'nothing of Section 232' : <Declarations declare={declare} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {open_questions.map(({ id, question, source }) => (
        <p key={id} class="hint">
          {question} <span class="under">{source}</span>
        </p>
      ))}
    </details>
  );
}

function Announced({ duty: { announced }, level: Title }: { duty: Duty; level: 'h2' | 'h3' }) {
  if (announced.length === 0) return null;
  return (
    <>
      <Title>Announced</Title>
      <ul>
        {announced.map(({ date, what, certainty, source }) => (
          <li key={date + what}>
            <strong>{date}</strong> {what} <span class="quiet">({certainty})</span>
            <span class="under">{source}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function NearMisses({ explained: { near_misses } }: { explained: Explained }) {
  if (near_misses.length === 0) return null;
  return (
    <details>
      <summary>Listed numbers nearby ({near_misses.length})</summary>
      <ul>
        {near_misses.slice(0, NEAR_SHOWN).map(({ code, programme, article_name, rate, ch99_heading, list }) => (
          <li key={code + programme + list}>
            <a class="mono" href={`/work/tariff/duties?code=${encodeURIComponent(code)}`}>
              {code}
            </a>{' '}
            {article_name}: {programme}, {rate === null ? 'no percentage' : `${rate}%`}
            {ch99_heading && (
              <>
                , <span class="mono">{ch99_heading}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Periods({ history: { periods, code } }: { history: History }) {
  return (
    <details>
      <summary>History of this number ({periods.length})</summary>
      <ol class="periods" reversed>
        {periods.toReversed().map(({ from, to, scheduled, listed }) => (
          <li key={from}>
            <strong>
              {from} to {to ?? 'further notice'}
            </strong>
            {scheduled && <span class="quiet"> as announced</span>}:{' '}
            {listed.length === 0
              ? 'on no list that was read'
              : listed
                  .map(({ programme, rate, ch99_heading }) =>
                    `${programme} ${rate === null ? '' : `${rate}%`} ${ch99_heading ?? ''}`.trim(),
                  )
                  .join('; ')}
          </li>
        ))}
      </ol>
      <ButtonLink href={`/work/schedule/${encodeURIComponent(code)}`}>In the schedule</ButtonLink>
    </details>
  );
}

function NotLookedAt({ duty: { outside } }: { duty: Duty }) {
  return (
    <details>
      <summary>What was not looked at ({outside.length})</summary>
      <ul>
        {outside.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </details>
  );
}
