/**
 * The API behind a network in which everything goes wrong, over raw TCP. It notes what it did, so that a test can find work that was done
 * twice for one call.
 */
import type { Socket } from 'bun';
import { filled } from './filled.ts';

/** What may go wrong with a request. */
export const FAULTS = [
  'reset before the work',
  'reset after the work',
  'closed in the headers',
  'half an answer',
  'a length too long',
  'a length too short',
  'garbage',
  'JSON cut short',
  'HTML with 200',
  'HTML with 502',
  'a storm of 429',
  'a storm of 503',
  'a slow drip',
  'a stall',
  'the answer twice',
  'an answer exchanged with another',
  'an answer without a nonce',
  'another shape',
  'a redirect',
] as const;
export type Fault = (typeof FAULTS)[number];

const STORM = 8;

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface Connection {
  received: Buffer;
  unsent: Buffer;
  ending: boolean;
  timers: Set<Timer>;
}

interface Reply {
  sent: Sent;
  socket: Socket<Connection>;
  body: string;
}

export class ChaosServer {
  readonly faults = new Map<Fault, number>();
  /** Idempotency keys of certificates by the name in the request. More than one key is a certificate made twice. */
  readonly keysOf = new Map<string, Set<string>>();
  /** Names of the requests by the id of the certificate. */
  readonly nameOf = new Map<string, string>();
  /** How often each id was revoked. */
  readonly revoked = new Map<string, number>();
  /** Ids in the paths of requests that came twice with one nonce: the runtime sent them again by itself. */
  readonly resent = new Set<string>();
  readonly #nonces = new Set<string>();
  readonly #certificates = new Map<string, string>();
  readonly #deleted = new Set<string>();
  readonly #server;
  #seed: number;
  #storm: { status: number; left: number } = { status: 503, left: 0 };
  #waiting: { reply: Reply; timer: Timer } | undefined;
  open = 0;

  /** @param seed of the faults @param share of the requests that are disturbed, 0 to 1 @param tls speaks TLS with these */
  constructor(
    seed: number,
    readonly share: number,
    readonly tls?: { key: Bun.BunFile; cert: Bun.BunFile },
  ) {
    this.#seed = seed;
    this.#server = Bun.listen<Connection>({
      hostname: '127.0.0.1',
      port: 0,
      ...(tls && { tls }),
      socket: {
        open: (socket) => {
          this.open++;
          socket.data = { received: Buffer.alloc(0), unsent: Buffer.alloc(0), ending: false, timers: new Set() };
        },
        data: (socket, bytes) => this.#receive(socket, bytes),
        drain: (socket) => write(socket, Buffer.alloc(0)),
        close: (socket) => {
          this.open--;
          for (const timer of socket.data.timers) clearTimeout(timer);
        },
        error() {},
      },
    });
  }

  get url(): string {
    return `${this.tls ? 'https' : 'http'}://127.0.0.1:${this.#server.port}`;
  }

  stop(): void {
    this.#server.stop(true);
  }

  /** Mulberry32: 0 to 1. */
  #random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  #receive(socket: Socket<Connection>, bytes: Uint8Array): void {
    const { data } = socket;
    data.received = Buffer.concat([data.received, bytes]);
    const end = data.received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const [first = '', ...lines] = data.received.toString('latin1', 0, end).split('\r\n');
    const headers: Record<string, string> = {};
    for (const line of lines) {
      headers[line.slice(0, line.indexOf(':')).toLowerCase()] = line.slice(line.indexOf(':') + 1).trim();
    }
    const length = end + 4 + Number(headers['content-length'] ?? 0);
    if (data.received.length < length) return;
    const body = data.received.toString('utf8', end + 4, length);
    data.received = data.received.subarray(length);
    const [method = '', path = ''] = first.split(' ');
    this.#answer(socket, { method, path, headers, body });
  }

  #answer(socket: Socket<Connection>, sent: Sent): void {
    const nonce = sent.headers['x-client-nonce']!;
    if (this.#nonces.has(nonce)) this.resent.add(sent.path.split('/').at(-1)!);
    this.#nonces.add(nonce);
    const fault = this.#pick();
    if (fault === 'reset before the work') socket.terminate();
    else if (fault === 'a redirect') write(socket, head(sent, 307, 0, ['Location: http://127.0.0.1:9/']));
    else if (fault === 'a storm of 429') this.#refuse(socket, sent, 429);
    else if (fault === 'a storm of 503') this.#refuse(socket, sent, 503);
    else this.#answerWork(socket, sent, fault);
  }

  /** Does the work, and spoils the answer. */
  #answerWork(socket: Socket<Connection>, sent: Sent, fault: Fault | undefined): void {
    const { status, body, extra } = this.#work(sent);
    const bytes = Buffer.from(body);
    const whole = () => Buffer.concat([head(sent, status, bytes.length, extra), bytes]);
    switch (fault) {
      case undefined:
        write(socket, whole());
        break;
      case 'reset after the work':
        socket.terminate();
        break;
      case 'closed in the headers':
        end(socket, whole().subarray(0, 40));
        break;
      case 'half an answer':
        end(socket, whole().subarray(0, -Math.ceil(bytes.length / 2)));
        break;
      case 'a length too long':
        end(socket, Buffer.concat([head(sent, status, bytes.length + 9, extra), bytes]));
        break;
      case 'a length too short':
        write(socket, Buffer.concat([head(sent, status, Math.floor(bytes.length / 2), extra), bytes]));
        break;
      case 'garbage':
        end(socket, Buffer.from([0, 255, 7, 13, 10, 13, 10, 0]));
        break;
      case 'JSON cut short':
        write(socket, Buffer.concat([head(sent, status, bytes.length - 1, extra), bytes.subarray(0, -1)]));
        break;
      case 'HTML with 200':
        write(socket, Buffer.concat([head(sent, 200, 20, ['Content-Type: text/html']), HTML]));
        break;
      case 'HTML with 502':
        write(socket, Buffer.from(`HTTP/1.1 502 Bad Gateway\r\nContent-Length: 20\r\n\r\n${HTML}`));
        break;
      case 'a slow drip':
        this.#drip(socket, whole());
        break;
      case 'a stall':
        write(socket, whole().subarray(0, -3));
        break;
      case 'the answer twice':
        write(socket, Buffer.concat([whole(), whole()]));
        break;
      case 'an answer exchanged with another':
        this.#exchange({ sent, socket, body });
        break;
      case 'an answer without a nonce':
        write(
          socket,
          Buffer.from(
            whole()
              .toString()
              .replace(/X-Client-Nonce: .*\r\n/, ''),
          ),
        );
        break;
      case 'another shape':
        write(socket, Buffer.concat([head(sent, status, 26, extra), Buffer.from('{"results":{},"gcc_id":77}')]));
    }
  }

  #pick(): Fault | undefined {
    if (this.#storm.left > 0) {
      this.#storm.left--;
      return this.#storm.status === 429 ? 'a storm of 429' : 'a storm of 503';
    }
    if (this.#random() >= this.share) return undefined;
    const fault = FAULTS[Math.floor(this.#random() * FAULTS.length)]!;
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    if (fault.startsWith('a storm')) this.#storm = { status: fault.endsWith('429') ? 429 : 503, left: STORM };
    return fault;
  }

  #refuse(socket: Socket<Connection>, sent: Sent, status: number): void {
    const code = status === 429 ? 'rate_limited' : 'unavailable';
    const body = Buffer.from(JSON.stringify({ error: code, message: 'A storm.', contact: '' }));
    write(socket, Buffer.concat([head(sent, status, body.length, ['Retry-After: 0']), body]));
  }

  #drip(socket: Socket<Connection>, bytes: Buffer): void {
    const step = Math.ceil(bytes.length / 12);
    for (let at = 0; at < bytes.length; at += step) {
      const timer = setTimeout(() => write(socket, bytes.subarray(at, at + step)), (at / step) * 4);
      socket.data.timers.add(timer);
    }
  }

  /** Two requests get each other's answer, whole, as when a proxy mixes up its connections. */
  #exchange(reply: Reply): void {
    const other = this.#waiting;
    if (!other) {
      const alone = () => {
        this.#waiting = undefined;
        give(reply, reply);
      };
      this.#waiting = { reply, timer: setTimeout(alone, 100) };
      return;
    }
    clearTimeout(other.timer);
    this.#waiting = undefined;
    give(reply, other.reply);
    give(other.reply, reply);
  }

  /** Does what was asked, whatever becomes of the answer. */
  #work({ method, path, headers, body }: Sent): { status: number; body: string; extra: string[] } {
    const made = (answer: object, status = 200) => ({ status, body: JSON.stringify(answer), extra: [] as string[] });
    const id = /\/(?:watches|certificates|audits)\/([^/?]+)/.exec(path)?.[1] ?? '';
    if (path.endsWith('/lookup')) return made({ results: JSON.parse(body).codes.map(resultOf) });
    if (path.endsWith('/generate')) {
      const { name } = JSON.parse(body).product_info;
      const key = headers['idempotency-key']!;
      this.keysOf.set(name, (this.keysOf.get(name) ?? new Set()).add(key));
      if (!this.#certificates.has(key)) this.#certificates.set(key, `gcc-${this.#certificates.size}`);
      const made1 = this.#certificates.get(key)!;
      this.nameOf.set(made1, name);
      return made({ gcc_id: made1, gcc_pdf_url: `${this.url}/api/v1/entry/gcc/${made1}.pdf?signature=s` });
    }
    if (path.endsWith('/revocation')) {
      this.revoked.set(id, (this.revoked.get(id) ?? 0) + 1);
      return made(filled('revokeCertificate', { id, status: 'revoked' }));
    }
    if (path.endsWith('/pdf')) {
      const document = documentOf(id);
      const hash = new Bun.CryptoHasher('sha256').update(document).digest('hex');
      return { status: 200, body: document, extra: [`ETag: "${hash}"`] };
    }
    if (method === 'DELETE') {
      if (this.#deleted.has(id)) return made({ error: 'not_found', message: 'Gone.', contact: '' }, 404);
      this.#deleted.add(id);
    }
    return made(filled('readWatch', { id, name: `the watch ${id}`, deleted: this.#deleted.has(id) }));
  }
}

const HTML = Buffer.from('<html>sorry</html>  ');

export function documentOf(id: string): string {
  return `%PDF-1.7 the certificate ${id}`;
}

/** By the last digit. */
export function resultOf(code: string) {
  const status = ['hit', 'clear', 'invalid'][Number(code.at(-1)) % 3]!;
  return { code, hit: status === 'hit', in_scope: status === 'hit', status, adjacent_hits: [] };
}

function head({ headers }: Sent, status: number, length: number, extra: string[]): Buffer {
  const lines = [`X-Client-Nonce: ${headers['x-client-nonce']}`, `Content-Length: ${length}`, ...extra];
  return Buffer.from(`HTTP/1.1 ${status} Chaos\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`);
}

function give(to: Reply, from: Reply): void {
  const bytes = Buffer.from(from.body);
  write(to.socket, Buffer.concat([head(from.sent, 200, bytes.length, []), bytes]));
}

function write(socket: Socket<Connection>, bytes: Uint8Array): void {
  const { data } = socket;
  data.unsent = Buffer.concat([data.unsent, bytes]);
  const taken = socket.write(data.unsent);
  data.unsent = data.unsent.subarray(Math.max(taken, 0));
  if (data.ending && data.unsent.length === 0) socket.end();
}

function end(socket: Socket<Connection>, bytes: Uint8Array): void {
  socket.data.ending = true;
  write(socket, bytes);
}
