/**
 * The scripted server. It plays `conformance.json` over raw TCP, so that it can break rules that an HTTP server cannot.
 *
 *     bun main.ts            prints `http://127.0.0.1:PORT` and serves until it is stopped
 *
 * `/table` is the table with its shared parts filled in. The base address of a client is `/case/N/RUN`: N is the number of the
 * case, from 0, and RUN is any unique word. `/faults/N/RUN` returns the faults in what was sent. `/stalled/N/RUN` answers when
 * the server has stopped answering that run.
 */
import type { Socket } from 'bun';
import { answerBytes } from './answer.ts';
import { checkRequests, type SentRequest } from './check-requests.ts';
import { type Case, readTable, type Turn } from './table.ts';

const REQUEST_BYTES_MAX = 1 << 20;
const table = readTable();

interface Run {
  script: Case;
  sent: SentRequest[];
  inFlight: number;
  inFlightMax: number;
  held: (() => void)[];
  stalled: PromiseWithResolvers<void>;
}

interface Connection {
  received: Buffer;
  /** Bytes that the socket has not accepted yet. */
  unsent: Uint8Array;
  /** Whether the connection ends after the last byte. */
  ending: boolean;
  trickle?: Timer;
}

const runs = new Map<string, Run>();

function runOf(number: string, word: string): Run | undefined {
  const script = table.cases[Number(number)];
  if (!script) return undefined;
  const id = `${number}/${word}`;
  const known = runs.get(id);
  if (known) return known;
  const fresh = { script, sent: [], inFlight: 0, inFlightMax: 0, held: [], stalled: Promise.withResolvers<void>() };
  runs.set(id, fresh);
  return fresh;
}

/** The first complete request in `bytes` and its length, or undefined while it is incomplete. */
function parseRequest(bytes: Buffer): { target: string; request: SentRequest; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const length = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return undefined;
  const text = bytes.toString('utf8', headEnd + 4, length);
  return { target, request: { method, path: '', query: '', headers, body: parseBody(text) }, length };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function write(socket: Socket<Connection>, bytes: Uint8Array) {
  const { data } = socket;
  data.unsent = data.unsent.length ? Buffer.concat([data.unsent, bytes]) : bytes;
  const taken = socket.write(data.unsent);
  data.unsent = data.unsent.subarray(Math.max(taken, 0));
  if (data.ending && data.unsent.length === 0) socket.end();
}

function writeJson(socket: Socket<Connection>, body: unknown) {
  write(socket, answerBytes({ status: 200, json: body }, '', undefined));
}

function play(socket: Socket<Connection>, run: Run, turn: Turn, base: string, body: unknown) {
  socket.data.ending = turn.end === 'close';
  write(socket, answerBytes(turn, base, body));
  if (turn.end === 'reset') {
    socket.flush();
    socket.terminate();
  }
  if (turn.end === 'trickle') {
    write(socket, Buffer.from('HTTP/1.1 200 OK\r\nX-Slow: '));
    socket.data.trickle = setInterval(() => write(socket, Buffer.from('z')), 10);
  }
  if (turn.end === 'stall') run.stalled.resolve();
  else run.inFlight -= 1;
}

function answer(socket: Socket<Connection>, target: string, request: SentRequest) {
  const [path = '', query = ''] = target.split('?');
  const [, kind, number = '', word = '', ...rest] = path.split('/');
  if (kind === 'table') return writeJson(socket, table);
  const run = runOf(number, word);
  if (!run) return writeJson(socket, ['there is no such case']);
  if (kind === 'faults') return writeJson(socket, checkRequests(run.script, run.sent, run.inFlightMax));
  if (kind === 'stalled') return void run.stalled.promise.then(() => writeJson(socket, true));

  run.sent.push({ ...request, path: `/${rest.join('/')}`, query });
  run.inFlight += 1;
  run.inFlightMax = Math.max(run.inFlightMax, run.inFlight);
  const { turns } = run.script;
  const turn = turns[Math.min(run.sent.length, turns.length) - 1]!;
  const base = `http://127.0.0.1:${server.port}/case/${number}/${word}`;
  const go = () => play(socket, run, turn, base, request.body);
  if (!turn.hold) return go();
  run.held.push(go);
  if (run.held.length >= turn.hold) for (const release of run.held.splice(0).reverse()) release();
}

const server = Bun.listen<Connection>({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    open(socket) {
      socket.data = { received: Buffer.alloc(0), unsent: new Uint8Array(), ending: false };
    },
    data(socket, bytes) {
      socket.data.received = Buffer.concat([socket.data.received, bytes]);
      if (socket.data.received.length > REQUEST_BYTES_MAX) return void socket.terminate();
      const parsed = parseRequest(socket.data.received);
      if (!parsed) return;
      socket.data.received = socket.data.received.subarray(parsed.length);
      answer(socket, parsed.target, parsed.request);
    },
    drain: (socket) => write(socket, new Uint8Array()),
    close: (socket) => clearInterval(socket.data.trickle),
    error: (socket) => clearInterval(socket.data.trickle),
  },
});

process.stdout.write(`http://127.0.0.1:${server.port}\n`);
