/** @jsxImportSource preact */
import { ApiFailure } from '../ask/api-failure.ts';
import { ButtonLink, Card, Empty, Heading, Notice, Pages, Status, Table, Time } from '../shell/elements.tsx';
import { plural } from '../shell/format.ts';
import { page } from '../shell/layout.tsx';
import { watchPage } from '../shell/links.ts';
import { covered, type SignedInRequest } from '../workbench-request.ts';
import { WATCH_STYLE } from './assets.ts';
import type { WatchRow, WatchRows } from './read-watches.ts';
import { eventTypeText, outcomeOf } from './words.ts';

const LEAD = 'A watch tells you when a duty or a store changes: here, and by a webhook if you have one.';

export function watchesPage(request: SignedInRequest, list: WatchRows & { isFirst: boolean }): Response {
  const { rows, next, areEventsKnown, isFirst } = list;
  const mayWatch = covered(request, 'tariff') || covered(request, 'pixel');
  return page(request, {
    title: 'Watches',
    section: 'watches',
    styles: [WATCH_STYLE],
    body: (
      <>
        <Heading title="Watches" lead={LEAD}>
          <ButtonLink href="/work/events">All events</ButtonLink>
          {mayWatch && (
            <ButtonLink href="/work/watches/new" primary>
              New watch
            </ButtonLink>
          )}
        </Heading>
        {request.url.searchParams.has('removed') && (
          <Notice tone="good">The watch is removed. Its events stay in the list of all events for 90 days.</Notice>
        )}
        {!mayWatch && (
          <Notice tone="mild">This key is for certificates only. Tariff numbers and stores need a key for them.</Notice>
        )}
        {rows.length === 0 ? (
          <FirstSteps request={request} isFirst={isFirst} />
        ) : (
          <WatchTable rows={rows} areEventsKnown={areEventsKnown} />
        )}
        <Pages
          label="Pages of watches"
          first={isFirst ? undefined : '/work/watches'}
          next={next === null ? undefined : `/work/watches?cursor=${encodeURIComponent(next)}`}
        />
      </>
    ),
  });
}

function FirstSteps({ request, isFirst }: { request: SignedInRequest; isFirst: boolean }) {
  if (!isFirst) return <Empty title="No more watches" />;
  return (
    <Card>
      <Empty title="Nothing is watched yet">
        <p>Paste your tariff numbers, and you are told before a duty of theirs changes. Or name your stores.</p>
        <div class="actions centred">
          {covered(request, 'tariff') && (
            <ButtonLink href="/work/watches/new?kind=tariff">Watch tariff numbers</ButtonLink>
          )}
          {covered(request, 'pixel') && <ButtonLink href="/work/watches/new?kind=pixel">Watch stores</ButtonLink>}
        </div>
      </Empty>
    </Card>
  );
}

function WatchTable({ rows, areEventsKnown }: Pick<WatchRows, 'rows' | 'areEventsKnown'>) {
  return (
    <Table label="Watches" stacked>
      <thead>
        <tr>
          <th scope="col">Watch</th>
          <th scope="col">State</th>
          <th scope="col">Last run</th>
          <th scope="col">Next run</th>
          <th scope="col">Last event</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.watch.id} row={row} areEventsKnown={areEventsKnown} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row: { watch, looks, lastEvent }, areEventsKnown }: { row: WatchRow; areEventsKnown: boolean }) {
  const { id, name, status, webhook } = watch;
  const isRead = !(looks instanceof ApiFailure);
  return (
    <tr>
      <th scope="row">
        <a href={watchPage(id)}>{name || 'Watch without a name'}</a>
        <span class="under">{subjectText(watch)}</span>
      </th>
      <td data-label="State">
        <span>
          <Status tone={status === 'active' ? 'good' : 'mild'}>{status}</Status>
          {webhook?.state === 'off' && <Status tone="bad">webhook off</Status>}
        </span>
      </td>
      <td data-label="Last run">{isRead ? <LastRun looks={looks} /> : <span class="quiet">not known</span>}</td>
      <td data-label="Next run">
        {isRead ? (
          <Time at={earliest(looks.map(({ due_at }) => due_at))} empty="none while paused" />
        ) : (
          <span class="quiet">not known</span>
        )}
      </td>
      <td data-label="Last event">
        {lastEvent ? (
          <span>
            <span class="event-words">{lastEvent.body.data.summary}</span>
            <span class="under">
              {eventTypeText(lastEvent.type)}, <Time at={lastEvent.created_at} />
            </span>
          </span>
        ) : (
          <span class="quiet">{areEventsKnown ? 'none in the last 90 days' : 'see the watch'}</span>
        )}
      </td>
    </tr>
  );
}

/** The latest look, and the outcomes of all parts. */
function LastRun({ looks }: { looks: Exclude<WatchRow['looks'], ApiFailure> }) {
  const times = looks.map(({ looked_at }) => looked_at).filter((at) => at !== null);
  const outcomes = new Map<string, number>();
  for (const { outcome } of looks) {
    const [text] = outcomeOf(outcome);
    outcomes.set(text, (outcomes.get(text) ?? 0) + 1);
  }
  const isOne = looks.length === 1;
  return (
    <span>
      <Time at={times.toSorted().at(-1)} empty="not yet" />
      <span class="under">
        {[...outcomes].map(([text, n]) => (isOne ? text : `${text}: ${n} of ${looks.length}`)).join('; ')}
      </span>
    </span>
  );
}

function earliest(times: readonly (string | null)[]): string | undefined {
  return times.filter((at) => at !== null).toSorted()[0];
}

export function subjectText({ numbers, stores, every }: WatchRow['watch']): string {
  if (numbers !== null) return plural(numbers, 'tariff number');
  return `${plural(stores ?? 0, 'store')}, each ${every}`;
}
