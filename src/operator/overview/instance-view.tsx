/** @jsxImportSource preact */
/** The servers that report themselves. */
import { type Instance, isMissing } from '../../domain/instance.ts';
import { resourceText } from '../../domain/resource-text.ts';
import { Chip, Notice, TableBox, UtcSecond, UtcTime } from '../elements.tsx';
import { formatCount, plural } from '../format.ts';

interface InstanceSectionProps {
  instances: Instance[];
  instanceId: string;
  nowMs: number;
}

export function InstanceSection({ instances, instanceId, nowMs }: InstanceSectionProps) {
  const missing = instances.filter((instance) => isMissing(instance, nowMs));
  const versions = [...new Set(instances.filter((one) => !isMissing(one, nowMs)).map(({ version }) => version))];
  const isReported = instances.some(({ id }) => id === instanceId);
  return (
    <section aria-labelledby="instances">
      <div class="heading">
        <h2 id="instances">Instances</h2>
        <span class="quiet">Each reports itself every 20 seconds</span>
      </div>
      {!isReported && (
        <Notice tone="bad">
          The process that answers could not report itself: the database is locked or its disk is full. Others may be
          missing here too.
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice tone="mild">
          {plural(missing.length, 'instance')} did not report for a minute. One that was killed is listed for a day.
        </Notice>
      )}
      {versions.length > 1 && <Notice tone="mild">Different versions run at once: {versions.join(', ')}.</Notice>}
      {instances.length > 0 && (
        <TableBox label="Table of instances">
          <table class="stack">
            <thead>
              <tr>
                <th scope="col">Instance</th>
                <th scope="col">State</th>
                <th scope="col">Version</th>
                <th scope="col">Started</th>
                <th scope="col">Last seen</th>
                <th scope="col" class="number">
                  Memory
                </th>
                <th scope="col">Load</th>
              </tr>
            </thead>
            <tbody>
              {instances.map((instance) => (
                <Row
                  key={instance.id}
                  instance={instance}
                  isMissing={isMissing(instance, nowMs)}
                  isPresent={instance.id === instanceId}
                />
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
    </section>
  );
}

interface RowProps {
  instance: Instance;
  isMissing: boolean;
  isPresent: boolean;
}

function Row({ instance, isMissing, isPresent }: RowProps) {
  const { role, host, address, pid, version, startedAt, seenAt, load } = instance;
  return (
    <tr>
      <th scope="row">
        <strong>
          <bdi>{host}</bdi> · {role}
        </strong>
        <span class="under address">
          {address} · process {pid}
        </span>
      </th>
      <td data-label="State">
        {isMissing ? <Chip tone="bad">not seen</Chip> : <Chip tone="good">reports</Chip>}{' '}
        {isPresent && <Chip tone="info">this one</Chip>}
      </td>
      <td data-label="Version">{version}</td>
      <td data-label="Started">
        <UtcTime ms={startedAt} />
      </td>
      <td data-label="Last seen">
        <UtcSecond ms={seenAt} />
      </td>
      <td data-label="Memory" class="number">
        {isMissing ? <span class="quiet">unknown</span> : resourceText('storedBytes', load.residentBytes)}
      </td>
      <td data-label="Load">{isMissing ? <span class="quiet">unknown</span> : <LoadText load={load} />}</td>
    </tr>
  );
}

/** At its last report. */
function LoadText({ load: { pending, lagMs, pools } }: { load: Instance['load'] }) {
  const busy = Object.entries(pools).filter(([, { running, waiting }]) => running > 0 || waiting > 0);
  return (
    <>
      {plural(pending, 'request')} in progress
      {busy.map(([name, { running, waiting }]) => (
        <span key={name} class="under">
          {name.replaceAll('_', ' ')}: {formatCount(running)} running, {formatCount(waiting)} waiting
        </span>
      ))}
      <span class="under">event loop at most {formatCount(lagMs)} ms late</span>
    </>
  );
}
