/** Slow clients: idle connections, requests sent byte by byte, answers that are not read. */
import type net from 'node:net';
import { issueKey, serve } from '../../support/program.ts';
import { LOOKUP, lookup, residentMb } from './callers.ts';
import { connect } from './raw.ts';
import type { Fault, Trial } from './trial.ts';

/** How many sockets are opened at once. */
const OPENED_AT_ONCE = 200;
/** Memory that one connection may cost the server. `RESIDENT_MB_MAX` allows for the garbage of the other requests. */
const CONNECTION_KB_MAX = 24;
const RESIDENT_MB_MAX = 150;
/** Bun closes a connection that is silent for 60 seconds, in steps of 4 seconds. */
const SILENCE_MS_MAX = 75_000;

interface Crowd {
  sockets: net.Socket[];
  closed(): number;
}

export const idleConnections: Fault = {
  name: 'idle-connections',
  rounds: { quick: 1, full: 3 },
  run: (trial) =>
    beside(trial, trial.quick ? 2000 : 10_000, async (url, members) => {
      const crowd = await gather(url, members, () => {});
      return { crowd, patient: async () => {} };
    }),
};

export const slowRequests: Fault = {
  name: 'slow-requests',
  rounds: { quick: 1, full: 3 },
  run: (trial) =>
    beside(trial, trial.quick ? 400 : 2000, async (url, members, key) => {
      const head = `POST ${LOOKUP} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
      const crowd = await gather(url, members, (socket, i) => {
        // A third never ends its headers, a third a body with a length, a third a chunked body.
        const [first, more] = [
          ['GET /healthz HTTP/1.1\r\nHost: h\r\nX-A: ', 'a'],
          [`${head}Content-Length: 200000\r\n\r\n`, ' '],
          [`${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
        ][i % 3]!;
        socket.write(first!);
        const timer = setInterval(() => socket.write(more!), 1000);
        socket.on('close', () => clearInterval(timer));
      });
      return { crowd, patient: () => Bun.sleep(3000) };
    }),
};

export const slowReaders: Fault = {
  name: 'slow-readers',
  rounds: { quick: 1, full: 3 },
  run: (trial) =>
    beside(trial, trial.quick ? 200 : 1000, async (url, members) => {
      const crowd = await gather(url, members, (socket) => {
        // The largest answer, 130 kB. The client stops reading after the first bytes.
        socket.once('data', () => socket.pause());
        socket.write('GET /api/v0/tariff/lists/metals-2025.json HTTP/1.1\r\nHost: h\r\n\r\n');
      });
      return { crowd, patient: () => Bun.sleep(1000) };
    }),
};

type Gathering = (url: string, members: number, key: string) => Promise<{ crowd: Crowd; patient(): Promise<void> }>;

/** Other clients must be served while the slow ones are connected, and afterwards. */
async function beside(trial: Trial, members: number, gathering: Gathering): Promise<void> {
  const { key } = await issueKey(trial.dir, '--per-minute', '1000000', '--per-day', '1000000');
  const server = await serve(trial.dir);
  const { url, child } = server;
  const healthy = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const { status } = await lookup(url, key);
      trial.holds(status === 200, `another client was answered ${status}`);
    }
  };
  await healthy(200);
  for (let round = 0; round < trial.roundsMax; round++) {
    const before = await residentMb(child.pid);
    const { crowd, patient } = await gathering(url, members, key);
    await Promise.all([patient(), healthy(200)]);
    const grown = (await residentMb(child.pid)) - before;
    const most = RESIDENT_MB_MAX + (members * CONNECTION_KB_MAX) / 1024;
    trial.holds(grown < most, `${grown.toFixed(0)} MB more resident for ${members} connections`);
    trial.note(`${members} connections, ${grown.toFixed(0)} MB more resident`);
    if (!trial.quick) {
      const endMs = performance.now() + SILENCE_MS_MAX;
      while (crowd.closed() < members && performance.now() < endMs) await healthy(10).then(() => Bun.sleep(500));
      trial.note(`${crowd.closed()} closed by the server`);
    }
    for (const socket of crowd.sockets) socket.destroy();
    await healthy(50);
    trial.round();
  }
  trial.holds((await server.stop()) === 0, 'the stop was not clean');
}

async function gather(url: string, members: number, act: (socket: net.Socket, i: number) => void): Promise<Crowd> {
  const sockets: net.Socket[] = [];
  let closed = 0;
  while (sockets.length < members) {
    const wave = Math.min(OPENED_AT_ONCE, members - sockets.length);
    for (const socket of await Promise.all(Array.from({ length: wave }, () => connect(url)))) {
      socket.on('close', () => closed++);
      socket.resume();
      act(socket, sockets.length);
      sockets.push(socket);
    }
  }
  return { sockets, closed: () => closed };
}
