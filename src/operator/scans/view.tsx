/** @jsxImportSource preact */
import type { RecentScan } from '../../pixel/scan.ts';
import { Chip, TableBox, UtcTime } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';

const SEVERITIES = ['error', 'warn', 'info'] as const;

/** @param scans newest first */
export function scansPage(request: OperatorRequest, scans: RecentScan[]): Response {
  return page(request, {
    title: 'Scans',
    section: 'scans',
    body: (
      <>
        <div class="heading">
          <h1>Recent scans</h1>
          <span class="quiet">Times are UTC</span>
        </div>
        {scans.length === 0 ? (
          <p class="empty">Nothing was scanned since this process started.</p>
        ) : (
          <TableBox label="Recent scans">
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
                  <th scope="col">Cache</th>
                  <th scope="col" class="wide">
                    When
                  </th>
                </tr>
              </thead>
              <tbody>
                {scans.map((scan) => (
                  <Row key={`${scan.at} ${scan.address}`} scan={scan} />
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
        <p class="hint">
          The latest 100 scans of the process that answered this page. Addresses are shown without their query. A
          restart forgets the list.
        </p>
      </>
    ),
  });
}

function Row({ scan }: { scan: RecentScan }) {
  return (
    <tr>
      <th scope="row" class="address">
        <bdi>{scan.address}</bdi>
      </th>
      <td>{scan.score === undefined ? <Chip tone="bad">{scan.error}</Chip> : <strong>{scan.score}</strong>}</td>
      {SEVERITIES.map((severity) => (
        <td key={severity} class="number wide">
          {scan.severityCounts?.[severity]}
        </td>
      ))}
      <td>
        <Chip tone={scan.cache === 'HIT' ? 'info' : 'dim'}>{scan.cache.toLowerCase()}</Chip>
      </td>
      <td class="wide">
        <UtcTime ms={scan.at} />
      </td>
    </tr>
  );
}
