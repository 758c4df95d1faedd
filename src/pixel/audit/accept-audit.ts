/** A list of stores becomes a job: each store is a chunk of its own, so that a crash repeats one scan at most. */
import { type FaultDetail, PortsideError } from '../../domain/errors.ts';
import type { JobChunk } from '../../domain/job.ts';
import { packRows } from '../../spreadsheet/row-chunk.ts';
import { isStoreAddress } from './store-address.ts';
import { distinctStores, type Store } from './store-outcome.ts';

export const STORES_MAX = 500;
/** Pages of a journey: the page that was given, and the other kinds of pages of the shop. */
const JOURNEY_PAGES_MAX = 6;
const FAULTS_MAX = 100;

export interface PixelAuditOptions {
  journey: boolean;
  deep: boolean;
}

export interface AcceptedPixelAudit {
  chunks: JobChunk[];
  /** One for each page that may be fetched. What is not fetched is given back. */
  units: number;
  options: PixelAuditOptions;
  linesTotal: number;
}

/** @returns the most pages that are fetched of one store */
export function pagesMost({ journey }: PixelAuditOptions): number {
  return journey ? JOURNEY_PAGES_MAX : 1;
}

/** @throws PortsideError `invalid_request` that names every line without an address, before anything is fetched */
export function acceptPixelAudit(
  stores: readonly Store[],
  { journey = false, deep = true }: Partial<PixelAuditOptions>,
): AcceptedPixelAudit {
  if (stores.length === 0) throw refusal('The list names no store.', []);
  if (stores.length > STORES_MAX)
    throw refusal(`An audit takes at most ${STORES_MAX} stores, and the list has ${stores.length}. Split it.`, []);
  const faults = stores.flatMap((store, index) => faultIn(store, index));
  if (faults.length > 0) throw refusal('Some lines are not the address of a store.', faults.slice(0, FAULTS_MAX));
  const options = { journey, deep };
  const chunks = distinctStores(stores).map((store, number) => ({
    number,
    firstLine: store.line,
    lines: 1,
    input: packRows([store]),
  }));
  const scanned = distinctStores(stores).filter(({ sameAs }) => sameAs === undefined).length;
  return { chunks, units: scanned * pagesMost(options), options, linesTotal: stores.length };
}

function faultIn({ line, address }: Store, index: number): FaultDetail[] {
  if (isStoreAddress(address)) return [];
  return [
    {
      path: `/stores/${index}`,
      message: `line ${line} must be the address of a public page, such as https://shop.example`,
    },
  ];
}

function refusal(message: string, details: FaultDetail[]): PortsideError {
  return new PortsideError('invalid_request', {
    message,
    details: details.length > 0 ? details : [{ path: '/stores', message }],
  });
}
