/** A TCP server on this machine that answers exactly as a test scripts it. */
import net from 'node:net';
import tls from 'node:tls';

/** Answers one connection after its request head has arrived. */
export type Script = (socket: net.Socket, head: string) => void;

export interface Storefront {
  port: number;
  /** Number of connections so far, including those that sent nothing. */
  hits: number;
  /** Request heads received so far. */
  heads: string[];
  /** Resolves once no connection is open. */
  idle(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface StorefrontOptions {
  host?: string;
  port?: number;
  /** Speaks TLS with this key and certificate. */
  identity?: { key: string; cert: string };
  /** Runs before anything has arrived. */
  onConnect?: (socket: net.Socket) => void;
}

export async function storefront(
  script: Script,
  { host = '127.0.0.1', port = 0, identity, onConnect = () => {} }: StorefrontOptions = {},
): Promise<Storefront> {
  const sockets = new Set<net.Socket>();
  const waiting: (() => void)[] = [];
  const serve = (socket: net.Socket) => {
    state.hits++;
    sockets.add(socket);
    let head = '';
    socket.on('error', () => {});
    onConnect(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const done of waiting.splice(0)) done();
    });
    socket.on('data', (chunk) => {
      if (head.includes('\r\n\r\n')) return;
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      state.heads.push(head);
      script(socket, head);
    });
  };
  const server = identity ? tls.createServer(identity, serve) : net.createServer(serve);
  server.on('tlsClientError', () => {});
  const state: Storefront = {
    port,
    hits: 0,
    heads: [],
    idle: () => new Promise((done) => (sockets.size === 0 ? done() : void waiting.push(done))),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, done);
  });
  state.port = (server.address() as net.AddressInfo).port;
  return state;
}

/** A complete response: status line, headers and body. */
export function answer(
  body: string | Uint8Array,
  { status = '200 OK', headers = {} }: { status?: string; headers?: Record<string, string> } = {},
): Script {
  const all = { 'Content-Type': 'text/html; charset=utf-8', Connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return (socket) => {
    socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`);
    socket.end(body);
  };
}

export const redirect = (location: string): Script =>
  answer('', { status: '302 Found', headers: { Location: location } });
