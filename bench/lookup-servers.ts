/**
 * Portside, the peers that do the same work and the bare ones. All answer the same lookups with the same bytes; this is checked before
 * anything is timed.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { missingTool } from './bench.ts';
import { issueKeys } from './keys.ts';
import { LOOKUP_PATH } from './load.ts';
import { CODES, expectedAnswer, type Result } from './lookup-input.ts';
import { buildPeer, installNodePeer } from './peer-programs.ts';
import { postExpecting200 } from './post.ts';
import {
  checkSameWork,
  inRedisAndPostgres,
  inSqlite,
  type OpenPeerStore,
  type PeerStore,
  peerKeys,
} from './same-work.ts';
import { freePort, MeasuredServer } from './server.ts';

const PEERS = join(import.meta.dir, 'peers');

interface Peer {
  name: string;
  /** Its command, or the reason why it cannot run here. The port and the file of answers are added. A program is built first. */
  command(): string[] | string;
  /** Opens the database of a peer that does the same work as Portside. */
  openStore?: OpenPeerStore;
}

const bun = (file: string) => () => [process.execPath, join(PEERS, file)];

const PEER_LIST: Peer[] = [
  { name: 'Bun.serve, bare', command: bun('bun-serve.ts') },
  { name: 'Bun.serve, same fields', command: bun('bun-serve-headers.ts') },
  { name: 'Elysia, bare', command: bun('elysia.ts') },
  { name: 'Hono on Bun, bare', command: bun('hono.ts') },
  { name: 'Fastify on Node, bare', command: () => missingTool(['node']) ?? ['node', join(PEERS, 'fastify.mjs')] },
  { name: 'Go net/http, bare', command: () => buildPeer('go') },
  { name: 'Rust hyper, bare', command: () => buildPeer('rust') },
  { name: 'Hono on Bun, SQLite', command: bun('same-work/hono-sqlite.ts'), openStore: inSqlite },
  { name: 'Fastify on Node, SQLite', command: () => installNodePeer('fastify-sqlite.mjs'), openStore: inSqlite },
  { name: 'Go net/http, SQLite', command: () => buildPeer('go-sqlite'), openStore: inSqlite },
  {
    name: 'Fastify on Node, Redis and PostgreSQL',
    command: () => missingTool(['redis-server', 'pg_ctlcluster']) ?? installNodePeer('fastify-redis-postgres.mjs'),
    openStore: inRedisAndPostgres,
  },
];

const namesOf = (peers: Peer[]) => peers.map(({ name }) => name);
/** Names of the peers that do the same work as Portside, and of those that do none of it. */
export const SAME_WORK = namesOf(PEER_LIST.filter(({ openStore }) => openStore));
export const BARE_PEERS = namesOf(PEER_LIST.filter(({ openStore }) => !openStore));

export interface LookupServers {
  /** Portside first. */
  servers: Map<string, MeasuredServer>;
  keys: string[];
  /** Portside's result for each code. The peers return the same. */
  answers: Map<string, Result>;
  skipped: string[];
  stop(): Promise<void>;
}

/**
 * Starts the peers named in `wanted` (default: all) in `folder`, which is emptied first.
 * @param program the compiled Portside; from source without it
 */
export async function startLookupServers(
  folder: string,
  keyCount: number,
  say: (text: string) => void,
  wanted = PEER_LIST.map(({ name }) => name),
  program?: string,
): Promise<LookupServers> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  say(`issuing ${keyCount} keys`);
  const keys = await issueKeys(join(folder, 'data'), keyCount);
  const servers = new Map<string, MeasuredServer>();
  const skipped: string[] = [];
  const stores: PeerStore[] = [];
  const stop = async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await Promise.all(stores.map((store) => store.close()));
  };
  try {
    say('starting Portside');
    const portside = await MeasuredServer.startPortside(join(folder, 'data'), [], { ...(program && { program }) });
    servers.set('Portside', portside);
    const answers = await collectAnswers(portside, keys[0]!);
    const answersFile = join(folder, 'answers.json');
    await Bun.write(answersFile, JSON.stringify(Object.fromEntries(answers)));
    const tokens = peerKeys(keys);
    for (const { name, command: find, openStore } of PEER_LIST.filter(({ name }) => wanted.includes(name))) {
      say(`starting ${name}`);
      const command = find();
      if (typeof command === 'string') {
        skipped.push(`${name}: ${command}`);
        continue;
      }
      const store = await openStore?.(join(folder, name), tokens);
      if (store) stores.push(store);
      const port = String(freePort());
      const start = () =>
        MeasuredServer.start([...command, port, answersFile, ...(store?.args ?? [])], `http://127.0.0.1:${port}`, {
          helpers: store?.helpers ?? [],
        });
      if (store) await checkSameWork(name, start, store, tokens);
      servers.set(name, await start());
    }
    return { servers, keys, answers, skipped, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Portside's result for each code. The peers return the same. */
async function collectAnswers(server: MeasuredServer, key: string): Promise<Map<string, Result>> {
  const answers = new Map<string, Result>();
  for (let i = 0; i < CODES.length; i += 50) {
    const body = JSON.stringify({ codes: CODES.slice(i, i + 50) });
    const { results } = JSON.parse(await postExpecting200(server.url, LOOKUP_PATH, key, body)) as { results: Result[] };
    for (const result of results) answers.set(result.code, result);
  }
  return answers;
}

/** @throws when any server answers any body with other bytes than expected. */
export async function checkAnswers({ servers, answers, keys }: LookupServers, bodies: string[]): Promise<void> {
  for (const [name, server] of servers) {
    await server.awake(async () => {
      for (const [i, body] of bodies.entries()) {
        if (
          (await postExpecting200(server.url, LOOKUP_PATH, keys[i % keys.length]!, body)) !==
          expectedAnswer(body, answers)
        ) {
          throw new Error(`${name} answers ${body} differently.`);
        }
      }
    });
  }
}
