import { NotFoundError, ResponseError } from './errors.ts';
import { REQUIRED } from './generated/required.ts';
import { hideSecrets } from './hide-secrets.ts';
import { readMeta } from './meta.ts';
import { type AnswerOf, OPERATIONS, type OperationId, type PathOf, type QueryOf } from './operations.ts';
import type { CallOptions, CreateOptions, Settled } from './options.ts';
import { ApiPromise, type RawResponse, rawResponse } from './promise.ts';
import { type Answer, type Call, requestIdOf, type Transport } from './transport.ts';
import type { WithMeta } from './types.ts';

const USER_AGENT = 'portside-typescript/0.2.0';

/** Work that waits for other servers. It is not tried again after our own timeout: it would take as long again. */
export const SLOW: Partial<Settled> = { timeoutMs: 120_000, deadlineMs: 300_000 };

export interface Sent<Id extends OperationId> {
  path?: PathOf<Id>;
  query?: QueryOf<Id> | undefined;
  /** A JSON value, or a file. */
  body?: unknown;
  file?: { bytes: Uint8Array | string; type: string } | undefined;
  headers?: Record<string, string>;
  accept?: string;
  /** Refuses an answer that is not what was asked for, beside one without a field that every answer has. */
  fits?: (body: unknown) => boolean;
}

export interface CallerParts {
  transport: Transport;
  baseUrl: string;
  /** Undefined for a client of the public operations only. */
  key: () => string;
}

/** Sends operations and reads their answers. Every resource of the client has one. */
export class Caller {
  readonly transport: Transport;
  readonly #baseUrl: string;
  readonly #key: () => string;

  constructor({ transport, baseUrl, key }: CallerParts) {
    this.transport = transport;
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** The JSON of the answer with its meta. @param deadline of the call that this is a part of */
  json<Id extends OperationId>(
    id: Id,
    sent: Sent<Id>,
    options: CreateOptions = {},
    deadline?: number,
  ): ApiPromise<WithMeta<AnswerOf<Id>>> {
    return ApiPromise.run(async (keep) => {
      const answer = await this.send(id, sent, options, keep, deadline);
      const body = readJson(answer, (found) => isComplete(id, found) && (sent.fits?.(found) ?? true));
      return hideSecrets({ ...body, meta: readMeta(answer.headers) } as WithMeta<AnswerOf<Id>>);
    });
  }

  /** @throws PortsideError or the reason of the signal */
  async send<Id extends OperationId>(
    id: Id,
    sent: Sent<Id>,
    options: CreateOptions & Pick<Call, 'sink' | 'bytesMax'>,
    keep: (response: RawResponse) => void,
    deadline?: number,
  ): Promise<Answer> {
    const { method, idempotent, unsafe, slow } = OPERATIONS[id];
    const defaults = slow ? SLOW : undefined;
    const url = this.#address(id, sent);
    const retrying = { isSafe: !unsafe, afterTimeout: !slow };
    const until = deadline ?? this.transport.deadline(options, defaults);
    let isLost = false;
    const call: Call = {
      ...options,
      onAnswer: (answer) => keep(rawResponse(answer)),
      onLostAnswer: () => {
        isLost = true;
      },
    };
    const headers = this.#headers(id, sent, options, idempotent);
    const body = sent.file?.bytes ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    try {
      return await this.transport.send({ method, url, headers, body }, call, until, retrying, defaults);
    } catch (error) {
      // An attempt whose answer was lost removed it.
      if (method === 'DELETE' && error instanceof NotFoundError && isLost) {
        return { status: 204, headers: { get: () => null }, bytes: new Uint8Array() };
      }
      throw error;
    }
  }

  /** Gets a signed URL of this server. The key is not sent. */
  fetchUrl(url: string, accept: string, options: CallOptions): Promise<Answer> {
    const headers = over(options.headers, { Accept: accept, 'User-Agent': USER_AGENT });
    const deadline = this.transport.deadline(options);
    return this.transport.send({ method: 'GET', url, headers }, options, deadline, {
      isSafe: true,
      afterTimeout: true,
    });
  }

  #headers<Id extends OperationId>(
    id: Id,
    { headers, file, body, accept = 'application/json' }: Sent<Id>,
    options: CreateOptions,
    idempotent: true | undefined,
  ): Record<string, string> {
    const own: Record<string, string> = { Accept: accept, 'User-Agent': USER_AGENT, ...headers };
    if (!OPERATIONS[id].isPublic) own.Authorization = `Bearer ${this.#key()}`;
    if (file) own['Content-Type'] = file.type;
    else if (body !== undefined) own['Content-Type'] = 'application/json';
    if (idempotent) own['Idempotency-Key'] = options.idempotencyKey ?? crypto.randomUUID();
    return over(options.headers, own);
  }

  #address<Id extends OperationId>(id: Id, { path, query }: Sent<Id>): string {
    const filled = OPERATIONS[id].path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((path as Record<string, unknown> | undefined)?.[name])),
    );
    const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, String(each)]),
    );
    const search = new URLSearchParams(pairs).toString();
    return this.#baseUrl + filled + (search && `?${search}`);
  }
}

/** The client's own fields win, whatever their case. */
function over(given: CallOptions['headers'], own: Record<string, string>): Record<string, string> {
  if (!given) return own;
  const kept = new Set(['authorization', 'content-type', 'idempotency-key', 'x-client-nonce']);
  const merged = { ...own };
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (kept.has(lower)) continue;
    for (const other of Object.keys(merged)) if (other.toLowerCase() === lower) delete merged[other];
    merged[name] = value;
  }
  return merged;
}

/** @throws ResponseError if it is no JSON or does not fit */
export function readJson({ headers, bytes }: Answer, fits: (body: unknown) => boolean): object {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (fits(body)) return body as object;
  } catch {
    // What the parser says repeats a part of the answer, which may be a secret.
  }
  throw new ResponseError('The answer is not what the API promises.', requestIdOf(headers));
}

/** Whether it is an object with the fields that every answer of the operation has. */
function isComplete(id: OperationId, body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const names = REQUIRED[id]?.split(' ') ?? [];
  return names.every((name) => (body as Record<string, unknown>)[name] !== undefined);
}
