/** A browser that is signed in to the workbench, as far as forms and cookies go. */
import { afterAll } from 'bun:test';
import { Elysia } from 'elysia';
import { LocalAddressLimits } from '../../src/api/v0/address-limits.ts';
import { RateLimitGuard } from '../../src/api/v0/rate-limit-guard.ts';
import type { Log } from '../../src/domain/log.ts';
import { KeyCache } from '../../src/keys/key-cache.ts';
import type { NewKey } from '../../src/keys/key-issuer.ts';
import { HOME_ROUTES } from '../../src/web/workbench/home/routes.ts';
import type { PageRoute } from '../../src/web/workbench/page-route.ts';
import { workbenchRoutes } from '../../src/web/workbench/routes.ts';
import { SESSION_ROUTES } from '../../src/web/workbench/session/routes.ts';
import { startServer, type TestServer } from './server.ts';

type Headers = Record<string, string>;

export interface WorkbenchAnswer {
  status: number;
  html: string;
  response: Response;
}

export class WorkbenchVisitor {
  /** Of the session. */
  cookie = '';
  csrf = '';

  constructor(
    readonly url: string,
    readonly headers: Headers = {},
  ) {}

  async get(path: string, headers: Headers = {}): Promise<WorkbenchAnswer> {
    const sent = { ...this.headers, cookie: this.cookie, ...headers };
    return this.#read(await fetch(this.url + path, { redirect: 'manual', headers: sent }));
  }

  /** As htmx asks for a part of a page. */
  part(path: string): Promise<WorkbenchAnswer> {
    return this.get(path, { 'hx-request': 'true' });
  }

  /** Sends `fields` with the token of the last page. `headers` override those of a browser. */
  post(path: string, fields: Record<string, string> = {}, headers: Headers = {}): Promise<WorkbenchAnswer> {
    return this.#send(path, new URLSearchParams({ csrf: this.csrf, ...fields }), headers);
  }

  /** As `post`, with a file behind the fields. */
  upload(
    path: string,
    file: File,
    fields: Record<string, string> = {},
    headers: Headers = {},
  ): Promise<WorkbenchAnswer> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ csrf: this.csrf, ...fields })) form.append(name, value);
    form.append('file', file);
    return this.#send(path, form, headers);
  }

  async signIn(key: string): Promise<WorkbenchAnswer> {
    await this.get('/work/sign-in');
    const answer = await this.post('/work/sign-in', { key });
    if (answer.status === 303) await this.get('/work');
    return answer;
  }

  async #send(path: string, body: URLSearchParams | FormData, headers: Headers): Promise<WorkbenchAnswer> {
    const own = { origin: this.url, 'sec-fetch-site': 'same-origin', cookie: this.cookie };
    const sent = { ...this.headers, ...own, ...headers };
    return this.#read(await fetch(this.url + path, { method: 'POST', body, redirect: 'manual', headers: sent }));
  }

  async #read(response: Response): Promise<WorkbenchAnswer> {
    for (const header of response.headers.getSetCookie()) this.cookie = header.split(';')[0]!;
    const html = await response.text();
    this.csrf = /name="csrf" value="([^"]*)"/.exec(html)?.[1] || this.csrf;
    return { status: response.status, html, response };
  }
}

/** A server, and `visitor`, who is signed in with `apiKey`. */
export async function startWork(
  settings: Parameters<typeof startServer>[0] = {},
  key: Partial<NewKey> = {},
): Promise<TestServer & { apiKey: string; visitor: WorkbenchVisitor; stranger(headers?: Headers): WorkbenchVisitor }> {
  const server = await startServer(settings);
  const apiKey = await server.key(key.scope ?? 'all', key);
  const stranger = (headers?: Headers) => new WorkbenchVisitor(server.app.url, headers);
  const visitor = stranger();
  await visitor.signIn(apiKey);
  return { ...server, apiKey, visitor, stranger };
}

/** As `startWork`, with pages of the test on a second listener. They ask the API of the server. */
export async function startPages(pages: readonly PageRoute[], settings: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(settings);
  const { app, storage, clock, keyIssuer, faults } = server;
  const log: Log = { request() {}, info() {}, fault: (_, error) => faults.push(error) };
  const limits = { trustProxy: '', limits: new LocalAddressLimits(clock), socketAddress: () => '127.0.0.1' };
  const parts = {
    ...{ storage, clock, log },
    config: {
      base_url: '',
      trust_proxy: '',
      beta: settings.beta ?? 'on',
      contact: 'support@portside.invalid',
    } as const,
    keyCache: new KeyCache((hash) => keyIssuer.findByHash(hash), clock),
    rateLimit: new RateLimitGuard(limits),
    foreignUses: { count() {} },
    handle: (request: Request) => app.handle(request),
  };
  const listener = new Elysia().use(workbenchRoutes(parts, [...SESSION_ROUTES, ...HOME_ROUTES, ...pages])).listen({
    hostname: '127.0.0.1',
    port: 0,
    maxRequestBodySize: 64 * 1024 * 1024,
  });
  afterAll(() => void listener.stop(true));
  const visitor = new WorkbenchVisitor(`http://127.0.0.1:${listener.server!.port}`);
  const apiKey = await server.key('all', { perMinute: 100_000 });
  await visitor.signIn(apiKey);
  return { ...server, apiKey, visitor };
}
