/** @jsxImportSource preact */
/** What the database, its disk and the tariff lists are like. */
import type { DiskFloors } from '../../domain/disk-space.ts';
import type { JobLoad } from '../../domain/job-store.ts';
import { resourceText } from '../../domain/resource-text.ts';
import type { WatchStore } from '../../domain/watch-store.ts';
import type { MachineReading } from '../dependencies.ts';
import { Chip, UtcSecond } from '../elements.tsx';
import { plural } from '../format.ts';

const bytesText = (bytes: number) => resourceText('storedBytes', bytes);

const DISK_STATES = {
  enough: { tone: 'good', text: 'enough' },
  low: { tone: 'bad', text: 'nothing new is stored' },
  full: { tone: 'bad', text: 'requests are refused' },
} as const;

export interface MachineFactsProps {
  machine: MachineReading;
  floors: DiskFloors;
  database: { version: string; bytes: number };
  jobs: JobLoad;
  watches: Awaited<ReturnType<WatchStore['waiting']>>;
  /** The last day whose tariff law was read. */
  law: { to: string; days: number };
  /** Programmes whose announced change has come since. */
  sinceRead: string[];
  /** The age from which the server is not ready; 0 for never. */
  lawDaysMax: number;
}

export function MachineFacts({
  machine,
  floors,
  database,
  jobs,
  watches,
  law,
  sinceRead,
  lawDaysMax,
}: MachineFactsProps) {
  return (
    <section class="card" aria-labelledby="machine">
      <h2 id="machine">Machine and data</h2>
      <dl class="facts">
        <dt>Disk</dt>
        <dd>
          <Disk machine={machine} floors={floors} />
        </dd>
        <dt>Database</dt>
        <dd>
          {database.version}, {bytesText(database.bytes)}
          {machine.databaseOnDisk && (
            <span class="under">
              write-ahead log {bytesText(machine.walBytes)}, reserve {bytesText(machine.disk?.reserveBytes ?? 0)}
            </span>
          )}
        </dd>
        <dt>Jobs</dt>
        <dd>
          {jobs.oldestMs === undefined ? (
            'none is open'
          ) : (
            <>
              {plural(jobs.open, 'open job')}, {plural(jobs.chunksWaiting, 'chunk')} to do
              <span class="under">
                the oldest since <UtcSecond ms={jobs.oldestMs} />
              </span>
            </>
          )}
        </dd>
        <dt>Watches</dt>
        <dd>
          {plural(watches.looksDue, 'look')} due, {plural(watches.deliveriesPending, 'delivery', 'deliveries')} waiting
          {watches.deliveriesDead > 0 && (
            <span class="under">
              {plural(watches.deliveriesDead, 'delivery', 'deliveries')} given up: the receiver did not answer
            </span>
          )}
        </dd>
        <dt>Tariff law</dt>
        <dd>
          <a href="/operator/lists">read to {law.to}</a>, {plural(law.days, 'day')} ago
          {sinceRead.length > 0 && (
            <span class="alarm under">announced since, and not read: {sinceRead.join(', ')}</span>
          )}
          {lawDaysMax > 0 && <span class="under">from {plural(lawDaysMax, 'day')} on the server is not ready</span>}
        </dd>
      </dl>
    </section>
  );
}

function Disk({ machine: { databaseOnDisk, disk, diskBytes }, floors }: Pick<MachineFactsProps, 'machine' | 'floors'>) {
  if (!databaseOnDisk) return <span class="quiet">not looked at: the data is in PostgreSQL</span>;
  if (disk?.freeBytes === undefined) return <Chip tone="bad">free space cannot be read</Chip>;
  const { tone, text } = DISK_STATES[disk.state];
  return (
    <>
      <span>
        {bytesText(disk.freeBytes)} free{diskBytes !== undefined && ` of ${bytesText(diskBytes)}`}{' '}
      </span>
      <Chip tone={tone}>{text}</Chip>
      {diskBytes !== undefined && (
        <span class="disk share">
          <meter
            min={0}
            max={diskBytes}
            low={Math.max(0, diskBytes - 16 * floors.storing)}
            high={Math.max(0, diskBytes - 4 * floors.storing)}
            optimum={0}
            value={diskBytes - disk.freeBytes}
            aria-label={`Disk: ${bytesText(disk.freeBytes)} free of ${bytesText(diskBytes)}`}
          />
        </span>
      )}
      <span class="under">
        below {bytesText(floors.storing)} nothing new is stored, below {bytesText(floors.counting)} requests are refused
      </span>
    </>
  );
}
