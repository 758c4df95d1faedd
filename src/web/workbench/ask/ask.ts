/**
 * How pages know anything: they ask the API of this server, as the key of the session. The same guard and the same handlers answer, so a
 * page cannot see or do what the key could not. The request does not leave the process.
 */
import { type Delegation, delegate } from '../../../http/delegation.ts';
import { failureOf } from './api-failure.ts';

/** Reading is GET. Everything else does work, and counts against the limits of the key as it does over HTTP. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Pages use only what every customer can use. The contract of v1 is frozen, so it is not asked. */
type ApiPath = `/api/v0/${string}` | `/api/v2/${string}`;

interface AskOptions {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, with its media type. A stream is passed on as it comes. */
  file?: { body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string; type: string };
  headers?: Record<string, string>;
  /** The request only asks what work would do, so it is not counted either. */
  isDryRun?: boolean;
}

export interface Ask {
  /** The body of the answer. @throws ApiFailure if the API refuses or fails */
  json<T>(method: Method, path: ApiPath, options?: AskOptions): Promise<T>;
  /** The answer itself, to pass on its stream. @throws ApiFailure if the API refuses or fails */
  response(method: Method, path: ApiPath, options?: AskOptions): Promise<Response>;
}

export interface AskParts {
  /** The public application. */
  handle(request: Request): Response | Promise<Response>;
  /** The visit that the page is drawn for. If its client goes, what was asked for it ends too. */
  visit: Request;
  delegation: Omit<Delegation, 'counted'>;
}

export function askFor({ handle, visit, delegation }: AskParts): Ask {
  async function response(method: Method, path: ApiPath, options: AskOptions = {}): Promise<Response> {
    const answer = await handle(
      delegate(requestOf(visit, method, path, options), {
        ...delegation,
        counted: method !== 'GET' && !options.isDryRun,
      }),
    );
    if (answer.status >= 400) throw await failureOf(answer);
    return answer;
  }
  return {
    response,
    async json<T>(method: Method, path: ApiPath, options?: AskOptions) {
      const answer = await response(method, path, options);
      // 204 has no body.
      return (answer.status === 204 ? undefined : await answer.json()) as T;
    },
  };
}

function requestOf(visit: Request, method: Method, path: ApiPath, { json, file, headers }: AskOptions): Request {
  const url = new URL(path, visit.url);
  if (!/^\/api\/v[02]\//.test(url.pathname)) throw new Error('Pages ask only v0 and v2.');
  const init: RequestInit & { headers: Headers } = { method, headers: new Headers(headers), signal: visit.signal };
  if (json !== undefined) {
    const body = new TextEncoder().encode(JSON.stringify(json));
    init.body = body;
    init.headers.set('content-type', 'application/json');
    // Without its length the guard would take it for a stream, and read it once more.
    init.headers.set('content-length', String(body.byteLength));
  } else if (file) {
    init.body = file.body;
    init.headers.set('content-type', file.type);
  }
  return new Request(url, init);
}
