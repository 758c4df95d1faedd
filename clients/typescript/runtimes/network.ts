/** A network as companies have it: a proxy with a password, a private certificate authority, a server that asks for a client certificate. */
import { mkdirSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { filled } from '../test/filled.ts';
import { run } from './user.ts';

export const USER = 'user';
export const PASSWORD = 'secret';

/** Makes `ca.pem`, `client.pem`, `client-key.pem`, and what the server needs. */
export async function makeCertificates(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const openssl = (...words: string[]) => run(['openssl', ...words], folder);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  await openssl('req', '-x509', ...key, '-subj', '/CN=private authority', '-keyout', 'ca-key.pem', '-out', 'ca.pem');
  const issued = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-addext', 'basicConstraints=critical,CA:FALSE'];
  const names = 'subjectAltName=IP:127.0.0.1,DNS:localhost';
  const server = ['-subj', '/CN=localhost', '-addext', names, '-keyout', 'server-key.pem', '-out', 'server.pem'];
  await openssl('req', '-x509', ...key, ...issued, ...server);
  const client = ['-subj', '/CN=client', '-keyout', 'client-key.pem', '-out', 'client.pem'];
  await openssl('req', '-x509', ...key, ...issued, '-addext', 'extendedKeyUsage=clientAuth', ...client);
}

/** Answers lookups. With certificates it speaks TLS; it may ask for a client certificate. */
export function origin(certificates?: string, asksClient = false) {
  let asked = 0;
  const file = (name: string) => Bun.file(join(certificates!, name));
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    ...(certificates && {
      tls: {
        cert: file('server.pem'),
        key: file('server-key.pem'),
        ...(asksClient && { ca: file('ca.pem'), requestCert: true, rejectUnauthorized: true }),
      },
    }),
    async fetch(request) {
      asked++;
      const { codes } = (await request.json()) as { codes: string[] };
      const results = codes.map((code) => ({ code, hit: false, in_scope: false, status: 'clear', adjacent_hits: [] }));
      const headers = { 'X-Client-Nonce': request.headers.get('x-client-nonce')! };
      return Response.json({ results }, { headers });
    },
  });
  return {
    url: `${certificates ? 'https' : 'http'}://127.0.0.1:${server.port}`,
    asked: () => asked,
    stop: () => server.stop(true),
  };
}

export interface Proxy {
  address: string;
  /** The first line of each request that had the password. */
  passed: string[];
  /** The first line of each request that had not. */
  refused: string[];
  stop(): void;
}

/** A proxy that asks for a password. It tunnels, and forwards requests with a whole address. */
export async function proxy(): Promise<Proxy> {
  const passed: string[] = [];
  const refused: string[] = [];
  const open = new Set<Socket>();
  const expected = btoa(`${USER}:${PASSWORD}`);
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    let head = '';
    socket.on('data', function read(part) {
      head += part.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', read);
      const [first = '', ...lines] = head.slice(0, end).split('\r\n');
      const given = lines.find((line) => /^proxy-authorization:/i.test(line))?.replace(/^[^:]*: *basic +/i, '');
      if (given !== expected) {
        refused.push(first);
        socket.end(
          'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n',
        );
        return;
      }
      passed.push(first);
      const [method, target = '', version] = first.split(' ');
      const { hostname, port, pathname, search } = new URL(method === 'CONNECT' ? `http://${target}` : target);
      const upstream = connect(Number(port), hostname, () => {
        if (method === 'CONNECT') socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        else {
          const rest = lines.filter((line) => !/^(proxy-|connection:)/i.test(line)).concat('Connection: close');
          upstream.write([`${method} ${pathname}${search} ${version}`, ...rest, '', ''].join('\r\n'), 'latin1');
        }
        upstream.write(head.slice(end + 4), 'latin1');
        socket.pipe(upstream).pipe(socket);
      });
      open.add(upstream);
      upstream.on('error', () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    refused,
    stop() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** Answers the first request of its first connection, and resets at every other one. */
export async function resetting() {
  let connections = 0;
  let requests = 0;
  const server = createServer((socket) => {
    let mayAnswer = connections++ === 0;
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      requests++;
      if (!mayAnswer) return void socket.resetAndDestroy();
      mayAnswer = false;
      const body = JSON.stringify(filled('readCertificate', { id: 'id-1' }));
      const head = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
      socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    stop: () => server.close(),
  };
}
