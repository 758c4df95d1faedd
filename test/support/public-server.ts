/** A server for tests of the keyless surface. Loopback is a trusted proxy, so a test can send from any address. */
import type { Config } from '../../src/config.ts';
import { startServer } from './server.ts';

export interface PublicRequest extends RequestInit {
  /** The client address. Without it each request has an address of its own, so that no rate limit is reached. */
  from?: string;
}

export async function startPublicServer(settings: Partial<Config> = {}) {
  const server = await startServer({ trust_proxy: '127.0.0.1', ...settings });
  let requests = 0;
  const ask = (path: string, { from = `198.51.100.${requests++ % 250}`, ...init }: PublicRequest = {}) =>
    fetch(server.app.url + path, { ...init, headers: { 'x-forwarded-for': from, ...init.headers } });
  const askJson = async (path: string) => (await ask(path)).json();
  return { ...server, ask, askJson };
}
