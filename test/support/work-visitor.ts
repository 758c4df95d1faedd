/** A browser that is signed in to the workbench, as far as forms and cookies go. */
import type { NewKey } from '../../src/keys/key-issuer.ts';
import { startServer, type TestServer } from './server.ts';

type Headers = Record<string, string>;

export interface WorkAnswer {
  status: number;
  html: string;
  response: Response;
}

export class WorkVisitor {
  /** Of the session. */
  cookie = '';
  csrf = '';

  constructor(
    readonly url: string,
    readonly headers: Headers = {},
  ) {}

  async get(path: string, headers: Headers = {}): Promise<WorkAnswer> {
    const sent = { ...this.headers, cookie: this.cookie, ...headers };
    return this.#read(await fetch(this.url + path, { redirect: 'manual', headers: sent }));
  }

  /** As htmx asks for a part of a page. */
  part(path: string): Promise<WorkAnswer> {
    return this.get(path, { 'hx-request': 'true' });
  }

  /** Sends `fields` with the token of the last page. `headers` override those of a browser. */
  post(path: string, fields: Record<string, string> = {}, headers: Headers = {}): Promise<WorkAnswer> {
    return this.#send(path, new URLSearchParams({ csrf: this.csrf, ...fields }), headers);
  }

  /** As `post`, with a file behind the fields. */
  upload(path: string, file: File, fields: Record<string, string> = {}, headers: Headers = {}): Promise<WorkAnswer> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ csrf: this.csrf, ...fields })) form.append(name, value);
    form.append('file', file);
    return this.#send(path, form, headers);
  }

  async signIn(key: string): Promise<WorkAnswer> {
    await this.get('/work/sign-in');
    const answer = await this.post('/work/sign-in', { key });
    if (answer.status === 303) await this.get('/work');
    return answer;
  }

  async #send(path: string, body: URLSearchParams | FormData, headers: Headers): Promise<WorkAnswer> {
    const own = { origin: this.url, 'sec-fetch-site': 'same-origin', cookie: this.cookie };
    const sent = { ...this.headers, ...own, ...headers };
    return this.#read(await fetch(this.url + path, { method: 'POST', body, redirect: 'manual', headers: sent }));
  }

  async #read(response: Response): Promise<WorkAnswer> {
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
): Promise<TestServer & { apiKey: string; visitor: WorkVisitor; stranger(headers?: Headers): WorkVisitor }> {
  const server = await startServer(settings);
  const apiKey = await server.key(key.scope ?? 'all', key);
  const stranger = (headers?: Headers) => new WorkVisitor(server.app.url, headers);
  const visitor = stranger();
  await visitor.signIn(apiKey);
  return { ...server, apiKey, visitor, stranger };
}
