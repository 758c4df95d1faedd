/** A browser as far as forms and cookies go: keeps its cookie, follows no redirect, sends the token of the page it saw. */
import { startServer, type TestServer } from './server.ts';

export const PASSWORD = 'correct horse battery';

export class Visitor {
  cookie = '';
  csrf = '';

  constructor(
    readonly url: string,
    readonly headers: Record<string, string> = {},
  ) {}

  async get(path: string): Promise<{ status: number; html: string; response: Response }> {
    const headers = { ...this.headers, cookie: this.cookie };
    return this.#read(await fetch(this.url + path, { redirect: 'manual', headers }));
  }

  /** Sends `fields` with the token of the last page. `headers` override those of a browser. */
  async post(path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const body = new URLSearchParams({ csrf: this.csrf, ...fields });
    const own = { origin: this.url, 'sec-fetch-site': 'same-origin', cookie: this.cookie };
    const options = {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { ...this.headers, ...own, ...headers },
    } as const;
    return this.#read(await fetch(this.url + path, options));
  }

  async signIn(password = PASSWORD) {
    await this.get('/operator/sign-in');
    const answer = await this.post('/operator/sign-in', { password });
    if (answer.status === 303) await this.get('/operator/keys');
    return answer;
  }

  /** The value of a hidden field; empty when the page has none. */
  static hidden(html: string, name: string): string {
    return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  }

  async #read(response: Response) {
    const cookie = response.headers.get('set-cookie');
    if (cookie) this.cookie = cookie.split(';')[0]!;
    const html = await response.text();
    this.csrf = Visitor.hidden(html, 'csrf') || this.csrf;
    return { status: response.status, html, response };
  }
}

/** A server with `PASSWORD` as its operator password, and `operator`, who is signed in. */
export async function startOperator(
  settings: Parameters<typeof startServer>[0] = {},
): Promise<TestServer & { operator: Visitor; visitor(headers?: Record<string, string>): Visitor }> {
  const server = await startServer(settings);
  // The real cost of a hash is a tenth of a second for each sign-in. The cost is part of the hash, so a cheap one verifies fast.
  const hash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });
  const change = { atMs: server.clock.now(), actor: 'cli', origin: 'command line' };
  await server.storage.operator.setPassword(hash, { ...change, action: 'password.set', subject: 'operator' });
  const visitor = (headers?: Record<string, string>) => new Visitor(server.app.url, headers);
  const operator = visitor();
  await operator.signIn();
  return { ...server, operator, visitor };
}
