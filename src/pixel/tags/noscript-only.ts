/** Tags of which a page has nothing but the image or frame in `<noscript>`. */
import type { TagFact, Vendor } from './facts.ts';

/**
 * No other tag of the vendor has their ids. Beside its base code such an image is only a copy. Alone, it says that the base code is in
 * another file, or was removed.
 */
export function noscriptOnly(tags: readonly TagFact[], vendor: Vendor): TagFact[] {
  const own = tags.filter((tag) => tag.vendor === vendor);
  const others = new Set(own.filter(({ form }) => form !== 'noscript').map(({ id }) => id));
  return own.filter(({ form, id }) => form === 'noscript' && !others.has(id));
}
