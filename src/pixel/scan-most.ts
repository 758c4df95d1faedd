/** The most that a scan can use. A key reserves it before the scan starts, and pays what the scan did use. */
import type { ResourceAmounts } from '../domain/resources.ts';
import { CONTAINERS_MAX } from './container-reader.ts';
import { PAGE_BYTES_MAX } from './fetch/page-fetch.ts';
import { PAGE_CPU_MS } from './page-reader.ts';

/** A worker is stopped a little after its budget: its processor time is looked at every few milliseconds. */
const OVERRUN_MS = 100;

/** @param deep with the containers of the page, and then the rules over all of them */
export function mostOfScan(deep: boolean): ResourceAmounts {
  const fetches = deep ? 1 + CONTAINERS_MAX : 1;
  const pieces = deep ? fetches + 1 : 1;
  return {
    storedBytes: 0,
    cpuMs: pieces * (PAGE_CPU_MS + OVERRUN_MS),
    bytesFetched: fetches * PAGE_BYTES_MAX,
  };
}
