/** Names and addresses of the outside world, passed in from `app.ts` so that a test can supply its own. */
export interface Network {
  /** Every address of a name, IPv4 and IPv6, in the resolver's order. Rejects when there is none. */
  resolve(hostname: string): Promise<string[]>;
  /** This machine's own addresses. */
  ownAddresses(): string[];
}
