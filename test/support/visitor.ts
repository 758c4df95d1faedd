/** A browser as far as forms and cookies go: keeps its cookies, follows no redirect, sends the token of the page it saw. */
import type { Role } from '../../src/domain/operator.ts';
import { makeHashesCheap } from './cheap-hashes.ts';
import { startServer, type TestServer } from './server.ts';

export const PASSWORD = 'correct horse battery';

export class Visitor {
  /** Of the session. */
  cookie = '';
  /** What makes this browser known to the operators who have signed in with it. */
  device = '';
  csrf = '';

  constructor(
    readonly url: string,
    readonly headers: Record<string, string> = {},
  ) {}

  async get(path: string): Promise<{ status: number; html: string; response: Response }> {
    const headers = { ...this.headers, cookie: this.#cookies() };
    return this.#read(await fetch(this.url + path, { redirect: 'manual', headers }));
  }

  /** Sends `fields` with the token of the last page. `headers` override those of a browser. */
  async post(path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const body = new URLSearchParams({ csrf: this.csrf, ...fields });
    const own = { origin: this.url, 'sec-fetch-site': 'same-origin', cookie: this.#cookies() };
    const options = {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { ...this.headers, ...own, ...headers },
    } as const;
    return this.#read(await fetch(this.url + path, options));
  }

  /** @param name of the operator; empty for the first owner */
  async signIn(password = PASSWORD, name = '') {
    await this.get('/operator/sign-in');
    const answer = await this.post('/operator/sign-in', { name, password });
    if (answer.status === 303) await this.get('/operator/keys');
    return answer;
  }

  /** The value of a hidden field; empty when the page has none. */
  static hidden(html: string, name: string): string {
    return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  }

  #cookies(): string {
    return [this.cookie, this.device].filter(Boolean).join('; ');
  }

  async #read(response: Response) {
    for (const header of response.headers.getSetCookie()) {
      const [cookie] = header.split(';');
      if (cookie!.includes('portside_device')) this.device = cookie!;
      else this.cookie = cookie!;
    }
    const html = await response.text();
    this.csrf = Visitor.hidden(html, 'csrf') || this.csrf;
    return { status: response.status, html, response };
  }
}

/** A server with `PASSWORD` as the password of its first owner, and `operator`, who is that owner and signed in. */
export async function startOperator(settings: Parameters<typeof startServer>[0] = {}): Promise<
  TestServer & {
    operator: Visitor;
    visitor(headers?: Record<string, string>): Visitor;
    /** Adds an operator with `PASSWORD`. */
    addOperator(name: string, role: Role): Promise<void>;
  }
> {
  const server = await startServer(settings);
  makeHashesCheap();
  const addOperator = (name: string, role: Role) => add(server, name, role);
  await addOperator('owner', 'owner');
  const visitor = (headers?: Record<string, string>) => new Visitor(server.app.url, headers);
  const operator = visitor();
  await operator.signIn();
  return { ...server, operator, visitor, addOperator };
}

async function add({ storage, clock }: TestServer, name: string, role: Role): Promise<void> {
  const passwordHash = await Bun.password.hash(PASSWORD);
  const activity = { atMs: clock.now(), actor: 'cli', origin: 'command line', action: 'operator.add', subject: name };
  await storage.operator.change(() => ({
    change: { kind: 'add', name, role, passwordHash, atMs: clock.now() },
    activity,
  }));
}
