/** The real application on a free port, with its own database and a clock that the test moves. */
import { afterAll, spyOn } from 'bun:test';
import type { SqliteStorage } from '../../src/adapters/sqlite/open.ts';
import { type App, type AppParts, startApp } from '../../src/app.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import type { Scope } from '../../src/domain/key.ts';
import type { Log } from '../../src/domain/log.ts';
import { KeyIssuer, type NewKey } from '../../src/keys/key-issuer.ts';
import { tempDir, tempStorage, testClock } from './temp.ts';
import { until } from './until.ts';

export const actor = { name: 'test', origin: 'test' };

/** With it a test reads `/metrics` of the public listener. */
export const METRICS_TOKEN = 'token-of-the-metrics-in-tests';

export const fetchMetrics = (url: string, more: RequestInit = {}): Promise<Response> =>
  fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` }, ...more });

export interface TestServer {
  app: App;
  clock: ReturnType<typeof testClock>;
  storage: SqliteStorage;
  keyIssuer: KeyIssuer;
  /** The faults that the server logged. */
  faults: unknown[];
  key(scope?: Scope, more?: Partial<NewKey>): Promise<string>;
  post(path: string, body: unknown, key?: string, headers?: Record<string, string>): Promise<Response>;
}

export async function startServer(
  settings: Partial<Config> = {},
  parts: Pick<AppParts, 'network' | 'worker' | 'prepare'> = {},
): Promise<TestServer> {
  const dir = settings.data_dir ?? tempDir();
  const config = {
    ...loadConfig({ env: {}, file: `${dir}/none.toml` }),
    port: 0,
    data_dir: dir,
    metrics_token: METRICS_TOKEN,
    ...settings,
  };
  const storage = tempStorage(dir);
  const clock = testClock();
  const faults: unknown[] = [];
  const log: Log = { request() {}, info() {}, fault: (_, error) => faults.push(error) };
  const app = await startApp({ config, storage, clock, log, ...parts });
  afterAll(async () => {
    await app.close();
    // The test file keeps `app` until the process ends, and each collection of garbage would visit all of the server.
    for (const part of Object.keys(app)) Reflect.deleteProperty(app, part);
  });
  const keyIssuer = new KeyIssuer(storage, clock);
  return {
    app,
    clock,
    storage,
    keyIssuer,
    faults,
    key: async (scope = 'all', more = {}) =>
      (await keyIssuer.issue({ name: 'test', scope, notes: 'delegate:on', ...more }, actor)).key,
    post: (path, body, key, headers = {}) =>
      fetch(app.url + path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          ...(key && { authorization: `Bearer ${key}` }),
          ...headers,
        },
      }),
  };
}

/** Sends a request while another connection holds the write lock. Resolves once the server has tried to count it. */
export async function sendWhileLocked({ storage }: TestServer, send: () => Promise<Response>) {
  storage.recordsFile.run('BEGIN IMMEDIATE');
  const attempts = spyOn(storage.journal, 'exclusively');
  const answer = send();
  await until('the server meets the lock', () => attempts.mock.results.length > 0);
  attempts.mockRestore();
  // In an object: an async function would wait for the promise itself.
  return { answer };
}
