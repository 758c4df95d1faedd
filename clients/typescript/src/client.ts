import { PortsideError, ResponseError } from './errors.ts';
import { checkKey } from './key.ts';
import { joinMeta, type Meta, readMeta } from './meta.ts';
import {
  type Answer,
  type CallOptions,
  type Clock,
  type Fetch,
  type Patience,
  requestIdOf,
  systemClock,
  Transport,
} from './transport.ts';
import type { GccRequest, HtsResult, LookupResult, ScanReport } from './types.ts';

const CODES_MAX = 50;
const USER_AGENT = 'portside-typescript/0.1.0';

export interface PortsideOptions extends Patience {
  /** Default: PORTSIDE_API_KEY. */
  apiKey?: string;
  /** Default: PORTSIDE_BASE_URL, then http://127.0.0.1:8080. */
  baseUrl?: string;
  /** Requests at once in a lookup of more than 50 codes. Default 4. */
  concurrency?: number;
  /** Used instead of the global one. */
  fetch?: Fetch;
  /** Receives one line for each attempt. */
  log?: (line: string) => void;
}

export interface LookupOptions extends CallOptions {
  /** The day to look up at, `YYYY-MM-DD`. Default: today in New York. */
  asOf?: string;
}

export interface ScanOptions extends CallOptions {
  /** Also read what the page names: tag containers, Google tags and custom pixels. May take 30 seconds: allow an attempt 45. */
  deep?: boolean;
  /** Fetch the page again even if the server scanned it minutes ago. */
  fresh?: boolean;
}

export interface GenerateOptions extends CallOptions {
  /** Default: a random key for each call. The same key and request give the same certificate for 24 hours. */
  idempotencyKey?: string;
}

/** The Portside API. One client can make any number of calls at once. */
export class Portside {
  readonly #key: string;
  readonly #baseUrl: string;
  readonly #concurrency: number;
  readonly #transport: Transport;

  /** Throws ApiKeyError if the key is missing or mistyped. `clock` is for tests. */
  constructor(options: PortsideOptions = {}, clock: Clock = systemClock) {
    this.#key = checkKey(options.apiKey ?? environment('PORTSIDE_API_KEY'));
    const baseUrl = options.baseUrl || environment('PORTSIDE_BASE_URL') || 'http://127.0.0.1:8080';
    if (!/^https?:\/\/[^/]/.test(baseUrl)) throw new PortsideError('baseUrl must start with http:// or https://.');
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#concurrency = Math.max(1, options.concurrency ?? 4);
    this.#transport = new Transport({
      maxRetries: options.maxRetries ?? 2,
      timeoutMs: options.timeoutMs ?? 30_000,
      deadlineMs: options.deadlineMs ?? 120_000,
      maxWaitMs: options.maxWaitMs ?? 30_000,
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      log: options.log,
      clock,
    });
  }

  readonly tariff = {
    hts: {
      /**
       * Returns for each HTS code whether it is on the Section 232 derivative list. More than 50 codes are sent in several requests.
       * All results come from one version of the list: if it changes meanwhile, all codes are looked up again, once.
       */
      lookup: async (codes: readonly string[], options: LookupOptions = {}): Promise<LookupResult> => {
        const deadline = this.#transport.deadline(options);
        const parts: string[][] = [];
        for (let at = 0; at === 0 || at < codes.length; at += CODES_MAX) parts.push(codes.slice(at, at + CODES_MAX));
        for (let round = 0; round < 2; round++) {
          const answers = await this.#lookupParts(parts, options, deadline);
          const lists = new Set(answers.map(({ meta }) => JSON.stringify(meta.list)));
          if (lists.size > 1) continue;
          return {
            results: answers.flatMap(({ results }) => results),
            meta: joinMeta(answers.map(({ meta }) => meta)),
          };
        }
        throw new ResponseError('The tariff list changed twice during the lookup. Look the codes up again.');
      },
    },
  };

  readonly pixel = {
    /** Scans a storefront page for legacy Meta Pixel, GA4 and GTM code. */
    scan: async (url: string, options: ScanOptions = {}): Promise<ScanReport> => {
      const path = `pixel/scan${options.deep ? '?deep=true' : ''}`;
      const headers: Record<string, string> = options.fresh ? { 'Cache-Control': 'no-cache' } : {};
      const deadline = this.#transport.deadline(options);
      return this.#post<ScanReport>(path, { url }, headers, options, deadline, isScanReport);
    },
  };

  readonly entry = {
    gcc: {
      /** Makes a General Certificate of Conformity. Retries are safe, because all attempts carry one idempotency key. */
      generate: async (request: GccRequest, options: GenerateOptions = {}): Promise<Certificate> => {
        const headers = { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() };
        const deadline = this.#transport.deadline(options);
        const made = await this.#post<Certificate>(
          'entry/gcc/generate',
          request,
          headers,
          options,
          deadline,
          isCertificate,
        );
        return new Certificate(made.gcc_id, made.gcc_pdf_url, made.meta, this.#transport);
      },
    },
  };

  async #lookupParts(parts: string[][], options: LookupOptions, deadline: number): Promise<LookupResult[]> {
    const path = `tariff/hts/lookup${options.asOf ? `?as_of=${encodeURIComponent(options.asOf)}` : ''}`;
    const stop = new AbortController();
    const cancel = () => stop.abort(options.signal?.reason);
    if (options.signal?.aborted) cancel();
    options.signal?.addEventListener('abort', cancel, { once: true });
    const answers: LookupResult[] = [];
    let next = 0;
    const work = async () => {
      for (let at = next++; at < parts.length; at = next++) {
        const codes = parts[at]!;
        const inTime = { ...options, signal: stop.signal };
        answers[at] = await this.#post(path, { codes }, {}, inTime, deadline, (body) => isLookupOf(codes, body));
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(this.#concurrency, parts.length) }, work));
      return answers;
    } finally {
      stop.abort(); // one part failed, so the others are not needed
      options.signal?.removeEventListener('abort', cancel);
    }
  }

  async #post<Result extends { meta: Meta }>(
    path: string,
    body: object,
    headers: Record<string, string>,
    options: CallOptions,
    deadline: number,
    fits: (body: unknown) => boolean,
  ): Promise<Result> {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        Authorization: `Bearer ${this.#key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'User-Agent': USER_AGENT,
        ...headers,
      },
    };
    const answer = await this.#transport.send(`${this.#baseUrl}/api/v1/${path}`, init, options, deadline);
    return { ...readJson(answer, fits), meta: readMeta(answer.headers) } as Result;
  }
}

/** A generated certificate. Its URL is valid for 24 hours, and anyone who has it can use it. */
export class Certificate {
  readonly #transport: Transport;

  constructor(
    readonly gcc_id: string,
    readonly gcc_pdf_url: string,
    readonly meta: Meta,
    transport: Transport,
  ) {
    this.#transport = transport;
  }

  /** Downloads the PDF and checks its SHA-256 against the one the server sends. Throws ResponseError if they differ. */
  async download(options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const init = { method: 'GET', headers: { Accept: 'application/pdf', 'User-Agent': USER_AGENT } };
    const deadline = this.#transport.deadline(options);
    const { headers, bytes } = await this.#transport.send(this.gcc_pdf_url, init, options, deadline);
    const expected = /^(?:W\/)?"([0-9a-f]{64})"$/.exec(headers.get('etag') ?? '')?.[1];
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const actual = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (actual !== expected) {
      throw new ResponseError('The SHA-256 of the document is not the one the server sent.', requestIdOf(headers));
    }
    return bytes;
  }
}

function readJson({ headers, bytes }: Answer, fits: (body: unknown) => boolean): object {
  let cause: unknown;
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (fits(body)) return body as object;
  } catch (fault) {
    cause = fault;
  }
  throw new ResponseError('The answer is not what the API promises.', requestIdOf(headers), { cause });
}

type Loose<T> = { [Name in keyof T]?: unknown } | null | undefined;

/** Requires one complete result for each code, in order. A shifted or incomplete answer must never look like "clear". */
function isLookupOf(codes: string[], body: unknown): boolean {
  const results = (body as Loose<LookupResult>)?.results;
  return (
    Array.isArray(results) &&
    results.length === codes.length &&
    results.every(
      (result: Loose<HtsResult>, at) =>
        result?.code === codes[at] &&
        typeof result?.status === 'string' &&
        result.hit === (result.status === 'hit') &&
        typeof result.in_scope === 'boolean' &&
        Array.isArray(result.adjacent_hits),
    )
  );
}

function isScanReport(body: unknown): boolean {
  const { score, findings, severity_counts } = (body ?? {}) as NonNullable<Loose<ScanReport>>;
  return Number.isInteger(score) && Array.isArray(findings) && typeof severity_counts === 'object';
}

function isCertificate(body: unknown): boolean {
  const { gcc_id, gcc_pdf_url } = (body ?? {}) as NonNullable<Loose<Certificate>>;
  return typeof gcc_id === 'string' && typeof gcc_pdf_url === 'string';
}

/** Undefined if there is no environment, as in a browser. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
