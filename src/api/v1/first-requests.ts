/** One request for each product that works as it is: what a new key is shown with, on the terminal and on the operator page. */
import type { Product } from '../../domain/key.ts';
import { DEMO_STORE_URL } from '../../pixel/demo-store/address.ts';
import { BICYCLE_HELMET } from './certificates/example.ts';
import { GENERATE_PATH, PIXEL_SCAN_PATH, TARIFF_LOOKUP_PATH } from './paths.ts';

export const FIRST_REQUESTS: Record<Product, { path: string; body: object }> = {
  tariff: { path: TARIFF_LOOKUP_PATH, body: { codes: ['7326.90.8688', '7326.90.8699', '0101.21.0010'] } },
  pixel: { path: PIXEL_SCAN_PATH, body: { url: DEMO_STORE_URL } },
  entry: { path: GENERATE_PATH, body: BICYCLE_HELMET },
};

/**
 * The parts of a `curl` command that works as it is when pasted into a shell, each to be written on a line or behind a blank.
 * @param origin scheme and host of the server
 */
export function firstCurl(origin: string, product: Product, key: string): string[] {
  const { path, body } = FIRST_REQUESTS[product];
  const json = JSON.stringify(body).replaceAll("'", "'\\''");
  return [
    `curl -sS ${origin}${path}`,
    `-H 'Authorization: Bearer ${key}'`,
    "-H 'Content-Type: application/json'",
    `-d '${json}'`,
  ];
}
