/**
 * What is going away, and when (docs/versioning.md): the one table of the `Deprecation` (RFC 9745) and `Sunset` (RFC 8594)
 * headers. The edge sends them with every answer of the address, and the documents mark the operation as deprecated.
 */
export interface Retirement {
  /** ISO 8601 day on which the address was deprecated: from then on it works and is announced. */
  deprecatedOn: string;
  /** The day on which it stops; at least a year later for v1. */
  sunsetOn: string;
  /** Where the change is explained. */
  moreUrl: string;
}

/** By exact path. Nothing is deprecated. */
export const RETIREMENTS: ReadonlyMap<string, Retirement> = new Map();

export function retirementHeaders({ deprecatedOn, sunsetOn, moreUrl }: Retirement): Record<string, string> {
  return {
    deprecation: `@${Date.parse(deprecatedOn) / 1000}`,
    sunset: new Date(sunsetOn).toUTCString(),
    link: `<${moreUrl}>; rel="deprecation"; type="text/html"`,
  };
}
