/** @jsxImportSource preact */
import { SCAN_OUTCOMES, SCANS_KEPT, type ScanLogRow, type ScanOutcome, stateOf } from '../../domain/scan-log.ts';
import { Chip, DayFields, SelectFilter, TableBox, UtcTime, withQuery } from '../elements.tsx';
import { formatCount } from '../format.ts';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import type { ScanFilter } from './filter.ts';

const SEVERITIES = ['error', 'warn', 'info'] as const;

const OUTCOME_LABELS: Record<ScanOutcome, string> = {
  error: 'with errors',
  warn: 'with warnings, no errors',
  clean: 'with neither',
  not_judged: 'not judged',
  failed: 'failed',
};

interface ScansPage {
  filter: ScanFilter;
  /** Newest first. */
  scans: ScanLogRow[];
  isFirst: boolean;
  isLast: boolean;
}

export function scansPage(request: OperatorRequest, { filter, scans, isFirst, isLast }: ScansPage): Response {
  const filtered = Object.values(filter).some((value) => value !== '');
  return page(request, {
    title: 'Scans',
    section: 'scans',
    body: (
      <>
        <div class="heading">
          <h1>Scans</h1>
          <span class="quiet">Times are UTC</span>
        </div>
        <search>
          <form class="filters" method="get" action="/operator/scans">
            <label class="grow">
              <span>Search</span>
              <input type="search" name="q" value={filter.text} placeholder="Part of the address" />
            </label>
            <SelectFilter
              label="Outcome"
              name="outcome"
              value={filter.outcome}
              options={SCAN_OUTCOMES}
              labels={OUTCOME_LABELS}
            />
            <DayFields {...filter} />
            <button type="submit">Search</button>
            {filtered && <a href="/operator/scans">Clear</a>}
          </form>
        </search>
        {scans.length > 0 && (
          <p class="crumb">
            <a href={withQuery(request, { before: undefined }).replace('/scans', '/scans/export.csv')} download>
              Export these scans (CSV)
            </a>
          </p>
        )}
        {scans.length === 0 ? (
          <p class="empty">{filtered ? 'No scan matches.' : 'Nothing has been scanned yet.'}</p>
        ) : (
          <TableBox label="Scans">
            <table>
              <thead>
                <tr>
                  <th scope="col">Page</th>
                  <th scope="col">Score</th>
                  {SEVERITIES.map((severity) => (
                    <th key={severity} scope="col" class="number wide">
                      {severity}
                    </th>
                  ))}
                  <th scope="col" class="wide">
                    Kind
                  </th>
                  <th scope="col" class="wide">
                    When
                  </th>
                </tr>
              </thead>
              <tbody>
                {scans.map((scan) => (
                  <Row key={scan.id} scan={scan} />
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
        {!(isFirst && isLast) && (
          <nav class="pager" aria-label="Pages">
            {!isFirst && <a href={withQuery(request, { before: undefined })}>Newest</a>}
            {!isLast && (
              <a rel="next" href={withQuery(request, { before: scans.at(-1)!.id })}>
                Older
              </a>
            )}
          </nav>
        )}
        <p class="hint">
          The latest {formatCount(SCANS_KEPT)} scans of all processes that fetched their page, written once a second.
          Answers from the cache are only among the requests. Addresses are kept without their query.
        </p>
      </>
    ),
  });
}

function Row({ scan }: { scan: ScanLogRow }) {
  return (
    <tr>
      <th scope="row" class="address">
        <a href={`/operator/scans/${scan.id}`}>
          <bdi>{scan.address}</bdi>
        </a>
      </th>
      <td>
        <Score scan={scan} />
      </td>
      {SEVERITIES.map((severity) => (
        <td key={severity} class="number wide">
          {scan.code ? '' : scan.severityCounts[severity]}
        </td>
      ))}
      <td class="wide">{kindOf(scan)}</td>
      <td class="wide">
        <UtcTime ms={scan.atMs} />
      </td>
    </tr>
  );
}

/** The score, in the colour of the gravest finding; the error of a scan that failed. Only a page judged in full is good. */
export function Score({ scan }: { scan: ScanLogRow }) {
  const { score, code, severityCounts } = scan;
  if (code) return <Chip tone="bad">{code}</Chip>;
  if (score === null) return <Chip tone="mild">not judged</Chip>;
  const isPartly = stateOf(scan) === 'partly_judged';
  const tone = severityCounts.error > 0 ? 'bad' : severityCounts.warn > 0 || isPartly ? 'mild' : 'good';
  return <Chip tone={tone}>{isPartly ? `${score}, in part` : score}</Chip>;
}

export function kindOf({ deep, withKey }: ScanLogRow): string {
  return `${deep ? 'deep' : 'page'}, ${withKey ? 'with a key' : 'public'}`;
}
