/** Raw TCP, for requests that no HTTP client sends. */
import net from 'node:net';

export interface Spoken {
  /** Status codes of the answers, in order. */
  statuses: number[];
  text: string;
  /** The server ended the connection. */
  closed: boolean;
}

export function connect(url: string): Promise<net.Socket> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => {});
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** Sends the bytes and reads until the server closes the connection or is silent for `quietMs`. */
export async function speak(url: string, bytes: string | Uint8Array, quietMs: number): Promise<Spoken> {
  const socket = await connect(url);
  let text = '';
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.setTimeout(quietMs, () => resolve(false));
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('close', () => resolve(true));
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  const closed = await promise;
  socket.destroy();
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})[^\r]*\r\n/g)].map(([, status]) => Number(status));
  return { statuses, text, closed };
}
