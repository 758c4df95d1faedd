/** @jsxImportSource preact */
/** The usage of one key or of all: totals, a chart, the same numbers as a table, and links to them as CSV. */
import type { ErrorCount, UsagePoint } from '../../limits/usage-history.ts';
import { TableBox, withQuery } from '../elements.tsx';
import { formatCount } from '../format.ts';
import type { OperatorRequest } from '../operator-request.ts';
import { Chart } from './chart.tsx';
import { PRODUCTS, pointLabel, RANGE_NAMES, RANGES, type UsageReport } from './report.ts';

export function UsageSections({
  request,
  keyId,
  range,
  points,
  days,
  minutes,
  errors,
}: UsageReport & { request: OperatorRequest }) {
  const query = keyId === undefined ? '' : `?key=${keyId}`;
  return (
    <>
      <dl class="tiles">
        <Tile label="Requests today" value={sum(days.slice(-1))} />
        <Tile label="Last 60 minutes" value={sum(minutes)} />
        <Tile label="Last 90 days" value={sum(days)} />
        <Tile label="Errors today" value={errors.reduce((total, error) => total + error.today, 0)} />
      </dl>
      <History request={request} keyId={keyId} range={range} points={points} />
      <Errors keyId={keyId} errors={errors} csv={`/operator/usage/errors.csv${query}`} />
    </>
  );
}

function sum(points: UsagePoint[]): number {
  return points.reduce((total, { requests }) => Object.values(requests).reduce((a, b) => a + b, total), 0);
}

function Tile({ label, value }: { label: string; value: number }) {
  return (
    <div class="tile">
      <dt>{label}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}

const UNIT_NAMES = { day: 'Day', hour: 'Hour', minute: 'Minute' };

interface HistoryProps extends Pick<UsageReport, 'keyId' | 'range' | 'points'> {
  request: OperatorRequest;
}

/** The chart of one range, links to the others, and the same numbers as a table. */
function History({ request, keyId, range, points }: HistoryProps) {
  const { title, unit } = RANGES[range];
  return (
    <section class="card" aria-labelledby="history-title" id="history">
      <div class="heading">
        <h2 id="history-title">{title}</h2>
        <a href={`/operator/usage/${unit}s.csv${keyId === undefined ? '' : `?key=${keyId}`}`}>CSV</a>
      </div>
      <nav class="ranges" aria-label="Range of the chart">
        {RANGE_NAMES.map((name) => (
          <a
            key={name}
            href={`${withQuery(request, { range: name, done: undefined })}#history`}
            aria-current={name === range ? 'true' : undefined}
          >
            {RANGES[name].label}
          </a>
        ))}
      </nav>
      <Chart titleId="history-title" title={title} unit={unit} points={points} />
      <details>
        <summary>The numbers as a table</summary>
        <TableBox label={title}>
          <table id="history-numbers">
            <thead>
              <tr>
                <th scope="col">{UNIT_NAMES[unit]} (UTC)</th>
                {PRODUCTS.map((product) => (
                  <th key={product} scope="col" class="number">
                    {product}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <tr key={point.atMs}>
                  <th scope="row">
                    <time dateTime={new Date(point.atMs).toISOString()}>{pointLabel(point.atMs, unit)}</time>
                  </th>
                  {PRODUCTS.map((product) => (
                    <td key={product} class="number">
                      {formatCount(point.requests[product] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      </details>
    </section>
  );
}

interface ErrorsProps {
  errors: ErrorCount[];
  csv: string;
  /** Undefined for all keys. */
  keyId: number | undefined;
}

function Errors({ errors, csv, keyId }: ErrorsProps) {
  const requests = (query: Record<string, string>) =>
    `/operator/requests?${new URLSearchParams({ ...(keyId !== undefined && { q: `#${keyId}` }), ...query })}`;
  const most = Math.max(1, ...errors.map((error) => error.total));
  return (
    <section class="card" aria-labelledby="errors-title">
      <div class="heading">
        <h2 id="errors-title">Errors by code, 90 days</h2>
        <span>
          <a href={requests({ outcome: 'failed' })}>Failed requests</a> · <a href={csv}>CSV</a>
        </span>
      </div>
      {errors.length === 0 ? (
        <p class="empty">No request was answered with an error.</p>
      ) : (
        <TableBox label="Errors by code">
          <table>
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Product</th>
                <th scope="col" class="number wide">
                  Today
                </th>
                <th scope="col" class="number">
                  90 days
                </th>
                <td class="wide" />
              </tr>
            </thead>
            <tbody>
              {errors.map(({ code, product, today, total }) => (
                <tr key={`${code} ${product}`}>
                  <th scope="row">
                    <a href={requests({ code })}>
                      <code>{code}</code>
                    </a>
                  </th>
                  <td>{product}</td>
                  <td class="number wide">{formatCount(today)}</td>
                  <td class="number">{formatCount(total)}</td>
                  <td class="wide share">
                    <meter min={0} max={most} value={total} aria-label={`${code}, ${product}: ${total} in 90 days`} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <p class="hint">
        These statistics are written once a second, and a crash may lose the last second of them. Counts of requests
        lose nothing.
      </p>
    </section>
  );
}
