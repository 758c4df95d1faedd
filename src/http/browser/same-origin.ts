import type { Client } from './client.ts';

/**
 * Whether a request comes from a page of this site. Decided by headers that browsers set and scripts cannot. A request with neither of
 * them is not from a browser we support.
 */
export function isSameOrigin({ headers }: Request, { hosts }: Pick<Client, 'hosts'>): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin !== null) return URL.canParse(origin) && hosts.includes(new URL(origin).host);
  return site !== null;
}
