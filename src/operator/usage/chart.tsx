/** @jsxImportSource preact */
/**
 * Requests over time as stacked bars. The server draws them, so that they need no script and no library; the script only shows the
 * numbers under the pointer. Bars are stretched to the width of the page, and all text is beside them in HTML, so it is not.
 */
import type { UsagePoint } from '../../limits/usage-history.ts';
import { scaleOf, tickLabel } from '../../web/chart-scale.ts';
import { formatCount } from '../format.ts';
import { PRODUCTS, pointLabel, type UsageUnit } from './report.ts';

/** In units of the drawing, of which each bar is 10 wide. */
const HEIGHT = 200;
const SLOT = 10;
const GAP = 1.5;
/** Every range has a number of bars that can be divided by it. */
const LABELS = 6;

interface ChartProps {
  /** Of the element with its title. */
  titleId: string;
  title: string;
  unit: UsageUnit;
  points: UsagePoint[];
}

export function Chart({ titleId, title, unit, points }: ChartProps) {
  const sums = points.map(({ requests }) => Object.values(requests).reduce((sum, count) => sum + count, 0));
  const { top, ticks } = scaleOf(Math.max(0, ...sums));
  const every = points.length / LABELS;
  return (
    <figure class="chart" aria-labelledby={titleId}>
      <p class="legend">
        {PRODUCTS.map((product) => (
          <span key={product} class={`of-${product}`}>
            {product}
          </span>
        ))}
        <output class="readout" aria-hidden="true" />
      </p>
      <div class="plot-area">
        <ol class="y-axis" aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <li key={tick}>{tickLabel(tick)}</li>
          ))}
        </ol>
        <svg
          class="plot"
          viewBox={`0 0 ${points.length * SLOT} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summaryOf(title, unit, points, sums)}
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              class={tick === 0 ? 'base' : 'grid'}
              x1={0}
              x2={points.length * SLOT}
              y1={HEIGHT * (1 - tick / top)}
              y2={HEIGHT * (1 - tick / top)}
            />
          ))}
          {points.map((point, i) => (
            <Bar key={point.atMs} point={point} unit={unit} at={i} top={top} />
          ))}
        </svg>
        <ol class="x-axis" aria-hidden="true">
          {points
            .filter((_, i) => i % every === 0)
            .map(({ atMs }) => (
              <li key={atMs}>{shortLabel(atMs, unit)}</li>
            ))}
        </ol>
      </div>
    </figure>
  );
}

interface BarProps {
  point: UsagePoint;
  unit: UsageUnit;
  at: number;
  top: number;
}

/** One bar with its numbers as a tooltip. The area of the tooltip is as high as the chart, because many bars are short. */
function Bar({ point: { atMs, requests }, unit, at, top }: BarProps) {
  let below = 0;
  return (
    <g class="slot">
      {PRODUCTS.map((product) => {
        const count = requests[product] ?? 0;
        if (count === 0) return null;
        below += count;
        return (
          <rect
            key={product}
            class={`of-${product}`}
            x={at * SLOT + GAP}
            width={SLOT - 2 * GAP}
            y={round(HEIGHT * (1 - below / top))}
            height={round((HEIGHT * count) / top)}
          />
        );
      })}
      <rect class="hit" x={at * SLOT} y={0} width={SLOT} height={HEIGHT}>
        <title>{`${pointLabel(atMs, unit)}: ${numbersOf(requests)}`}</title>
      </rect>
    </g>
  );
}

function numbersOf(requests: UsagePoint['requests']): string {
  const used = PRODUCTS.filter((product) => requests[product]);
  return used.length === 0 ? 'none' : used.map((product) => `${product} ${formatCount(requests[product]!)}`).join(', ');
}

/** What the chart shows, for those who do not see it. The table has all numbers. */
function summaryOf(title: string, unit: UsageUnit, points: UsagePoint[], sums: number[]): string {
  const most = Math.max(0, ...sums);
  if (most === 0) return `${title}: none`;
  const { atMs } = points[sums.indexOf(most)]!;
  const total = sums.reduce((sum, count) => sum + count, 0);
  return `${title}: ${formatCount(total)} in total, at most ${formatCount(most)}, ${unit === 'day' ? 'on' : 'at'} ${pointLabel(atMs, unit)}`;
}

/** `11-21` or `14:02`: the range says the rest. */
function shortLabel(atMs: number, unit: UsageUnit): string {
  const iso = new Date(atMs).toISOString();
  return unit === 'day' ? iso.slice(5, 10) : iso.slice(11, 16);
}

const round = (value: number) => Math.round(value * 100) / 100;
