/** Clients that take their time: connections that say nothing, requests that drip, answers that nobody reads. */
import type net from 'node:net';
import { issueKey, serve } from '../../support/program.ts';
import { LOOKUP, lookup, residentMb } from './callers.ts';
import { connect } from './raw.ts';
import type { Fault, Trial } from './trial.ts';

/** Sockets to open at once while the crowd gathers. */
const OPENED_AT_ONCE = 200;
/** What one connection may cost the server, whatever it does; the rest is the garbage of the sound clients beside it. */
const CONNECTION_KB_MAX = 24;
const RESIDENT_MB_MAX = 150;
/** Bun closes a connection on which nothing came for 60 seconds, give or take its clock's step of 4. */
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
        // Some never end their headers, some never end a body of a declared length, some one without.
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
        // The largest answer there is, over a megabyte; its reader stops at the first bytes.
        socket.once('data', () => socket.pause());
        socket.write('GET /docs/swagger-ui.js HTTP/1.1\r\nHost: h\r\n\r\n');
      });
      return { crowd, patient: () => Bun.sleep(1000) };
    }),
};

type Gathering = (url: string, members: number, key: string) => Promise<{ crowd: Crowd; patient(): Promise<void> }>;

/** A sound client must be served while the crowd is there, and the server must be its old self once it is gone. */
async function beside(trial: Trial, members: number, gathering: Gathering): Promise<void> {
  const { key } = await issueKey(trial.dir, '--per-minute', '1000000', '--per-day', '1000000');
  const server = await serve(trial.dir);
  const { url, child } = server;
  const healthy = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const { status } = await lookup(url, key);
      trial.holds(status === 200, `a sound client was answered ${status}`);
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
