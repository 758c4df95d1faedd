/** Where the script of a container is. */

/** A GTM container, the payload of a Google tag, or a first-party loader that a page or another script names. */
export interface ContainerReference {
  kind: 'gtm' | 'google_tag' | 'first_party_loader';
  /** `GTM-…` or `G-…` if known. */
  id?: string;
  url: string;
  /** Id of the custom pixel that names it, in whose window it runs. */
  pixel?: string;
}

/** Where Google serves the script of a GTM container. */
export function gtmAddress(id: string): string {
  return `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`;
}
