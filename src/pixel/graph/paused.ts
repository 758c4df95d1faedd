import type { EntryFact } from '../tags/facts.ts';

/**
 * Whether Shopify withholds all events of an app pixel now, as its running script decides: a state that is not `unrestricted`, an
 * empty list of controls, and no flag that exempts the pixel. Of other states only the word `paused` is clear.
 */
export function isPaused({ dataSharing }: EntryFact): boolean {
  if (!dataSharing || dataSharing.exempt) return false;
  const state = dataSharing.state.toLowerCase();
  if (state === 'paused') return true;
  return state === 'optimized' && dataSharing.controls?.length === 0;
}
