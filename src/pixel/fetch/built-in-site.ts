/**
 * A site that is answered from inside the program, before any name is looked up. Its answers are then read like those of any
 * storefront.
 */
export interface BuiltInSite {
  /** Host name, without a port. */
  readonly host: string;
  /** The answer for an address of the site, or of a script that one of its pages names. Undefined: there is none (404). */
  answer(url: URL): BuiltInAnswer | undefined;
}

interface BuiltInAnswer {
  contentType: string;
  text: string;
}
