import { Portside, type PortsideOptions } from '../client.ts';
import type { Fetch, FetchInit, FetchResponse } from '../fetch.ts';
import { OPERATIONS, type OperationId } from '../operations.ts';
import type { Clock } from '../transport.ts';
import type { HtsStatus } from '../types.ts';
import { codesOf, type FakeAnswer, respond } from './answer.ts';
import { sharedPart, turnsOf } from './cases.ts';

/** A key that is well formed and that no server has issued. */
export const API_KEY = 'svc_Portside0Scripted02QNBRF';

/** An operation by its name in the documents of the API; `download` is the signed URL of a certificate. */
export type FakeOperation = OperationId | 'download';

/** What the client sent. */
export interface FakeRequest {
  /** Undefined if the API has no such operation. */
  operation: FakeOperation | undefined;
  method: string;
  path: string;
  /** After the question mark. */
  query: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Parsed if it is JSON, otherwise as it was sent. */
  body: unknown;
}

/**
 * A Portside for the tests of your program. It needs no network and no key.
 *
 *     const fake = new FakePortside();
 *     const portside = fake.client();
 *     fake.answer('lookupHtsCodes', { status: 503, times: 3 });
 *
 * Without a script it answers lookups (7326.90.8688 is a hit, all else is clear), scans, certificates and their documents, and refuses
 * all else with 404.
 */
export class FakePortside {
  /** What was sent, in the order of arrival. */
  readonly requests: FakeRequest[] = [];
  /** Seconds that clients of `client()` would have waited before they sent a request again. They do not wait. */
  readonly waits: number[] = [];
  /** Settles when a request was left without an answer, so that a test can cancel it. */
  readonly stalled: Promise<void>;

  readonly #scripts = new Map<FakeOperation, FakeAnswer[]>();
  readonly #statuses = new Map<string, string>();
  readonly #issued = new Map<string, { body: string; id: string }>();
  #played: FakeAnswer[] | undefined;
  #held: (() => void)[] = [];
  #onStall = () => {};

  constructor() {
    this.stalled = new Promise((resolve) => {
      this.#onStall = resolve;
    });
  }

  /** A client of this fake. Its waits take no time, but count towards its deadlines. */
  client(options: PortsideOptions = {}): Portside {
    let waited = 0;
    const clock: Clock = {
      now: () => Date.now() + waited,
      random: () => 1,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        this.waits.push(ms / 1000);
        waited += ms;
      },
    };
    return new Portside({ apiKey: API_KEY, baseUrl: 'http://portside.test', fetch: this.fetch, ...options }, clock);
  }

  /** The next answers of an operation, in this order. Afterwards it answers as without a script. */
  answer(operation: FakeOperation, ...answers: FakeAnswer[]): this {
    if (operation !== 'download' && !Object.hasOwn(OPERATIONS, operation)) {
      throw new Error(`The API has no operation "${operation}".`);
    }
    const script = this.#scripts.get(operation) ?? [];
    this.#scripts.set(operation, [...script, ...answers]);
    return this;
  }

  /** The status of a code in lookups. */
  code(code: string, status: HtsStatus): this {
    this.#statuses.set(code, status);
    return this;
  }

  /** Answers everything from now on by a case of the table that all clients of Portside pass. @see caseNames */
  play(name: string): this {
    this.#played = turnsOf(name);
    return this;
  }

  /** For `new Portside({ fetch: fake.fetch })`, or in place of the global `fetch`. */
  readonly fetch: Fetch = async (url, init = {}) => {
    const { signal } = init;
    signal?.throwIfAborted();
    const { request, base } = readRequest(url, init);
    this.requests.push(request);
    const answer = this.#next(request) ?? this.#usual(request, base);
    if (answer.hold) await this.#hold(answer.hold);
    const response = await respond(answer, {
      base,
      nonce: request.headers['x-client-nonce'],
      body: request.body,
      signal,
      onStall: this.#onStall,
    });
    return response satisfies FetchResponse;
  };

  #next({ operation }: FakeRequest): FakeAnswer | undefined {
    if (this.#played) return this.#played.length > 1 ? this.#played.shift() : this.#played[0];
    const script = operation && this.#scripts.get(operation);
    const answer = script?.[0];
    if (!script || !answer) return undefined;
    const { times = 1 } = answer;
    if (times > 1) script[0] = { ...answer, times: times - 1 };
    else script.shift();
    return answer;
  }

  async #hold(count: number): Promise<void> {
    await new Promise<void>((release) => {
      this.#held.push(release);
      if (this.#held.length < count) return;
      const held = this.#held.reverse();
      this.#held = [];
      for (const [at, go] of held.entries()) setTimeout(go, at);
    });
  }

  #usual(request: FakeRequest, base: string): FakeAnswer {
    const { operation, headers, body } = request;
    if (operation === undefined) return refusal(404, 'not_found');
    if (operation === 'download' || operation === 'readCertificatePdf') return sharedPart('answer pdf');
    if (!OPERATIONS[operation].isPublic && !headers.authorization) return refusal(401, 'unauthorized');
    if (operation === 'lookupHtsCodes') return this.#lookup(body);
    if (operation === 'scanStorefront') return sharedPart('answer report');
    if (operation === 'generateCertificate') return this.#issue(headers['idempotency-key'] ?? '', body, base);
    return refusal(404, 'not_found');
  }

  #lookup(body: unknown): FakeAnswer {
    const codes = codesOf(body);
    if (codes.length < 1 || codes.length > 50) {
      return refusal(422, 'invalid_request', [{ path: '/codes', message: 'Send 1 to 50 codes.' }]);
    }
    const known = sharedPart<{ code: string; adjacent_hits: object[] }>('hit');
    const results = codes.map((code) => {
      const status = this.#statuses.get(code) ?? (code === known.code ? 'hit' : 'clear');
      const hit = status === 'hit';
      const hits = hit || status === 'adjacent' ? known.adjacent_hits : [];
      return { code, hit, in_scope: hit || status === 'in_scope_no_bis14', status, adjacent_hits: hits };
    });
    return { ...sharedPart<FakeAnswer>('answer hit'), json: { results } };
  }

  /** One certificate for one idempotency key, as the API does it. */
  #issue(key: string, body: unknown, base: string): FakeAnswer {
    const text = JSON.stringify(body);
    const known = this.#issued.get(key) ?? { body: text, id: crypto.randomUUID() };
    if (known.body !== text) return refusal(409, 'conflict');
    this.#issued.set(key, known);
    const url = `${base}/api/v1/entry/gcc/${known.id}.pdf?expires=1&key=k1&signature=fake`;
    return { ...sharedPart<FakeAnswer>('answer certificate'), json: { gcc_id: known.id, gcc_pdf_url: url } };
  }
}

function refusal(status: number, code: string, details?: object[]): FakeAnswer {
  const said = { error: code, message: 'Scripted.', contact: 'help@portside.example' };
  return { status, json: details ? { ...said, details } : said };
}

function readRequest(url: string, { method = 'GET', headers = {}, body }: FetchInit) {
  const { origin, pathname, search } = new URL(url);
  const start = /\/(?:api|verify)\//.exec(pathname)?.index ?? 0;
  const path = pathname.slice(start);
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const isJson = lower['content-type'] === 'application/json' && typeof body === 'string';
  const request: FakeRequest = {
    operation: operationOf(method, path),
    method,
    path,
    query: search.slice(1),
    headers: lower,
    body: isJson ? JSON.parse(body as string) : body,
  };
  return { request, base: origin + pathname.slice(0, start) };
}

function operationOf(method: string, path: string): FakeOperation | undefined {
  if (method === 'GET' && /^\/api\/v1\/entry\/gcc\/[^/]+\.pdf$/.test(path)) return 'download';
  const found = Object.entries(OPERATIONS).find(([, operation]) => {
    if (operation.method !== method) return false;
    const pattern = operation.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path);
  });
  return found?.[0] as OperationId | undefined;
}
