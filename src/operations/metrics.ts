/** The metrics of the disk. */
import type { DiskReading } from '../domain/disk-space.ts';
import type { MetricsRegistry } from '../domain/metrics-registry.ts';

/** Bytes. */
export interface FileSizes {
  database: number;
  /** Of its write-ahead log. */
  wal: number;
  /** On the disk of the data folder; undefined if it cannot be read. */
  free: number | undefined;
}

export function registerFileMetrics(registry: MetricsRegistry, sizes: () => FileSizes): void {
  registry.gauge({
    name: 'portside_file_bytes',
    help: 'Size of the database and of its write-ahead log.',
    labels: ['file'],
    read: () => {
      const { database, wal } = sizes();
      return [
        [{ file: 'database' }, database],
        [{ file: 'wal' }, wal],
      ];
    },
  });
  registry.gauge({
    name: 'portside_disk_free_bytes',
    help: 'Free space on the disk of the data folder.',
    read: () => sizes().free,
  });
}

/** @param disk undefined if the data is not on a disk of this machine */
export function registerDiskMetrics(registry: MetricsRegistry, disk: () => DiskReading | undefined): void {
  registry.gauge({
    name: 'portside_disk_refuses',
    help: '1 while this work is refused for lack of disk space, otherwise 0.',
    labels: ['work'],
    read: () => {
      const state = disk()?.state;
      if (state === undefined) return [];
      return [
        [{ work: 'storing' }, state === 'enough' ? 0 : 1],
        [{ work: 'counting' }, state === 'full' ? 1 : 0],
      ];
    },
  });
  registry.gauge({
    name: 'portside_disk_reserve_bytes',
    help: 'Size of the reserve file, which is released when the operator acts on a full disk.',
    read: () => disk()?.reserveBytes,
  });
}
