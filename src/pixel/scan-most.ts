/** The most that a scan can use. A key reserves it before the scan starts, and pays what the scan did use. */
import type { ResourceAmounts } from '../domain/resources.ts';
import { SCAN_BYTES_MAX, SCAN_CPU_MS_MAX } from './deep/scan-budget.ts';
import { PAGE_BYTES_MAX } from './fetch/page-fetch.ts';
import { PAGE_CPU_MS } from './page-reader.ts';

/** A worker is stopped a little after its budget: its processor time is looked at every few milliseconds. */
const OVERRUN_MS = 100;

/** Pieces that may be read at once when the last look at the sum said that there is something left. */
const AT_ONCE_MAX = 3;

/** @param more with what the page names, or with other pages of the shop, and then the rules over all of them */
export function mostOfScan(more: boolean): ResourceAmounts {
  const pieceMs = PAGE_CPU_MS + OVERRUN_MS;
  return {
    storedBytes: 0,
    cpuMs: more ? SCAN_CPU_MS_MAX + (AT_ONCE_MAX + 2) * pieceMs : pieceMs,
    bytesFetched: PAGE_BYTES_MAX + (more ? SCAN_BYTES_MAX : 0),
  };
}
