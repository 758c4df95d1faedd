/** The resolver and network interfaces of this machine. */
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import type { Network } from '../../domain/network.ts';

export const systemNetwork: Network = {
  resolve: async (hostname) => (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address),
  ownAddresses: () => Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
};
