/** DNS and the addresses of this machine, passed in from `app.ts` so that tests can replace them. */
export interface Network {
  /** Every address of a name, IPv4 and IPv6, in the resolver's order. Rejects when there is none. */
  resolve(hostname: string): Promise<string[]>;
  /** This machine's own addresses. */
  ownAddresses(): string[];
}
