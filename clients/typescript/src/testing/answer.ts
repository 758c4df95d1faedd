import type { FetchResponse } from '../fetch.ts';

/** One answer. In any text `{{base}}` is the address of the server, and `{{pdf}}` the SHA-256 of the document that `pdf` sends. */
export interface FakeAnswer {
  /** Default 200 if there is a body. Without a body and a status nothing is answered, and `end` says what happens. */
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** A small document that stands for a certificate. */
  pdf?: boolean;
  /** Answers a lookup with one result of this status for each code. */
  lookup?: string;
  /** A body of so many spaces. */
  blanks?: number;
  /** The body arrives in parts of a few bytes. */
  chunked?: boolean;
  /** Bytes that are no HTTP: a fault of the connection. */
  raw?: string;
  /** Only so many bytes of the body arrive; of the headers with `headersCut`. */
  cut?: number;
  headersCut?: number;
  /** What happens after that: the connection ends, or nothing more arrives until the client gives up. */
  end?: 'close' | 'reset' | 'stall' | 'trickle';
  /** Holds the answers until so many requests wait, then answers the latest first. */
  hold?: number;
  /** Sent in place of the nonce of the request, as when a proxy mixes answers up; `null` sends none, as before Portside 0.2. */
  nonce?: string | null;
  /** How often it is given. Default 1. */
  times?: number;
}

const DOCUMENT = new TextEncoder().encode('%PDF-1.7\n% stands for a certificate: é 证书\n%%EOF\n');
const CHUNK = 7;
const BLOCK = 65_536;

/** What a request is answered with. */
export interface Asked {
  base: string;
  nonce: string | undefined;
  body: unknown;
  signal: AbortSignal | null | undefined;
  /** Told when nothing more arrives. */
  onStall: () => void;
}

/** Gives the answer as `fetch` does. Faults of the connection are rejections, and errors of the body. */
export async function respond(answer: FakeAnswer, asked: Asked): Promise<FetchResponse> {
  const { status, raw, headersCut, end, cut } = answer;
  const hasBody = ['json', 'text', 'pdf', 'lookup', 'blanks'].some((name) => name in answer);
  if (raw !== undefined || headersCut !== undefined || (status === undefined && !hasBody)) {
    return end === 'stall' || end === 'trickle' ? stall(asked) : Promise.reject(broken());
  }
  const fill = await filler(asked.base);
  const headers: Record<string, string> = {
    'Content-Type': answer.pdf ? 'application/pdf' : 'application/json',
    'X-Request-Id': 'req_scripted',
  };
  const nonce = answer.nonce === undefined ? asked.nonce : answer.nonce;
  if (nonce) headers['X-Client-Nonce'] = nonce;
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers[name] = fill(value);
  const code = status ?? 200;
  if (code === 204 || code === 304) return new Response(null, { status: code, headers });
  const body = bodyOf(answer, asked.body, fill);
  const step = answer.chunked ? CHUNK : BLOCK;
  return new Response(stream(body.subarray(0, cut), step, cut === undefined ? undefined : end, asked), {
    status: code,
    headers,
  });
}

function bodyOf(answer: FakeAnswer, sent: unknown, fill: (text: string) => string): Uint8Array {
  if (answer.pdf) return DOCUMENT;
  if (answer.blanks !== undefined) return new Uint8Array(answer.blanks).fill(0x20);
  const json = answer.lookup === undefined ? answer.json : lookupAnswer(answer.lookup, sent);
  return new TextEncoder().encode(fill(json === undefined ? (answer.text ?? '') : JSON.stringify(json)));
}

function lookupAnswer(status: string, sent: unknown) {
  const hit = status === 'hit';
  return { results: codesOf(sent).map((code) => ({ code, hit, in_scope: hit, status, adjacent_hits: [] })) };
}

/** The codes of a lookup; none if it is no lookup. */
export function codesOf(sent: unknown): string[] {
  const { codes } = Object(sent) as { codes?: unknown };
  return Array.isArray(codes) ? codes : [];
}

/** The bytes part by part, then the end, or what happens in its place. */
function stream(
  bytes: Uint8Array,
  step: number,
  end: FakeAnswer['end'],
  { signal, onStall }: Asked,
): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
    async pull(controller) {
      if (at < bytes.length) {
        controller.enqueue(bytes.slice(at, at + step));
        at += step;
      } else if (end === 'stall' || end === 'trickle') {
        onStall();
        await new Promise(() => {});
      } else if (end) {
        controller.error(broken());
      } else {
        controller.close();
      }
    },
  });
}

function stall({ signal, onStall }: Asked): Promise<never> {
  onStall();
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

/** What `fetch` rejects with when a connection fails. */
function broken(): TypeError {
  return new TypeError('fetch failed');
}

async function filler(base: string): Promise<(text: string) => string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', DOCUMENT as Uint8Array<ArrayBuffer>));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (text) => text.replaceAll('{{base}}', base).replaceAll('{{pdf}}', hash);
}
