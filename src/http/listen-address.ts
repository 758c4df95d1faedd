/** Where a listener listens, as a setting says it: a port, `host:port`, or `unix:/path`. */

export type ListenAddress = { hostname: string; port: number } | { unix: string };

/** @throws RangeError if the text is none of the three forms. A port alone is one of 127.0.0.1. */
export function parseListenAddress(text: string): ListenAddress {
  if (text.startsWith('unix:/')) return { unix: text.slice('unix:'.length) };
  const { host = '127.0.0.1', port = '' } =
    /^(?:(?<host>\[[0-9a-fA-F:.]+\]|[^\s:/[\]]+):)?(?<port>\d{1,5})$/.exec(text)?.groups ?? {};
  if (port === '' || Number(port) > 65_535) throw new RangeError();
  return { hostname: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/**
 * The address of one of several workers, so that each can be scraped: worker 1 has the configured one, worker 2 the next port, or the
 * path with `.2` at its end.
 * @param worker undefined if there is only one process
 */
export function workerAddress(address: ListenAddress, worker: number | undefined): ListenAddress {
  if (worker === undefined || worker === 1) return address;
  if ('unix' in address) return { unix: `${address.unix}.${worker}` };
  return { ...address, port: address.port === 0 ? 0 : address.port + worker - 1 };
}

/** The address as people read it. */
export function addressText(address: ListenAddress): string {
  if ('unix' in address) return `unix:${address.unix}`;
  return `http://${address.hostname.includes(':') ? `[${address.hostname}]` : address.hostname}:${address.port}`;
}
