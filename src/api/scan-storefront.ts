/** Scans a storefront for a key. v1 and v2 show the same scan in different shapes. */
import type { ScanStep } from '../domain/scan-step.ts';
import type { Caller } from '../keys/key-cache.ts';
import type { ResourceMeter } from '../limits/resource-meter.ts';
import type { CachedScan, Scanner } from '../pixel/scan.ts';
import { mostOfScan } from '../pixel/scan-most.ts';

export interface KeyedScans {
  scanner: Scanner;
  meter: Pick<ResourceMeter, 'run'>;
}

interface ScanFor {
  caller: Caller;
  /** Its `Cache-Control: no-cache` sets a cached report aside. */
  request: Request;
  url: string;
  deep: boolean;
  journey?: boolean;
  /** Told what the scan does. */
  onStep?: (step: ScanStep) => void;
}

/**
 * A cached report costs nothing. A scan that joins one in progress reserves too, and is settled as free.
 * @param headers of the answer. `Age` and `X-Cache` are set
 * @throws what `Scanner.scan` and `ResourceMeter.run` throw
 */
export async function scanStorefront(
  { scanner, meter }: KeyedScans,
  { caller: { lineageId }, request, url, deep, journey = false, onStep }: ScanFor,
  headers: Record<string, unknown>,
): Promise<CachedScan> {
  const fresh = /\bno-cache\b/i.test(request.headers.get('cache-control') ?? '');
  const scan =
    (!fresh && scanner.scanCached(url, deep, journey)) ||
    (await meter.run(lineageId, mostOfScan(deep || journey), (charge) =>
      scanner.scan(url, { owner: `key ${lineageId}`, deep, journey, fresh, charge, ...(onStep && { onStep }) }),
    ));
  headers['content-type'] = 'application/json';
  headers.age = String(scan.ageSeconds);
  headers['x-cache'] = scan.cache;
  return scan;
}
