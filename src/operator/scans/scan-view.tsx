/** @jsxImportSource preact */
import { type ScanLogRow, stateOf } from '../../domain/scan-log.ts';
import type { Severity } from '../../domain/scan-report.ts';
import { Chip, TableBox, UtcSecond } from '../elements.tsx';
import { plural } from '../format.ts';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import { kindOf, Score } from './view.tsx';

const TONES: Record<Severity, string> = { error: 'bad', warn: 'mild', info: 'info' };

export function scanPage(request: OperatorRequest, scan: ScanLogRow): Response {
  const { address, findings, severityCounts, code, atMs } = scan;
  const state = stateOf(scan);
  const found = severityCounts.error + severityCounts.warn + severityCounts.info;
  return page(request, {
    title: `Scan of ${address}`,
    section: 'scans',
    body: (
      <>
        <p class="crumb">
          <a href="/operator/scans">Scans</a>
        </p>
        <div class="heading">
          <h1>
            <bdi>{address}</bdi>
          </h1>
          <span>
            <Score scan={scan} />
          </span>
        </div>
        <p class="quiet">
          <UtcSecond ms={atMs} /> UTC · {kindOf(scan)}
        </p>
        {code && (
          <p class="empty">
            The scan failed with <code>{code}</code>, so nothing is known about the page.
          </p>
        )}
        {state === 'not_judged' && <p class="empty">The page was not judged, so nothing is known about its tags.</p>}
        {state === 'partly_judged' && (
          <p class="hint">The score speaks for a part of the page: something was not read.</p>
        )}
        {state === 'judged' && found === 0 && <p class="empty">No rule found anything.</p>}
        {findings.length > 0 && (
          <TableBox label="Findings">
            <table>
              <thead>
                <tr>
                  <th scope="col">Severity</th>
                  <th scope="col">Rule</th>
                  <th scope="col">Finding</th>
                </tr>
              </thead>
              <tbody>
                {findings.map(({ rule_id, severity, message }) => (
                  <tr key={`${rule_id} ${message}`}>
                    <td>
                      <Chip tone={TONES[severity]}>{severity}</Chip>
                    </td>
                    <td>
                      <a href={`/docs/pixel-rules#${rule_id}`}>
                        <code>{rule_id}</code>
                      </a>
                    </td>
                    <td>
                      <bdi>{message}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
        {findings.length < found && (
          <p class="hint">
            {plural(found - findings.length, 'finding')} more {found - findings.length === 1 ? 'was' : 'were'} too long
            to keep. The gravest are here.
          </p>
        )}
      </>
    ),
  });
}
