/** Names and addresses of the world outside, passed in from `app.ts` so that a test can give others. */
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

export interface Network {
  /** Every address of a name, IPv4 and IPv6, in the resolver's order. Rejects when there is none. */
  resolve(hostname: string): Promise<string[]>;
  /** This machine's own addresses. */
  ownAddresses(): string[];
}

export const systemNetwork: Network = {
  resolve: async (hostname) => (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address),
  ownAddresses: () => Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
};
