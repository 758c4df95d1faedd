/** The address of a store as people write it into a list: with a scheme, or only a host. */

const ADDRESS_CHARS_MAX = 2048;

/** Whether a text is the address of a page on the web. */
export function isStoreAddress(text: string): boolean {
  if (/\s/.test(text) || text.length > ADDRESS_CHARS_MAX) return false;
  const url = URL.parse(withScheme(text));
  // What is before an @ is a name and a password: `mailto:info@shop.example` is no page.
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hostname.includes('.');
}

/** A host without a scheme is asked over `https`. */
export function withScheme(address: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}

/** One spelling for all addresses of the same page. */
export function sameSpelling(address: string): string {
  const url = URL.parse(withScheme(address));
  if (url) url.hash = '';
  return url?.href ?? address;
}

/** Who answers. Stores of one host share its patience with scans. */
export function hostOf(address: string): string {
  return URL.parse(withScheme(address))?.host ?? address;
}
