/** @jsxImportSource preact */
/**
 * Requests of 90 days as stacked bars. The server draws them, so that they need no script. Bars are stretched to the width of the page;
 * all text is beside them in HTML, so it is not. The table has all numbers.
 */
import type { Static } from 'typebox';
import type { Account } from '../../../api/v2/account/schema.ts';
import { scaleOf, tickLabel } from '../../chart-scale.ts';
import { Table } from '../shell/elements.tsx';
import { formatCount } from '../shell/format.ts';

type Day = Static<typeof Account>['use']['days'][number];

/** In units of the drawing, of which each bar is 10 wide. */
const HEIGHT = 160;
const SLOT = 10;
const GAP = 1;
/** Days between two dates of the axis. */
const LABEL_EVERY = 15;
const PRODUCTS = ['tariff', 'pixel', 'entry'] as const;
const NAMES = { tariff: 'Tariff', pixel: 'Pixel', entry: 'Certificates' };

/** @param days oldest first, without a gap */
export function UseChart({ days }: { days: readonly Day[] }) {
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  if (total === 0) return <p class="quiet">No requests in the last 90 days.</p>;
  const { top, ticks } = scaleOf(Math.max(...days.map(({ requests }) => requests)));
  const width = days.length * SLOT;
  return (
    <>
      <figure class="chart">
        <p class="legend" aria-hidden="true">
          {PRODUCTS.map((product) => (
            <span key={product} class={`of-${product}`}>
              {NAMES[product]}
            </span>
          ))}
        </p>
        <div class="plot-area">
          <ol class="y-axis" aria-hidden="true">
            {ticks.toReversed().map((tick) => (
              <li key={tick}>{tickLabel(tick)}</li>
            ))}
          </ol>
          <svg
            class="plot"
            viewBox={`0 0 ${width} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={summaryOf(days, total)}
          >
            {ticks.map((tick) => (
              <line key={tick} x1={0} x2={width} y1={heightOf(top - tick, top)} y2={heightOf(top - tick, top)} />
            ))}
            {days.map((day, at) => (
              <Bar key={day.date} day={day} x={at * SLOT} top={top} />
            ))}
          </svg>
          <ol class="x-axis" aria-hidden="true">
            {days
              .filter((_, at) => at % LABEL_EVERY === 0)
              .map(({ date }) => (
                <li key={date}>{date.slice(5)}</li>
              ))}
          </ol>
        </div>
      </figure>
      <DaysTable days={days} />
    </>
  );
}

function Bar({ day, x, top }: { day: Day; x: number; top: number }) {
  let below = 0;
  return (
    <g>
      {PRODUCTS.map((product) => {
        const count = day.by_product[product];
        if (count === 0) return null;
        below += count;
        return (
          <rect
            key={product}
            class={`of-${product}`}
            x={x + GAP}
            width={SLOT - 2 * GAP}
            y={heightOf(top - below, top)}
            height={heightOf(count, top)}
          />
        );
      })}
      <rect class="hit" x={x} y={0} width={SLOT} height={HEIGHT}>
        <title>{`${day.date}: ${formatCount(day.requests)}`}</title>
      </rect>
    </g>
  );
}

/** The numbers of the chart, of the days that have any. */
function DaysTable({ days }: { days: readonly Day[] }) {
  return (
    <details>
      <summary>All days as a table</summary>
      <Table label="Requests by day">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {PRODUCTS.map((product) => (
              <th key={product} scope="col" class="number">
                {NAMES[product]}
              </th>
            ))}
            <th scope="col" class="number">
              Together
            </th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ requests }) => requests > 0)
            .toReversed()
            .map(({ date, requests, by_product }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                {PRODUCTS.map((product) => (
                  <td key={product} class="number">
                    {formatCount(by_product[product])}
                  </td>
                ))}
                <td class="number">{formatCount(requests)}</td>
              </tr>
            ))}
        </tbody>
      </Table>
      <p class="hint">Days without a request are left out.</p>
    </details>
  );
}

/** What the chart shows, for those who do not see it. */
function summaryOf(days: readonly Day[], total: number): string {
  const most = days.reduce((best, day) => (day.requests > best.requests ? day : best));
  return `Requests of 90 days: ${formatCount(total)} in total, at most ${formatCount(most.requests)}, on ${most.date}`;
}

/** Of so many requests, in units of the drawing. */
function heightOf(requests: number, top: number): number {
  return Math.round((100 * HEIGHT * requests) / top) / 100;
}
